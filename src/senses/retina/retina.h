// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an eye sees: for every sample of its field the thing it meets first and how far away that is (K-28, K-29, J-91,
// JB-02). Computed on the CPU from the true geometry; a function of its arguments alone, whatever thread runs it.
#include <cstdint>
#include <limits>
#include <vector>

#include "math/pose.h"
#include "senses/retina/retina_scene.h"
#include "senses/retina/sample_field.h"

namespace fh::senses {

struct SeeSettings {
  core::BodyId viewer;   // whose eye it is: that body is not seen; none: everything is
  double range = 100.0;  // metres; what is farther is not seen
  bool mirrors = false;  // reflect once at flat mirrors; else their surface is seen
};

/// An image over a field. Sample = row * columns + column, top row first. Memory is reused from look to look.
struct Retina {
  const Field* field = nullptr;  // not owned
  math::Pose world_from_eye;
  std::vector<std::uint32_t> labels;   // item.h; 0: nothing within range
  std::vector<float> nearness;         // 1 / distance, 1/m; where nothing is seen, 1 / range
  std::vector<std::uint16_t> mirrors;  // empty, or 1 + index of the mirror the sample looks into, 0: none

  /// Metres along the sample's direction; by way of the mirror where it looks into one. Infinity: nothing.
  double distance(std::size_t sample) const {
    return labels[sample] != 0 ? 1.0 / static_cast<double>(nearness[sample]) : std::numeric_limits<double>::infinity();
  }
  math::Vec3 direction(std::size_t sample) const { return world_from_eye.direction(field->direction(sample)); }
};

/// Looks once. `scene` must be settled. No allocation once `retina` has the field's size.
void see(const RetinaScene& scene, const Field& field, const math::Pose& world_from_eye, const SeeSettings& settings,
         Retina& retina);

/// World point a sample shows, reflected back into the room when it was seen in a mirror.
math::Vec3 seen_point(const RetinaScene& scene, const Retina& retina, std::size_t sample);

}  // namespace fh::senses
