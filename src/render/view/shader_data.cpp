// SPDX-License-Identifier: Apache-2.0
#include "render/view/shader_data.h"

#include <algorithm>
#include <cmath>

namespace fh::render {
namespace {

float srgb_from_linear(float c) {
  c = std::clamp(c, 0.0f, 1.0f);
  return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
}

std::uint32_t byte_of(float v) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f));
}

}  // namespace

std::uint32_t pack_colour(const math::Vec4f& linear) {
  if (linear.a <= 0.0f) return 0;
  return byte_of(srgb_from_linear(linear.r)) | byte_of(srgb_from_linear(linear.g)) << 8 |
         byte_of(srgb_from_linear(linear.b)) << 16 | byte_of(linear.a) << 24;
}

std::array<std::int16_t, 4> pack_normal(const math::Vec3f& normal) {
  const auto snorm = [](float v) {
    return static_cast<std::int16_t>(std::lround(std::clamp(v, -1.0f, 1.0f) * 32767.0f));
  };
  return {snorm(normal.x), snorm(normal.y), snorm(normal.z), 0};
}

}  // namespace fh::render
