// SPDX-License-Identifier: Apache-2.0
#include "human/body/named_postures.h"

#include <algorithm>

#include "human/body/gaze.h"
#include "human/body/kinematics.h"
#include "human/body/shoulder.h"
#include "human/body/spine.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::radians;
using math::Vec3;

void set(Posture& posture, Joint joint, double first_deg, double second_deg = 0.0, double third_deg = 0.0) {
  const std::array<double, 3> angles{radians(first_deg), radians(second_deg), radians(third_deg)};
  posture[joint] = joint_rotation(joint, angles.data());
}

void set_both(Posture& posture, Joint left, double first_deg, double second_deg = 0.0, double third_deg = 0.0) {
  set(posture, left, first_deg, second_deg, third_deg);
  set(posture, mirrored(left), first_deg, second_deg, third_deg);
}

// Moves the pelvis so that the feet keep their height and place above the floor.
void stand_on_feet(const Skeleton& skeleton, Posture& posture) {
  const Vec3 foot = zero_positions(skeleton)[index_of(Joint::RightFoot)];
  posture.world_from_pelvis.position = Vec3(0.0);
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  const Vec3 now = 0.5 * (frames.position(Joint::LeftFoot) + frames.position(Joint::RightFoot));
  posture.world_from_pelvis.position = Vec3(-now.x, foot.y - now.y, -now.z);
}

}  // namespace

void curl_fingers(Posture& posture, Side side, double curl) {
  curl_fingers(posture, side, std::array<double, 5>{curl, curl, curl, curl, curl});
}

void curl_fingers(Posture& posture, Side side, const std::array<double, 5>& curls) {
  for (std::size_t f = 0; f < 4; ++f) {
    const double c = math::clamp(curls[f + 1], 0.0, 1.0);
    const std::size_t first = index_of(on_side(Joint::LeftIndex1, side)) + 3 * f;
    set(posture, joint_at(first), 80.0 * c);
    set(posture, joint_at(first + 1), 95.0 * c);
    set(posture, joint_at(first + 2), 55.0 * c);
  }
  const double t = math::smooth_step(curls[0]);
  set(posture, on_side(Joint::LeftThumb1, side), -8.0 * t, 30.0 * t);
  set(posture, on_side(Joint::LeftThumb2, side), -30.0 * t);
  set(posture, on_side(Joint::LeftThumb3, side), -45.0 * t);
}

Posture standing_posture(const Skeleton& skeleton) {
  Posture posture = zero_posture(skeleton);
  for (const Side side : {Side::Left, Side::Right}) {
    set_shoulder(posture, side, {radians(9.0), radians(12.0), radians(8.0)});
    curl_fingers(posture, side, 0.22);
  }
  set_both(posture, Joint::LeftForearm, 16.0);
  set_both(posture, Joint::LeftForearmTwist, 12.0);
  set_both(posture, Joint::LeftThigh, 0.0, 2.0, -6.0);
  set_both(posture, Joint::LeftFoot, 0.0, 2.0);
  stand_on_feet(skeleton, posture);
  return posture;
}

Posture t_posture(const Skeleton& skeleton) {
  Posture posture = zero_posture(skeleton);
  for (const Side side : {Side::Left, Side::Right}) set_shoulder(posture, side, {radians(90.0), 0.0, 0.0});
  return posture;
}

Posture reach_posture(const Skeleton& skeleton) {
  Posture posture = standing_posture(skeleton);
  bend_spine(skeleton, posture, bend_from_waist({radians(14.0), radians(-4.0), radians(16.0)}));
  set_shoulder(posture, Side::Right, {radians(112.0), radians(74.0), radians(10.0)});
  set(posture, Joint::RightForearm, 14.0);
  set(posture, Joint::RightForearmTwist, 30.0);
  curl_fingers(posture, Side::Right, 0.10);
  set(posture, Joint::LeftThigh, 10.0, 3.0, -6.0);
  set(posture, Joint::LeftShank, 16.0);
  set(posture, Joint::LeftFoot, 6.0, 2.0);
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  look_at(skeleton, posture, frames.position(Joint::RightMiddle1));
  return posture;
}

Posture crouch_posture(const Skeleton& skeleton) {
  Posture posture = zero_posture(skeleton);
  set_both(posture, Joint::LeftThigh, 104.0, 12.0, -8.0);
  set_both(posture, Joint::LeftShank, 118.0);
  set_both(posture, Joint::LeftFoot, 14.0, 6.0);
  bend_spine(skeleton, posture, bend_from_waist({radians(34.0), 0.0, 0.0}));
  for (const Side side : {Side::Left, Side::Right}) {
    set_shoulder(posture, side, {radians(84.0), radians(84.0), 0.0});
    curl_fingers(posture, side, 0.25);
  }
  set_both(posture, Joint::LeftForearm, 12.0);
  posture.world_from_pelvis.rotation = math::kIdentity;
  stand_on_feet(skeleton, posture);
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  look_at(skeleton, posture, frames.position(Joint::Head) + Vec3(0.0, -0.3, -3.0), {.move_torso = false});
  return posture;
}

std::array<SheetView, 5> sheet_views(const Skeleton& skeleton) {
  return {{{"front", standing_posture(skeleton), 0.0},
           {"side", standing_posture(skeleton), radians(90.0)},
           {"T", t_posture(skeleton), 0.0},
           {"reach", reach_posture(skeleton), radians(35.0)},
           {"crouch", crouch_posture(skeleton), radians(50.0)}}};
}

std::array<CloseUp, 8> close_ups(const Skeleton& skeleton) {
  const Posture standing = standing_posture(skeleton);
  Posture raised = standing, bent = standing, squat = standing;
  set_shoulder(raised, Side::Right, {radians(168.0), radians(35.0), 0.0});
  set_shoulder(raised, Side::Left, {radians(168.0), radians(85.0), 0.0});
  for (const Side side : {Side::Left, Side::Right}) {
    set_shoulder(bent, side, {radians(85.0), radians(side == Side::Left ? 25.0 : 85.0), 0.0});
  }
  set_both(bent, Joint::LeftForearm, 140.0);
  set_both(squat, Joint::LeftThigh, 110.0);
  set_both(squat, Joint::LeftShank, 140.0);
  Posture fist = t_posture(skeleton);
  curl_fingers(fist, Side::Right, 0.45);
  set_shoulder(fist, Side::Right, {radians(80.0), radians(80.0), 0.0});
  return {{{"face", standing, Joint::Head, 0.0, 0.34},
           {"half profile", standing, Joint::Head, radians(40.0), 0.34},
           {"profile", standing, Joint::Head, radians(90.0), 0.34},
           {"hand", fist, Joint::RightMiddle1, radians(60.0), 0.30},
           {"arms up", raised, Joint::T2, 0.0, 0.95},
           {"arms up, back", raised, Joint::T2, radians(150.0), 0.95},
           {"elbows", bent, Joint::T2, radians(35.0), 0.95},
           {"squat", squat, Joint::RightThigh, radians(65.0), 1.05}}};
}

}  // namespace fh::human
