// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "evaluation/checks.h"
#include "evaluation/placed_bodies.h"
#include "evaluation/reach/least_effort.h"
#include "evaluation/sight/standing_eyes.h"
#include "human/body/kinematics.h"

namespace fh::evaluation {
namespace {

using scene::Check;
using scene::ReachHand;

struct HandAnswer {
  ReachAnswer answer;
  const char* hand = "";
};

/// The hand that needs less; of equal ones the one farther from a joint's limit, or nearer to what none reaches.
bool is_better(const ReachAnswer& a, const ReachAnswer& b) {
  if (class_of(a) != class_of(b)) return class_of(a) < class_of(b);
  if (!a.reached()) return a.solution.gaps[0] < b.solution.gaps[0];
  return a.solution.limit_margin > b.solution.limit_margin;
}

HandAnswer best_hand(const Check& check, ReachQuestion& question, const math::Vec3& at) {
  HandAnswer best;
  question.at = at;
  for (const ReachHand hand : {ReachHand::Right, ReachHand::Left}) {
    if (check.hand != ReachHand::Either && check.hand != hand) continue;
    const char* name = hand == ReachHand::Right ? "right" : "left";
    question.goals[0].part = std::string(name) + (check.fingertips ? "_fingertips" : "_hand");
    ReachAnswer answer = least_effort(question);
    if (best.answer.goals.empty() || is_better(answer, best.answer)) best = {std::move(answer), name};
  }
  return best;
}

constexpr std::uint32_t kWindow = 64;  // samples across a thing

math::Vec3 eyes_of(const human::Body& body, const human::Posture& posture) {
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, posture, frames);
  return 0.5 * (frames.position(human::Joint::LeftEye) + frames.position(human::Joint::RightEye));
}

core::Json reach_row(const Check& check, const scene::Target& target, const PlacedBody& placed,
                     const StandingEyes& eyes) {
  const auto& [name, body] = placed;
  ReachQuestion question{body, check.from, {{"right_hand", target}}};
  const math::Aabb box = math::transformed(target.object->world_from_object, target.object->bounds);
  const double low =
      target.site ? target.object->world_from_object.point(target.site->object_from_site.position).y : box.low.y;
  // What is higher a body that stands and leans reaches as far.
  question.most = low - check.from.y < kKneelBelow ? human::Effort::Kneel : human::Effort::Step;
  question.seat = check.seat;
  const math::Vec3 ahead = ahead_of(question, check.from);
  const HandAnswer best = best_hand(check, question, check.from);
  const double value = static_cast<double>(class_of(best.answer));
  Found found{value, value, value, {}};
  for (const double off : {-kStandsWithin, kStandsWithin}) {
    const double there = static_cast<double>(class_of(best_hand(check, question, check.from + off * ahead).answer));
    found.low = std::min(found.low, there);
    found.high = std::max(found.high, there);
  }
  core::Json row = check_row(check, name, found);
  const human::PostureSolution& s = best.answer.solution;
  row["effort"] = kReachEffortNames[static_cast<std::size_t>(class_of(best.answer))];
  row["hand"] = best.hand;
  const math::Vec3 eye = eyes_of(body, s.posture);
  const double seen = eyes.fraction(eye, target.object->id, kWindow);
  const bool sees =
      target.site ? eyes.in_sight(eye, target.object->world_from_object.point(target.site->object_from_site.position))
                  : seen > 0.0;
  row["seen"] = seen;
  row["sees_and_reaches"] = sees && best.answer.reached();
  row["margins"] = {{"gap_m", s.gaps[0]},
                    {"balance_m", s.balance_margin},
                    {"joint_limit_deg", math::degrees(s.limit_margin)},
                    {"tightest_joint", human::info(s.tightest).name}};
  return row;
}

bool asks_reach(const Check& check) {
  return check.kind == scene::CheckKind::Reachable;
}

/// Where the checks of reach let this body stand, or sit as in the field, and which cells are in its sight there.
core::Result<> add_stands(std::span<const Check> checks, const scene::Scene& scene, const human::Body& body,
                          const StandingEyes& eyes, ReachField& field) {
  for (const Check& check : checks) {
    if (!asks_reach(check) || check.seat != field.seat) continue;
    FH_TRY(target, scene::find_target(scene, check.object));
    ReachQuestion question{body, check.from, {{"right_hand", target}}};
    question.seat = check.seat;
    ReachStand stand{check.name, check.from, ahead_of(question, check.from)};
    const math::Vec3 eye = eyes_of(body, stand_before(question, check.from));
    for (std::size_t i = 0; i < field.classes.size(); ++i) {
      const math::Vec3 up(0.0, ReachField::middle(i / ReachField::kColumns), 0.0);
      stand.seen.push_back(
          eyes.in_sight(eye, check.from + ReachField::middle(i % ReachField::kColumns) * stand.ahead + up));
    }
    for (std::size_t effort = 0; effort < stand.seen_faces.size(); ++effort) {
      for (const ReachFace& face : field.shell(static_cast<scene::ReachEffort>(effort), stand.at, stand.ahead)) {
        const math::Vec3 middle = 0.25 * (face[0] + face[1] + face[2] + face[3]);
        stand.seen_faces[effort].push_back(eyes.in_sight(eye, middle));
      }
    }
    field.stands.push_back(std::move(stand));
  }
  return {};
}

}  // namespace

core::Json unjudged_bodies(std::span<const Check> checks, std::span<const std::string> bodies) {
  core::Json rows = core::Json::array();
  for (const std::string& name : bodies) {
    for (const Check& check : checks) {
      if (!check.of_bodies()) continue;
      rows.push_back(check_row(check, name, {}));
      rows.back()["note"] = "there was no time to look for it";
    }
  }
  return rows;
}

core::Result<std::vector<ReachField>> reach_fields(std::span<const Check> checks, const scene::Scene& scene,
                                                   std::span<const std::string> bodies) {
  std::vector<ReachField> fields;
  if (std::none_of(checks.begin(), checks.end(), asks_reach)) return fields;
  FH_TRY(eyes, StandingEyes::create(scene));
  FH_TRY(placed, placed_bodies(bodies));
  for (const auto& [name, body] : placed) {
    const double popliteal = body.dimensions[human::Dimension::PoplitealHeight];
    std::vector<double> seats{0.0, popliteal};  // it stands; it sits as high as its lower legs are long, or …
    for (const Check& check : checks) {         // … as a check says
      if (asks_reach(check) && check.seat > 0.0) seats[1] = check.seat;
    }
    for (const double seat : seats) {
      fields.push_back(reach_field(name, body, seat));
      FH_TRY_VOID(add_stands(checks, scene, body, eyes, fields.back()));
    }
  }
  return fields;
}

core::Result<core::Json> judge_reach(std::span<const Check> checks, const scene::Scene& scene,
                                     std::span<const std::string> bodies) {
  return judge_bodies(checks, scene, bodies, asks_reach, reach_row);
}

}  // namespace fh::evaluation
