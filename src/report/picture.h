// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small picture drawn without a graphics card, the same on every machine: triangles of plain colours lit from above,
// seen from their front only, and lines over everything.
#include "report/motion/coloured_mesh.h"

namespace fh::report {

class Picture {
 public:
  Picture(int width, int height);

  /// From `eye` towards `target`, a field of 45 degrees across its height. Before anything is drawn.
  void look(const math::Vec3& eye, const math::Vec3& target);
  /// `tag`: not 0, counted by pixels_of().
  void draw(const ColouredMesh& mesh, std::uint8_t tag = 0);
  /// A line with a ring at each end, over everything.
  void line(const math::Vec3& a, const math::Vec3& b);

  /// Pixels in which something with this tag is in front.
  int pixels_of(std::uint8_t tag) const;
  /// Whether a point is in the picture and nothing is more than 3 cm in front of it.
  bool sees(const math::Vec3& point) const;
  /// Four pixels each made into one.
  std::vector<std::byte> png() const;

 private:
  struct Corner {
    double x = 0.0, y = 0.0;  // pixels
    double nearness = 0.0;    // 1 / distance along the view
  };
  Corner project(const math::Vec3& in_view) const;
  math::Vec3 in_view(const math::Vec3& point) const;
  void fill(const Corner& a, const Corner& b, const Corner& c, const Colour& colour, std::uint8_t tag);
  void disc(double x, double y, double inner, double outer);

  int width_, height_;
  math::Pose view_from_world_;
  std::vector<float> nearness_;  // by pixel; 0: nothing
  std::vector<std::array<std::uint8_t, 3>> pixels_;
  std::vector<std::uint8_t> tags_;
};

}  // namespace fh::report
