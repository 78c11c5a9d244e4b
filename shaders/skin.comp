// SPDX-License-Identifier: Apache-2.0
#version 460
// Poses a body once per frame: every later pass reads plain vertices.
layout(local_size_x = 64) in;

// Eight words a vertex: position, packed normal (2), uv (2), colour; see render/shader_data.h.
layout(set = 0, binding = 0, std430) readonly buffer Rest { uint rest[]; };
layout(set = 0, binding = 1, std430) readonly buffer Influences { uint influences[]; };  // 2 words joints, 4 weights
layout(set = 0, binding = 2, std430) readonly buffer Matrices { vec4 rows[]; };          // three per joint
layout(set = 0, binding = 3, std430) writeonly buffer Posed { uint posed[]; };
layout(push_constant) uniform Push {
  uint first_rest;
  uint first_posed;
  uint count;
  uint first_matrix;
};

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count) return;
  uint source = 8 * (first_rest + i), influence = 6 * (first_rest + i), target = 8 * (first_posed + i);
  vec4 p = vec4(uintBitsToFloat(rest[source]), uintBitsToFloat(rest[source + 1]), uintBitsToFloat(rest[source + 2]), 1.0);
  vec3 n = vec3(unpackSnorm2x16(rest[source + 3]), unpackSnorm2x16(rest[source + 4]).x);
  uint j01 = influences[influence], j23 = influences[influence + 1];
  uint joints[4] = uint[](j01 & 0xffffu, j01 >> 16, j23 & 0xffffu, j23 >> 16);
  vec4 r0 = vec4(0.0), r1 = vec4(0.0), r2 = vec4(0.0);
  for (int k = 0; k < 4; ++k) {
    float w = uintBitsToFloat(influences[influence + 2 + k]);
    if (w == 0.0) continue;
    uint m = 3 * (first_matrix + joints[k]);
    r0 += w * rows[m];
    r1 += w * rows[m + 1];
    r2 += w * rows[m + 2];
  }
  vec3 position = vec3(dot(r0, p), dot(r1, p), dot(r2, p));
  vec3 normal = vec3(dot(r0.xyz, n), dot(r1.xyz, n), dot(r2.xyz, n));
  normal = normal / max(length(normal), 1e-6);
  posed[target] = floatBitsToUint(position.x);
  posed[target + 1] = floatBitsToUint(position.y);
  posed[target + 2] = floatBitsToUint(position.z);
  posed[target + 3] = packSnorm2x16(normal.xy);
  posed[target + 4] = packSnorm2x16(vec2(normal.z, 0.0));
  posed[target + 5] = rest[source + 5];
  posed[target + 6] = rest[source + 6];
  posed[target + 7] = rest[source + 7];
}
