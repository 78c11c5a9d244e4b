// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a section leaves of the place: everything, one side of a plane, or the inside of a box. Convex. Metres, world.
#include <array>
#include <optional>

#include "frame/snapshot.h"
#include "math/shapes.h"

namespace fh::world {

/// A convex polygon that came out of a triangle.
struct CutPolygon {
  std::array<math::Vec3, 9> corners{};  // three, and one more for each of six planes
  std::size_t count = 0;
};

/// The part of a ray inside: from `first` to `last`, m along it.
struct KeptStretch {
  double first = 0.0, last = 0.0;
  std::optional<std::size_t> entered;  // the plane through which it comes in; none when it begins inside
};

class KeptRegion {
 public:
  KeptRegion() = default;  // everything
  explicit KeptRegion(const frame::Section& section);

  bool is_all() const { return count_ == 0; }
  std::size_t plane_count() const { return count_; }
  /// Kept is where the signed distance is not positive.
  const math::Plane& plane(std::size_t i) const { return planes_[i]; }
  /// `slack`: m beyond the planes that still count.
  bool contains(const math::Vec3& p, double slack) const;
  /// None when the ray passes beside it within `range`.
  std::optional<KeptStretch> along(const math::Ray& ray, double range) const;
  CutPolygon clipped(const math::Triangle& triangle) const;
  /// Both points lie in one of the planes: the line is a cut.
  bool is_cut(const math::Vec3& a, const math::Vec3& b) const;

 private:
  std::array<math::Plane, 6> planes_{};
  std::size_t count_ = 0;
};

}  // namespace fh::world
