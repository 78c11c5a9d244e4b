// SPDX-License-Identifier: Apache-2.0
#version 460
// A triangle that sticks out of the view on all sides, so that it must be clipped.
void main() { gl_Position = vec4(vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2) * 4.0 - 3.0, 0.5, 1.0); }
