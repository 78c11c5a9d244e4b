// SPDX-License-Identifier: Apache-2.0
#pragma once
// Circles that hands traced, found in any recorded motion, and how far the hand strayed from them: the accuracy
// protocol of CB-75, in which a fingertip goes round in a groove of 114.3 mm radius.
#include <optional>

#include "evaluation/observe/observer.h"

namespace fh::evaluation {

inline constexpr double kProtocolRadius = 0.1143;  // m (CB-75)

struct TracedCircle {
  double radius = 0.0, turns = 0.0;  // m
  math::Vec3 centre{0.0}, normal{0.0, 1.0, 0.0};
  double mean_error = 0.0, max_error = 0.0;  // m, from the circle that fits best
  double protocol_error = 0.0;               // m, mean distance from that of kProtocolRadius about the same centre
};
/// The circle that fits points of a path best; nothing when they go less than once round, or are no circle: farther
/// than a tenth of the radius from it (mean; our choice), or with a radius outside 3 to 60 cm.
std::optional<TracedCircle> fit_circle(std::span<const math::Vec3> path);

class TracedCircles final : public Observer {
 public:
  explicit TracedCircles(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

 private:
  static constexpr core::Tick kPathTicks = 3;  // thirty places a second
  struct Path {
    std::size_t person = 0, side = 0;
    std::vector<core::Tick> ticks;
    std::vector<math::Vec3> places;
  };
  const Surroundings* surroundings_;
  std::vector<bool> users_;
  std::vector<Path> paths_;
};

}  // namespace fh::evaluation
