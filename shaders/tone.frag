// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

layout(set = 1, binding = 3) uniform sampler2DArray picture;
layout(location = 0) in vec2 in_uv;
layout(location = 0) out vec4 out_colour;

// True below 0.8, soft above: colours of objects and overlays stay what they are (Khronos PBR Neutral, 2024).
vec3 tone(vec3 c) {
  const float kStart = 0.76;
  const float kDesaturation = 0.15;
  float x = min(c.r, min(c.g, c.b));
  c -= x < 0.08 ? x - 6.25 * x * x : 0.04;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < kStart) return c;
  float d = 1.0 - kStart;
  float new_peak = 1.0 - d * d / (peak + d - kStart);
  c *= new_peak / peak;
  return mix(c, vec3(new_peak), 1.0 - 1.0 / (kDesaturation * (peak - new_peak) + 1.0));
}

void main() {
  vec3 c = tone(max(texelFetch(picture, ivec3(gl_FragCoord.xy, gl_ViewIndex), 0).rgb, vec3(0.0)) * kExposure);
  if (g.screen.z > 0.0) {
    // The comfort vignette is centred on the view axis, not on the picture: both eyes see it in the same place.
    vec4 t = g.fov_tangents[gl_ViewIndex];
    vec2 a = vec2(mix(t.x, t.y, in_uv.x), mix(t.z, t.w, in_uv.y));
    float open = mix(1.6, 0.35, g.screen.z);
    c *= 1.0 - smoothstep(open * 0.7, open, length(a));
  }
  c *= 1.0 - g.screen.y;
  // Half a step of noise hides bands in soft gradients (Jimenez 2014).
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  vec3 coded = srgb_from_linear(clamp(c, 0.0, 1.0)) + noise / 255.0 * (1.0 - g.screen.y);
  out_colour = vec4(linear_from_srgb(max(coded, vec3(0.0))), 1.0);
}
