// SPDX-License-Identifier: Apache-2.0
// Users who are put behind a wall see the place there, not the black of a head in a wall.
#include "agent_stage.h"

namespace fh::test {
namespace {

float fade_after(WatchedWorld& world, frame::FrameInput input, const frame::Command& command) {
  input.commands.add(command);
  world.tick(input);
  input.commands = {};
  for (int i = 0; i < 60; ++i) world.tick(input);
  frame::Snapshot snapshot;
  world.fill(snapshot);
  return snapshot.fade;
}

}  // namespace

TEST_CASE("put elsewhere: behind a wall the view is clear, after a teleport and after recentring") {
  const scene::Scenario scenario = place(wall("screen", 0.0, 0.0, 11.9, 0.0), "", "[0, 0, 2]");
  WatchedWorld world = world_of(scenario);
  frame::FrameInput input = standing_user({0, 0, 0});
  for (int i = 0; i < 30; ++i) world.tick(input);
  const frame::Command over{frame::CommandId::Teleport, {}, 0.0, {math::kIdentity, {-4.0, 0.0, -4.0}}};
  CHECK(fade_after(world, input, over) == 0.0f);
  CHECK(world.users()[0].state.head.world_from_point.position.z < -3.5);
  CHECK(fade_after(world, input, {frame::CommandId::Recentre, {}, 0.0, {}}) == 0.0f);
  CHECK(world.users()[0].state.head.world_from_point.position.z > 1.5);
  // On foot it is a wall.
  for (int i = 0; i < 90; ++i) world.tick(standing_user({0, 0, -3.0 * i / 90.0}));
  frame::Snapshot snapshot;
  world.fill(snapshot);
  CHECK(snapshot.fade == 1.0f);
}

}  // namespace fh::test
