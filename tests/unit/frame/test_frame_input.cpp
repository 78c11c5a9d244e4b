// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "frame/eye_views.h"
#include "frame/finger_curls.h"
#include "frame/frame_input.h"
#include "frame/tick_clock.h"

using namespace fh::frame;

TEST_CASE("frame input: a plain row is plausible, nonsense is not") {
  CHECK(is_plausible(FrameInput{}));
  const auto spoiled = [](auto change) {
    FrameInput input;
    change(input);
    return !is_plausible(input);
  };
  CHECK(spoiled([](FrameInput& i) { i.head.pose.position.x = NAN; }));
  CHECK(spoiled([](FrameInput& i) { i.head.pose.position.y = 1e9; }));
  CHECK(spoiled([](FrameInput& i) { i.head.pose.rotation = {0, 0, 0, 0}; }));
  CHECK(spoiled([](FrameInput& i) { i.hands[0].trigger = 1.5; }));
  CHECK(spoiled([](FrameInput& i) { i.hands[1].curls[3] = -1.0; }));
  CHECK(spoiled([](FrameInput& i) { i.hands[1].stick.y = 2.0; }));
  CHECK(spoiled([](FrameInput& i) { i.focus = static_cast<SessionFocus>(9); }));
  CHECK(spoiled([](FrameInput& i) { i.trackers[4].role = static_cast<TrackerRole>(99); }));
  CHECK(spoiled([](FrameInput& i) {
    i.commands.add({CommandId::Teleport, {}, 0.0, {fh::math::kIdentity, {0, 0, INFINITY}}});
  }));
  CHECK(spoiled([](FrameInput& i) { i.commands.add({CommandId::Measure, {}, NAN, {}}); }));
  CHECK(spoiled([](FrameInput& i) { i.commands.add(static_cast<CommandId>(999)); }));
  CHECK(spoiled([](FrameInput& i) { i.commands.add(CommandId::None); }));
  CHECK(spoiled([](FrameInput& i) { i.commands.count = kMostCommands + 1; }));
  CHECK(spoiled([](FrameInput& i) { i.commands.text_bytes = kLongestCommandText + 1; }));
  CHECK(spoiled([](FrameInput& i) { i.commands.items[3].id = CommandId::Menu; }));  // beyond `count`
  CHECK(spoiled([](FrameInput& i) { i.change.setting = static_cast<LiveSetting>(99); }));
  CHECK(spoiled([](FrameInput& i) { i.change.value = NAN; }));

  FrameInputs frame;
  frame.users.resize(2);
  CHECK(is_plausible(frame));
  frame.users[1].head.pose.position.x = NAN;
  CHECK_FALSE(is_plausible(frame));
  CHECK_FALSE(is_plausible(FrameInputs{kMostTicksPerFrame + 1, 0, {}}));
}

TEST_CASE("commands: every command has one row, one word and at most one key") {
  std::set<std::string> words, labels, keys;
  for (const CommandRow& row : kCommands) {
    INFO(row.word);
    CHECK(find_command(row.id) == &row);
    CHECK(find_command(std::string_view(row.word)) == &row);
    CHECK(words.insert(row.word).second);
    CHECK(labels.insert(row.label).second);
    CHECK((!*row.key || keys.insert(row.key).second));
    CHECK(std::strlen(row.meaning) > 0);
    CHECK_FALSE((row.has_action && row.payload != 0));  // a button has no payload to give
    CHECK_FALSE((*row.key && row.payload != 0));
  }
  CHECK(find_command(CommandId::None) == nullptr);
  CHECK(find_command("telport") == nullptr);
}

TEST_CASE("commands: a list keeps order and payload, and says when it is full") {
  CommandList list;
  CHECK(list.empty());
  CHECK(list.add({CommandId::Teleport, {}, 0.0, {fh::math::kIdentity, {1, 2, 3}}}));
  CHECK(list.add({CommandId::Measure, {7}, 2.5, {}}, "the blue box"));
  CHECK_FALSE(list.add({CommandId::Menu, {}, 0.0, {}}, "a second text"));
  while (list.count < kMostCommands) CHECK(list.add(CommandId::TurnLeft));
  CHECK_FALSE(list.add(CommandId::Snapshot));
  CHECK(list.begin()->id == CommandId::Teleport);
  CHECK(list.find(CommandId::Teleport)->pose.position.z == 3.0);
  CHECK(list.find(CommandId::Measure)->object.value == 7);
  CHECK(list.text_view() == "the blue box");
  CHECK_FALSE(list.has(CommandId::Snapshot));
  CommandList other;
  CHECK_FALSE(other.add({CommandId::Measure, {}, 0.0, {}}, std::string(kLongestCommandText + 1, 'x')));
  CHECK(other.empty());
}

TEST_CASE("command hold: commands wait for a frame that ticks and has room, pictures do not") {
  CommandHold hold;
  CommandList asked;
  for (int i = 0; i < 6; ++i) asked.add(CommandId::TurnLeft);
  asked.add(CommandId::Snapshot);
  hold.add(asked);
  hold.add(asked);
  CommandList out;
  hold.release(0, out);
  CHECK(out.count == 2);
  CHECK(out.begin()->id == CommandId::Snapshot);
  out = {};
  hold.release(1, out);
  CHECK(out.count == kMostCommands);
  out = {};
  hold.release(3, out);
  CHECK(out.count == 4);
  out = {};
  hold.release(1, out);
  CHECK(out.empty());
}

TEST_CASE("setting hold: changes go out in order, one with each frame that ticks") {
  SettingHold hold;
  CHECK(hold.release(1).setting == LiveSetting::None);
  hold.add({LiveSetting::SnapTurn, 0, 30.0});
  hold.add({LiveSetting::Vignette, 0, 0.2});
  CHECK(hold.release(0).setting == LiveSetting::None);
  const SettingChange first = hold.release(2);
  CHECK(first.setting == LiveSetting::SnapTurn);
  CHECK(first.value == 30.0);
  CHECK(hold.release(1).setting == LiveSetting::Vignette);
  CHECK(hold.release(1).setting == LiveSetting::None);
}

TEST_CASE("eye views: a symmetric field has the asked angles") {
  const Fov fov = symmetric_fov(1.0, 2.0);
  CHECK(std::abs(fov.up - 0.5) < 1e-12);
  CHECK(std::abs(fov.left + fov.right) < 1e-12);
  CHECK(std::abs(std::tan(fov.right) - 2.0 * std::tan(0.5)) < 1e-12);
}

TEST_CASE("finger curls: trigger, squeeze and touches make five hand shapes") {
  const auto shape = [](double trigger, double squeeze, std::uint32_t touches) {
    HandInput hand;
    hand.trigger = trigger;
    hand.squeeze = squeeze;
    hand.touches = touches;
    return curls_of_controller(hand, true);
  };
  const std::uint32_t thumb = kButtonPrimary, index = kButtonTrigger;
  const auto flat = shape(0, 0, 0), fist = shape(1, 1, thumb | index), pointing = shape(0, 1, thumb),
             pinch = shape(1, 0, thumb | index), thumbs_up = shape(1, 1, index);
  for (const double curl : flat) CHECK(curl < 0.2);
  for (const double curl : fist) CHECK(curl > 0.7);
  CHECK((pointing[1] < 0.1 && pointing[0] > 0.7 && pointing[2] > 0.9 && pointing[4] > 0.9));
  CHECK((pinch[0] > 0.7 && pinch[1] > 0.9 && pinch[2] < 0.2 && pinch[4] < 0.2));
  CHECK((thumbs_up[0] < 0.1 && thumbs_up[1] > 0.9 && thumbs_up[4] > 0.9));
  // A trigger that does not feel the finger says nothing about pointing.
  CHECK(curls_of_controller(HandInput{}, false)[1] > 0.3);
}
