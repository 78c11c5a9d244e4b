// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"
#include "overlay.glsl"

layout(set = 0, binding = 8) uniform sampler2DArray font;  // signed distance to the letters' edge, see render/text/font.h
const float kFontStep = 75.0;  // change of the map's value over the whole atlas, Font::kValuePerAtlas
layout(location = 0) in vec2 in_place;
layout(location = 1) in vec4 in_colour;
layout(location = 2) flat in uint in_kind;
layout(location = 3) flat in vec4 in_shape;
layout(location = 4) in vec2 in_uv;
layout(location = 0) out vec4 out_colour;

void main() {
  vec4 colour = in_colour;
  vec2 across = dFdx(in_uv), down = dFdy(in_uv);
  float radius = length(in_place);
  float radius_step = fwidth(radius);
  if (in_kind == kGlyph) {
    // The pixel's size in the map's unit of distance, from the mapping and not from the sampled values: it is steady
    // across thin strokes. Four taps a pixel; strokes of small text are thickened a little, so that it stays readable.
    float pixel = 0.5 * (length(across) + length(down)) * kFontStep;
    float edge = 0.5 - clamp(0.3 * pixel - 0.02, 0.0, 0.12);
    float coverage = 0.0;
    for (int i = 0; i < 4; ++i) {
      vec2 at = in_uv + across * ((i & 1) == 0 ? -0.25 : 0.25) + down * (i < 2 ? -0.25 : 0.25);
      coverage += clamp((textureLod(font, vec3(at, 0.0), 0.0).r - edge) / max(0.75 * pixel, 1e-4) + 0.5, 0.0, 1.0);
    }
    colour.a *= 0.25 * coverage;
  } else if (in_kind == kDisc) {
    float s = max(radius_step, 1e-4);
    colour.a *= clamp((1.0 - radius) / s + 0.5, 0.0, 1.0);
    if (in_shape.x > 0.0) colour.a *= clamp((radius - in_shape.x) / s + 0.5, 0.0, 1.0);
  } else if (in_kind == kBall) {
    float s = max(radius_step, 1e-4);
    colour.a *= clamp((1.0 - radius) / s + 0.5, 0.0, 1.0);
    vec3 n = vec3(in_place, sqrt(max(0.0, 1.0 - radius * radius)));
    colour.rgb *= 0.55 + 0.55 * max(dot(n, vec3(-0.36, 0.62, 0.70)), 0.0);
  } else if (in_kind == kPanel) {
    vec2 q = abs(in_place) - (0.5 * in_shape.xy - in_shape.z);
    float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - in_shape.z;
    colour.a *= clamp(0.5 - d / max(fwidth(d), 1e-6), 0.0, 1.0);
  }
  if (colour.a < 0.002) discard;
  out_colour = vec4(colour.rgb / kExposure, colour.a);
}
