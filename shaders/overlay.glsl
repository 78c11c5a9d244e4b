// SPDX-License-Identifier: Apache-2.0
// Things drawn in the world that are not of it; mirrors src/render/overlay_items.h.
#ifndef FH_OVERLAY
#define FH_OVERLAY
const uint kLine = 0u, kArrowHead = 1u, kDisc = 2u, kBall = 3u, kTriangle = 4u, kGlyph = 5u, kPanel = 6u;

struct Item {
  vec4 a, b, c;  // by kind: ends, centre and normal, corner and sides
  vec4 d;        // glyph: atlas rectangle; panel: width, height, corner radius
  uint kind;
  uint colour;   // rgba8, rgb sRGB-coded
  uint spare0, spare1;
};
layout(set = 0, binding = 9, std430) readonly buffer Items { Item items[]; };
layout(push_constant) uniform Push {
  float opacity;
  float pull;  // how far items come towards the eye, as a share of their distance
};
#endif
