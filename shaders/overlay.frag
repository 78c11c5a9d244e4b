#version 460
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"
#include "overlay.glsl"

layout(set = 0, binding = 8) uniform sampler2DArray font;  // signed distance to the strokes' edge, see render/font.h
layout(location = 0) in vec2 in_place;
layout(location = 1) in vec4 in_colour;
layout(location = 2) flat in uint in_kind;
layout(location = 3) flat in vec4 in_shape;
layout(location = 4) in vec2 in_uv;
layout(location = 0) out vec4 out_colour;

void main() {
  vec4 colour = in_colour;
  float value = texture(font, vec3(in_uv, 0.0)).r;
  float value_step = fwidth(value);
  float radius = length(in_place);
  float radius_step = fwidth(radius);
  if (in_kind == kGlyph) {
    // Strokes never get thinner than about a pixel: small text fades less and stays readable.
    float step = max(value_step, 1e-4);
    float edge = 0.5 - clamp(0.55 * step - 0.03, 0.0, 0.10);
    colour.a *= clamp((value - edge) / step + 0.5, 0.0, 1.0);
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
  out_colour = colour;
}
