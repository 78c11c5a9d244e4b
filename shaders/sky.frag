// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"
#include "sky.glsl"
layout(location = 0) in vec2 in_uv;
layout(location = 0) out vec4 out_colour;

void main() {
  vec3 d = normalize(ray_through(gl_ViewIndex, in_uv));
  vec3 c = sky_radiance(d, 0.0);
  float towards = max(dot(d, g.to_sun.xyz), 0.0);
  if (g.to_sun.w > 0.0 && d.y > -0.05) {
    float glow = pow(towards, 12.0) * 0.12 + pow(towards, 160.0) * 0.35 + smoothstep(0.99985, 0.99995, towards) * 20.0;
    c += g.sun_colour.rgb * (glow * min(g.to_sun.w, 3.0) * 0.3);
  }
  out_colour = vec4(c, 0.0);
}
