// SPDX-License-Identifier: Apache-2.0
// A frame that was begun is ended, also when its picture fails.
#include <catch2/catch_test_macros.hpp>

#include "session/loop.h"

using namespace fh;

namespace {

class CountingDriver final : public frame::FrameDriver {
 public:
  core::Result<frame::FrameOutcome> begin(frame::FrameInputs& frame) override {
    ++begun;
    frame.ticks = 1;
    return frame::FrameOutcome::Run;
  }
  frame::EyeViews eyes() override { return {}; }
  core::Result<> end() override {
    ++ended;
    return {};
  }
  int begun = 0, ended = 0;
};

}  // namespace

TEST_CASE("frame order: a failed picture ends the visit with its message, and its frame first") {
  scene::Scenario scenario;
  auto world = world::World::create(scenario, {.workers = 1});
  REQUIRE(world);
  CountingDriver driver;
  session::LoopHooks hooks;
  hooks.draw = [&](world::World& now, frame::FrameDriver&) -> core::Result<> {
    if (now.now() == 3) return core::fail("no room for skins");
    return {};
  };
  const auto report = session::run_loop(driver, *world, hooks);
  REQUIRE_FALSE(report);
  CHECK(report.error().message == "no room for skins");
  CHECK(driver.begun == 3);
  CHECK(driver.ended == 3);
}
