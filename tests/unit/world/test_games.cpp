// SPDX-License-Identifier: Apache-2.0
// What agents do to one another: following at a distance, hiding and seeking by sight alone, tag without a touch.
#include <algorithm>
#include <cmath>

#include "agent_stage.h"
#include "mind/net.h"
#include "physics/queries.h"

using namespace fh;
using namespace fh::test;

namespace {

double apart(const world::Agent& a, const world::Agent& b) {
  return std::hypot(a.gait.root.x - b.gait.root.x, a.gait.root.z - b.gait.root.z);
}

/// Whether a straight line leads from the eyes of one to some joint of the other, past all that stands there.
bool truly_in_view(const world::World& world, const world::Agent& from, const world::Agent& to) {
  const math::Vec3 eye = from.world_from_eye().position;
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const math::Vec3 way = to.frames.position(human::joint_at(i)) - eye;
    const double length = glm::length(way);
    physics::QueryFilter filter;
    filter.ignore_body = from.person->id;
    const auto hit = physics::cast_ray(world.physics(), {eye, way / length}, length, filter);
    if (!hit || hit->what.body == to.person->id || hit->distance > length - 0.3) return true;
  }
  return false;
}

scene::Scenario bundled(const std::string& name) {
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario = scene::load_scenario(*scene::find_scenario(name));
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

}  // namespace

TEST_CASE("follow: who follows comes to stand 1.5 to 1.7 m behind and stays (K-57)") {
  const auto scenario =
      place("", walker("ann", 0.0, 0.0, 0.0, -4.5, kKnows) + ", " +
                    R"({"name": "ben", "at": [0, 0, 3], "behaviour": "follow", "whom": "ann")" + kKnows + "}");
  auto world = world_of(scenario);
  const frame::FrameInput nobody;
  double least = 1e9, most = 0.0;
  int starts = 0;
  bool walked = false;
  for (int i = 0; i < 16 * 90; ++i) {
    world.tick(nobody);
    const auto &ann = world.agents()[0], &ben = world.agents()[1];
    const double distance = apart(ann, ben);
    CHECK(distance > 0.5);
    if (i < 10 * 90) continue;  // ann stands
    least = std::min(least, distance);
    most = std::max(most, distance);
    const bool walks = glm::length(ben.gait.velocity) > 0.1;
    if (walks && !walked) ++starts;
    walked = walks;
  }
  INFO(least << " to " << most << " m");
  CHECK(least >= 1.5 - 0.02);
  CHECK(most <= 1.7 + 0.02);
  CHECK(starts <= 1);
}

TEST_CASE("hide and seek: nobody is found before there is a line of sight", "[.all]") {
  const auto scenario = bundled("hide_and_seek");
  auto world = world_of(scenario);
  const frame::FrameInput nobody;
  const auto& sam = world.agents()[0];
  std::size_t known = 0;
  int found = 0;
  int last_seen[3] = {-1000, -1000, -1000};  // tick of the last true line of sight
  int i = 0;
  for (; i < 400 * 90 && !world.all_done(); ++i) {
    world.tick(nobody);
    for (std::size_t k = 1; k < 3; ++k) {
      if (truly_in_view(world, sam, world.agents()[k])) last_seen[k] = i;
    }
    const auto& log = sam.mind.net()->log;
    for (; known < log.size(); ++known) {
      const std::string words = mind::in_words(*sam.plan, log[known]);
      if (words.find("-> call_") == std::string::npos) continue;
      const std::size_t whom = words.find("call_hana") != std::string::npos ? 1 : 2;
      INFO(words);
      ++found;
      CHECK(i - last_seen[whom] < 70);  // the sight that ends a search is at most 0.5 s old, and the look 0.2 s
    }
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = a + 1; b < 3; ++b) REQUIRE(apart(world.agents()[a], world.agents()[b]) > 0.4);
    }
  }
  CHECK(world.all_done());
  CHECK(found == 2);
  CHECK(world.errands_given_up() == 0);
}

TEST_CASE("tag: the one who is it changes, and nobody runs into anybody (K-58)", "[.all]") {
  const auto scenario = bundled("tag");
  auto world = world_of(scenario);
  const frame::FrameInput nobody;
  double nearest = 1e9;
  for (int i = 0; i < 100 * 90 && !world.all_done(); ++i) {
    world.tick(nobody);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = a + 1; b < 3; ++b) nearest = std::min(nearest, apart(world.agents()[a], world.agents()[b]));
    }
  }
  CHECK(world.all_done());
  std::size_t tags = 0;
  for (const auto& agent : world.agents()) tags += agent.mind.voice().said().size();
  INFO(tags << " tags, nearest " << nearest << " m");
  CHECK(tags >= 2);
  CHECK(nearest > 0.43);
}

TEST_CASE("stock_the_shelf: everything is carried by hand to where it belongs") {
  const auto scenario = bundled("stock_the_shelf");
  auto world = world_of(scenario);
  const frame::FrameInput nobody;
  for (int i = 0; i < 150 * 90 && !world.all_done(); ++i) world.tick(nobody);
  CHECK(world.all_done());
  CHECK(world.errands_given_up() == 0);
  const std::pair<const char*, double> placed[] = {
      {"oil", 0.95}, {"paint", 0.95}, {"varnish", 1.4}, {"soap", 1.4}, {"wax", 0.95}};
  const math::Vec3 shelf = world.physics().pose(scenario.scene.find("shelf")->id).position;
  for (const auto& [name, level] : placed) {
    INFO(name);
    const math::Pose thing = world.physics().pose(scenario.scene.find(name)->id);
    CHECK(std::abs(thing.position.y - level) < 0.02);
    CHECK(std::abs(thing.position.x - shelf.x) < 0.9);
    CHECK(std::abs(thing.position.z - shelf.z) < 0.25);
    CHECK(thing.direction(math::kUp).y > 0.98);
  }
}
