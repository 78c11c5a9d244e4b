// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"
#include "lighting.glsl"
layout(push_constant) uniform Push {
  vec4 centre;
  vec4 u;
  vec4 v;
};
layout(location = 0) in vec3 in_position;
layout(location = 0) out vec4 out_colour;

void main() {
  Surface s;
  s.position = in_position;
  s.normal = normalize(cross(u.xyz, v.xyz));
  s.to_eye = normalize(eye_position(gl_ViewIndex) - in_position);
  s.roughness = 0.9;
  s.specular = vec3(0.02);
  // Hatched at 45 degrees like a cut in a drawing; the hatch fades out before it would shimmer.
  float t = dot(in_position, normalize(u.xyz) + normalize(v.xyz)) * (1.0 / 0.05);
  float w = fwidth(t);
  float line = smoothstep(0.32 + w, 0.32 - w, abs(fract(t) - 0.5));
  line = mix(line, 0.64, smoothstep(0.25, 0.6, w));
  s.diffuse = g.cap_colour.rgb * mix(0.78, 1.0, line);
  vec4 light = shade(s);
  light.rgb += 0.15 * s.diffuse;
  out_colour = light;
}
