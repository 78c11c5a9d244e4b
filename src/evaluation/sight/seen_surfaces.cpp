// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/seen_surfaces.h"

#include <cmath>
#include <set>

#include "core/time.h"
#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

constexpr core::Tick kEvery = 45;   // ticks between two looks
constexpr double kSmooth = 0.2;     // m between neighbouring samples that are taken for one surface
constexpr double kFacesEye = 0.05;  // cosine: what is seen more aslant has no sure side

senses::Field eye_field() {
  senses::FieldSettings settings;
  settings.fovea = 1.0;  // all directions alike: what could be seen, not what is looked at
  return senses::Field::human(settings);
}

/// The normal of the surface at a sample, towards the eye; none at edges.
std::optional<math::Vec3> normal_at(const senses::RetinaScene& scene, const senses::Retina& retina,
                                    std::size_t sample) {
  const std::size_t columns = retina.field->columns();
  if (sample % columns + 1 >= columns || sample + columns >= retina.labels.size()) return {};
  const math::Vec3 at = senses::seen_point(scene, retina, sample);
  for (const std::size_t other : {sample + 1, sample + columns}) {
    if (retina.labels[other] != retina.labels[sample]) return {};
    if (glm::length(senses::seen_point(scene, retina, other) - at) > kSmooth) return {};
  }
  const math::Vec3 across = senses::seen_point(scene, retina, sample + 1) - at;
  const math::Vec3 down = senses::seen_point(scene, retina, sample + columns) - at;
  const math::Vec3 normal = glm::cross(down, across);
  const double length = glm::length(normal);
  if (length < 1e-9) return {};
  const double towards = -glm::dot(normal, retina.direction(sample)) / length;
  if (std::abs(towards) < kFacesEye) return {};
  return normal / (towards < 0.0 ? -length : length);
}

std::pair<SeenSurfaces::Cell, double> cell_of(const math::Vec3& at, const math::Vec3& normal) {
  int axis = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(normal[i]) > std::abs(normal[axis])) axis = i;
  }
  const auto index = [&](double metres) { return static_cast<std::int32_t>(std::floor(metres / SeenSurfaces::kCell)); };
  return {{index(at.x), index(at.y), index(at.z), static_cast<std::int8_t>(axis),
           static_cast<std::int8_t>(normal[axis] < 0.0 ? -1 : 1)},
          at[axis]};
}

}  // namespace

SeenSurfaces seen_surfaces(const Surroundings& surroundings, std::span<const frame::Moment> moments,
                           std::size_t person) {
  SeenSurfaces seen;
  if (moments.empty() || !surroundings.scene) return seen;
  TrueSight sight(surroundings, moments.front());
  const senses::Field field = eye_field();
  senses::Retina retina;
  core::Tick due = moments.front().tick;
  for (const frame::Moment& moment : moments) {
    const auto frames = frames_of(moment, moment.people[person]);
    if (moment.tick < due || frames.empty()) continue;
    due = moment.tick + kEvery;
    sight.update(moment);
    senses::SeeSettings settings;
    settings.viewer = moment.people[person].id;
    settings.range = SeenSurfaces::kRange;
    senses::see(sight.scene(), field, TrueSight::eye_of(frames), settings, retina);
    std::set<SeenSurfaces::Cell> now;
    for (std::size_t i = 0; i < retina.labels.size(); ++i) {
      if (retina.labels[i] == 0 || senses::item_of(retina.labels[i]).is_body()) continue;
      const auto normal = normal_at(sight.scene(), retina, i);
      if (!normal) continue;
      const auto [cell, depth] = cell_of(senses::seen_point(sight.scene(), retina, i), *normal);
      if (!now.insert(cell).second) continue;
      SeenSurfaces::Seen& sum = seen.cells[cell];
      sum.seconds += core::seconds_of(kEvery);
      sum.depth = depth;
    }
  }
  return seen;
}

}  // namespace fh::evaluation
