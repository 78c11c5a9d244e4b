// SPDX-License-Identifier: Apache-2.0
#include "app/commands/replay_dump.h"

#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/replay_report.h"
#include "core/hash.h"
#include "core/text.h"

namespace fh::app {
namespace {

constexpr const char* kHandNames[frame::kHands] = {"left", "right"};

void dump_user(const frame::FrameInput& input) {
  const auto& p = input.head.pose.position;
  std::printf("  head (%.4f, %.4f, %.4f)%s", p.x, p.y, p.z, input.head.tracked ? "" : " lost");
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const auto& hand = input.hands[side];
    const auto& h = hand.grip.pose.position;
    std::printf("  %s (%.4f, %.4f, %.4f)%s trigger %.2f squeeze %.2f buttons %x", kHandNames[side], h.x, h.y, h.z,
                hand.grip.tracked ? "" : " lost", hand.trigger, hand.squeeze, hand.buttons);
  }
  for (const auto& command : input.commands) std::printf("  %s", frame::find_command(command.id)->word);
  if (input.commands.text_bytes > 0)
    std::printf("  \"%s\"", core::printable(std::string(input.commands.text_view())).c_str());
  if (input.space_change.happened) std::printf("  space changed");
  if (input.change.setting != frame::LiveSetting::None)
    std::printf("  %s = %g", frame::find_setting(input.change.setting)->key, input.change.value);
}

void dump_row(const frame::FrameInputs& inputs) {
  std::printf("input  t=%.4f s  ticks %u", static_cast<double>(inputs.display_time_ns) * 1e-9, inputs.ticks);
  for (std::size_t i = 0; i < inputs.users.size(); ++i) {
    if (inputs.users.size() > 1) std::printf("  user %zu", i + 1);
    dump_user(inputs.users[i]);
  }
  std::printf("\n");
}

void dump_row(const session::TickHashes& hashes, const std::vector<std::string>& names) {
  std::printf("hashes tick %lld", static_cast<long long>(hashes.tick));
  for (std::size_t i = 0; i < hashes.phases.size(); ++i) {
    std::printf("  %s %s", i < names.size() ? names[i].c_str() : "?", core::hash_string(hashes.phases[i].all).c_str());
  }
  std::printf("\n");
}

void dump_text(const session::LogRow& row, const session::LogHeader& header) {
  if (const auto* input = std::get_if<frame::FrameInputs>(&row)) {
    dump_row(*input);
  } else if (const auto* hashes = std::get_if<session::TickHashes>(&row)) {
    dump_row(*hashes, header.phases);
  } else if (const auto* state = std::get_if<session::KeyState>(&row)) {
    std::printf("state  tick %lld  %zu bytes  %s\n", static_cast<long long>(state->tick), state->bytes.size(),
                core::hash_string(core::hash_bytes(state->bytes)).c_str());
  } else if (const auto* motion = std::get_if<session::MotionRow>(&row)) {
    std::printf("motion %zu bytes\n", motion->bytes.size());
  } else if (const auto* end = std::get_if<session::EndRow>(&row)) {
    std::printf("end    %s\n", core::printable(end->reason).c_str());
  }
}

core::Json pose_json(const frame::TrackedPose& tracked) {
  const auto& [rotation, position] = std::tie(tracked.pose.rotation, tracked.pose.position);
  return {{"at", {position.x, position.y, position.z}},
          {"rotation_wxyz", {rotation.w, rotation.x, rotation.y, rotation.z}},
          {"valid", tracked.valid != 0},
          {"tracked", tracked.tracked != 0}};
}

core::Json user_json(const frame::FrameInput& input) {
  core::Json json{{"head", pose_json(input.head)}};
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const auto& hand = input.hands[side];
    core::Json& row = json[kHandNames[side]] = pose_json(hand.grip);
    row["trigger"] = hand.trigger;
    row["squeeze"] = hand.squeeze;
    row["stick"] = {hand.stick.x, hand.stick.y};
    row["buttons"] = hand.buttons;
  }
  json["commands"] = core::Json::array();
  for (const auto& command : input.commands) json["commands"].push_back(frame::find_command(command.id)->word);
  if (input.commands.text_bytes > 0) json["text"] = std::string(input.commands.text_view());
  if (input.space_change.happened) json["space_changed"] = true;
  if (input.change.setting != frame::LiveSetting::None)
    json["setting"] = {{"key", frame::find_setting(input.change.setting)->key}, {"value", input.change.value}};
  return json;
}

core::Json row_json(const session::LogRow& row, const session::LogHeader& header) {
  if (const auto* input = std::get_if<frame::FrameInputs>(&row)) {
    core::Json json{{"row", "input"}, {"ticks", input->ticks}, {"display_time_ns", input->display_time_ns}};
    json["users"] = core::Json::array();
    for (const auto& user : input->users) json["users"].push_back(user_json(user));
    return json;
  }
  if (const auto* hashes = std::get_if<session::TickHashes>(&row)) {
    core::Json json{{"row", "hashes"}, {"tick", hashes->tick}, {"phases", core::Json::object()}};
    for (std::size_t i = 0; i < hashes->phases.size(); ++i) {
      const std::string name = i < header.phases.size() ? header.phases[i] : std::to_string(i);
      json["phases"][name] = core::hash_string(hashes->phases[i].all);
    }
    return json;
  }
  if (const auto* state = std::get_if<session::KeyState>(&row)) {
    return {{"row", "state"},
            {"tick", state->tick},
            {"bytes", state->bytes.size()},
            {"hash", core::hash_string(core::hash_bytes(state->bytes))}};
  }
  if (const auto* motion = std::get_if<session::MotionRow>(&row))
    return {{"row", "motion"}, {"bytes", motion->bytes.size()}};
  return {{"row", "end"}, {"reason", std::get<session::EndRow>(row).reason}};
}

void print_json_line(const core::Json& json) {
  std::printf("%s\n", core::to_text(json).c_str());
}

}  // namespace

int dump_recording(session::LogReader& reader, bool as_json) {
  if (as_json) {
    core::Json json{{"row", "header"}};
    json.update(core::Json::parse(session::to_json_text(reader.header()), nullptr, false));
    print_json_line(json);
  } else {
    session::LogHeader shown = reader.header();  // without what would fill pages
    shown.scenario_text = fmt::format("({} bytes)", shown.scenario_text.size());
    for (auto& tour : shown.tours) tour.text = fmt::format("({} bytes)", tour.text.size());
    std::printf("header %s\n", session::to_json_text(shown).c_str());
  }
  while (const auto row = reader.next()) {
    if (as_json)
      print_json_line(row_json(*row, reader.header()));
    else
      dump_text(*row, reader.header());
  }
  for (const auto& damage : reader.damage()) {
    if (!as_json) {
      std::printf("damage %s\n", session::text_of(damage).c_str());
      continue;
    }
    core::Json json{{"row", "damage"}};
    json.update(damage_json(damage));
    print_json_line(json);
  }
  return reader.damage().empty() ? kDone : kNo;
}

}  // namespace fh::app
