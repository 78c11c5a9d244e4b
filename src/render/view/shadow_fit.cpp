// SPDX-License-Identifier: Apache-2.0
#include "render/view/shadow_fit.h"

#include <cmath>

namespace fh::render {
namespace {
constexpr double kNearRadius = 4.5;   // metres around the viewer drawn finely
constexpr double kNearAhead = 2.5;    // its centre lies ahead, where one looks
constexpr double kMostRadius = 30.0;  // a larger place gets shadows around the viewer only
constexpr double kDepth = 80.0;       // casters up to this far towards the sun
}  // namespace

ShadowFit::ShadowFit(const math::Vec3& to_sun, const math::Vec3& viewer, const math::Vec3& forward,
                     const math::Aabb& place, std::uint32_t map_size) {
  to_sun_ = math::normalized_or(to_sun, math::kUp);
  right_ = math::any_orthogonal(to_sun_);
  up_ = glm::cross(to_sun_, right_);
  place_cascade(0, viewer + kNearAhead * forward, kNearRadius, map_size);
  const double radius = place.empty() ? kMostRadius : 0.5 * glm::length(place.size());
  if (radius <= kMostRadius) {
    place_cascade(1, place.centre(), std::max(radius, kNearRadius) * 1.02, map_size);
  } else {
    place_cascade(1, viewer, kMostRadius, map_size);
  }
}

void ShadowFit::place_cascade(std::size_t cascade, const math::Vec3& centre, double radius, std::uint32_t map_size) {
  const double texel = 2.0 * radius / map_size;
  const double x = std::floor(glm::dot(right_, centre) / texel) * texel;
  const double y = std::floor(glm::dot(up_, centre) / texel) * texel;
  const double z = std::floor(glm::dot(to_sun_, centre));
  const double s = 0.5 / radius, d = 0.5 / kDepth;
  const math::Vec3 rows[3] = {right_ * s, up_ * s, to_sun_ * d};
  const double offsets[3] = {0.5 - x * s, 0.5 - y * s, 0.5 - z * d};
  math::Mat4f m(1.0f);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) m[c][r] = static_cast<float>(rows[r][c]);
    m[3][r] = static_cast<float>(offsets[r]);
  }
  matrices_[cascade] = m;
  texel_[cascade] = static_cast<float>(texel);
  scale_[cascade] = static_cast<float>(s);
}

}  // namespace fh::render
