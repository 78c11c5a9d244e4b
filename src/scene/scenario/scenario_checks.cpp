// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "math/distances.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

using math::Vec3;

void check_names(PlaceReader& scenario) {
  const auto& objects = scenario.builder.scene().objects;
  std::map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].name.empty()) continue;  // reported where it was read
    const auto [first, fresh] = known.emplace(objects[i].name, i);
    if (fresh) continue;
    scenario.problems.add(scenario.origin_of(i), fmt::format("the name \"{}\" is already taken by {}", objects[i].name,
                                                             scenario.origin_of(first->second)));
  }
}

/// Gives the objects the parents they named; chains must end.
void check_parents(PlaceReader& scenario) {
  auto& objects = scenario.builder.scene().objects;
  std::map<std::string_view, core::ObjectId> by_name;
  for (const auto& object : objects) by_name.emplace(object.name, object.id);
  std::vector<std::string> names;
  for (const auto& [index, wanted] : scenario.wanted_parents) {
    const auto found = by_name.find(wanted);
    if (found != by_name.end()) {
      objects[index].parent = found->second;
      continue;
    }
    if (names.empty()) {
      for (const auto& object : objects) names.push_back(object.name);
    }
    const std::string nearest = core::nearest_word(wanted, names);
    scenario.problems.add(scenario.origin_of(index) + "/parent",
                          fmt::format("there is no object \"{}\"{}", wanted,
                                      nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)));
  }
  for (const auto& [index, wanted] : scenario.wanted_parents) {
    core::ObjectId at = objects[index].parent;
    for (std::size_t steps = 0; at.valid(); at = objects[at.value - 1].parent) {
      if (++steps <= objects.size()) continue;
      scenario.problems.add(scenario.origin_of(index) + "/parent",
                            fmt::format("\"{}\" is its own ancestor", objects[index].name));
      objects[index].parent = {};
      break;
    }
  }
}

/// Distance straight down from p to the nearest triangle of the structure.
double drop_below(const Scene& scene, const Vec3& p) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& object : scene.objects) {
    if (!object.is_static() || object.bounds.empty()) continue;
    const math::Aabb box = math::transformed(object.world_from_object, object.bounds);
    if (p.x < box.low.x || p.x > box.high.x || p.z < box.low.z || p.z > box.high.z) continue;
    for (const auto& part : object.parts) {
      const auto& mesh = scene.meshes[part.mesh].geometry;
      const math::Pose world_from_mesh = object.world_from_object * part.object_from_mesh;
      for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const math::Triangle t = mesh.triangle(i);
        const math::Triangle world{world_from_mesh.point(part.scale * t.a), world_from_mesh.point(part.scale * t.b),
                                   world_from_mesh.point(part.scale * t.c)};
        if (const auto hit = math::hit(math::Ray{p, -math::kUp}, world)) nearest = std::min(nearest, *hit);
      }
    }
  }
  return nearest;
}

void check_user(PlaceReader& scenario, const Vec3& at, const std::string& pointer) {
  const auto& scene = scenario.builder.scene();
  const double drop = drop_below(scene, at + Vec3(0.0, 0.3, 0.0));
  if (drop > 0.8) {
    scenario.problems.add(pointer, fmt::format("there is no floor under ({:g}, {:g}, {:g})", at.x, at.y, at.z));
  }
}

/// A frequent mistake: millimetres taken for metres.
void check_extent(PlaceReader& scenario) {
  const Vec3 size = scenario.builder.scene().bounds().size();
  const double widest = std::max({size.x, size.y, size.z});
  if (widest > 2000.0) {
    scenario.warnings.push_back(fmt::format(
        "the scene is {:.0f} m wide: lengths are metres; a model in millimetres takes \"unit\": \"mm\"", widest));
  }
}

}  // namespace

void check_scene(PlaceReader& scenario, const Scenario& result) {
  check_names(scenario);
  check_parents(scenario);
  const std::size_t users = scenario.problems.empty() ? result.users.size() : 0;
  for (std::size_t i = 0; i < users; ++i)
    check_user(scenario, result.users[i].start.position, result.user_pointers[i] + "/at");
  check_extent(scenario);
}

}  // namespace fh::scene
