// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/reach_field.h"

#include <algorithm>

#include "human/body/named_postures.h"

namespace fh::evaluation {

double ReachField::area(scene::ReachEffort most) const {
  return kCell * kCell *
         static_cast<double>(
             std::count_if(classes.begin(), classes.end(), [&](scene::ReachEffort found) { return found <= most; }));
}

ReachField reach_field(const std::string& name, const human::Body& body) {
  ReachField field;
  field.body = name;
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, human::standing_posture(body.skeleton), frames);
  field.eye_height = frames.position(human::Joint::RightEye).y;
  field.shoulder_height = frames.position(human::Joint::RightUpperArm).y;
  scene::Object point;  // a box of no size
  point.bounds = {math::Vec3(0.0), math::Vec3(0.0)};
  ReachQuestion question{body, math::Vec3(0.0), {{"right_hand", {"point", &point, nullptr}}}};
  for (std::size_t i = 0; i < field.classes.size(); ++i) {
    const double ahead = (static_cast<double>(i % ReachField::kColumns) + 0.5) * ReachField::kCell;
    const double up = (static_cast<double>(i / ReachField::kColumns) + 0.5) * ReachField::kCell;
    // Farther is never easier: beyond what is not reached nothing is looked for, and less than the nearer point needed
    // is not tried.
    if (i % ReachField::kColumns == 0) question.least = human::Effort::Arm;
    if (i % ReachField::kColumns > 0 && field.classes[i - 1] == scene::ReachEffort::KneelOrNo) {
      field.classes[i] = scene::ReachEffort::KneelOrNo;
      continue;
    }
    point.world_from_object.position = {0.0, up, -ahead};
    const ReachAnswer answer = least_effort(question);
    field.classes[i] = class_of(answer);
    question.least = answer.effort;
  }
  return field;
}

core::Json reach_field_json(const ReachField& field) {
  core::Json rows = core::Json::array();
  for (std::size_t row = 0; row < ReachField::kRows; ++row) {
    core::Json cells = core::Json::array();
    for (std::size_t column = 0; column < ReachField::kColumns; ++column)
      cells.push_back(static_cast<int>(field.classes[row * ReachField::kColumns + column]));
    rows.push_back(std::move(cells));
  }
  core::Json stands = core::Json::array();
  for (const ReachStand& stand : field.stands)
    stands.push_back({{"check", stand.check},
                      {"at_m", {stand.at.x, stand.at.y, stand.at.z}},
                      {"ahead", {stand.ahead.x, stand.ahead.y, stand.ahead.z}}});
  return {{"body", field.body},
          {"stands", std::move(stands)},
          {"hand", "right palm, straight ahead"},
          {"cell_m", ReachField::kCell},
          {"classes", kReachEffortNames},
          {"rows_upwards", std::move(rows)},
          {"arm_m2", field.area(scene::ReachEffort::Arm)},
          {"lean_m2", field.area(scene::ReachEffort::Lean)},
          {"step_m2", field.area(scene::ReachEffort::Step)}};
}

}  // namespace fh::evaluation
