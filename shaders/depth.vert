// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

// Depth only: the shadow map (SHADOW) and the counting of solids along a cut (COUNT).
layout(location = 0) in vec3 in_position;
layout(push_constant) uniform Push { int index; };  // SHADOW: cascade; COUNT: the one plane that cuts

#if defined(CLIP)
out gl_PerVertex {
  vec4 gl_Position;
  float gl_ClipDistance[6];
};
#elif defined(COUNT)
out gl_PerVertex {
  vec4 gl_Position;
  float gl_ClipDistance[1];
};
#endif

void main() {
  Instance instance = instances[draw_order[gl_InstanceIndex]];
  vec4 p = vec4(in_position, 1.0);
  vec4 world = vec4(dot(instance.rows[0], p), dot(instance.rows[1], p), dot(instance.rows[2], p), 1.0);
#ifdef SHADOW
  vec4 s = g.shadow_from_world[index] * world;
  gl_Position = vec4(s.xy * 2.0 - 1.0, s.z, 1.0);
#else
  gl_Position = g.clip_from_world[gl_ViewIndex] * world;
#endif
#ifdef CLIP
  for (int i = 0; i < 6; ++i) gl_ClipDistance[i] = dot(g.clip_planes[i], world);
#endif
#ifdef COUNT
  gl_ClipDistance[0] = dot(g.clip_planes[index], world);
#endif
}
