// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "evaluation/checks.h"
#include "evaluation/reach/least_effort.h"
#include "human/tracking/worn_body.h"

namespace fh::evaluation {
namespace {

using scene::Check;
using scene::ReachEffort;
using scene::ReachHand;

constexpr std::array<const char*, 4> kClassNames{"arm", "lean", "step", "kneel_or_no"};  // by ReachEffort

ReachEffort class_of(const ReachAnswer& answer) {
  if (!answer.reached()) return ReachEffort::KneelOrNo;
  if (answer.effort == human::Effort::Arm) return ReachEffort::Arm;
  return answer.effort == human::Effort::Step ? ReachEffort::Step : ReachEffort::Lean;
}

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

core::Json row_of(const Check& check, const scene::Target& target, const std::string& name, const human::Body& body) {
  ReachQuestion question{body, check.from, {{"right_hand", target}}};
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
  row["effort"] = kClassNames[static_cast<std::size_t>(class_of(best.answer))];
  row["hand"] = best.hand;
  row["margins"] = {{"gap_m", s.gaps[0]},
                    {"balance_m", s.balance_margin},
                    {"joint_limit_deg", math::degrees(s.limit_margin)},
                    {"tightest_joint", human::info(s.tightest).name}};
  return row;
}

}  // namespace

core::Result<core::Json> judge_reach(std::span<const Check> checks, const scene::Scene& scene,
                                     std::span<const std::string> bodies) {
  core::Json rows = core::Json::array();
  const auto asks = [](const Check& check) { return check.kind == scene::CheckKind::Reachable; };
  if (std::none_of(checks.begin(), checks.end(), asks)) return rows;
  FH_TRY(population, human::load_default_population());
  for (const std::string& name : bodies) {
    FH_TRY(wear, human::read_wear(name));
    if (wear.is_own()) return core::fail("{}: must be such as f05, m95 or f:12.5", name);
    FH_TRY(body, human::worn_body(population, wear));
    for (const Check& check : checks) {
      if (!asks(check)) continue;
      FH_TRY(target, scene::find_target(scene, check.object));
      rows.push_back(row_of(check, target, name, body));
    }
  }
  return rows;
}

}  // namespace fh::evaluation
