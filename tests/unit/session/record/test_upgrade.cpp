// SPDX-License-Identifier: Apache-2.0
// Recordings of format 2, written here as the program of then wrote them.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <map>

#include "core/hash.h"
#include "session/record/log_reader.h"

using namespace fh;

namespace {

/// The words of a row that differ from those of the row before, with a bit for each of the 183.
std::vector<std::byte> row_of_2(const std::map<std::size_t, std::uint64_t>& changed) {
  std::vector<std::byte> payload(23);
  for (const auto& [word, value] : changed) {
    payload[word / 8] |= std::byte(1u << (word % 8));
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    payload.insert(payload.end(), bytes, bytes + 8);
  }
  return payload;
}

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, 8);
  return bits;
}

std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
  return low | std::uint64_t{high} << 32;
}

void add_row(std::vector<std::byte>& file, std::uint8_t kind, std::span<const std::byte> payload) {
  std::vector<std::byte> checked(1, std::byte(kind));
  checked.insert(checked.end(), payload.begin(), payload.end());
  const auto length = static_cast<std::uint32_t>(payload.size());
  const std::uint64_t checksum = core::hash_bytes(checked);
  const auto add = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    file.insert(file.end(), bytes, bytes + size);
  };
  add(&length, 4);
  add(checked.data(), checked.size());
  add(&checksum, 8);
}

constexpr std::size_t kHeadX = 2 + 4, kLeftTrigger = 16 + 28, kTarget = 177, kCommands = 180, kChange = 181;

}  // namespace

TEST_CASE("upgrade: rows of format 2 become rows of today, commands in the order they were done") {
  session::InputUpgrade2 upgrade;
  frame::FrameInputs frame;
  REQUIRE(upgrade.decode(row_of_2({}), frame));
  CHECK(frame.ticks == 1);
  REQUIRE(frame.users.size() == 1);
  const frame::FrameInput nobody;
  CHECK(std::memcmp(&frame.users[0], &nobody, sizeof(nobody)) == 0);

  // Recentre, teleport, turn right and snapshot at once; the session is visible only; a setting changes.
  REQUIRE(upgrade.decode(row_of_2({{0, pair(2, 3)},
                                   {1, 777},
                                   {kHeadX, bits_of(1.5)},
                                   {kLeftTrigger, bits_of(0.25)},
                                   {kTarget + 2, bits_of(-4.0)},
                                   {kCommands, pair(1u | 2u | 8u | 16u, 1)},
                                   {kChange, 8},
                                   {kChange + 1, bits_of(0.75)}}),
                         frame));
  CHECK(frame.ticks == 3);
  CHECK(frame.display_time_ns == 777);
  const frame::FrameInput& user = frame.users[0];
  CHECK(user.head.pose.position.x == 1.5);
  CHECK(user.hands[0].trigger == 0.25);
  CHECK(user.focus == frame::SessionFocus::Visible);
  CHECK(user.change.setting == frame::LiveSetting::Vignette);
  CHECK(user.change.value == 0.75);
  REQUIRE(user.commands.count == 4);
  using enum frame::CommandId;
  const std::array expected = {TurnRight, Teleport, Recentre, Snapshot};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(user.commands.items[i].id == expected[i]);
  CHECK(user.commands.find(Teleport)->pose.position.z == -4.0);

  // What was not written again stays; commands do not.
  REQUIRE(upgrade.decode(row_of_2({{kCommands, pair(0, 2)}}), frame));
  CHECK(frame.users[0].head.pose.position.x == 1.5);
  CHECK(frame.users[0].commands.empty());
  CHECK(frame.users[0].focus == frame::SessionFocus::Focused);

  // All nine at once: the menu, which did nothing then, is left out.
  REQUIRE(upgrade.decode(row_of_2({{kCommands, pair(0x1ff, 2)}}), frame));
  CHECK(frame.users[0].commands.count == frame::kMostCommands);
  CHECK_FALSE(frame.users[0].commands.has(Menu));
}

TEST_CASE("upgrade: malformed and absurd rows of format 2 are refused") {
  frame::FrameInputs frame;
  CHECK_FALSE(session::InputUpgrade2().decode({}, frame));
  auto cut = row_of_2({{kHeadX, bits_of(1.0)}});
  cut.pop_back();
  CHECK_FALSE(session::InputUpgrade2().decode(cut, frame));
  auto long_row = row_of_2({});
  long_row.push_back(std::byte(0));
  CHECK_FALSE(session::InputUpgrade2().decode(long_row, frame));
  auto beyond = row_of_2({});
  beyond[22] |= std::byte(0x80);  // word 183
  beyond.resize(beyond.size() + 8);
  CHECK_FALSE(session::InputUpgrade2().decode(beyond, frame));
  CHECK_FALSE(session::InputUpgrade2().decode(row_of_2({{0, pair(2, 10)}}), frame));
  CHECK_FALSE(session::InputUpgrade2().decode(row_of_2({{kHeadX, bits_of(1e9)}}), frame));
  CHECK_FALSE(session::InputUpgrade2().decode(row_of_2({{kChange, 99}}), frame));
}

TEST_CASE("upgrade: a file of format 2 is read row by row, its states without a layout") {
  std::vector<std::byte> file;
  for (const char c : session::kMagic) file.push_back(std::byte(c));
  session::LogHeader header;
  header.version = header.input_version = 2;
  header.scenario = "empty";
  const std::string text = session::to_json_text(header);
  add_row(file, 1, std::as_bytes(std::span(text)));
  add_row(file, 2, row_of_2({{kHeadX, bits_of(0.5)}}));
  const std::array<std::byte, 8 + 3> state{};
  add_row(file, 4, state);
  add_row(file, 5, {});
  auto reader = session::LogReader::from_bytes(file, "old");
  if (!reader) FAIL(reader.error().message);
  const auto input = reader->next();
  REQUIRE((input && std::holds_alternative<frame::FrameInputs>(*input)));
  CHECK(std::get<frame::FrameInputs>(*input).users[0].head.pose.position.x == 0.5);
  const auto key = reader->next();
  REQUIRE((key && std::holds_alternative<session::KeyState>(*key)));
  CHECK(std::get<session::KeyState>(*key).layout == 0);
  CHECK(std::get<session::KeyState>(*key).bytes.size() == 3);
  REQUIRE(reader->next());
  CHECK(reader->damage().empty());
}

TEST_CASE("upgrade: the fields of format 2 are known by name, whole minds only of agents that looked") {
  const std::vector<session::AgentOf2> agents = {{"mira", true}, {"jonas", false}};
  CHECK(session::field_paths_2("user", agents).size() == 193);
  CHECK(session::field_paths_2("sense", agents).size() == 7 + 2);
  CHECK(session::field_paths_2("decide", agents).size() == 92 + 12);
  CHECK(session::field_paths_2("move", agents).size() == 2 * 38);
  CHECK(session::field_paths_2("physics", agents).size() == 8);
  CHECK(session::field_paths_2("measure", agents).size() == 4 + 2 * 27);
  CHECK(session::field_paths_2("sense", agents).back() == "jonas.clock.looks");
}
