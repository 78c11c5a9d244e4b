// SPDX-License-Identifier: Apache-2.0
// `firsthand pose`: can this body reach these things from here, and with how much of itself?
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/outputs.h"
#include "app/sheets/posed_place.h"
#include "evaluation/reach/least_effort.h"
#include "human/ik/arm.h"
#include "human/ik/arm_swivel.h"
#include "human/tracking/worn_body.h"
#include "scene/scenario/scenario.h"

namespace fh::app {
namespace {

using evaluation::HinderingPlace;
using evaluation::kReachFaces;
using evaluation::kReachParts;
using evaluation::ReachAnswer;
using evaluation::ReachQuestion;
using evaluation::WantedGoal;
using math::Vec3;

constexpr std::array<const char*, 5> kEffortNames{"arm", "torso", "pelvis", "step", "kneel"};  // by Effort

std::optional<Vec3> numbers_of(const std::string& text) {
  Vec3 at;
  char more = 0;
  const bool three = std::sscanf(text.c_str(), "%lf,%lf,%lf%c", &at.x, &at.y, &at.z, &more) == 3;
  return three && math::is_finite(at) ? std::optional(at) : std::nullopt;
}

core::Result<Vec3> read_place(const std::string& text) {
  if (const auto at = numbers_of(text)) return *at;
  return core::fail("--at {}: must be three numbers X,Y,Z in metres, e.g. --at=-1,0,2.5", text);
}

/// "pelvis=low", "feet=1,0,2": how the body is to hold itself. False: the goal is none of them.
core::Result<bool> read_manner(const std::string& text, ReachQuestion& q) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string part = text.substr(0, equals), word = equals < text.size() ? text.substr(equals + 1) : "";
  std::string words;
  for (const evaluation::Manner& manner : evaluation::kManners) {
    if (part == manner.part) words += (words.empty() ? "" : ", ") + std::string(manner.word);
  }
  if (words.empty()) return false;
  if (const evaluation::Manner* manner = evaluation::find_manner(part, word)) {
    q.manners.push_back(manner);
    return true;
  }
  const auto place = part == "feet" ? numbers_of(word) : std::nullopt;
  if (!place)
    return core::fail("--goal {}: {} can be {}{}", text, part, words, part == "feet" ? " or a place X,Y,Z" : "");
  q.at = *place;
  q.stepped = true;
  return true;
}

/// "right_hand=bench.handle", "left_hand=bench@top".
core::Result<WantedGoal> read_goal(const scene::Scene& scene, const std::string& text) {
  const std::size_t equals = text.find('=');
  WantedGoal goal;
  goal.part = text.substr(0, equals);
  if (equals == std::string::npos ||
      std::find(kReachParts.begin(), kReachParts.end(), goal.part) == kReachParts.end()) {
    return core::fail(
        "--goal {}: must be PART=OBJECT[.SITE], or PART=OBJECT@FACE, PART being right_hand, left_hand, "
        "right_fingertips, left_fingertips or gaze; or feet=hold, feet=X,Y,Z, pelvis=low, torso=up, right_elbow=out",
        text);
  }
  const std::size_t at = std::min(text.find('@', equals), text.size());
  auto target = scene::find_target(scene, text.substr(equals + 1, at - equals - 1));
  if (!target) return core::fail("--goal {}: {}", text, target.error().message);
  goal.target = std::move(*target);
  if (at == text.size()) return goal;
  goal.face = text.substr(at + 1);
  if (goal.target.site || std::find(kReachFaces.begin(), kReachFaces.end(), goal.face) == kReachFaces.end())
    return core::fail("--goal {}: behind @ must be a face of an object: top, bottom, left, right, front or back", text);
  goal.target.name += "@" + goal.face;
  return goal;
}

/// What a goal was about: its point, or where on its face the hand came to.
Vec3 point_of(const ReachQuestion& q, const ReachAnswer& answer, std::size_t g) {
  const human::BodyGoal& goal = answer.goals[g];
  if (q.goals[g].face.empty() || goal.kind == human::GoalKind::Aim) return goal.target.position;
  human::Frames<double> frames;
  human::forward_kinematics(q.body.skeleton, answer.solution.posture, frames);
  return (frames.pose(goal.site.joint) * goal.site.joint_from_site).position;
}

/// A manner that is a goal, and how far it is missed.
struct Row {
  const char *part, *word;
  bool degrees;
  double gap;
};
std::vector<Row> manner_rows(const ReachQuestion& q, const ReachAnswer& answer) {
  std::vector<Row> rows;
  for (const evaluation::Manner* manner : q.manners) {
    if (evaluation::holds_feet(*manner)) continue;
    const std::size_t g = q.goals.size() + rows.size();
    const bool degrees = answer.goals[g].kind != human::GoalKind::Place;
    const double gap = answer.solution.gaps[g];
    rows.push_back({manner->part, manner->word, degrees, degrees ? math::degrees(gap) : gap});
  }
  return rows;
}

const char* status_of(const ReachAnswer& answer) {
  if (answer.reached()) return "reached";
  return answer.solution.status == human::PostureStatus::Reached ? "reached in collision" : "not reached";
}

/// How far the elbow of a hand's arm may be turned about shoulder and wrist while hand and collar bone stay (K-05).
core::Json elbow_of(const ReachQuestion& q, const human::Posture& posture, human::Side side) {
  human::Frames<double> frames;
  human::forward_kinematics(q.body.skeleton, posture, frames);
  core::Json intervals = core::Json::array();
  for (const human::SwivelInterval& one :
       human::allowed_swivels(human::build_arm(q.body.skeleton, side), frames.pose(human::Joint::T2),
                              frames.pose(human::on_side(human::Joint::RightHand, side)),
                              posture[human::on_side(human::Joint::RightClavicle, side)]))
    intervals.push_back({math::degrees(one.from), math::degrees(one.to)});
  return intervals;
}

core::Json report_of(const ReachQuestion& q, const ReachAnswer& answer, const std::vector<PoseCollision>& collisions) {
  const human::PostureSolution& s = answer.solution;
  core::Json report;
  report["status"] = status_of(answer);
  report["collisions"] = core::Json::array();
  for (const PoseCollision& one : collisions)
    report["collisions"].push_back({{"part", one.part}, {"object", one.object}, {"depth_m", one.where.depth}});
  report["effort"] = kEffortNames[static_cast<std::size_t>(answer.effort)];
  report["at"] = {answer.at.x, answer.at.y, answer.at.z};
  report["stature"] = q.body.dimensions[human::Dimension::Stature];
  report["goals"] = core::Json::array();
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    const bool aim = answer.goals[g].kind == human::GoalKind::Aim;
    const Vec3 point = point_of(q, answer, g);
    report["goals"].push_back({{"part", q.goals[g].part},
                               {"target", q.goals[g].target.name},
                               {"point", {point.x, point.y, point.z}},
                               {aim ? "gap_deg" : "gap_m", aim ? math::degrees(s.gaps[g]) : s.gaps[g]}});
    if (q.goals[g].part.starts_with("right") || q.goals[g].part.starts_with("left"))
      report["goals"].back()["elbow_swivels_deg"] =
          elbow_of(q, s.posture, q.goals[g].part.starts_with("right") ? human::Side::Right : human::Side::Left);
  }
  for (const Row& row : manner_rows(q, answer))
    report["goals"].push_back({{"part", row.part}, {"target", row.word}, {row.degrees ? "gap_deg" : "gap_m", row.gap}});
  report["kept_out"] = answer.half_spaces;
  report["balance_margin_m"] = s.balance_margin;
  report["limit_margin_deg"] = math::degrees(s.limit_margin);
  report["tightest_joint"] = human::info(s.tightest).name;
  const Vec3& pelvis = s.posture.world_from_pelvis.position;
  report["pelvis"] = {pelvis.x, pelvis.y, pelvis.z};
  const human::Angles angles = human::angles_of(s.posture);
  for (std::size_t dof = 0; dof < human::kDofCount; ++dof) {
    const human::DofPlace place = human::place_of_dof(dof);
    const human::JointInfo& joint = human::info(place.joint);
    report["angles_deg"][std::string(joint.name)][std::string(joint.dofs[place.axis].name)] =
        math::degrees(angles[dof]);
  }
  return report;
}

core::Result<ReachQuestion> question_of(const PoseOptions& options, const scene::Scenario& scenario) {
  ReachQuestion q;
  FH_ASSIGN(q.at, read_place(options.at));
  for (const std::string& text : options.goals) {
    FH_TRY(is_manner, read_manner(text, q));
    if (is_manner) continue;
    FH_TRY(goal, read_goal(scenario.scene, text));
    q.goals.push_back(std::move(goal));
  }
  if (q.goals.size() + q.manners.size() > evaluation::kMostWanted)
    return core::fail("at most {} goals", evaluation::kMostWanted);
  auto wear = human::read_wear(options.body);
  if (!wear || wear->is_own()) return core::fail("--body {}: must be such as f05, m95 or f:12.5", options.body);
  FH_TRY(population, human::load_default_population());
  FH_ASSIGN(q.body, human::worn_body(population, *wear));
  return q;
}

void print_answer(const PoseOptions& options, const ReachQuestion& q, const ReachAnswer& answer,
                  const std::vector<PoseCollision>& collisions) {
  const human::PostureSolution& s = answer.solution;
  const bool met = s.status == human::PostureStatus::Reached;
  const char* what = answer.reached() ? "reaches" : met ? "reaches only in collision" : "does not reach";
  print_line(fmt::format("{} {}: {}", options.body, what, kEffortNames[static_cast<std::size_t>(answer.effort)]));
  for (const PoseCollision& one : collisions)
    print_line(fmt::format("  {} is {:.0f} mm in {}", one.part, 1000.0 * one.where.depth, one.object));
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    const bool aim = answer.goals[g].kind == human::GoalKind::Aim;
    print_line(fmt::format("  {} to {}: {:.1f} {} off", q.goals[g].part, q.goals[g].target.name,
                           aim ? math::degrees(s.gaps[g]) : 1000.0 * s.gaps[g], aim ? "deg" : "mm"));
  }
  for (const Row& row : manner_rows(q, answer))
    print_line(fmt::format("  {} {}: {:.1f} {} off", row.part, row.word, row.degrees ? row.gap : 1000.0 * row.gap,
                           row.degrees ? "deg" : "mm"));
  print_line(fmt::format("  balance {:.0f} mm inside the support, {:.1f} deg to the limit of {}",
                         1000.0 * s.balance_margin, math::degrees(s.limit_margin), human::info(s.tightest).name));
  if (!options.picture.empty()) print_line("picture: " + options.picture);
}

core::Result<> write_picture(const PosedPlace& place, const ReachAnswer& answer, const std::string& file) {
  FH_TRY(picture, place.picture(answer.solution.posture));
  return render::write_png(file, picture);
}

}  // namespace

int show_pose(const PoseOptions& options) {
  const auto path = scene::find_scenario(options.scenario);
  if (!path) return cannot(path.error());
  const auto scenario = scene::load_scenario(*path);
  if (!scenario) return cannot(scenario.error());
  auto question = question_of(options, *scenario);
  if (!question) return cannot(question.error());
  const auto place = PosedPlace::open(*scenario, question->body);
  if (!place) return cannot(place.error());
  OutputClaims claims;
  if (!options.picture.empty()) {
    if (auto may = claims.take(options.picture, options.force); !may) return cannot(may.error());
  }
  std::vector<core::ObjectId> reached_for;
  for (const WantedGoal& goal : question->goals) reached_for.push_back(goal.target.object->id);
  const HinderingPlace hindering = (*place)->hindering(reached_for);
  question->place = &hindering;
  const ReachAnswer answer = evaluation::least_effort(*question);
  const auto collisions = (*place)->collisions(answer.solution.posture, reached_for);
  if (!options.picture.empty()) {
    if (auto written = write_picture(**place, answer, options.picture); !written) return cannot(written.error());
  }
  if (options.json)
    print_json(report_of(*question, answer, collisions));
  else
    print_answer(options, *question, answer, collisions);
  return answer.reached() ? kDone : kNo;
}

}  // namespace fh::app
