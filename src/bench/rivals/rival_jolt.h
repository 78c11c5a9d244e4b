// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plain Jolt, used the way its samples do: the rival of our physics in the same run. It is given the same bodies with
// the same tuning, so that both compute the same heap and the difference is what our layer costs.
#include <memory>
#include <optional>

#include "math/shapes.h"
#include "scene/place/scene.h"

namespace fh::bench {

class PlainJolt {
 public:
  /// Understands boxes, hulls and triangle meshes, without joints.
  PlainJolt(const scene::Scene& scene, unsigned workers);
  ~PlainJolt();

  /// 1/90 s.
  void step();
  double height_sum() const;  // of all bodies: for a look at the state
  /// Distance to the nearest hit.
  std::optional<double> cast_ray(const math::Ray& ray, double range) const;
  /// Distance of the nearest thing within the radius, by CollideShape with a separation distance.
  std::optional<double> nearest(const math::Capsule& capsule, double radius) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fh::bench
