// SPDX-License-Identifier: Apache-2.0
#version 460
// Two triangles over the whole view, at the far end of reversed depth. Not one that sticks out: nothing needs clipping.
layout(location = 0) out vec2 out_uv;
void main() {
  const vec2 kCorners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));
  out_uv = kCorners[gl_VertexIndex];
  gl_Position = vec4(out_uv * 2.0 - 1.0, 0.0, 1.0);
}
