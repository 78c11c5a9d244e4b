// SPDX-License-Identifier: Apache-2.0
// Things put elsewhere: written into a scenario and read again.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "core/rng.h"
#include "scene/scenario/placed.h"

using namespace fh;
using Catch::Matchers::ContainsSubstring;

namespace placed_tests {
namespace {

core::Result<scene::Scenario> place(const std::string& placed) {
  return scene::parse_scenario(
      R"({"name": "place", "user": {"at": [0, 0, 0]}, "parts": [
        {"part": "floor", "name": "floor", "width": 20, "depth": 20},
        {"part": "table", "name": "table", "at": [1, 0, -2]},
        {"part": "door", "name": "door", "at": [4, 0, -2]}])" +
          placed + "}",
      "place.json", ".");
}

}  // namespace

TEST_CASE("placed: what is written is read again, and again over what was there") {
  auto scenario = place("");
  REQUIRE(scenario);
  core::Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    const scene::Object* table = scenario->scene.find("table");
    const math::Pose to{
        math::from_yaw_pitch_roll(rng.uniform(-3.0, 3.0), rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4)),
        {rng.uniform(-5.0, 5.0), rng.uniform(0.0, 1.0), rng.uniform(-5.0, 5.0)}};
    const auto text = scene::with_changes(*scenario, "next", {.placed = {{table->id, to}}, .added = {}, .removed = {}});
    REQUIRE(text);
    auto again = scene::parse_scenario(*text, "next.json", ".");
    if (!again) FAIL(again.error().message);
    const math::Pose& is = again->scene.find("table")->world_from_object;
    CHECK(is.position == to.position);
    CHECK(math::angle_between(is.rotation, to.rotation) < 1e-9);
    CHECK(again->name == "next");
    REQUIRE(again->scene.objects.size() == scenario->scene.objects.size());
    scenario = std::move(again);
  }
}

TEST_CASE("placed: names that are not there, twice there or on joints are refused") {
  REQUIRE(place(R"(, "placed": [{"object": "table", "at": [0, 0, 3]}])"));
  CHECK_THAT(place(R"(, "placed": [{"object": "chair", "at": [0, 0, 3]}])").error().message,
             ContainsSubstring("no thing called \"chair\""));
  CHECK_THAT(place(R"(, "placed": [{"object": "table", "at": [0, 0, 3]}, {"object": "table", "at": [0, 0, 2]}])")
                 .error()
                 .message,
             ContainsSubstring("placed twice"));
  bool refused = false;
  const auto whole = place("");
  for (const scene::Object& object : whole->scene.objects) {
    if (object.joint.kind == scene::JointKind::None) continue;
    const auto bad = place(R"(, "placed": [{"object": ")" + object.name + R"(", "at": [0, 0, 3]}])");
    REQUIRE_FALSE(bad);
    CHECK_THAT(bad.error().message, ContainsSubstring("moves on a joint"));
    refused = true;
  }
  CHECK(refused);
}

}  // namespace placed_tests
