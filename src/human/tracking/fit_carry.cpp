// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_carry.h"

#include <cmath>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kSameGround = 0.02;  // m: a sole further over or under the ground does not stand on it

/// The move, with the turn taken out of it once.
class Way {
 public:
  explicit Way(const Pose& new_from_old) : way_(new_from_old), yaw_(math::yaw_of(new_from_old.rotation)) {}

  void point(Vec3& at) const { at = way_.point(at); }
  void along(Vec3& vector) const { vector = way_.direction(vector); }
  void angle(double& yaw) const { yaw = math::wrap_angle(yaw + yaw_); }
  void pose(Pose& pose) const { pose = way_ * pose; }
  void place(FootPlace& place) const {
    point(place.position);
    angle(place.yaw);
  }
  /// Two followers that are x and z: of a point, or of a vector.
  void point(Follower& x, Follower& z) const {
    along(x.rate, z.rate);
    Vec3 at(x.value, 0.0, z.value);
    point(at);
    x.value = at.x, z.value = at.z;
  }
  void vector(Follower& x, Follower& z) const {
    along(x.rate, z.rate);
    along(x.value, z.value);
  }

 private:
  void along(double& x, double& z) const {
    Vec3 vector(x, 0.0, z);
    along(vector);
    x = vector.x, z = vector.z;
  }

  Pose way_;
  double yaw_;
};

bool on_ground(const FitFoot& foot, const Ground& ground) {
  const Vec3& at = foot.place.position;
  return !foot.planted() || std::abs(ground.height(at.x, at.z, at.y) - at.y) < kSameGround;
}

void carry_feet(FitFeet& feet, const Way& way) {
  for (FitFoot& foot : feet.feet) {
    const double before = foot.place.position.y;
    way.place(foot.place);
    way.place(foot.from);
    way.place(foot.to);
    way.along(foot.drag);
    foot.ground += foot.place.position.y - before;
  }
}

}  // namespace

Pose level_way(const Pose& world_from_old_eyes, const Pose& world_from_new_eyes) {
  const double turned = math::yaw_of(world_from_new_eyes.rotation) - math::yaw_of(world_from_old_eyes.rotation);
  const math::Quat turn = math::from_axis_angle(math::kUp, turned);
  const Vec3 by = world_from_new_eyes.position - math::rotate(turn, world_from_old_eyes.position);
  return {turn, {by.x, 0.0, by.z}};
}

void carry(FitState& state, const Pose& new_from_old, const FitRig& rig, double floor, const Ground& ground) {
  const Way way(new_from_old);
  way.angle(state.heading.yaw.value);
  way.angle(state.heading.chest.value);
  way.along(state.heading.hand_line);
  way.along(state.gait.velocity);
  way.along(state.gait.lately);
  way.vector(state.trunk.shifted_x, state.trunk.shifted_z);
  way.point(state.weight.x, state.weight.z);
  way.point(state.weight.between);
  way.along(state.weight.shift);
  for (FitHand& hand : state.hands.hands) way.pose(hand.path.world_from_wrist);
  way.pose(state.world_from_eyes);
  way.along(state.head_velocity);
  way.pose(state.world_from_chest);
  way.point(state.centre_of_mass);
  way.point(state.pelvis);
  for (Vec3& hip : state.hips) way.point(hip);
  way.along(state.com_velocity);
  carry_feet(state.feet, way);
  if (!state.started || (on_ground(state.feet.feet[0], ground) && on_ground(state.feet.feet[1], ground))) return;
  place_feet(state.feet, rig, state.pelvis, state.heading.yaw.value, floor, ground);
  state.weight = {};
}

}  // namespace fh::human
