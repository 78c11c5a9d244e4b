// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

// Joins the four nearest half-resolution values, leaving out those of another surface.
layout(set = 1, binding = 0) uniform sampler2DMSArray depth_map;
layout(set = 1, binding = 2) uniform sampler2DArray openness_map;
layout(location = 0) out vec4 out_colour;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float d = texelFetch(depth_map, ivec3(pixel, gl_ViewIndex), 0).r;
  float z = d > 0.0 ? g.screen.x / d : 1e4;
  ivec2 low = ivec2(g.viewport.xy) / 2;
  ivec2 high = (ivec2(g.viewport.xy + g.viewport.zw) + 1) / 2 - 1;
  ivec2 first = (pixel + 1) / 2 - 1;
  float sum = 0.0, weight = 0.0, nearest = 1.0, best = 1e9;
  for (int i = 0; i < 4; ++i) {
    ivec2 q = clamp(first + ivec2(i & 1, i >> 1), low, high);
    vec2 v = texelFetch(openness_map, ivec3(q, gl_ViewIndex), 0).rg;
    float off = abs(v.g - z);
    if (off < best) {
      best = off;
      nearest = v.r;
    }
    float w = off < 0.03 * z + 0.01 ? 1.0 : 0.0;
    sum += w * v.r;
    weight += w;
  }
  float openness = weight > 0.0 ? sum / weight : nearest;
  out_colour = vec4(vec3(openness), 1.0);
}
