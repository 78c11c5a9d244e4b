// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"
#include "overlay.glsl"

layout(location = 0) out vec2 out_place;
layout(location = 1) out vec4 out_colour;
layout(location = 2) flat out uint out_kind;
layout(location = 3) flat out vec4 out_shape;
layout(location = 4) out vec2 out_uv;

const vec2 kCorners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

/// A strip that faces the eye, at least about a pixel and a half wide so that it does not break up.
vec3 strip(vec3 from, vec3 to, float half_width, vec2 corner, vec3 eye) {
  vec3 p = corner.y < 0.0 ? from : to;
  vec3 side = cross(to - from, eye - p);
  float l = length(side);
  side = l > 1e-9 ? side / l : vec3(1, 0, 0);
  vec4 t = g.fov_tangents[gl_ViewIndex];
  float pixel = length(eye - p) * (t.z - t.w) / g.viewport.w;
  return p + side * (corner.x * max(half_width, 0.75 * pixel));
}

void main() {
  Item item = items[gl_VertexIndex / 6];
  vec2 corner = kCorners[gl_VertexIndex % 6];
  vec3 eye = eye_position(gl_ViewIndex);
  vec3 p = item.a.xyz;
  out_place = corner;
  out_shape = vec4(0.0);
  out_uv = vec2(0.0);
  if (item.kind == kLine) {
    p = strip(item.a.xyz, item.b.xyz, 0.5 * item.a.w, corner, eye);
  } else if (item.kind == kArrowHead) {
    // The quad's second triangle is folded away.
    int k = gl_VertexIndex % 6;
    if (k < 2) p = strip(item.a.xyz, item.b.xyz, 0.5 * item.a.w, vec2(k == 0 ? -1.0 : 1.0, -1.0), eye);
    else p = item.b.xyz;
  } else if (item.kind == kDisc) {
    vec3 n = item.b.xyz;
    vec3 u = normalize(abs(n.y) < 0.9 ? cross(n, vec3(0, 1, 0)) : cross(n, vec3(1, 0, 0)));
    p = item.a.xyz + (u * corner.x + cross(n, u) * corner.y) * (item.a.w * 1.05);
    out_place = corner * 1.05;
    out_shape.x = item.b.w / item.a.w;
  } else if (item.kind == kBall) {
    vec3 to_eye = normalize(eye - item.a.xyz);
    vec3 u = normalize(cross(mat3(g.world_from_eye[gl_ViewIndex])[1], to_eye));
    p = item.a.xyz + (u * corner.x + cross(to_eye, u) * corner.y) * (item.a.w * 1.1);
    out_place = corner * 1.1;
  } else if (item.kind == kTriangle) {
    int k = gl_VertexIndex % 6;
    p = k == 0 ? item.a.xyz : (k == 1 ? item.b.xyz : item.c.xyz);
  } else {
    vec2 s = 0.5 + 0.5 * corner;
    p = item.a.xyz + item.b.xyz * s.x + item.c.xyz * s.y;
    out_shape = item.d;
    if (item.kind == kGlyph) out_uv = mix(item.d.xw, item.d.zy, s);
    else out_place = (s - 0.5) * item.d.xy;
  }
  p += (eye - p) * pull;
  vec4 colour = unpackUnorm4x8(item.colour);
  out_colour = vec4(linear_from_srgb(colour.rgb), colour.a * opacity);
  out_kind = item.kind;
  gl_Position = g.clip_from_world[gl_ViewIndex] * vec4(p, 1.0);
}
