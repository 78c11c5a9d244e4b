// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

// Ambient occlusion at half resolution, after McGuire et al. 2011 ("Alchemy"): eight taps on a spiral whose start turns
// in a 2 × 2 pattern, so that the four neighbours joined by occlusion_apply make 32. Output: openness, distance.
layout(set = 1, binding = 0) uniform sampler2DMSArray depth_map;
layout(set = 1, binding = 1) uniform sampler2DMSArray colour_map;
layout(location = 0) in vec2 in_uv;
layout(location = 0) out vec2 out_openness;

float distance_at(ivec2 pixel) {
  float d = texelFetch(depth_map, ivec3(pixel, gl_ViewIndex), 0).r;
  return d > 0.0 ? g.screen.x / d : 1e4;
}
/// Eye-space position (z positive ahead) of a pixel.
vec3 position_at(vec2 pixel, float z) {
  vec2 uv = (pixel + 0.5 - g.viewport.xy) / g.viewport.zw;
  vec4 t = g.fov_tangents[gl_ViewIndex];
  return vec3(mix(t.x, t.y, uv.x), mix(t.z, t.w, uv.y), 1.0) * z;
}

void main() {
  ivec2 low = ivec2(g.viewport.xy), high = ivec2(g.viewport.xy + g.viewport.zw) - 1;
  ivec2 half_pixel = ivec2(gl_FragCoord.xy);
  ivec2 pixel = min(half_pixel * 2, high);
  float z = distance_at(pixel);
  if (z > 60.0) {
    out_openness = vec2(1.0, z);
    return;
  }
  vec3 p = position_at(vec2(pixel), z);
  // Flat normal from the nearer neighbour on each axis: edges keep their own side.
  ivec2 px = pixel + ivec2(pixel.x + 2 <= high.x ? 2 : -2, 0), nx = pixel - ivec2(pixel.x - 2 >= low.x ? 2 : -2, 0);
  ivec2 py = pixel + ivec2(0, pixel.y + 2 <= high.y ? 2 : -2), ny = pixel - ivec2(0, pixel.y - 2 >= low.y ? 2 : -2);
  float zpx = distance_at(px), znx = distance_at(nx), zpy = distance_at(py), zny = distance_at(ny);
  vec3 ex = abs(zpx - z) < abs(znx - z) ? position_at(vec2(px), zpx) - p : p - position_at(vec2(nx), znx);
  vec3 ey = abs(zpy - z) < abs(zny - z) ? position_at(vec2(py), zpy) - p : p - position_at(vec2(ny), zny);
  vec3 n = normalize(cross(ey, ex));
  if (dot(n, p) > 0.0) n = -n;

  float pixels_per_metre = g.viewport.w / ((g.fov_tangents[gl_ViewIndex].z - g.fov_tangents[gl_ViewIndex].w) * z);
  float radius = g.occlusion.x;
  float reach = clamp(radius * pixels_per_metre, 3.0, 0.25 * g.viewport.w);
  int turn = (half_pixel.x & 1) + 2 * (half_pixel.y & 1);
  float occluded = 0.0;
  const int kTaps = 8;
  for (int i = 0; i < kTaps; ++i) {
    float t = (float(i) + 0.25 * float(turn) + 0.125) / float(kTaps);
    float angle = 6.2831853 * (float(i) * 0.381966 + 0.25 * float(turn) * 0.381966 + 0.11);
    vec2 offset = vec2(cos(angle), sin(angle)) * (reach * t * t + 1.5);
    ivec2 q = clamp(pixel + ivec2(offset), low, high);
    float zq = distance_at(q);
    vec3 v = position_at(vec2(q), zq) - p;
    float vv = dot(v, v);
    float fall = max(0.0, 1.0 - vv / (radius * radius));
    occluded += fall * max(0.0, dot(v, n) - 0.003 * z) / (sqrt(vv) + 0.003);
  }
  float openness = clamp(1.0 - 2.8 * occluded / float(kTaps), 0.0, 1.0);
  float share = texelFetch(colour_map, ivec3(pixel, gl_ViewIndex), 0).a;
  // Direct light is dimmed a little too: what is hidden from half the sky is hidden from part of a lamp.
  openness = 1.0 - (1.0 - openness) * g.occlusion.y * (0.3 + 0.7 * share);
  out_openness = vec2(openness, z);
}
