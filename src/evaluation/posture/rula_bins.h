// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edges at which the posture scores step, in degrees, and the step functions of RULA's segments. Where a
// publication prints no number ("abducted", "twisted", "neutral") the edge is our choice and is marked so. Sources:
// RULA: McAtamney and Corlett 1993; REBA: Hignett and McAtamney 2000; OWAS: Karhu, Kansi and Kuorinka 1977.

namespace fh::evaluation {

// Upper arm against the trunk: flexion positive, extension negative (RULA and REBA).
inline constexpr double kUpperArmNear = 20.0, kUpperArmMiddle = 45.0, kUpperArmLevel = 90.0;
inline constexpr double kAbducted = 20.0;  // our choice
// Elbow: 0 is straight (RULA and REBA).
inline constexpr double kElbowLeast = 60.0, kElbowMost = 100.0;
inline constexpr double kAcrossMidline = 0.02;  // m beyond the mid-plane, our choice
inline constexpr double kOutToSide = 0.10;      // m outside the shoulder joint, our choice
// Wrist: flexion and extension alike (RULA and REBA).
inline constexpr double kWristNeutral = 5.0;  // our choice: RULA says "neutral"
inline constexpr double kWristBent = 15.0;
inline constexpr double kWristDeviated = 10.0;   // our choice
inline constexpr double kForearmTwisted = 60.0;  // our choice: "at or near the end of range"
// Neck against the trunk: flexion positive.
inline constexpr double kNeckSlight = 10.0, kNeckBent = 20.0;
inline constexpr double kNeckExtended = -5.0;  // our choice: RULA and REBA say "in extension"
// Trunk against upright: flexion positive.
inline constexpr double kTrunkUpright = 5.0;  // our choice: the publications say "upright"
inline constexpr double kTrunkSlight = 20.0, kTrunkBent = 60.0;
// Neck and trunk: turned, or bent to a side.
inline constexpr double kTwisted = 15.0, kBentAside = 10.0;  // our choice
// Knee: 0 is straight (REBA 30 and 60; OWAS calls a knee of less than 150 degrees bent).
inline constexpr double kKneeBent = 30.0, kKneeDeep = 60.0;
// OWAS: back bent, or turned or bent aside.
inline constexpr double kOwasBack = 20.0;

constexpr double size_of_angle(double degrees) {
  return degrees < 0.0 ? -degrees : degrees;
}

constexpr int upper_arm_step(double flexion) {
  if (flexion > kUpperArmLevel) return 4;
  if (flexion > kUpperArmMiddle) return 3;
  return flexion > kUpperArmNear || flexion < -kUpperArmNear ? 2 : 1;
}
constexpr int lower_arm_step(double elbow) {
  return elbow >= kElbowLeast && elbow <= kElbowMost ? 1 : 2;
}
constexpr int rula_wrist_step(double flexion) {
  const double bent = size_of_angle(flexion);
  return bent > kWristBent ? 3 : bent > kWristNeutral ? 2 : 1;
}
constexpr int rula_neck_step(double flexion) {
  if (flexion < kNeckExtended) return 4;
  return flexion > kNeckBent ? 3 : flexion > kNeckSlight ? 2 : 1;
}
/// A trunk that leans back counts as one that leans forward by as much, up to a slight bend: RULA knows no extension.
constexpr int rula_trunk_step(double flexion) {
  if (flexion > kTrunkBent) return 4;
  if (flexion > kTrunkSlight) return 3;
  return size_of_angle(flexion) > kTrunkUpright ? 2 : 1;
}

}  // namespace fh::evaluation
