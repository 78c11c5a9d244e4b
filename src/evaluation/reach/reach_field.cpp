// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/reach_field.h"

#include <algorithm>

#include "evaluation/reach/seat.h"
#include "human/body/named_postures.h"

namespace fh::evaluation {

double ReachField::area(scene::ReachEffort most) const {
  return kCell * kCell *
         static_cast<double>(
             std::count_if(classes.begin(), classes.end(), [&](scene::ReachEffort found) { return found <= most; }));
}

ReachFieldBuilder::ReachFieldBuilder(const std::string& name, const human::Body& body, double seat)
    : question_{body, {}, {}} {
  question_.seat = field_.seat = seat;
  field_.body = name;
  field_.classes.fill(scene::ReachEffort::No);
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton,
                            seat > 0.0 ? seated_posture(body, seat) : human::standing_posture(body.skeleton), frames);
  field_.eye_height = frames.position(human::Joint::RightEye).y;
  field_.shoulder_height = frames.position(human::Joint::RightUpperArm).y;
  point_.bounds = {math::Vec3(0.0), math::Vec3(0.0)};  // a box of no size
  question_.goals = {{"right_hand", {"point", &point_, nullptr}}};
}

namespace {

constexpr std::size_t kTooNear = 3;  // columns: nearer than this a point may be easier when it is farther

}  // namespace

/// Farther is never easier but for what is too near: beyond a point that is not reached nothing is looked for, and less
/// than the nearer point needed is not tried.
void ReachFieldBuilder::begin_cell() {
  const std::size_t column = next_ % ReachField::kColumns;
  if (column == 0) reached_ = false;
  if (column < kTooNear) question_.least = human::Effort::Arm;
  // What is higher a body that stands and leans reaches as far.
  const bool low = ReachField::middle(next_ / ReachField::kColumns) < kKneelBelow;
  question_.most = low ? human::Effort::Kneel : human::Effort::Step;
  point_.world_from_object.position = {0.0, ReachField::middle(next_ / ReachField::kColumns),
                                       -ReachField::middle(column)};
  search_.emplace(question_);
}

bool ReachFieldBuilder::step() {
  if (next_ >= field_.classes.size()) return true;
  if (!search_) begin_cell();
  if (!search_->step()) return false;
  const ReachAnswer& answer = search_->answer();
  field_.classes[next_] = class_of(answer);
  const bool beyond = !answer.reached() && (reached_ || next_ % ReachField::kColumns + 1 >= kTooNear);
  reached_ |= answer.reached();
  if (answer.reached()) question_.least = answer.effort;
  // The rest of the row stays out of reach.
  next_ = beyond ? (next_ / ReachField::kColumns + 1) * ReachField::kColumns : next_ + 1;
  search_.reset();
  return next_ >= field_.classes.size();
}

scene::ReachEffort ReachField::at(double ahead, double up) const {
  if (ahead < 0.0 || up < 0.0) return scene::ReachEffort::No;
  const auto column = static_cast<std::size_t>(ahead / kCell), row = static_cast<std::size_t>(up / kCell);
  return column < kColumns && row < kRows ? classes[row * kColumns + column] : scene::ReachEffort::No;
}

ReachField reach_field(const std::string& name, const human::Body& body, double seat) {
  ReachFieldBuilder builder(name, body, seat);
  while (!builder.step()) continue;
  return builder.field();
}

namespace {

core::Json seen_rows(const ReachStand& stand) {
  core::Json rows = core::Json::array();
  for (std::size_t i = 0; i < stand.seen.size(); ++i) {
    if (i % ReachField::kColumns == 0) rows.push_back(core::Json::array());
    rows.back().push_back(stand.seen[i] ? 1 : 0);
  }
  return rows;
}

}  // namespace

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
                      {"seen_rows_upwards", seen_rows(stand)},
                      {"at_m", {stand.at.x, stand.at.y, stand.at.z}},
                      {"ahead", {stand.ahead.x, stand.ahead.y, stand.ahead.z}}});
  return {{"body", field.body},
          {"seat_m", field.seat},
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
