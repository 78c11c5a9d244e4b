// SPDX-License-Identifier: Apache-2.0
#include "world/tools/kept_region.h"

#include <algorithm>
#include <cmath>

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kInPlane = 1e-7;  // m: corners of a cut are computed, not given

}  // namespace

KeptRegion::KeptRegion(const frame::Section& section) {
  if (section.kind == frame::Section::Kind::Plane) {
    planes_[count_++] = section.plane;
  } else if (section.kind == frame::Section::Kind::Box) {
    const math::Pose& pose = section.box.world_from_box;
    for (int i = 0; i < 6; ++i) {
      Vec3 axis(0.0);
      axis[i / 2] = i % 2 == 0 ? 1.0 : -1.0;
      const Vec3 outward = pose.direction(axis);
      planes_[count_++] = {outward, glm::dot(outward, pose.position) + section.box.half[i / 2]};
    }
  }
}

bool KeptRegion::contains(const Vec3& p, double slack) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (planes_[i].signed_distance(p) > slack) return false;
  }
  return true;
}

std::optional<KeptStretch> KeptRegion::along(const math::Ray& ray, double range) const {
  KeptStretch stretch{0.0, range, {}};
  for (std::size_t i = 0; i < count_; ++i) {
    const double outside = planes_[i].signed_distance(ray.origin);
    const double rate = glm::dot(planes_[i].normal, ray.direction);
    if (rate == 0.0) {
      if (outside > 0.0) return std::nullopt;
      continue;
    }
    const double at = -outside / rate;
    if (rate > 0.0) {
      stretch.last = std::min(stretch.last, at);
    } else if (at > stretch.first) {
      stretch.first = at;
      stretch.entered = i;
    }
  }
  if (!(stretch.first <= stretch.last)) return std::nullopt;
  return stretch;
}

CutPolygon KeptRegion::clipped(const math::Triangle& triangle) const {
  CutPolygon polygon;
  polygon.corners[0] = triangle.a;
  polygon.corners[1] = triangle.b;
  polygon.corners[2] = triangle.c;
  polygon.count = 3;
  for (std::size_t i = 0; i < count_ && polygon.count > 0; ++i) {
    CutPolygon next;
    for (std::size_t k = 0; k < polygon.count; ++k) {
      const Vec3 &a = polygon.corners[k], &b = polygon.corners[(k + 1) % polygon.count];
      const double da = planes_[i].signed_distance(a), db = planes_[i].signed_distance(b);
      if (da <= 0.0) next.corners[next.count++] = a;
      if ((da < 0.0 && db > 0.0) || (da > 0.0 && db < 0.0)) next.corners[next.count++] = a + da / (da - db) * (b - a);
    }
    polygon = next;
  }
  if (polygon.count < 3) polygon.count = 0;
  return polygon;
}

bool KeptRegion::is_cut(const Vec3& a, const Vec3& b) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (std::fabs(planes_[i].signed_distance(a)) < kInPlane && std::fabs(planes_[i].signed_distance(b)) < kInPlane)
      return true;
  }
  return false;
}

}  // namespace fh::world
