// SPDX-License-Identifier: Apache-2.0
#include "text/ink.h"

#include <algorithm>
#include <cmath>

namespace fh::text {
namespace {

constexpr int kScanLines = 5;  // per row of pixels: grey steps finer than the eye sees in letters of 8 pixels

struct Crossing {
  double x;
  int winding;
};

/// Where the outline crosses the height `y`, from left to right.
void crossings_at(std::span<const Edge> edges, double y, std::vector<Crossing>& out) {
  out.clear();
  for (const Edge& e : edges) {
    const bool up = e.a.y <= y && y < e.b.y, down = e.b.y <= y && y < e.a.y;
    if (up || down) out.push_back({e.a.x + (y - e.a.y) / (e.b.y - e.a.y) * (e.b.x - e.a.x), up ? 1 : -1});
  }
  std::sort(out.begin(), out.end(),
            [](const Crossing& a, const Crossing& b) { return a.x != b.x ? a.x < b.x : a.winding < b.winding; });
}

/// Adds the part of each pixel between x0 and x1, in pixels from the row's left end.
void add_span(float* row, int width, double x0, double x1) {
  x0 = std::clamp(x0, 0.0, double(width));
  x1 = std::clamp(x1, 0.0, double(width));
  for (int x = int(x0); x < width && x < x1; ++x) {
    row[x] += static_cast<float>((std::min(x1, x + 1.0) - std::max(x0, double(x))) / kScanLines);
  }
}

}  // namespace

Ink fill(std::span<const Edge> edges, int width, int height) {
  Ink ink;
  if (edges.empty()) return ink;
  math::Vec2 low = edges[0].a, high = edges[0].a;
  for (const Edge& e : edges) {
    low = glm::min(low, glm::min(e.a, e.b));
    high = glm::max(high, glm::max(e.a, e.b));
  }
  ink.left = int(std::clamp(std::floor(low.x), 0.0, double(width)));
  ink.bottom = int(std::clamp(std::floor(low.y), 0.0, double(height)));
  ink.width = int(std::clamp(std::ceil(high.x), 0.0, double(width))) - ink.left;
  ink.height = int(std::clamp(std::ceil(high.y), 0.0, double(height))) - ink.bottom;
  ink.share.assign(std::size_t(ink.width) * std::size_t(ink.height), 0.0f);
  std::vector<Crossing> crossings;
  for (int line = 0; line < ink.height * kScanLines; ++line) {
    crossings_at(edges, ink.bottom + (line + 0.5) / kScanLines, crossings);
    float* row = ink.share.data() + std::size_t(line / kScanLines) * std::size_t(ink.width);
    int winding = 0;
    for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
      winding += crossings[i].winding;
      if (winding != 0) add_span(row, ink.width, crossings[i].x - ink.left, crossings[i + 1].x - ink.left);
    }
  }
  for (float& share : ink.share) share = std::min(share, 1.0f);
  return ink;
}

}  // namespace fh::text
