// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec4 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_colour;  // rgb sRGB-coded, a: body segment / 255

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec2 out_uv;
layout(location = 3) centroid out vec3 out_colour;
layout(location = 4) out vec4 out_highlight;
layout(location = 5) flat out uint out_material;

#ifdef CLIP
out gl_PerVertex {
  vec4 gl_Position;
  float gl_ClipDistance[7];
};
#endif

void main() {
  Instance instance = instances[draw_order[gl_InstanceIndex]];
  vec4 p = vec4(in_position, 1.0);
  vec3 world = vec3(dot(instance.rows[0], p), dot(instance.rows[1], p), dot(instance.rows[2], p));
  // The cofactor matrix keeps normals right under uneven scale (and needs no inverse).
  vec3 r0 = instance.rows[0].xyz, r1 = instance.rows[1].xyz, r2 = instance.rows[2].xyz;
  vec3 n = in_normal.xyz;
  out_normal = vec3(dot(cross(r1, r2), n), dot(cross(r2, r0), n), dot(cross(r0, r1), n));
  out_position = world;
  out_uv = in_uv;
  out_colour = linear_from_srgb(in_colour.rgb);
  uint packed_colour = instance.highlight;
  if ((instance.flags & 1u) != 0u) {
    packed_colour = segment_colours[(instance.flags >> 8) + uint(in_colour.a * 255.0 + 0.5)];
  }
  vec4 highlight = unpackUnorm4x8(packed_colour);
  out_highlight = vec4(linear_from_srgb(highlight.rgb), highlight.a);
  out_material = instance.material;
  gl_Position = g.clip_from_world[gl_ViewIndex] * vec4(world, 1.0);
#ifdef CLIP
  for (int i = 0; i < 7; ++i) gl_ClipDistance[i] = dot(g.clip_planes[i], vec4(world, 1.0));
#endif
}
