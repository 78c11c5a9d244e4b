// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_torso.h"

#include <algorithm>

#include "human/body/reflect.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kSlim = 0.90;        // of the skin's breadth and depth
constexpr double kArmRadius = 0.035;  // m of elbow and forearm

/// The plate between two ends; `right` gives its breadth's direction.
RoundedPlate plate_between(const Vec3& low, const Vec3& high, const Vec3& right, double half_right, double radius) {
  RoundedPlate plate;
  const Vec3 way = high - low;
  const double length = glm::length(way);
  plate.centre = 0.5 * (low + high);
  plate.up = length > 1e-6 ? way / length : math::kUp;
  plate.right = math::normalized_or(right - glm::dot(right, plate.up) * plate.up, math::any_orthogonal(plate.up));
  plate.half_right = half_right;
  plate.half_up = 0.5 * length;
  plate.radius = radius + kArmRadius;
  return plate;
}

}  // namespace

BodySolids build_body_solids(const Dimensions& d, const Skeleton& skeleton) {
  const auto zero = zero_positions(skeleton);
  const Vec3 thorax = zero[index_of(Joint::T2)], pelvis = zero[index_of(Joint::Pelvis)];
  const auto half = [&d](Dimension dimension) { return 0.5 * kSlim * d[dimension]; };
  BodySolids solids;
  solids.trunk_radius = half(Dimension::ChestDepth);
  solids.trunk_half = std::max(0.0, half(Dimension::ChestBreadth) - solids.trunk_radius);
  solids.pelvis_radius = half(Dimension::ButtockDepth);
  solids.pelvis_half = std::max(0.0, half(Dimension::HipBreadth) - solids.pelvis_radius);
  solids.thigh = kSlim * 0.5 * (d[Dimension::ThighCircumference] + d[Dimension::LowerThighCircumference]) / math::kTau;
  // Depths lie before and behind the mid-line as in the skin (skin_torso.cpp).
  // The dome over the trunk's upper end reaches the height of the shoulders.
  const double top = zero[index_of(Joint::RightUpperArm)].y - solids.trunk_radius;
  solids.chest_in_thorax = Vec3(0.0, top, -0.02 * d[Dimension::ChestDepth]) - thorax;
  solids.waist_in_pelvis = Vec3(0.0, d[Dimension::WaistHeight], -0.06 * d[Dimension::WaistDepth]) - pelvis;
  solids.seat_in_pelvis = Vec3(0.0, d[Dimension::ButtockHeight], 0.06 * d[Dimension::ButtockDepth]) - pelvis;
  return solids;
}

ArmObstacles arm_obstacles(const BodySolids& solids, const Frames<double>& frames, Side side) {
  const Pose thorax_from_world = math::inverse(frames.pose(Joint::T2));
  const Pose pelvis = thorax_from_world * frames.pose(Joint::Pelvis);
  const Vec3 waist = pelvis.point(solids.waist_in_pelvis);
  const auto thigh = [&](Joint hip, Joint knee) {
    return plate_between(thorax_from_world.point(frames.position(knee)), thorax_from_world.point(frames.position(hip)),
                         math::kRight, 0.0, solids.thigh);
  };
  ArmObstacles all{plate_between(waist, solids.chest_in_thorax, math::kRight, solids.trunk_half, solids.trunk_radius),
                   plate_between(pelvis.point(solids.seat_in_pelvis), waist, pelvis.direction(math::kRight),
                                 solids.pelvis_half, solids.pelvis_radius),
                   thigh(Joint::LeftThigh, Joint::LeftShank), thigh(Joint::RightThigh, Joint::RightShank)};
  if (side == Side::Left) {
    for (RoundedPlate& plate : all) {
      plate.centre = reflected(plate.centre);
      plate.right = reflected(plate.right);
      plate.up = reflected(plate.up);
    }
  }
  return all;
}

}  // namespace fh::human
