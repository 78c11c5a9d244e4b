// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plain shapes in metres. Boxes are given by half sizes.
#include <array>
#include <limits>

#include "math/pose.h"

namespace fh::math {

struct Ray {
  Vec3 origin{0.0};
  Vec3 direction = kForward;  // unit length
};

struct Segment {
  Vec3 a{0.0}, b{0.0};
  Vec3 at(double t) const { return a + t * (b - a); }
};

struct Sphere {
  Vec3 centre{0.0};
  double radius = 0.0;
};

/// All points within `radius` of the segment.
struct Capsule {
  Segment axis;
  double radius = 0.0;
};

struct Box {
  Pose world_from_box;
  Vec3 half{0.0};
};

struct Triangle {
  Vec3 a{0.0}, b{0.0}, c{0.0};
  /// Not normalised: its length is twice the area.
  Vec3 normal() const { return glm::cross(b - a, c - a); }
};

/// Points with dot(normal, p) == offset; the normal is a unit vector.
struct Plane {
  Vec3 normal = kUp;
  double offset = 0.0;
  double signed_distance(const Vec3& p) const { return glm::dot(normal, p) - offset; }
};

struct Aabb {
  Vec3 low{std::numeric_limits<double>::infinity()};
  Vec3 high{-std::numeric_limits<double>::infinity()};

  bool empty() const { return low.x > high.x || low.y > high.y || low.z > high.z; }
  Vec3 size() const { return empty() ? Vec3(0.0) : high - low; }
  Vec3 centre() const { return empty() ? Vec3(0.0) : 0.5 * (low + high); }
  void add(const Vec3& p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  void add(const Aabb& other) {
    low = glm::min(low, other.low);
    high = glm::max(high, other.high);
  }
  Aabb grown(double margin) const { return {low - Vec3(margin), high + Vec3(margin)}; }
  bool contains(const Vec3& p) const {
    return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x <= high.x && p.y <= high.y && p.z <= high.z;
  }
  bool overlaps(const Aabb& o) const {
    return low.x <= o.high.x && high.x >= o.low.x && low.y <= o.high.y && high.y >= o.low.y && low.z <= o.high.z &&
           high.z >= o.low.z;
  }
};

/// The bounds of a box-aligned region after a rigid transform.
Aabb transformed(const Pose& world_from_local, const Aabb& local);

}  // namespace fh::math
