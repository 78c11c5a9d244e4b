// SPDX-License-Identifier: Apache-2.0
#include "scene/place/model_survey.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "scene/place/gltf.h"

namespace fh::scene {
namespace {

using math::Vec3;

// A thing to walk round or a place to walk in, m.
constexpr double kSmallest = 0.3, kLargest = 80.0;
constexpr double kAbsurd = 1000.0;     // m: nothing is so large
constexpr double kLevel = 0.95;        // cosine: surfaces this level count as floor or seat
                                       // so much more level surface decides against the usual way up
constexpr double kPlace = 2.0;         // m: things are smaller in two directions
constexpr std::size_t kLevels = 64;    // of the height, when looking for the floor
constexpr double kFloorShare = 0.35;   // of the plan that a floor covers at least
constexpr double kFloorSize = 1.5;     // m: a smaller one is no floor to stand on
constexpr double kThickest = 0.4;      // m: of a floor
constexpr double kFloorWithin = 0.34;  // of the height: what lies higher is a table, a ceiling or another storey

/// Visits all triangles in the space of the scene.
template <class Visit>
void each_triangle(const Scene& scene, Visit&& visit) {
  for (const Object& object : scene.objects) {
    for (const Part& part : object.parts) {
      const math::TriMesh& mesh = scene.meshes[part.mesh].geometry;
      const math::Pose pose = object.world_from_object * part.object_from_mesh;
      for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        Vec3 corner[3];
        for (std::size_t c = 0; c < 3; ++c)
          corner[c] = pose.point(part.scale * Vec3(mesh.positions[mesh.indices[i + c]]));
        visit(corner[0], corner[1], corner[2]);
      }
    }
  }
}

math::Aabb bounds_of(const Scene& scene) {
  math::Aabb bounds;
  each_triangle(scene, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    for (const Vec3& corner : {a, b, c}) bounds.add(corner);
  });
  return bounds;
}

/// How much speaks for an axis as up: what covers the plan from below, how much of all surfaces is level, and, for
/// places, that rooms are wider and deeper than high.
double evidence_for_up(const Scene& scene, const math::Aabb& bounds, int axis, bool is_place) {
  const Vec3 size = bounds.size();
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double low = bounds.low[axis] + 0.1 * size[axis], plan = std::max(size[u] * size[v], 1e-300);
  double level = 0.0, all = 1e-300;
  std::array<double, 2> below{};  // facing up and down: a slab has both
  each_triangle(scene, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = 0.5 * glm::cross(b - a, c - a);
    const double area = glm::length(normal);
    all += area;
    if (!(area > 0.0) || std::abs(normal[axis]) < kLevel * area) return;
    level += area;
    if (std::max({a[axis], b[axis], c[axis]}) <= low) below[normal[axis] > 0.0 ? 0 : 1] += area;
  });
  const bool lowest = size[axis] < size[u] && size[axis] < size[v];
  return std::min(1.0, std::max(below[0], below[1]) / plan) + 0.3 * level / all + (is_place && lowest ? 0.5 : 0.0);
}

/// Against what is usual only on good evidence: a chair on its back looks much like one that stands.
bool guess_z_up(const Scene& scene, const math::Aabb& bounds, double metres, bool usually) {
  const Vec3 size = metres * bounds.size();
  const double middle =
      size.x + size.y + size.z - std::max({size.x, size.y, size.z}) - std::min({size.x, size.y, size.z});
  const bool is_place = middle >= kPlace;
  const double z_over_y = evidence_for_up(scene, bounds, 2, is_place) - evidence_for_up(scene, bounds, 1, is_place);
  const double enough = is_place ? 0.1 : 0.7;
  return z_over_y > (usually ? -enough : enough);
}

std::string guess_unit(double widest, bool small_units) {
  const auto fits = [&](const char* unit) {
    const double size = widest * metres_per(unit);
    return size >= kSmallest && size <= kLargest;
  };
  const std::vector<const char*> order =
      small_units ? std::vector<const char*>{"mm", "m", "cm", "in"} : std::vector<const char*>{"m", "mm", "cm", "in"};
  for (const char* unit : order) {
    if (fits(unit)) return unit;
  }
  return widest > kLargest ? "mm" : "m";
}

/// The lowest height at which level surfaces cover a good part of the plan.
void find_floor(const Scene& scene, ModelSurvey& survey, double scale) {
  const Vec3 size = survey.bounds.size();
  survey.floor_height = survey.bounds.low.y;
  const double plan = size.x * size.z;
  if (std::min(size.x, size.z) < kFloorSize || !(plan > 0.0)) return;
  struct Level {
    double area = 0.0, height = 0.0;  // m², and m times m²
  };
  std::vector<Level> levels(kLevels);
  const double height = std::max(size.y, 1e-9);
  each_triangle(scene, [&](Vec3 a, Vec3 b, Vec3 c) {
    for (Vec3* corner : {&a, &b, &c})
      *corner = scale * (survey.z_up ? Vec3(corner->x, corner->z, -corner->y) : *corner);
    const Vec3 normal = 0.5 * glm::cross(b - a, c - a);
    const double area = glm::length(normal);
    if (!(area > 0.0) || std::abs(normal.y) < kLevel * area) return;
    const double y = (a.y + b.y + c.y) / 3.0, share = (y - survey.bounds.low.y) / height;
    Level& level = levels[std::min(kLevels - 1, static_cast<std::size_t>(std::max(share, 0.0) * kLevels))];
    level.area += area;
    level.height += area * y;
  });
  // A slab has two faces: people stand on the uppermost one that is near.
  for (std::size_t i = 0; double(i) <= kFloorWithin * kLevels; ++i) {
    if (levels[i].area < kFloorShare * plan) continue;
    const double y = levels[i].height / levels[i].area;
    if (survey.has_floor && y > survey.floor_height + kThickest) return;
    survey.has_floor = true;
    survey.floor_height = y;
  }
}

}  // namespace

ModelSurvey survey_model(const Scene& scene, const ModelHints& hints) {
  ModelSurvey survey;
  const math::Aabb file = bounds_of(scene);
  if (file.empty()) return survey;
  const Vec3 size = file.size();
  const double widest = std::max({size.x, size.y, size.z});
  survey.unit_guessed = hints.unit.empty() && !(hints.metres && widest <= kAbsurd);
  if (!hints.unit.empty()) survey.unit = hints.unit;
  if (survey.unit_guessed) survey.unit = guess_unit(widest, hints.small_units);
  const double scale = metres_per(survey.unit);
  survey.up_guessed = !hints.z_up;
  survey.z_up = hints.z_up ? *hints.z_up : guess_z_up(scene, file, scale, hints.small_units);
  for (const Vec3& corner : {file.low, file.high})
    survey.bounds.add(scale * (survey.z_up ? Vec3(corner.x, corner.z, -corner.y) : corner));
  find_floor(scene, survey, scale);
  return survey;
}

}  // namespace fh::scene
