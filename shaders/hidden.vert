// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

// What the lens never shows, at the near end of reversed depth: nothing drawn later passes the depth test there.
layout(location = 0) in vec2 in_tangent;
layout(push_constant) uniform Push { int view; };  // the one these triangles belong to

void main() {
  vec4 t = g.fov_tangents[gl_ViewIndex];
  vec2 uv = (in_tangent - t.xz) / (t.yw - t.xz);
  gl_Position = gl_ViewIndex == view ? vec4(uv * 2.0 - 1.0, 1.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);  // no area
}
