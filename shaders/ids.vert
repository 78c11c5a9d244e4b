// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

layout(location = 0) in vec3 in_position;
layout(location = 3) in vec4 in_colour;
layout(location = 0) flat out uint out_id;

#ifdef CLIP
out gl_PerVertex {
  vec4 gl_Position;
  float gl_ClipDistance[6];
};
#endif

void main() {
  Instance instance = instances[draw_order[gl_InstanceIndex]];
  vec4 p = vec4(in_position, 1.0);
  vec4 world = vec4(dot(instance.rows[0], p), dot(instance.rows[1], p), dot(instance.rows[2], p), 1.0);
  out_id = instance.id;
  if ((instance.flags & 1u) != 0u) out_id |= uint(in_colour.a * 255.0 + 0.5);
  gl_Position = g.clip_from_world[gl_ViewIndex] * world;
#ifdef CLIP
  for (int i = 0; i < 6; ++i) gl_ClipDistance[i] = dot(g.clip_planes[i], world);
#endif
}
