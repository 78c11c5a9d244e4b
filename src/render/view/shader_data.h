// SPDX-License-Identifier: Apache-2.0
#pragma once
// Structures read by the shaders, byte for byte; mirrors shaders/globals.glsl.
#include <array>
#include <cstdint>

#include "math/vector.h"

namespace fh::render {

inline constexpr std::size_t kMostLights = 16;
inline constexpr std::size_t kCascades = 2;
inline constexpr std::size_t kClipPlanes = 7;   // up to six of a section, and the mirror's
inline constexpr std::size_t kMirrorPlane = 6;  // the last of them

struct LightData {
  math::Vec4f position_range;
  math::Vec4f colour;
};

struct GlobalsData {
  std::array<math::Mat4f, 2> clip_from_world;
  std::array<math::Mat4f, 2> world_from_eye;
  std::array<math::Vec4f, 2> fov_tangents;  // left, right, up, down
  std::array<math::Mat4f, kCascades> shadow_from_world;
  math::Vec4f cascade_texel;
  math::Vec4f to_sun;
  math::Vec4f sun_colour;
  math::Vec4f sky_zenith;
  math::Vec4f sky_horizon;
  math::Vec4f ground;
  std::array<math::Vec4f, kClipPlanes> clip_planes;
  math::Vec4f cap_colour;
  math::Vec4f viewport;
  math::Vec4f screen;
  math::Vec4f occlusion;
  std::array<LightData, kMostLights> lights;
};
static_assert(sizeof(GlobalsData) == 6 * 64 + 2 * 16 + 6 * 16 + kClipPlanes * 16 + 4 * 16 + 16 * 32);

inline constexpr std::uint32_t kInstanceIsBody = 1;

struct InstanceData {
  std::array<math::Vec4f, 3> rows;  // world_from_mesh
  std::uint32_t highlight = 0;      // rgba8, sRGB-coded
  std::uint32_t id = 0;
  std::uint32_t material = 0;
  std::uint32_t flags = 0;
};
static_assert(sizeof(InstanceData) == 64);

struct MaterialData {
  math::Vec4f base_colour;
  math::Vec4f emissive_metallic;
  math::Vec4f surface;
  std::array<std::int32_t, 4> textures;
};
static_assert(sizeof(MaterialData) == 64);

/// One vertex of places and of posed bodies alike.
struct Vertex {
  math::Vec3f position;
  std::array<std::int16_t, 4> normal;  // snorm, w free
  math::Vec2f uv;
  std::uint32_t colour = 0xffffffff;  // rgb sRGB-coded, a: body segment
};
static_assert(sizeof(Vertex) == 32);

struct Influence {
  std::array<std::uint16_t, 4> joints;
  std::array<float, 4> weights;
};
static_assert(sizeof(Influence) == 24);

/// rgba8 with sRGB-coded rgb, as the shaders unpack it.
std::uint32_t pack_colour(const math::Vec4f& linear);
std::array<std::int16_t, 4> pack_normal(const math::Vec3f& normal);

}  // namespace fh::render
