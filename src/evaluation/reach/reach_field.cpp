// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/reach_field.h"

#include <algorithm>
#include <optional>

#include "evaluation/reach/seat.h"
#include "human/body/named_postures.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

constexpr std::size_t kTooNear = 3;     // columns: nearer than this a point may be easier when it is farther
constexpr double kFarthestStep = 0.6;   // m, of kReachAttempts
constexpr double kFarthestKneel = 0.3;  // m

/// m from where the spine ends to the palm, stretched as no joint allows: the arm alone comes no farther.
double longest_arm(const human::Body& body) {
  using human::Joint;
  double length = glm::length(human::palm_site(body.dimensions, human::Side::Right).joint_from_site.position);
  for (Joint joint = Joint::RightHand; joint != Joint::T2; joint = human::parent_of(joint))
    length += glm::length(body.skeleton.offsets[human::index_of(joint)]);
  return length;
}

class FieldMaker {
 public:
  FieldMaker(const std::string& name, const human::Body& body, double seat) : question_{body, {}, {}} {
    question_.seat = field_.seat = seat;
    question_.facing = math::kForward;
    field_.body = name;
    field_.classes.fill(scene::ReachEffort::No);
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton,
                              seat > 0.0 ? seated_posture(body, seat) : human::standing_posture(body.skeleton), frames);
    field_.eye_height = frames.position(human::Joint::RightEye).y;
    field_.shoulder_height = frames.position(human::Joint::RightUpperArm).y;
    chest_ = frames.position(human::Joint::T2);
    arm_ = longest_arm(body);
    point_.bounds = {math::Vec3(0.0), math::Vec3(0.0)};  // a box of no size
    question_.goals = {{"right_hand", {"point", &point_, nullptr}}};
  }
  FieldMaker(const FieldMaker&) = delete;
  FieldMaker& operator=(const FieldMaker&) = delete;

  const ReachField& make(const std::atomic<bool>* stop) {
    const auto stopped = [&] { return stop && *stop; };
    for (std::size_t row = 0; row < ReachField::kRows && !stopped(); ++row) look_ahead(row);
    for (std::size_t direction = 0; direction < ReachField::kDirections; ++direction) {
      for (std::size_t row = 0; row < ReachField::kRows && !stopped(); ++row) look_aside(direction, row);
    }
    return field_;
  }

 private:
  ReachAnswer reach(const math::Vec3& at) {
    point_.world_from_object.position = at;
    return least_effort(question_, attempts_);
  }

  /// What is tried for a point straight ahead. Far points are tried from the farthest step alone.
  void choose_attempts(double ahead, double up) {
    const bool in_reach = glm::length(math::Vec3(0.0, up, -ahead) - chest_) <= arm_;
    const double near = kTooNear * ReachField::kCell;
    attempts_.clear();
    for (const ReachAttempt& attempt : kReachAttempts) {
      if (attempt.effort == human::Effort::Arm && !in_reach) continue;
      const double most = attempt.effort == human::Effort::Step    ? kFarthestStep
                          : attempt.effort == human::Effort::Kneel ? kFarthestKneel
                                                                   : attempt.step;
      if (attempt.step == most || ahead - most < near) attempts_.push_back(attempt);
    }
  }

  /// Farther is never easier but for what is too near: beyond a point that is not reached nothing is looked for, and
  /// less than the nearer point needed is not tried.
  void look_ahead(std::size_t row) {
    const double up = ReachField::middle(row);
    question_.least = human::Effort::Arm;
    // What is higher a body that stands and leans reaches as far.
    question_.most = up < kKneelBelow ? human::Effort::Kneel : human::Effort::Step;
    bool reached = false;
    for (std::size_t column = 0; column < ReachField::kColumns; ++column) {
      if (column < kTooNear) question_.least = human::Effort::Arm;
      const double ahead = ReachField::middle(column);
      choose_attempts(ahead, up);
      const ReachAnswer answer = reach({0.0, up, -ahead});
      const scene::ReachEffort found = class_of(answer);
      field_.classes[row * ReachField::kColumns + column] = found;
      if (!answer.reached() && (reached || column + 1 >= kTooNear)) return;
      if (!answer.reached()) continue;
      reached = true;
      question_.least = answer.effort;
      // For a step and to kneel the body turns: all directions are alike.
      for (auto most = std::max<std::size_t>(static_cast<std::size_t>(found), 2); question_.seat <= 0.0 && most < 4;
           ++most) {
        for (auto& direction : field_.edges) direction[row][most] = ahead + 0.5 * ReachField::kCell;
      }
    }
  }

  void look_aside(std::size_t direction, std::size_t row) {
    auto& edges = field_.edges[direction][row];
    edges[0] = edge(direction, row, human::Effort::Arm);
    const human::Effort lean = question_.seat > 0.0 ? human::Effort::Torso : human::Effort::Pelvis;
    edges[1] = std::max(edges[0], edge(direction, row, lean));  // a lean holds what the arm alone does
    for (std::size_t most = 2; most < 4 && edges[most] > 0.0; ++most)
      edges[most] = std::max(edges[most], edges[most - 1]);
  }

  /// Column where the edge of an effort is looked for first: where the neighbouring direction has it. None: there is
  /// nothing to be looked for.
  std::optional<std::size_t> first_column(std::size_t direction, std::size_t row, std::size_t effort) const {
    if (direction > 0) {
      const double beside = field_.edges[direction - 1][row][effort];
      if (beside == 0.0) return {};
      return std::min(ReachField::kColumns - 1, static_cast<std::size_t>(beside / ReachField::kCell));
    }
    std::optional<std::size_t> farthest;
    for (std::size_t column = 0; column < ReachField::kColumns; ++column) {
      if (static_cast<std::size_t>(field_.classes[row * ReachField::kColumns + column]) <= effort) farthest = column;
    }
    return farthest;
  }

  /// Outward from there while the palm comes to the column, inward while it does not; between two columns the edge is
  /// where the palm came in vain.
  double edge(std::size_t direction, std::size_t row, human::Effort effort) {
    const auto first = first_column(direction, row, effort == human::Effort::Arm ? 0 : 1);
    if (!first) return 0.0;
    question_.least = human::Effort::Arm;
    question_.most = human::Effort::Pelvis;
    attempts_.assign(1, {effort});
    const auto [sine, cosine] = math::sin_cos(static_cast<double>(direction) * ReachField::kTurn);
    const double up = ReachField::middle(row);
    double in_vain = 0.0;  // m that the palm came to where the column was not reached; 0: none was tried in vain
    bool inside = false;
    for (std::size_t column = *first;;) {
      const double here = ReachField::middle(column);
      const ReachAnswer answer = reach({here * sine, up, -here * cosine});
      if (!answer.reached()) {
        in_vain = palm_distance(answer);
        if (inside) return std::clamp(in_vain, here - ReachField::kCell, here);
        if (column == 0) return 0.0;
        --column;
        continue;
      }
      if (in_vain > 0.0) return std::clamp(in_vain, here, here + ReachField::kCell);
      if (++column >= ReachField::kColumns) return here;
      inside = true;
    }
  }

  double palm_distance(const ReachAnswer& answer) const {
    human::Frames<double> frames;
    human::forward_kinematics(question_.body.skeleton, answer.solution.posture, frames);
    const human::BodySite palm = human::palm_site(question_.body.dimensions, human::Side::Right);
    const math::Vec3 at = (frames.pose(palm.joint) * palm.joint_from_site).position;
    return math::sqrt(at.x * at.x + at.z * at.z);
  }

  ReachField field_;
  scene::Object point_;
  ReachQuestion question_;
  std::vector<ReachAttempt> attempts_;
  math::Vec3 chest_{0.0};  // T2 of the body as it stands or sits
  double arm_ = 0.0;       // m: farther from there the arm alone does not come
};

}  // namespace

double ReachField::area(scene::ReachEffort most) const {
  return kCell * kCell *
         static_cast<double>(
             std::count_if(classes.begin(), classes.end(), [&](scene::ReachEffort found) { return found <= most; }));
}

std::vector<ReachFace> ReachField::shell(scene::ReachEffort effort, const math::Vec3& at,
                                         const math::Vec3& ahead) const {
  std::vector<ReachFace> faces;
  const auto index = static_cast<std::size_t>(effort);
  if (index >= 4) return faces;
  const bool turns = index >= 2;  // all around
  const int last = turns ? 6 : static_cast<int>(kDirections) - 1;
  const math::Vec3 right = glm::cross(ahead, math::kUp);
  const auto edge = [&](int direction, std::size_t row) {
    return edges[turns ? 0 : static_cast<std::size_t>(std::abs(direction))][row][index];
  };
  const auto corner = [&](int direction, std::size_t row) {
    const auto [sine, cosine] = math::sin_cos(direction * kTurn);
    return at + edge(direction, row) * (cosine * ahead + sine * right) + math::Vec3(0.0, middle(row), 0.0);
  };
  // A lesser effort comes as far at all corners: its own shell is there.
  const auto farther = [&](int direction, std::size_t row) {
    if (index == 0) return true;
    for (const int d : {direction, direction + 1}) {
      const int side = std::min(std::abs(d), static_cast<int>(kDirections) - 1);
      for (const std::size_t r : {row, row + 1}) {
        if (edge(d, r) > edges[static_cast<std::size_t>(side)][r][index - 1] + 0.01) return true;
      }
    }
    return false;
  };
  for (int direction = -last; direction < last; ++direction) {
    for (std::size_t row = 0; row + 1 < kRows; ++row) {
      const bool all = edge(direction, row) > 0.0 && edge(direction + 1, row) > 0.0 && edge(direction, row + 1) > 0.0 &&
                       edge(direction + 1, row + 1) > 0.0;
      if (all && farther(direction, row))
        faces.push_back({corner(direction, row), corner(direction + 1, row), corner(direction + 1, row + 1),
                         corner(direction, row + 1)});
    }
  }
  return faces;
}

scene::ReachEffort ReachField::at(double ahead, double up) const {
  if (ahead < 0.0 || up < 0.0) return scene::ReachEffort::No;
  const auto column = static_cast<std::size_t>(ahead / kCell), row = static_cast<std::size_t>(up / kCell);
  return column < kColumns && row < kRows ? classes[row * kColumns + column] : scene::ReachEffort::No;
}

ReachField reach_field(const std::string& name, const human::Body& body, double seat, const std::atomic<bool>* stop) {
  return FieldMaker(name, body, seat).make(stop);
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
  core::Json surface{{"directions_deg", core::Json::array()}};
  for (std::size_t direction = 0; direction < ReachField::kDirections; ++direction) {
    surface["directions_deg"].push_back(math::degrees(static_cast<double>(direction) * ReachField::kTurn));
    for (std::size_t effort = 0; effort < 4; ++effort) {
      core::Json rows_of = core::Json::array();
      for (const auto& row : field.edges[direction]) rows_of.push_back(row[effort]);
      surface[std::string(kReachEffortNames[effort]) + "_m"].push_back(std::move(rows_of));
    }
  }
  return {{"body", field.body},
          {"surface", std::move(surface)},
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
