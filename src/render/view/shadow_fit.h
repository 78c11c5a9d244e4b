// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the sun's shadow maps lie: cascade 0 around the viewer, cascade 1 around the whole place (or the wider
// surroundings in a large one). Centres move in whole texels and sizes never change, so that shadows do not shimmer.
#include <array>

#include "math/shapes.h"
#include "render/view/shader_data.h"

namespace fh::render {

class ShadowFit {
 public:
  ShadowFit() = default;
  /// `place`: bounds of the scene; `map_size`: side of each map in texels.
  ShadowFit(const math::Vec3& to_sun, const math::Vec3& viewer, const math::Vec3& forward, const math::Aabb& place,
            std::uint32_t map_size);

  const math::Mat4f& shadow_from_world(std::size_t cascade) const { return matrices_[cascade]; }
  float metres_per_texel(std::size_t cascade) const { return texel_[cascade]; }
  /// Whether a sphere's shadow can fall into the cascade.
  bool may_cast(std::size_t cascade, const math::Vec3f& centre, float radius) const {
    const math::Vec4f s = matrices_[cascade] * math::Vec4f(centre, 1.0f);
    const float r = radius * scale_[cascade];
    return s.x > -r && s.x < 1.0f + r && s.y > -r && s.y < 1.0f + r;
  }

 private:
  void place_cascade(std::size_t cascade, const math::Vec3& centre, double radius, std::uint32_t map_size);

  math::Vec3 right_{1, 0, 0}, up_{0, 1, 0}, to_sun_{0, 0, 1};
  std::array<math::Mat4f, kCascades> matrices_{};
  std::array<float, kCascades> texel_{};
  std::array<float, kCascades> scale_{};
};

}  // namespace fh::render
