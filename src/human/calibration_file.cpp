// Calibrations as JSON values.
#include "human/calibration.h"

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

core::Json pose_json(const math::Pose& pose) {
  return {{"position", {pose.position.x, pose.position.y, pose.position.z}},
          {"rotation", {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}}};
}

math::Pose read_pose(core::JsonReader reader) {
  const std::vector<double> p = reader.numbers("position", 3, true), q = reader.numbers("rotation", 4, true);
  reader.finish();
  math::Pose pose;
  if (p.size() == 3) pose.position = {p[0], p[1], p[2]};
  if (q.size() == 4) pose.rotation = math::normalized({q[3], q[0], q[1], q[2]});
  return pose;
}

}  // namespace

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
  c.name = reader.text("name", "user");
  const std::string female(name_of(Sex::Female)), male(name_of(Sex::Male));
  c.sex = reader.choice("sex", {female, male}, female) == male ? Sex::Male : Sex::Female;
  if (auto measures = reader.object("measures", true)) {
    for (const Field& field : kFields) {
      c.measures.*field.value =
          measures->optional_number(field.key, {.minimum = field.minimum, .maximum = field.maximum});
    }
    measures->finish();
  }
  c.seated = reader.boolean("seated", false);
  c.height_offset = reader.number("height_offset", {.minimum = -1.5, .maximum = 1.5});
  c.arm_ratio = reader.number("arm_ratio", {.fallback = 1.0, .minimum = 0.7, .maximum = 1.3});
  if (auto left = reader.object("left_grip_from_wrist", true)) c.grip_from_wrist[0] = read_pose(*left);
  if (auto right = reader.object("right_grip_from_wrist", true)) c.grip_from_wrist[1] = read_pose(*right);
  reader.finish();
  return c;
}

}  // namespace fh::human
