// SPDX-License-Identifier: Apache-2.0
// Calibrations as JSON values and as state.
#include <algorithm>

#include "human/tracking/calibration.h"

namespace fh::human {
namespace {

struct Field {
  const char* key;
  std::optional<double> UserMeasures::*value;
  double minimum, maximum;
};
constexpr Field kFields[] = {
    {"eye_height", &UserMeasures::eye_height, 0.9, 2.3},
    {"eye_height_seat", &UserMeasures::eye_height_seat, 0.7, 1.7},
    {"span", &UserMeasures::span, 1.0, 2.5},
    {"shoulder_height", &UserMeasures::shoulder_height, 0.8, 2.0},
    {"forward_reach", &UserMeasures::forward_reach, 0.4, 1.2},
    {"stature", &UserMeasures::stature, 1.0, 2.4},
    {"weight", &UserMeasures::weight, 30.0, 250.0},
};

constexpr double kMostOffset = 1.5;  // m

core::Json pose_json(const math::Pose& pose) {
  return {{"position", {pose.position.x, pose.position.y, pose.position.z}},
          {"rotation", {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}}};
}

constexpr double kMostWristAway = 0.3;  // m from a grip

/// A wrist near its grip, with a rotation; also false where a number is none.
bool is_plausible(const math::Pose& grip_from_wrist) {
  const double norm = math::dot(grip_from_wrist.rotation, grip_from_wrist.rotation);
  return norm > 0.98 && norm < 1.02 && glm::length(grip_from_wrist.position) < kMostWristAway;
}

math::Pose read_grip(core::JsonReader reader) {
  const std::vector<double> p = reader.numbers("position", 3, true), q = reader.numbers("rotation", 4, true);
  reader.finish();
  math::Pose pose;
  if (p.size() == 3) pose.position = {p[0], p[1], p[2]};
  if (q.size() == 4) pose.rotation = math::Quat(q[3], q[0], q[1], q[2]);
  if (!is_plausible(pose)) {
    reader.problems().add(reader.pointer(), "is no wrist within 30 cm of the grip with a rotation of length 1");
    return {};
  }
  pose.rotation = math::normalized(pose.rotation);
  return pose;
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_profile_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && is_letter_or_digit(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter_or_digit(c) || c == ' ' || c == '-' || c == '_' || c == '.'; });
}

void UserMeasures::visit(core::Archive& archive) {
  for (const Field& field : kFields) {
    std::optional<double>& value = this->*field.value;
    archive.field(field.key, value);
    if (archive.is_loading() && value && !(*value >= field.minimum && *value <= field.maximum)) archive.reject();
  }
}

void Calibration::visit(core::Archive& archive) {
  archive.field("name", name);
  archive.field("sex", sex);
  archive.field("measures", measures);
  std::uint8_t sits = seated ? 1 : 0, known = grips_known ? 1 : 0;  // bytes of a stream need not be a bool
  archive.field("seated", sits);
  archive.field("height_offset", height_offset);
  archive.field("arm_ratio", arm_ratio);
  archive.field("left_grip_from_wrist", grip_from_wrist[0]);
  archive.field("right_grip_from_wrist", grip_from_wrist[1]);
  archive.field("grips_known", known);
  if (!archive.is_loading()) return;
  seated = sits != 0;
  grips_known = known != 0;
  const bool grips = !grips_known || (is_plausible(grip_from_wrist[0]) && is_plausible(grip_from_wrist[1]));
  const bool heights = height_offset >= -kMostOffset && height_offset <= kMostOffset;
  if (sex > Sex::Male || !is_profile_name(name) || !grips || !heights) archive.reject();
}

core::Json to_json(const Calibration& calibration) {
  core::Json measures = core::Json::object();
  for (const Field& field : kFields) {
    if (const auto& value = calibration.measures.*field.value) measures[field.key] = *value;
  }
  return {{"name", calibration.name},
          {"sex", std::string(name_of(calibration.sex))},
          {"measures", measures},
          {"seated", calibration.seated},
          {"height_offset", calibration.height_offset},
          {"arm_ratio", calibration.arm_ratio},
          {"left_grip_from_wrist", pose_json(calibration.grip_from_wrist[0])},
          {"right_grip_from_wrist", pose_json(calibration.grip_from_wrist[1])}};
}

Calibration read_calibration(core::JsonReader& reader) {
  Calibration c;
  c.name = reader.text("name", kUnnamedProfile);
  if (!is_profile_name(c.name)) {
    reader.problem("name",
                   "must be 1 to 64 letters, digits, blanks, '-', '_' and '.', beginning with one of the former");
  }
  const std::string female(name_of(Sex::Female)), male(name_of(Sex::Male));
  const std::string sex = reader.choice("sex", {female, male, "f", "m"}, female, true);
  c.sex = sex == male || sex == "m" ? Sex::Male : Sex::Female;
  if (auto measures = reader.object("measures", true)) {
    for (const Field& field : kFields) {
      c.measures.*field.value =
          measures->optional_number(field.key, {.minimum = field.minimum, .maximum = field.maximum});
    }
    measures->finish();
    if (!measures->has("eye_height") && !measures->has("eye_height_seat") && !measures->has("stature")) {
      reader.problem("measures", "must hold at least one of eye_height, eye_height_seat and stature");
    }
  }
  c.seated = reader.boolean("seated", false);
  c.height_offset = reader.number("height_offset", {.minimum = -kMostOffset, .maximum = kMostOffset});
  c.arm_ratio = reader.number("arm_ratio", {.fallback = 1.0, .minimum = 0.7, .maximum = 1.3});
  auto left = reader.object("left_grip_from_wrist"), right = reader.object("right_grip_from_wrist");
  if (left.has_value() != right.has_value()) {
    reader.problems().add(reader.pointer(), "has the grip of one hand only; both or none");
  } else if (left) {
    c.grip_from_wrist = {read_grip(*left), read_grip(*right)};
    c.grips_known = true;
  }
  reader.finish();
  return c;
}

}  // namespace fh::human
