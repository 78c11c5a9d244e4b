// SPDX-License-Identifier: Apache-2.0
#include "planning/reaching/upright.h"

#include <algorithm>

namespace fh::planning {
namespace {

using math::Vec3;

constexpr int kRounds = 12, kStates = 32;
constexpr double kUprightEnough = 0.01;  // rad
constexpr double kDamping = 1e-3;
constexpr double kJump = 0.5;  // rad between neighbours of a way: not continuous
// How willingly each axis turns: shoulder and elbow move the thing about, forearm and wrist only turn it.
constexpr std::array<double, kArmAxes> kWilling = {0.15, 0.15, 0.15, 0.15, 1.0, 1.0, 1.0};

bool is_free(const ArmSpace& space, const std::vector<ArmState>& path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (space.distance(path[i - 1], path[i]) > kJump || !space.is_surely_free(path[i - 1], path[i])) return false;
  }
  return true;
}

}  // namespace

double turn_upright(const ArmModel& model, const Vec3& hand_up, ArmState& state) {
  double left = 0.0;
  for (int round = 0; round <= kRounds; ++round) {
    const Vec3 up = link_pose(model, state, kArmAxes - 1).direction(hand_up);
    left = math::acos(math::clamp(up.y, -1.0, 1.0));
    if (left < kUprightEnough || round == kRounds) break;
    // `up` turns to the vertical about up x kUp.
    const Vec3 wanted = left * math::normalized_or(Vec3(-up.z, 0.0, up.x), Vec3(1.0, 0.0, 0.0));
    // Turn about level axes, by the damped pseudo-inverse: J is 2 x 7.
    std::array<Vec3, kArmAxes> axes;
    double xx = kDamping, xz = 0.0, zz = kDamping;
    for (std::size_t i = 0; i < kArmAxes; ++i) {
      Vec3 axis(0.0);
      axis[model.axes[i].axis] = model.axes[i].reversed ? -1.0 : 1.0;
      axes[i] = link_pose(model, state, static_cast<std::uint8_t>(i)).direction(axis);
      xx += kWilling[i] * axes[i].x * axes[i].x;
      xz += kWilling[i] * axes[i].x * axes[i].z;
      zz += kWilling[i] * axes[i].z * axes[i].z;
    }
    const double per_det = 1.0 / (xx * zz - xz * xz);
    const double a = per_det * (zz * wanted.x - xz * wanted.z), b = per_det * (xx * wanted.z - xz * wanted.x);
    for (std::size_t i = 0; i < kArmAxes; ++i) {
      const double q = static_cast<double>(state.q[i]) + kWilling[i] * (axes[i].x * a + axes[i].z * b);
      state.q[i] = static_cast<float>(math::clamp(q, model.axes[i].lower, model.axes[i].upper));
    }
  }
  return left;
}

std::vector<ArmState> upright_way(const ArmSpace& space, const ArmModel& model, const Vec3& hand_up,
                                  const ArmState& from, const ArmState& to) {
  std::vector<ArmState> path{from};
  for (int i = 1; i < kStates; ++i) {
    ArmState state = space.toward(from, to, static_cast<double>(i) / kStates);
    turn_upright(model, hand_up, state);
    path.push_back(state);
  }
  path.push_back(to);
  if (!is_free(space, path)) path.clear();
  return path;
}

std::vector<ArmState> turned_upright(const ArmSpace& space, const ArmModel& model, const Vec3& hand_up,
                                     const std::vector<ArmState>& path) {
  std::vector<ArmState> turned = path;
  for (std::size_t i = 1; i + 1 < turned.size(); ++i) turn_upright(model, hand_up, turned[i]);
  return is_free(space, turned) ? turned : path;
}

}  // namespace fh::planning
