// SPDX-License-Identifier: Apache-2.0
#include "bench/rivals/body_mesh.h"

#include "math/trig.h"

namespace fh::bench {
namespace {

using math::Vec3;

// Head, neck and limbs are drawn rounder than the trunk, whose pieces lie in each other, and than hands and feet.
int fineness_of(human::Joint joint) {
  using human::Joint;
  switch (joint) {
    case Joint::Neck:
    case Joint::Head:
    case Joint::LeftUpperArm:
    case Joint::RightUpperArm:
    case Joint::LeftForearm:
    case Joint::RightForearm:
    case Joint::LeftThigh:
    case Joint::RightThigh:
    case Joint::LeftShank:
    case Joint::RightShank:
      return 2;
    default:
      return 1;
  }
}

// Octants of a sphere, `fineness`² faces each, pulled apart by the half sizes. The radius is enlarged so that the
// polygon has the circle's area.
class Mesher {
 public:
  Mesher(const human::RoundedBox& shape, int fineness) : half_(shape.half), steps_(fineness) {
    const double sides = 4.0 * fineness;
    radius_ = shape.radius / math::sqrt(sides / math::kTau * math::sin(math::kTau / sides));
  }

  std::vector<math::Triangle> mesh() {
    for (int octant = 0; octant < 8; ++octant) patch(octant);
    for (int axis = 0; axis < 3; ++axis) {
      for (int octant = 0; octant < 8; ++octant) {
        if ((octant & (1 << axis)) == 0) strip(octant, axis);
      }
      for (const int side : {0, 1}) face(axis, side);
    }
    return std::move(triangles_);
  }

 private:
  // The point of an octant with whole shares (i, j, k) of the axes, i + j + k = steps.
  Vec3 at(int octant, int i, int j, int k) const {
    const Vec3 sign(octant & 1 ? 1.0 : -1.0, octant & 2 ? 1.0 : -1.0, octant & 4 ? 1.0 : -1.0);
    const Vec3 direction = glm::normalize(Vec3(i, j, k));
    return sign * (half_ + radius_ * direction);
  }
  Vec3 on_arc(int octant, int axis, int step) const {  // the border where the share of `axis` is zero
    int shares[3] = {0, 0, 0};
    shares[(axis + 1) % 3] = step;
    shares[(axis + 2) % 3] = steps_ - step;
    return at(octant, shares[0], shares[1], shares[2]);
  }
  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const math::Triangle t{a, b, c};
    const Vec3 n = t.normal();
    if (glm::length(n) < 1e-9) return;  // flat boxes leave some strips without width
    if (glm::dot(n, a + b + c) >= 0.0) {
      triangles_.push_back(t);
    } else {
      triangles_.push_back({a, c, b});
    }
  }
  void patch(int octant) {
    for (int i = 0; i < steps_; ++i) {
      for (int j = 0; i + j < steps_; ++j) {
        const int k = steps_ - i - j;
        add(at(octant, i, j, k), at(octant, i + 1, j, k - 1), at(octant, i, j + 1, k - 1));
        if (k > 1) {
          add(at(octant, i + 1, j, k - 1), at(octant, i + 1, j + 1, k - 2), at(octant, i, j + 1, k - 1));
        }
      }
    }
  }
  void strip(int octant, int axis) {
    const int other = octant | (1 << axis);
    for (int step = 0; step < steps_; ++step) {
      const Vec3 a = on_arc(octant, axis, step), b = on_arc(octant, axis, step + 1);
      const Vec3 c = on_arc(other, axis, step), d = on_arc(other, axis, step + 1);
      add(a, b, c);
      add(b, d, c);
    }
  }
  void face(int axis, int side) {
    int shares[3] = {0, 0, 0};
    shares[axis] = steps_;
    const auto corner = [&](int u, int v) {
      const int octant = (side << axis) | (u << ((axis + 1) % 3)) | (v << ((axis + 2) % 3));
      return at(octant, shares[0], shares[1], shares[2]);
    };
    add(corner(0, 0), corner(1, 0), corner(1, 1));
    add(corner(0, 0), corner(1, 1), corner(0, 1));
  }

  Vec3 half_;
  double radius_ = 0.0;
  int steps_;
  std::vector<math::Triangle> triangles_;
};

}  // namespace

std::vector<math::Triangle> body_mesh(const human::CollisionBody& body, const human::Frames<double>& frames) {
  std::vector<math::Triangle> all;
  for (const human::CollisionPiece& piece : body.pieces) {
    const math::Pose pose = frames.pose(piece.joint) * piece.shape.joint_from_box;
    for (const math::Triangle& t : Mesher(piece.shape, fineness_of(piece.joint)).mesh()) {
      all.push_back({pose.point(t.a), pose.point(t.b), pose.point(t.c)});
    }
  }
  return all;
}

}  // namespace fh::bench
