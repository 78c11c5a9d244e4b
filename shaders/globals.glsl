// SPDX-License-Identifier: Apache-2.0
// What all passes share; mirrors src/render/shader_data.h.
#ifndef FH_GLOBALS
#define FH_GLOBALS

const float kExposure = 0.94;  // a wall in full sun stays below white

struct Light {
  vec4 position_range;  // world, metres
  vec4 colour;          // rgb radiant intensity
};

layout(set = 0, binding = 0, std140) uniform Globals {
  mat4 clip_from_world[2];
  mat4 world_from_eye[2];
  vec4 fov_tangents[2];       // left, right, up, down
  mat4 shadow_from_world[2];  // cascades; xy 0..1, z reversed depth
  vec4 cascade_texel;         // metres per texel of cascade 0, 1; z: 1 when the sun casts shadows; w: 1 / map size
  vec4 to_sun;                // xyz unit, w illuminance
  vec4 sun_colour;            // rgb, w ambient scale
  vec4 sky_zenith;
  vec4 sky_horizon;
  vec4 ground;
  vec4 clip_planes[7];  // dot(plane, (p, 1)) >= 0 is kept; six of a section, then the mirror looked through
  vec4 cap_colour;
  vec4 viewport;  // x, y, width, height in pixels
  vec4 screen;    // near plane, fade, vignette, number of lights
  vec4 occlusion; // radius in metres, strength, 0, 0
  Light lights[16];
}
g;

struct Instance {
  vec4 rows[3];    // world_from_mesh
  uint highlight;  // rgba8, sRGB-coded
  uint id;         // object id; bodies: bit 31, body id << 8
  uint material;
  uint flags;      // bit 0: body; bits 8…: first segment colour
};

struct Material {
  vec4 base_colour;
  vec4 emissive_metallic;  // rgb, metallic
  vec4 surface;            // roughness, alpha, 0, 0
  ivec4 textures;          // base colour, metallic-roughness, normal: layer or -1; w: flags (1 double sided, 2 glass)
};

layout(set = 0, binding = 1, std430) readonly buffer Instances { Instance instances[]; };
layout(set = 0, binding = 2, std430) readonly buffer DrawOrder { uint draw_order[]; };
layout(set = 0, binding = 3, std430) readonly buffer Materials { Material materials[]; };
layout(set = 0, binding = 4, std430) readonly buffer SegmentColours { uint segment_colours[]; };

vec3 linear_from_srgb(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045))); }
vec3 srgb_from_linear(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308))); }
vec3 eye_position(uint view) { return g.world_from_eye[view][3].xyz; }

/// World-space direction (not unit) through a point of the picture, uv 0..1 from the top left.
vec3 ray_through(uint view, vec2 uv) {
  vec4 t = g.fov_tangents[view];
  vec3 d = vec3(mix(t.x, t.y, uv.x), mix(t.z, t.w, uv.y), -1.0);
  return mat3(g.world_from_eye[view]) * d;
}
#endif
