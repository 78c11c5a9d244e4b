// SPDX-License-Identifier: Apache-2.0
#pragma once
// The floor as feet meet it: what the fit of a tracked user and the gait of an agent ask before they plant a foot.
namespace fh::human {

class Ground {
 public:
  virtual ~Ground() = default;
  /// Height (m, world Y) of the surface a foot coming from height `from_y` would stand on at (x, z): steps up to half a
  /// metre up or down are found; stairs that rise farther than that between here and there may be answered with their
  /// true height; where there is nothing to stand on, `from_y` itself.
  virtual double height(double x, double z, double from_y) const = 0;
};

class FlatGround final : public Ground {
 public:
  explicit FlatGround(double height = 0.0) : height_(height) {}
  double height(double, double, double) const override { return height_; }

 private:
  double height_;
};

}  // namespace fh::human
