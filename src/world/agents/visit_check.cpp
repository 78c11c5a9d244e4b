// SPDX-License-Identifier: Apache-2.0
#include "world/agents/visit_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "physics/queries.h"
#include "planning/navigation/floor_plan.h"
#include "planning/navigation/navigator.h"
#include "world/agents/agent.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kInWall = 0.08;    // m: the middle of a body is never so near to something solid
constexpr double kApart = 0.30;     // m between the axes of two bodies: nearer ones are in one another
constexpr double kStanding = 0.05;  // m round the place where somebody stands
constexpr double kStorey = 1.5;     // m: people farther apart in height do not meet
constexpr double kSunk = 0.02;      // m: things as deep in others are misplaced; less is settled without a jump
constexpr std::size_t kMostSunk = 20;

/// The place for one body: the walls and what else never moves, doors as they open.
class CheckedPlace {
 public:
  CheckedPlace(const scene::Scene& scene, const planning::FloorPlan& floor, const planning::SolidLibrary& solids,
               const human::Dimensions& dimensions)
      : navigator_(floor, solids, planning::settings_for(dimensions)) {
    std::vector<planning::Obstacle> obstacles;
    for (const auto& object : scene.objects) {
      const bool opens = object.openable && !object.locked;
      if (object.is_static() || (object.openable && !opens)) {
        obstacles.push_back({object.id, object.world_from_object, false, false, false});
      }
    }
    navigator_.set_obstacles(obstacles, scratch_);
  }

  double solid_distance(const Vec3& at) const {
    const planning::WalkMap& map = navigator_.map();
    return planning::solid_distance(map, {at.x, at.z}, map.layer_at(at));
  }
  /// Nothing when the goal can be reached from there.
  std::string no_way(const Vec3& from, const scene::Errand& errand) {
    planning::Goal goal;
    for (const Vec3& at : errand.choice) goal.points.push_back(at);
    goal.points.push_back(errand.at);
    std::erase_if(goal.points,
                  [&](const Vec3& at) { return !planning::has_floor(navigator_.map().floor(), at, errand.within); });
    goal.radius = errand.within;
    navigator_.stop();
    navigator_.go_to(goal);
    planning::NavigatorInput input;
    input.position = from;
    const planning::NavigatorOutput out = navigator_.step(input, scratch_);
    if (out.status == planning::NavStatus::Blocked || out.status == planning::NavStatus::GaveUp) {
      return "no way leads there from where the agent starts";
    }
    const auto& path = navigator_.path().points;
    if (path.empty()) return "";  // it is there already
    double off = 1e9;
    for (const Vec3& at : goal.points) off = std::min(off, glm::length(planning::Vec2(at.x, at.z) - path.back().at));
    return off > errand.within + 0.1 ? fmt::format("the nearest place to stand is {:.1f} m away", off) : "";
  }

 private:
  planning::Navigator navigator_;
  planning::NavigatorScratch scratch_;
};

std::string text_of(const Vec3& at) {
  return fmt::format("({:.2f}, {:.2f}, {:.2f})", at.x, at.y, at.z);
}

/// Where somebody starts; nothing when they can stand there.
void check_start(const std::string& place, const std::string& who, const Vec3& at, const planning::FloorPlan& floor,
                 const CheckedPlace& checked, std::vector<Finding>& out) {
  if (!planning::has_floor(floor, at, kStanding)) {
    out.push_back({place, "start off the floor",
                   fmt::format("{} starts at {}, where there is no floor: put it on a floor", who, text_of(at))});
  } else if (checked.solid_distance(at) < kInWall) {
    out.push_back(
        {place, "start in a wall", fmt::format("{} starts at {}, inside something solid: move it", who, text_of(at))});
  }
}

void check_overlaps(const scene::Scenario& scenario, std::vector<Finding>& out) {
  const auto check = [&](std::size_t i, const std::string& other, const Vec3& at) {
    const Vec3 way = scenario.agents[i].start.position - at;
    if (std::abs(way.y) > kStorey || glm::length(math::Vec2(way.x, way.z)) >= kApart) return;
    out.push_back({fmt::format("/agents/{}", i), "people overlap",
                   fmt::format("\"{}\" starts inside {}: {:.0f} cm apart", scenario.agents[i].name, other,
                               100.0 * glm::length(math::Vec2(way.x, way.z))),
                   Consequence::Odd});
  };
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    for (const auto& user : scenario.users) check(i, fmt::format("user \"{}\"", user.name), user.start.position);
    for (std::size_t k = 0; k < i; ++k) {
      check(i, "\"" + scenario.agents[k].name + "\"", scenario.agents[k].start.position);
    }
  }
}

void check_errands(const scene::Scenario& scenario, std::size_t agent, const planning::FloorPlan& floor,
                   CheckedPlace& checked, std::vector<Finding>& out) {
  const scene::AgentSpec& plan = scenario.agents[agent];
  for (std::size_t i = 0; i < plan.errands.size(); ++i) {
    const scene::Errand& errand = plan.errands[i];
    const std::string place = fmt::format("/agents/{}/errands/{}", agent, i);
    const std::string what = fmt::format("errand {} of \"{}\" at {}", i + 1, plan.name, text_of(errand.at));
    const bool on_floor = planning::has_floor(floor, errand.at, errand.within) ||
                          std::any_of(errand.choice.begin(), errand.choice.end(),
                                      [&](const Vec3& at) { return planning::has_floor(floor, at, errand.within); });
    if (!on_floor) {
      out.push_back({place, "errand off the floor", what + " cannot be reached: not on a floor", Consequence::GivenUp});
    } else if (const std::string why = checked.no_way(plan.start.position, errand); !why.empty()) {
      out.push_back(
          {place, "errand out of reach", fmt::format("{} cannot be reached: {}", what, why), Consequence::GivenUp});
    }
  }
}

/// A leaf that stands inside a wall opens on nothing.
void check_doors(const scene::Scene& scene, const planning::SolidLibrary& solids, std::vector<Finding>& out) {
  for (const auto& door : scene.objects) {
    if (!door.is_a("door") || door.is_static()) continue;
    const planning::Solids* leaf = solids.find(door.id);
    if (!leaf || leaf->bounds.empty()) continue;
    const Vec3 middle = door.world_from_object.point(leaf->bounds.centre());
    for (const auto& object : scene.objects) {
      if (!object.is_static() || !object.is_a("wall")) continue;
      const planning::Solids* shape = solids.find(object.id);
      if (!shape) continue;
      const Vec3 local = math::inverse(object.world_from_object).point(middle);
      const bool inside = std::any_of(shape->pieces.begin(), shape->pieces.end(), [&](const auto& piece) {
        math::Aabb box;
        for (const auto& t : piece.triangles) {
          box.add(t.a);
          box.add(t.b);
          box.add(t.c);
        }
        return piece.convex && box.contains(local);
      });
      if (!inside) continue;
      out.push_back({"/parts", "door without an opening",
                     fmt::format("door \"{}\" stands in \"{}\", which has no opening there: give the wall one",
                                 door.name, object.name),
                     Consequence::Odd});
      break;
    }
  }
}

}  // namespace

std::vector<Finding> check_bodies(const scene::Scenario& scenario, const human::Population& population,
                                  std::vector<human::Dimensions>& dimensions) {
  std::vector<Finding> out;
  dimensions.clear();
  Populations populations(population);
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    const scene::AgentSpec& plan = scenario.agents[i];
    const auto body = planned_body(populations, plan.body);
    dimensions.push_back(body ? body->dimensions : human::Dimensions{});
    if (body) {
      const auto walk = planned_walk(plan, human::walker_of(*body));
      if (walk) continue;
      out.push_back({fmt::format("/agents/{}/gait", i), "unusable walk",
                     fmt::format("gait of \"{}\": {}", plan.name, walk.error().message)});
      continue;
    }
    out.push_back({fmt::format("/agents/{}/body", i), "impossible body",
                   fmt::format("body of \"{}\": {}", plan.name, body.error().message)});
  }
  return out;
}

std::vector<Finding> check_starts(const scene::Scenario& scenario, const planning::FloorPlan& floor,
                                  const planning::SolidLibrary& solids,
                                  const std::vector<human::Dimensions>& dimensions) {
  std::vector<Finding> out;
  if (scenario.agents.empty()) return out;
  // Whether the middle of a body is in a wall does not depend on the body.
  const CheckedPlace checked(scenario.scene, floor, solids, dimensions.front());
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    check_start(fmt::format("/agents/{}", i), "\"" + scenario.agents[i].name + "\"", scenario.agents[i].start.position,
                floor, checked, out);
  }
  return out;
}

std::vector<Finding> check_visit(const scene::Scenario& scenario, const human::Population& population) {
  std::vector<human::Dimensions> dimensions;
  std::vector<Finding> out = check_bodies(scenario, population, dimensions);
  const planning::SolidLibrary solids(scenario.scene);
  check_doors(scenario.scene, solids, out);
  const auto refused = [](const Finding& finding) { return finding.then == Consequence::Refused; };
  if (std::any_of(out.begin(), out.end(), refused)) {
    return out;  // without bodies there is no telling who fits where
  }
  const planning::FloorPlan floor = planning::FloorPlan::from_scene(scenario.scene, solids, {});
  const std::vector<Finding> starts = check_starts(scenario, floor, solids, dimensions);
  out.insert(out.end(), starts.begin(), starts.end());
  check_overlaps(scenario, out);
  if (!starts.empty()) return out;  // ways that begin in a wall lead nowhere
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    if (scenario.agents[i].errands.empty()) continue;
    CheckedPlace checked(scenario.scene, floor, solids, dimensions[i]);
    check_errands(scenario, i, floor, checked, out);
  }
  return out;
}

std::vector<std::string> check_things(const scene::Scene& scene, const physics::World& physics) {
  struct Sunk {
    double depth;
    core::ObjectId thing, other;
  };
  std::vector<Sunk> found;
  std::vector<physics::Overlap> rows;
  for (const scene::Object& thing : scene.objects) {
    if (!thing.movable) continue;
    physics::overlaps(physics, thing.id, rows);
    core::ObjectId last;
    for (const physics::Overlap& row : rows) {
      const core::ObjectId other = row.what.object;
      if (row.depth < kSunk || other == last || (scene.find(other)->movable && other < thing.id)) continue;
      found.push_back({row.depth, thing.id, last = other});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Sunk& a, const Sunk& b) { return a.depth > b.depth; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(found.size(), kMostSunk); ++i) {
    out.push_back(fmt::format("\"{}\" starts {:.0f} cm deep in \"{}\", which pushes it out: move it",
                              scene.find(found[i].thing)->name, 100.0 * found[i].depth,
                              scene.find(found[i].other)->name));
  }
  if (found.size() > kMostSunk) out.push_back(fmt::format("and {} more things in others", found.size() - kMostSunk));
  return out;
}

}  // namespace fh::world
