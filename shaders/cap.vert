// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

// The face of a cut: a quad of the section plane or of one side of the section box.
layout(push_constant) uniform Push {
  vec4 centre;
  vec4 u;  // half side, metres; u × v points to the side that was cut away
  vec4 v;
};
layout(location = 0) out vec3 out_position;

void main() {
  const vec2 kCorners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  vec2 c = kCorners[gl_VertexIndex];
  out_position = centre.xyz + c.x * u.xyz + c.y * v.xyz;
  gl_Position = g.clip_from_world[gl_ViewIndex] * vec4(out_position, 1.0);
}
