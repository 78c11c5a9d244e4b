#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "frame/eye_views.h"
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
  CHECK(spoiled([](FrameInput& i) { i.version = 77; }));
  CHECK(spoiled([](FrameInput& i) { i.ticks = kMostTicksPerFrame + 1; }));
  CHECK(spoiled([](FrameInput& i) { i.head.pose.position.x = NAN; }));
  CHECK(spoiled([](FrameInput& i) { i.head.pose.position.y = 1e9; }));
  CHECK(spoiled([](FrameInput& i) { i.head.pose.rotation = {0, 0, 0, 0}; }));
  CHECK(spoiled([](FrameInput& i) { i.hands[0].trigger = 1.5; }));
  CHECK(spoiled([](FrameInput& i) { i.hands[1].curls[3] = -1.0; }));
  CHECK(spoiled([](FrameInput& i) { i.hands[1].stick.y = 2.0; }));
  CHECK(spoiled([](FrameInput& i) { i.focus = static_cast<SessionFocus>(9); }));
  CHECK(spoiled([](FrameInput& i) { i.trackers[4].role = static_cast<TrackerRole>(99); }));
  CHECK(spoiled([](FrameInput& i) { i.command_target.z = INFINITY; }));
  CHECK(spoiled([](FrameInput& i) { i.change.setting = static_cast<LiveSetting>(99); }));
  CHECK(spoiled([](FrameInput& i) { i.change.value = NAN; }));
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
