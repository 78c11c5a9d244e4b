// SPDX-License-Identifier: Apache-2.0
#pragma once
// Static balance (J-49, J-68, CA-10): where the feet can hold the body, and how far the centre of mass is from tipping.
// Everything is projected onto the horizontal plane; metres. No allocation.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "human/body/dimensions.h"
#include "human/body/joints.h"
#include "math/pose.h"

namespace fh::human {

enum class SoleContact : std::uint8_t {
  None,
  Ball,  // on the toes: only the part in front of the ball's joint
  Whole,
};

/// Outline of a bare sole in the foot's joint frame (origin in the ankle).
struct Sole {
  static constexpr std::size_t kPoints = 10;
  static constexpr std::array<std::size_t, 6> kRightCorners{0, 1, 3, 5, 7, 8};  // of a right one: heel, ball, toes
  std::array<math::Vec3, kPoints> whole;
  std::array<math::Vec3, kPoints> ball;  // the part from the ball's joint to the tips of the toes
};
Sole build_sole(const Dimensions& dimensions, Side side);

struct FootContact {
  math::Pose world_from_foot;
  SoleContact contact = SoleContact::Whole;
};

/// Convex polygon on the floor, (x, z) of the world, in the sense that turns +x towards +z. Also made of other
/// contacts: a seat, a hand.
struct SupportPolygon {
  static constexpr std::size_t kMost = 4 * Sole::kPoints;
  std::array<math::Vec2, kMost> points;
  std::size_t count = 0;
};
/// Convex hull of at most SupportPolygon::kMost points.
SupportPolygon convex_support(std::span<const math::Vec2> points);
/// Of the soles in contact; `left` and `right` as built for the sides.
SupportPolygon support_polygon(const Sole& left, const FootContact& left_foot, const Sole& right,
                               const FootContact& right_foot);

struct Balance {
  math::Vec2 projection{0.0};    // of the centre of mass, (x, z)
  double margin = 0.0;           // distance to the nearest edge, positive inside; minus infinity without any support
  math::Vec2 nearest_edge{0.0};  // point of the polygon's edge nearest to the projection
  math::Vec2 outward{0.0};       // unit vector: where the body would tip first
};
/// `centre_of_mass`: world.
Balance balance_of(const SupportPolygon& support, const math::Vec3& centre_of_mass);

/// The capture point (CA-10): the place to step on to come to rest, for a centre of mass at `height` over the floor
/// moving at `velocity` (x, z); m, m/s.
math::Vec2 capture_point(const math::Vec3& centre_of_mass, const math::Vec2& velocity, double height);

}  // namespace fh::human
