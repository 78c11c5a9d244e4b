// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user's measures from one pose (J-88): arms to the sides or forward, standing or seated, headset and controllers
// seen once. Heights and spans become a body by conditional expectation over a population (population.h); what was
// measured can be overruled by hand. A calibration is a value with a name; keeping it in a file is the caller's work
// (app/config/profiles.h), and so is holding still.
#include <array>
#include <optional>
#include <string>

#include "core/archive.h"
#include "human/skin/body.h"
#include "human/tracking/fit_input.h"

namespace fh::human {

enum class CalibrationStance : std::uint8_t { ArmsToTheSides, ArmsForward };

/// What the headset and the controllers saw in the pose; tracking space, metres, floor at y = 0.
struct CalibrationPose {
  CalibrationStance stance = CalibrationStance::ArmsToTheSides;
  bool seated = false;
  math::Pose world_from_eyes;
  std::array<math::Pose, 2> world_from_grip;  // left, right, as OpenXR's grip pose
};

/// Metres; what was not measured is absent. Also the form of manual entry.
struct UserMeasures {
  std::optional<double> eye_height;       // over the floor, standing
  std::optional<double> eye_height_seat;  // over the floor, seated
  std::optional<double> span;             // fingertip to fingertip
  std::optional<double> shoulder_height;  // of the tip of the shoulder over the floor, standing
  std::optional<double> forward_reach;    // wall behind the back to the thumb's tip
  std::optional<double> stature, weight;  // told, not measured (kg)

  void visit(core::Archive& archive);
};

/// What the pose is most likely meant to be, from where the hands are; sets nothing else.
CalibrationStance stance_of(const CalibrationPose& pose);
/// Fails with a readable reason when the pose is none: hands not level, not at the shoulders' height, not apart, not on
/// both sides, eyes too low, face not level.
core::Result<UserMeasures> measure_user(const CalibrationPose& pose);

/// Of a calibration that nobody named.
inline constexpr const char* kUnnamedProfile = "user";

struct Calibration {
  std::string name = kUnnamedProfile;
  Sex sex = Sex::Female;
  UserMeasures measures;
  bool seated = false;
  double height_offset = 0.0;                 // m added to tracked heights that make a seated user stand
  double arm_ratio = 1.0;                     // span over stature, 1 for most
  std::array<math::Pose, 2> grip_from_wrist;  // left, right; set by calibrate()
  bool grips_known = false;                   // grip_from_wrist is set; else the usual way is meant

  /// A stream with impossible values is rejected.
  void visit(core::Archive& archive);
};

/// What may be the name of a calibration, and of a file: 1 to 64 letters, digits, blanks, '-', '_' and '.', the first
/// one a letter or digit.
bool is_profile_name(std::string_view name);

struct CalibratedUser {
  Calibration calibration;
  Body body;
};

/// The most typical person of the population with these measures. Fails for measures no adult has, by themselves or
/// together (eyes above the stature, arms too long for it).
core::Result<CalibratedUser> calibrate(const Population& population, Sex sex, const UserMeasures& measures,
                                       std::string name = kUnnamedProfile);
/// The same from a pose, with the grips as the user holds them: turned by up to kMostGripTurn against the usual way.
/// The shoulders' height is between what the hands show and what the other measures make likely: hands droop.
core::Result<CalibratedUser> calibrate(const Population& population, Sex sex, const CalibrationPose& pose,
                                       const std::string& name = kUnnamedProfile);
inline constexpr double kMostGripTurn = 0.7;  // rad
/// The same again from a kept calibration: seat, height and grips are taken from it.
core::Result<CalibratedUser> calibrate(const Population& population, const Calibration& kept);

/// Where the wrist is in the grip's frame of a hand that holds a controller the usual way (OpenXR: the grip's axes are
/// those of our hand, its origin lies in the palm).
math::Pose usual_grip_from_wrist(const Dimensions& dimensions, Side side);
inline math::Pose wrist_of(const Calibration& calibration, std::size_t side, const math::Pose& world_from_grip) {
  return world_from_grip * calibration.grip_from_wrist[side];
}

/// The grip of the same user whose hands now are those of `body`: turned as learnt, at its palm.
math::Pose grip_from_wrist_for(const Calibration& calibration, const Body& body, Side side);

/// Height of the eyes over the floor when the body stands upright, m.
double eye_height_of(const Body& body);
/// Of the user standing straight, as the headset sees it (a seated user's with height_offset added), m.
double standing_eye_height(const CalibratedUser& user);
/// Wearing another body: tracked positions times this put its eyes where its own are (floor at y = 0).
double worn_scale(const CalibratedUser& user, const Body& worn);

core::Json to_json(const Calibration& calibration);
/// Problems are noted in the reader's list.
Calibration read_calibration(core::JsonReader& reader);

}  // namespace fh::human
