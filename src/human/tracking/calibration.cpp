// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/calibration.h"

#include <algorithm>

#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Lengths of the pose are our estimates; test_calibration (T-pose, drooping arms, seated, refused poses) would notice.
// Our estimates of how a controller is held and how people stand in the pose; checked by the round trip of the tests.
constexpr double kPalm = 0.40;            // wrist to the palm's middle, of hand length
constexpr double kPalmDepth = 0.10;       // from the bones to the held tube, of hand length
constexpr double kHand = 0.189;           // m, for measures taken before the hand is known
constexpr double kEyesBeforeBack = 0.19;  // m from a wall behind the back to the eyes, upright
constexpr double kThumbOverGrip = 0.03;   // m the thumb's tip is ahead of the palm's middle in a fist
// The height of the shoulders is known to 1.5 cm from that of the eyes, to 5 cm from level hands, since arms droop:
// with both known, the most likely one is this share of the way from the first to the second.
constexpr double kTrustInHands = 0.015 * 0.015 / (0.015 * 0.015 + 0.05 * 0.05);
constexpr double kLeastApart = 0.9;   // m between the hands of arms to the sides
constexpr double kLeastAhead = 0.25;  // m from the eyes to the hands of arms forward
// Looking down lowers the eyes: they are before and over the joint of the head, which the neck carries along.
constexpr double kEyesAhead = 0.081, kEyesOver = 0.033, kHeadAhead = 0.024, kHeadOver = 0.095;  // m
constexpr double kNeckTurns = 0.65;                                                             // share of a nod
constexpr double kMostNod = 0.6;                                                                // rad
// Eyes are 0.15 to 0.3 m over the shoulders in all adults: half as much and half as much again.
constexpr double kLeastBelow = 0.05, kMostBelow = 0.45;  // m from the eyes down to the hands

double across(const CalibrationPose& pose) {
  const Vec3 apart = pose.world_from_grip[1].position - pose.world_from_grip[0].position;
  return math::sqrt(apart.x * apart.x + apart.z * apart.z);
}

/// How far the face looks down, rad.
double nod_of(const CalibrationPose& pose) {
  return -math::asin(math::clamp(math::rotate(pose.world_from_eyes.rotation, math::kForward).y, -1.0, 1.0));
}

/// Height of the eyes if they looked straight ahead: a user who looks down in the pose is not shorter for it.
double level_eyes(const CalibrationPose& pose) {
  const math::SinCos nod = math::sin_cos(nod_of(pose)), neck = math::sin_cos(kNeckTurns * nod_of(pose));
  return pose.world_from_eyes.position.y + kEyesAhead * nod.sin + kEyesOver * (1.0 - nod.cos) + kHeadAhead * neck.sin +
         kHeadOver * (1.0 - neck.cos);
}

/// Level hands on the two sides of where the head faces.
core::Result<> check(const CalibrationPose& pose) {
  const Vec3 eyes = pose.world_from_eyes.position;
  const Vec3 left = pose.world_from_grip[0].position, right = pose.world_from_grip[1].position;
  if (!(eyes.y > 0.7 && eyes.y < 2.3)) {
    return core::fail("the headset is {:.2f} m above the floor; set the floor's height, then calibrate again", eyes.y);
  }
  if (std::abs(nod_of(pose)) > kMostNod) {
    return core::fail("the head looks {:.0f} degrees {}; look straight ahead", std::abs(math::degrees(nod_of(pose))),
                      nod_of(pose) > 0.0 ? "down" : "up");
  }
  if (std::abs(left.y - right.y) > 0.15) {
    return core::fail("the hands are {:.0f} cm apart in height; hold both level with the shoulders",
                      100.0 * std::abs(left.y - right.y));
  }
  const math::Quat facing = math::from_axis_angle(math::kUp, -math::yaw_of(pose.world_from_eyes.rotation));
  const Vec3 l = math::rotate(facing, left - eyes), r = math::rotate(facing, right - eyes);
  if (!(l.x < 0.0 && r.x > 0.0)) return core::fail("the controllers are in the wrong hands, or the head is turned");
  const double below = eyes.y - 0.5 * (left.y + right.y);
  if (!(below > kLeastBelow && below < kMostBelow)) {
    return core::fail("the hands are {:.0f} cm {} the eyes; hold them level with the shoulders",
                      100.0 * std::abs(below), below > 0.0 ? "below" : "above");
  }
  if (pose.stance == CalibrationStance::ArmsToTheSides && across(pose) < kLeastApart) {
    return core::fail("the hands are only {:.0f} cm apart; stretch the arms to the sides", 100.0 * across(pose));
  }
  if (pose.stance == CalibrationStance::ArmsForward && -0.5 * (l.z + r.z) < kLeastAhead) {
    return core::fail("the hands are only {:.0f} cm before the eyes; stretch the arms forward", -50.0 * (l.z + r.z));
  }
  return {};
}

/// A measure as a share of another one. Bounds are our estimates, wider than anybody of the survey is
/// (test_calibration: 4 000 people of it are inside); what is outside was measured or written wrongly.
struct Share {
  const char *part, *whole;
  std::optional<double> UserMeasures::*of, UserMeasures::*in;
  double least, most;
};
constexpr Share kShares[] = {
    {"eye_height", "stature", &UserMeasures::eye_height, &UserMeasures::stature, 0.86, 0.99},
    {"eye_height_seat", "stature", &UserMeasures::eye_height_seat, &UserMeasures::stature, 0.50, 0.90},
    {"shoulder_height", "stature", &UserMeasures::shoulder_height, &UserMeasures::stature, 0.74, 0.90},
    {"span", "stature", &UserMeasures::span, &UserMeasures::stature, 0.85, 1.25},
    {"forward_reach", "stature", &UserMeasures::forward_reach, &UserMeasures::stature, 0.35, 0.60},
    {"eye_height_seat", "eye_height", &UserMeasures::eye_height_seat, &UserMeasures::eye_height, 0.53, 0.96},
    {"shoulder_height", "eye_height", &UserMeasures::shoulder_height, &UserMeasures::eye_height, 0.78, 0.97},
    {"span", "eye_height", &UserMeasures::span, &UserMeasures::eye_height, 0.90, 1.35},
    {"forward_reach", "eye_height", &UserMeasures::forward_reach, &UserMeasures::eye_height, 0.37, 0.65},
    {"forward_reach", "span", &UserMeasures::forward_reach, &UserMeasures::span, 0.35, 0.60},
};

/// Measures that fit together; the first pair that does not is named.
core::Result<> check_shares(const UserMeasures& m) {
  for (const Share& share : kShares) {
    const std::optional<double>&part = m.*share.of, &whole = m.*share.in;
    if (!part || !whole || (*part >= share.least * *whole && *part <= share.most * *whole)) continue;
    return core::fail("{} = {} does not fit {} = {}: nobody has less than {:.2f} or more than {:.2f} m with it",
                      share.part, *part, share.whole, *whole, share.least * *whole, share.most * *whole);
  }
  return {};
}

void put(Measurements& measured, Dimension dimension, const std::optional<double>& value) {
  if (value) measured[dimension] = *value;
}

/// Eye heights are sums of surveyed dimensions: the person is completed, the difference moved into stature or sitting
/// height, and completed again until it is met.
core::Result<Dimensions> person_with_eyes(const Population& population, PersonSpec& spec, const UserMeasures& m) {
  if (m.stature || (!m.eye_height && !m.eye_height_seat)) return complete_person(population, spec);
  auto person = complete_person(population, spec);
  for (int round = 0; round < 8 && person; ++round) {
    const Dimensions& d = *person;
    if (m.eye_height) {
      spec.measured[Dimension::Stature] = *m.eye_height + d[Dimension::SittingHeight] - d[Dimension::EyeHeightSitting];
    } else {
      spec.measured[Dimension::EyeHeightSitting] = *m.eye_height_seat - d[Dimension::PoplitealHeight];
    }
    person = complete_person(population, spec);
  }
  return person;
}

/// How the user holds the controllers: the hands of the pose are known, what is seen differs by the grip.
void learn_grips(const CalibrationPose& pose, const Body& body, Calibration& calibration) {
  if (pose.stance != CalibrationStance::ArmsToTheSides) return;
  Frames<double> frames;
  forward_kinematics(body.skeleton, t_posture(body.skeleton), frames);
  const math::Quat facing = math::from_axis_angle(math::kUp, math::yaw_of(pose.world_from_eyes.rotation));
  for (const Side side : {Side::Left, Side::Right}) {
    const std::size_t s = static_cast<std::size_t>(side);
    const math::Quat hand = facing * frames.rotation(on_side(Joint::RightHand, side));
    const math::Quat turn = math::conjugate(pose.world_from_grip[s].rotation) * hand;
    if (math::angle_between(turn, math::kIdentity) > kMostGripTurn) continue;
    // The palm stays where the grip is; the wrist goes round it.
    const math::Pose usual = usual_grip_from_wrist(body.dimensions, side);
    calibration.grip_from_wrist[s] = {turn, math::rotate(turn, usual.position)};
  }
}

}  // namespace

CalibrationStance stance_of(const CalibrationPose& pose) {
  const math::Quat facing = math::from_axis_angle(math::kUp, -math::yaw_of(pose.world_from_eyes.rotation));
  const Vec3 middle = 0.5 * (pose.world_from_grip[0].position + pose.world_from_grip[1].position);
  const double ahead = -math::rotate(facing, middle - pose.world_from_eyes.position).z;
  return across(pose) < kLeastApart && ahead > kLeastAhead ? CalibrationStance::ArmsForward
                                                           : CalibrationStance::ArmsToTheSides;
}

core::Result<UserMeasures> measure_user(const CalibrationPose& pose) {
  FH_TRY_VOID(check(pose));
  UserMeasures m;
  const Vec3 eyes = pose.world_from_eyes.position;
  (pose.seated ? m.eye_height_seat : m.eye_height) = level_eyes(pose);
  if (!pose.seated) m.shoulder_height = 0.5 * (pose.world_from_grip[0].position.y + pose.world_from_grip[1].position.y);
  if (pose.stance == CalibrationStance::ArmsToTheSides) {
    m.span = across(pose) + 2.0 * (1.0 - kPalm) * kHand;
  } else {
    const math::Quat facing = math::from_axis_angle(math::kUp, -math::yaw_of(pose.world_from_eyes.rotation));
    const Vec3 middle = 0.5 * (pose.world_from_grip[0].position + pose.world_from_grip[1].position) - eyes;
    m.forward_reach = kEyesBeforeBack - math::rotate(facing, middle).z + kThumbOverGrip;
  }
  return m;
}

math::Pose usual_grip_from_wrist(const Dimensions& dimensions, Side side) {
  const double hand = dimensions[Dimension::HandLength];
  // Seen from the palm's middle, the wrist is up the hand and away from the palm.
  const double out = side == Side::Right ? 1.0 : -1.0;
  return {math::kIdentity, {out * kPalmDepth * hand, kPalm * hand, 0.0}};
}

core::Result<CalibratedUser> calibrate(const Population& population, Sex sex, const UserMeasures& measures,
                                       std::string name) {
  PersonSpec spec;
  spec.sex = sex;
  put(spec.measured, Dimension::Stature, measures.stature);
  put(spec.measured, Dimension::Weight, measures.weight);
  put(spec.measured, Dimension::Span, measures.span);
  put(spec.measured, Dimension::AcromialHeight, measures.shoulder_height);
  put(spec.measured, Dimension::ThumbtipReach, measures.forward_reach);
  const auto person = person_with_eyes(population, spec, measures);
  if (!person) return core::fail_within("calibrating", person.error());
  if (auto fits = check_shares(measures); !fits) return core::fail_within("calibrating", fits.error());
  CalibratedUser user{{}, make_body(*person, 1, population.name)};
  user.body.mahalanobis_distance = mahalanobis_distance(population, spec);
  user.calibration.name = std::move(name);
  user.calibration.sex = sex;
  user.calibration.measures = measures;
  user.calibration.arm_ratio = (*person)[Dimension::Span] / (*person)[Dimension::Stature];
  for (const Side side : {Side::Left, Side::Right}) {
    user.calibration.grip_from_wrist[static_cast<std::size_t>(side)] = usual_grip_from_wrist(*person, side);
  }
  user.calibration.grips_known = true;
  return user;
}

core::Result<CalibratedUser> calibrate(const Population& population, const Calibration& kept) {
  auto user = calibrate(population, kept.sex, kept.measures, kept.name);
  if (!user) return user;
  user->calibration.seated = kept.seated;
  user->calibration.height_offset = kept.height_offset;
  if (kept.grips_known) user->calibration.grip_from_wrist = kept.grip_from_wrist;
  return user;
}

core::Result<CalibratedUser> calibrate(const Population& population, Sex sex, const CalibrationPose& pose,
                                       const std::string& name) {
  FH_TRY(measures, measure_user(pose));
  UserMeasures m = measures;
  m.shoulder_height.reset();
  auto user = calibrate(population, sex, m, name);
  // The hand beyond the grip belongs to the span and follows from the person: two rounds are enough.
  for (int round = 0; round < 2 && user && m.span; ++round) {
    m.span = across(pose) + 2.0 * (1.0 - kPalm) * user->body.dimensions[Dimension::HandLength];
    user = calibrate(population, sex, m, name);
  }
  if (user && measures.shoulder_height) {
    const double likely = user->body.dimensions[Dimension::AcromialHeight];
    m.shoulder_height = likely + kTrustInHands * (*measures.shoulder_height - likely);
    user = calibrate(population, sex, m, name);
  }
  if (!user) return user;
  user->calibration.seated = pose.seated;
  if (pose.seated) user->calibration.height_offset = eye_height_of(user->body) - level_eyes(pose);
  learn_grips(pose, user->body, user->calibration);
  return user;
}

double eye_height_of(const Body& body) {
  return zero_positions(body.skeleton)[index_of(Joint::RightEye)].y;
}

math::Pose grip_from_wrist_for(const Calibration& calibration, const Body& body, Side side) {
  const math::Quat turn = calibration.grip_from_wrist[static_cast<std::size_t>(side)].rotation;
  return {turn, math::rotate(turn, usual_grip_from_wrist(body.dimensions, side).position)};
}

double standing_eye_height(const CalibratedUser& user) {
  // What was measured is what the headset will say again; the body meets it within millimetres only.
  const UserMeasures& m = user.calibration.measures;
  return m.eye_height && !m.stature ? *m.eye_height : eye_height_of(user.body);
}

double worn_scale(const CalibratedUser& user, const Body& worn) {
  return eye_height_of(worn) / standing_eye_height(user);
}

}  // namespace fh::human
