// SPDX-License-Identifier: Apache-2.0
// What can be heard of a world: every event once, when and where it happens, damped by walls.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "agent_stage.h"
#include "show/sounds.h"

using namespace fh;
using audio::CueKind;

namespace {

struct HeardCue {
  core::Tick tick;
  audio::Cue cue;
};

/// Everything heard at `ears` in so many ticks.
template <class AnyWorld>
std::vector<HeardCue> listen(AnyWorld& world, const math::Vec3& ears, int ticks) {
  show::Sounds sounds;
  std::vector<HeardCue> heard;
  const frame::FrameInput nobody;
  for (int i = 0; i < ticks; ++i) {
    world.tick(nobody);
    for (const auto& cue : sounds.of_tick(world, ears)) heard.push_back({world.now(), cue});
  }
  return heard;
}

std::vector<HeardCue> of_kind(const std::vector<HeardCue>& all, CueKind kind) {
  std::vector<HeardCue> some;
  for (const auto& one : all) {
    if (one.cue.kind == kind) some.push_back(one);
  }
  return some;
}

/// A crate of 2 kg that hangs 1 m over the floor.
const std::string kFalling =
    R"(, {"part": "crate", "name": "crate", "at": [0, 1, 0], "width": 0.3, "height": 0.3, "depth": 0.3, "mass": 2})";

}  // namespace

TEST_CASE("sounds: a crate that falls is heard when it meets the floor") {
  const auto scenario = test::place(kFalling, "");
  auto world = test::world_of(scenario);
  const auto heard = of_kind(listen(world, {0, 1.6, 3}, 90), CueKind::Impact);
  REQUIRE_FALSE(heard.empty());
  // Free fall of 1 m: sqrt(2 h / g) = 0.4515 s.
  CHECK(std::abs(core::seconds_of(heard.front().tick) - 0.4515) < 0.02);
  CHECK(glm::length(heard.front().cue.position - math::Vec3(0.0)) < 0.3);
  // 2 kg at 4.43 m/s: 8.9 N s.
  CHECK(std::abs(heard.front().cue.level_db - (78.0 + 20.0 * std::log10(8.86))) < 6.0);
  CHECK(heard.front().cue.loss_db == 0.0);
  CHECK(heard.size() < 12);  // a few bounces, no rattling
}

TEST_CASE("sounds: a wall between damps, and what lies still is silent") {
  const auto scenario = test::place(kFalling + test::wall("between", 0.0, 2.0, 11.9, 0.0), "");
  auto world = test::world_of(scenario);
  const auto heard = of_kind(listen(world, {0, 1.6, 3}, 90), CueKind::Impact);
  REQUIRE_FALSE(heard.empty());
  CHECK(heard.front().cue.loss_db >= 20.0);
  CHECK(listen(world, {0, 1.6, 3}, 90).empty());
}

TEST_CASE("sounds: every step of a walker once, at the foot, by ground") {
  const auto scenario = test::place("", test::walker("ada", 0, -4, 0, 4, test::kKnows));
  auto world = test::world_of(scenario);
  const auto steps = of_kind(listen(world, {3, 1.6, 0}, 5 * 90), CueKind::Footstep);
  // 1.3 m/s with steps of about 0.7 m: 1.6 to 2.2 a second, once under way.
  CHECK(steps.size() >= 7);
  CHECK(steps.size() <= 11);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    CHECK(steps[i].tick - steps[i - 1].tick >= 25);
    if (steps[i - 1].cue.position.z > -3.5) CHECK(steps[i].cue.position.z > steps[i - 1].cue.position.z);  // has turned
    CHECK(steps[i].cue.position.y < 0.2);
  }
}

TEST_CASE("sounds: materials are told by name and looks") {
  scene::Material material;
  const auto named = [&](const char* name) {
    material.name = name;
    return show::stuff_of(material);
  };
  CHECK(named("wood_dark") == audio::Stuff::Wood);
  CHECK(named("carpet") == audio::Stuff::Soft);
  CHECK(named("steel") == audio::Stuff::Metal);
  CHECK(named("concrete") == audio::Stuff::Stone);
  CHECK(named("plastic_grey") == audio::Stuff::Plastic);
  material.metallic = 0.9f;
  CHECK(named("of a stranger") == audio::Stuff::Metal);
  material.glass = true;
  CHECK(named("of a stranger") == audio::Stuff::Glass);
}
