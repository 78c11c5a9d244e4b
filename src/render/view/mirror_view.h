// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which mirrors a view shows, and the view from behind each of them. A mirror is drawn like a window: the reflected
// camera sees the room through it, in the very pixels that the mirror covers, so that the mirror's surface only has to
// read the pixel it is about to write.
#include <array>
#include <cstdint>
#include <span>

#include "math/shapes.h"
#include "render/view/shader_data.h"
#include "render/view/view.h"

namespace fh::render {

inline constexpr std::size_t kMostMirrors = 2;  // in one view

/// A face of an object that reflects, where it is in this frame.
struct PlacedMirror {
  std::uint32_t drawable = 0;         // into DrawLists::drawables
  std::array<math::Vec3, 4> corners;  // world, counter-clockwise seen from the reflecting side
  bool both_sides = false;
};

struct SeenMirror {
  std::uint32_t drawable = 0;
  math::Plane plane;  // world; the normal points to the viewer
  Viewport pixels;    // of the target: what the mirror covers in any eye, with a pixel to spare
  bool both_sides = false;
};

struct SeenMirrors {
  std::array<SeenMirror, kMostMirrors> mirrors;
  std::size_t count = 0;
};

/// The at most `most` nearest mirrors that face the viewer and lie within the view, which covers `whole`. One face per
/// object. Both eyes of a viewer get the same mirrors in the same order as far as both see them.
SeenMirrors nearest_mirrors(std::span<const PlacedMirror> placed, const View& view, const Viewport& whole,
                            std::size_t most);

/// The same eyes, looking through a part of the picture only; `part` lies within `whole`.
frame::EyeViews through_part(const frame::EyeViews& eyes, const Viewport& whole, const Viewport& part);
/// The eyes behind the mirror. Left and right change places, as a pose cannot hold a reflection: their picture is that
/// of the mirror turned about.
frame::EyeViews reflected(const frame::EyeViews& eyes, const math::Plane& mirror);
/// Turns the values of a view into those of its reflected pass: `eyes` are the view's own, looking through `part`.
/// Lights, shadows and section stay; nothing behind the mirror is left.
void reflect_globals(const frame::EyeViews& eyes, const math::Plane& mirror, const Viewport& part,
                     GlobalsData& globals);

}  // namespace fh::render
