// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ground under a motion-capture clip: flat where its feet stand, with steps where they stand higher, seen from its
// own feet (a program knows its floor; a clip must be asked).
#include <span>
#include <vector>

#include "human/motion/clip.h"
#include "human/motion/ground.h"

namespace fh::human {

/// A flight of stairs has straight edges across its way up: each is at the last place where a sole of the clip was
/// still below the level it leads to, since no ground is where a sole has been. Feet that stood at several heights but
/// not on one flight: a step is where a whole sole stood, from heel to toes, and between two the ground is that of the
/// nearer.
class ClipGround final : public human::Ground {
 public:
  /// `soles`: everywhere that points of the clip's own soles were, m; without them there are no edges.
  ClipGround(const Clip& clip, double ankle_height, std::span<const math::Vec3> soles = {});
  double height(double x, double z, double from_y) const override;
  double floor() const { return floor_; }

 private:
  struct Print {
    math::Vec2 heel, tip;  // (x, z)
    double y;
    math::Vec2 centre() const { return 0.5 * (heel + tip); }
    double away(const math::Vec2& p) const;  // m, square
  };
  struct Edge {
    double at;  // along `up_`, m
    double y;   // of the ground from there on
  };
  void find_edges(std::span<const double> levels, std::span<const math::Vec3> soles);

  double floor_ = 0.0;
  std::vector<Print> raised_;  // places of feet that stood well above the floor
  math::Vec2 up_{0.0};         // (x, z), unit
  std::vector<Edge> edges_;    // ascending; empty: no stairs
};

/// The middle one in size; the values are reordered, at least one.
double median_of(std::span<double> values);

}  // namespace fh::human
