// SPDX-License-Identifier: Apache-2.0
// Arm sections, shared by sleeves and bare arms.
#include <algorithm>

#include "human/skin/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec2;
using math::Vec3;

struct Knot {
  double at;
  Vec2 value;
};

template <std::size_t N>
Vec2 along(const std::array<Knot, N>& knots, double at) {
  for (std::size_t i = 1; i < N; ++i) {
    if (at > knots[i].at && i + 1 < N) continue;
    const double t = math::smooth_step((at - knots[i - 1].at) / (knots[i].at - knots[i - 1].at));
    return knots[i - 1].value + t * (knots[i].value - knots[i - 1].value);
  }
  return knots[N - 1].value;
}

}  // namespace

Vec2 arm_radii(const SkinContext& c, double station) {
  const Dimensions& d = c.d;
  // Surveyed girths are of tensed, bent arms: relaxed ones are about a tenth smaller (our estimate).
  const double biceps = 0.90 * d[Dimension::BicepsCircumference] / math::kTau;
  const double forearm = 0.92 * d[Dimension::ForearmCircumference] / math::kTau;
  const double wrist = d[Dimension::WristCircumference] / math::kTau;
  const std::array<Knot, 9> knots = {{{0.0, Vec2(1.06, 1.16) * biceps},
                                      {0.30, Vec2(1.02, 1.12) * biceps},
                                      {0.55, Vec2(0.97, 1.03) * biceps},
                                      {0.85, Vec2(0.84, 0.90) * biceps},
                                      {1.00, Vec2(0.86, 0.88) * forearm},
                                      {1.20, Vec2(1.00, 1.00) * forearm},
                                      {1.55, Vec2(0.80, 0.84) * forearm},
                                      {1.86, Vec2(0.84, 1.10) * wrist},
                                      {2.00, Vec2(0.80, 1.16) * wrist}}};
  return along(knots, station);
}

double arm_offset(const SkinContext& c, double station) {
  // The shaft of the humerus and the deltoid lie outside the centre of its head; by how much follows from the breadth
  // over both deltoids with the upper arms hanging at ease, 9 deg from the trunk.
  const double centre =
      c.skeleton.offsets[index_of(Joint::RightClavicle)].x + c.skeleton.offsets[index_of(Joint::RightUpperArm)].x;
  const double aside = 0.30 * c.skeleton.upper_arm_length() * math::sin(math::radians(9.0));
  const double out = 0.5 * c.d[Dimension::BideltoidBreadth] - centre - aside - arm_radii(c, 0.30).x - 0.005;
  const std::array<Knot, 5> knots = {
      {{0.0, Vec2(0.80)}, {0.28, Vec2(1.0)}, {0.55, Vec2(0.62)}, {0.85, Vec2(0.12)}, {1.0, Vec2(0.0)}}};
  return out * along(knots, station).x;
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

Ring arm_ring(Cage& cage, const SkinContext& c, double station, double ease) {
  Ring ring;
  const Vec2 r = arm_radii(c, station) + Vec2(ease);
  const double offset = arm_offset(c, station);
  for (int k = 0; k < 10; ++k) {
    const math::SinCos sc = math::sin_cos(math::radians(36.0 * k));
    ring.push_back(cage.add(arm_point(c, station, offset + r.x * sc.cos, r.y * sc.sin), arm_weights(station)));
  }
  return ring;
}

}  // namespace fh::human
