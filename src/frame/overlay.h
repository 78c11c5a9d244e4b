// SPDX-License-Identifier: Apache-2.0
#pragma once
// Things drawn in the world that are not of the world: measures, paths, labels, panels. Linear RGBA colours.
#include <cstdint>
#include <string>
#include <vector>

#include "math/pose.h"

namespace fh::frame {

using Colour = math::Vec4f;  // linear RGB, alpha 0..1

/// Whether an overlay is hidden by what stands in front of it.
enum class Occlusion : std::uint8_t { Hidden, Faint, AlwaysSeen };

struct OverlayLine {
  math::Vec3 a{0.0}, b{0.0};
  Colour colour{1};
  float width = 0.006f;  // metres, as a flat strip that faces the eye
  bool arrow = false;    // a head at b
  Occlusion occlusion = Occlusion::Hidden;
};

struct OverlayDisc {
  math::Vec3 centre{0.0}, normal = math::kUp;
  float radius = 0.1f;        // metres
  float inner_radius = 0.0f;  // > 0 gives a ring
  Colour colour{1};
  Occlusion occlusion = Occlusion::Hidden;
};

struct OverlayPoint {
  math::Vec3 at{0.0};
  float radius = 0.01f;  // metres; a ball
  Colour colour{1};
  Occlusion occlusion = Occlusion::Hidden;
};

/// A filled flat polygon (convex, counter-clockwise seen from the front; both sides are drawn).
struct OverlayRegion {
  std::vector<math::Vec3> corners;
  Colour colour{1};
  Occlusion occlusion = Occlusion::Hidden;
};

enum class TextFacing : std::uint8_t { Fixed, Viewer };

/// One or several lines ('\n') of UTF-8 text (Latin-1 range has glyphs).
struct OverlayText {
  std::string text;
  math::Pose world_from_text;  // +X along the line, +Y up, readable from +Z; the position is the anchor
  float height = 0.03f;        // metres, of a capital letter; 0.03 m is legible at 3 m
  float anchor_x = 0.5f;       // 0 left … 1 right of the block at the anchor
  float anchor_y = 0.5f;       // 0 bottom … 1 top
  Colour colour{1};
  Colour background{0.0f, 0.0f, 0.0f, 0.0f};  // a panel behind the text when alpha > 0
  TextFacing facing = TextFacing::Fixed;
  Occlusion occlusion = Occlusion::Hidden;
};

struct Overlay {
  std::vector<OverlayLine> lines;
  std::vector<OverlayDisc> discs;
  std::vector<OverlayPoint> points;
  std::vector<OverlayRegion> regions;
  std::vector<OverlayText> texts;

  void clear() {
    lines.clear();
    discs.clear();
    points.clear();
    regions.clear();
    texts.clear();
  }
};

}  // namespace fh::frame
