// Arm sections, shared by sleeves and bare arms.
#include <algorithm>

#include "human/skin_parts.h"
#include "math/trig.h"

namespace fh::human {

using math::Vec2;
using math::Vec3;

double ring_growth(std::size_t n) {
  // Two subdivision steps reach the limit of the cubic curve to within a percent.
  return 6.0 / (4.0 + 2.0 * math::cos(math::kTau / static_cast<double>(n)));
}

Vec2 arm_radii(const SkinContext& c, double station) {
  const Dimensions& d = c.d;
  // Surveyed girths are of tensed, bent arms: relaxed ones are about a tenth smaller.
  const double biceps = 0.90 * d[Dimension::BicepsCircumference] / math::kTau;
  const double forearm = 0.92 * d[Dimension::ForearmCircumference] / math::kTau;
  const double wrist = d[Dimension::WristCircumference] / math::kTau;
  struct Knot {
    double at;
    Vec2 r;
  };
  const std::array<Knot, 9> knots = {{{0.0, Vec2(1.10, 1.22) * biceps},
                                      {0.25, Vec2(1.08, 1.18) * biceps},
                                      {0.55, Vec2(0.97, 1.05) * biceps},
                                      {0.85, Vec2(0.84, 0.92) * biceps},
                                      {1.00, Vec2(0.86, 0.90) * forearm},
                                      {1.22, Vec2(1.00, 1.02) * forearm},
                                      {1.55, Vec2(0.80, 0.86) * forearm},
                                      {1.85, Vec2(0.88, 1.12) * wrist},
                                      {2.00, Vec2(0.82, 1.16) * wrist}}};
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (station > knots[i].at && i + 1 < knots.size()) continue;
    const double t = math::smooth_step((station - knots[i - 1].at) / (knots[i].at - knots[i - 1].at));
    return knots[i - 1].r + t * (knots[i].r - knots[i - 1].r);
  }
  return knots.back().r;
}

BoneWeights arm_weights(double station) {
  const std::uint16_t upper = bone_of(Joint::RightUpperArm), fore = bone_of(Joint::RightForearm);
  const std::uint16_t twist = bone_of(Joint::RightForearmTwist), elbow = half_of(Joint::RightForearm);
  const std::uint16_t twist_half = half_of(Joint::RightForearmTwist), shoulder = half_of(Joint::RightUpperArm);
  BoneWeights w;
  if (station < 0.5) {
    const float t = static_cast<float>(math::smooth_step((station - 0.05) / 0.40));
    w.add(shoulder, 0.62f * (1.0f - t));
    w.add(upper, 1.0f - 0.62f * (1.0f - t));
  } else if (station < 1.2) {
    const float t = static_cast<float>(math::clamp((station - 1.0) / 0.2, -1.0, 1.0));
    w.add(upper, std::max(0.0f, -t));
    w.add(elbow, 1.0f - std::abs(t));
    w.add(fore, std::max(0.0f, t));
  } else if (station < 1.6) {
    const float t = static_cast<float>((station - 1.2) / 0.4);
    w.add(fore, 1.0f - t);
    w.add(twist_half, t);
  } else {
    const float t = static_cast<float>(math::clamp((station - 1.6) / 0.34, 0.0, 1.0));
    w.add(twist_half, 1.0f - t);
    w.add(twist, t);
  }
  return w;
}

Vec3 arm_point(const SkinContext& c, double station, double x, double z) {
  const math::Pose shoulder = c.bind.pose(Joint::RightUpperArm);
  const double along = station < 1.0 ? station * c.skeleton.upper_arm_length()
                                     : c.skeleton.upper_arm_length() + (station - 1.0) * c.skeleton.forearm_length();
  return shoulder.point({x, -along, z});
}

}  // namespace fh::human
