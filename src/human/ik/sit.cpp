// SPDX-License-Identifier: Apache-2.0
#include "human/ik/sit.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kHipsOverSeat = 0.47;         // of the thigh's clearance: from the seat to the hip centres
constexpr double kShort = 2e-3;                // m that a leg may miss its foot by
constexpr double kLean = math::radians(32.0);  // of the trunk, half-way down
constexpr double kAlongThigh = 0.55;           // share of the way from hip to knee at which the hand lies
constexpr double kOverThigh = 0.46;            // of the thigh's clearance: from its axis to the wrist

Pose foot_of(const Frames<double>& frames, Side side) {
  return frames.pose(on_side(Joint::RightFoot, side));
}

/// Both legs from the pelvis to the feet; whether they get there.
bool set_legs(const Skeleton& skeleton, const Frames<double>& feet, Posture& posture) {
  bool reached = true;
  for (const Side side : {Side::Left, Side::Right}) {
    const Joint toes = on_side(Joint::RightToes, side);
    const math::Quat straight = posture[toes];
    const LegSolution leg = solve_leg(build_leg(skeleton, side), posture.world_from_pelvis, foot_of(feet, side));
    set_leg(posture, side, leg);
    posture[toes] = straight;
    reached = reached && leg.gap <= kShort;
  }
  return reached;
}

}  // namespace

std::optional<Posture> sit_from(const Skeleton& skeleton, const Dimensions& dimensions, const Posture& stand,
                                const Vec3& on, double slides) {
  constexpr int kTries = 6;
  Frames<double> frames;
  forward_kinematics(skeleton, stand, frames);
  const math::Quat heading = math::from_axis_angle(math::kUp, math::yaw_of(frames.rotation(Joint::Pelvis)));
  const Vec3 hips = on + kHipsOverSeat * dimensions[Dimension::ThighClearance] * math::kUp;
  Posture seated = stand;
  for (int i = 0; i < kTries; ++i) {
    const Vec3 forward = heading * (slides * i / (kTries - 1) * math::kForward);
    seated.world_from_pelvis = {heading, hips + forward};
    if (set_legs(skeleton, frames, seated)) return seated;
  }
  return {};
}

Posture sitting_down(const Skeleton& skeleton, const Posture& stand, const Posture& seated, double share) {
  const double t = math::clamp(share, 0.0, 1.0);
  Frames<double> frames;
  forward_kinematics(skeleton, stand, frames);
  Posture posture = stand;
  const math::Quat turn = math::slerp(stand.world_from_pelvis.rotation, seated.world_from_pelvis.rotation, t);
  posture.world_from_pelvis.rotation = turn * math::from_axis_angle(math::kRight, -4.0 * t * (1.0 - t) * kLean);
  posture.world_from_pelvis.position =
      (1.0 - t) * stand.world_from_pelvis.position + t * seated.world_from_pelvis.position;
  set_legs(skeleton, frames, posture);
  return posture;
}

Pose hand_on_thigh(const Dimensions& dimensions, const Frames<double>& frames, Side side) {
  const Vec3 hip = frames.position(on_side(Joint::RightThigh, side));
  const Vec3 knee = frames.position(on_side(Joint::RightShank, side));
  const Vec3 along = math::normalized_or(knee - hip, math::kForward);
  const Vec3 up = math::normalized_or(math::kUp - glm::dot(math::kUp, along) * along, math::kUp);
  const Vec3 wrist = hip + kAlongThigh * (knee - hip) + kOverThigh * dimensions[Dimension::ThighClearance] * up;
  const Vec3 y = -along, x = (side == Side::Right ? 1.0 : -1.0) * up;
  return {math::from_matrix(math::Mat3(x, y, glm::cross(x, y))), wrist};
}

}  // namespace fh::human
