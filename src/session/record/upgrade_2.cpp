// SPDX-License-Identifier: Apache-2.0
#include "session/record/upgrade_2.h"

#include <cstring>

namespace fh::session {
namespace {

// A row of format 2 in words of 8 bytes: version and ticks, display time, head, two hands, five trackers, change of
// tracking space (these as today), target of a teleport, command bits and focus, change of a setting.
constexpr std::size_t kTicks = 0, kDisplayTime = 1, kTracked = 2, kTrackedWords = 175, kTarget = 177, kCommands = 180,
                      kChange = 181;
static_assert(offsetof(frame::FrameInput, focus) == kTrackedWords * 8, "what was tracked is laid out as in format 2");

struct CommandBit {
  std::uint32_t bit;
  frame::CommandId id;
};
/// In the order in which the program of then did them.
constexpr CommandBit kCommandBits[] = {
    {1u << 2, frame::CommandId::TurnLeft}, {1u << 3, frame::CommandId::TurnRight},
    {1u << 1, frame::CommandId::Teleport}, {1u << 0, frame::CommandId::Recentre},
    {1u << 7, frame::CommandId::Pause},    {1u << 8, frame::CommandId::Calibrate},
    {1u << 4, frame::CommandId::Snapshot}, {1u << 5, frame::CommandId::Measure},
    {1u << 6, frame::CommandId::Menu},
};

template <class T>
T value_at(std::span<const std::uint64_t> words, std::size_t word, std::size_t byte = 0) {
  T value;
  std::memcpy(&value, reinterpret_cast<const std::byte*>(words.data()) + 8 * word + byte, sizeof(T));
  return value;
}

frame::CommandList commands_of(std::span<const std::uint64_t> words) {
  const auto bits = value_at<std::uint32_t>(words, kCommands);
  frame::CommandList list;
  for (const CommandBit& row : kCommandBits) {
    if ((bits & row.bit) == 0) continue;
    frame::Command command;
    command.id = row.id;
    if (row.id == frame::CommandId::Teleport) command.pose.position = value_at<math::Vec3>(words, kTarget);
    list.add(command);  // all nine at once: the menu, which did nothing, finds no room
  }
  return list;
}

frame::FrameInputs frame_of(std::span<const std::uint64_t> words) {
  frame::FrameInputs out;
  out.ticks = value_at<std::uint32_t>(words, kTicks, 4);
  out.display_time_ns = value_at<std::int64_t>(words, kDisplayTime);
  frame::FrameInput& user = out.first();
  std::memcpy(static_cast<void*>(&user), &words[kTracked], kTrackedWords * 8);
  user.commands = commands_of(words);
  user.focus = value_at<frame::SessionFocus>(words, kCommands, 4);
  user.change.setting = value_at<frame::LiveSetting>(words, kChange);
  user.change.value = value_at<double>(words, kChange + 1);
  return out;
}

}  // namespace

InputUpgrade2::InputUpgrade2() : words_{} {
  // What a row was before anything changed: version 2, one tick, a focused session; rotations are identities as today.
  const frame::FrameInput nobody;
  const std::uint32_t version_and_ticks[2] = {2, 1};
  std::memcpy(&words_[kTicks], version_and_ticks, 8);
  std::memcpy(&words_[kTracked], &nobody, kTrackedWords * 8);
  const auto focused = frame::SessionFocus::Focused;
  std::memcpy(reinterpret_cast<std::byte*>(&words_[kCommands]) + 4, &focused, sizeof(focused));
}

bool InputUpgrade2::decode(std::span<const std::byte> payload, frame::FrameInputs& out) {
  constexpr std::size_t kMaskBytes = (kWords + 7) / 8;
  if (payload.size() < kMaskBytes) return false;
  std::size_t at = kMaskBytes;
  for (std::size_t i = 0; i < kMaskBytes * 8; ++i) {
    if ((payload[i / 8] & std::byte(1u << (i % 8))) == std::byte(0)) continue;
    if (i >= kWords || payload.size() - at < 8) return false;
    std::memcpy(&words_[i], payload.data() + at, 8);
    at += 8;
  }
  out = frame_of(words_);
  return at == payload.size() && frame::is_plausible(out);
}

}  // namespace fh::session
