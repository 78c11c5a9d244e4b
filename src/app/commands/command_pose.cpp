// SPDX-License-Identifier: Apache-2.0
// `firsthand pose`: can this body reach these things from here, and with how much of itself?
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/outputs.h"
#include "app/commands/studio.h"
#include "human/body/gaze.h"
#include "human/body/named_postures.h"
#include "human/ik/whole_body.h"
#include "human/tracking/worn_body.h"
#include "scene/scenario/scenario.h"

namespace fh::app {
namespace {

using human::BodyGroup;
using human::Joint;
using human::Side;
using math::Vec3;

/// What had to move, the least first (minimum disturbance).
enum class Effort : std::uint8_t { Arm, Torso, Pelvis, Step };
constexpr std::array<const char*, 4> kEffortNames{"arm", "torso", "pelvis", "step"};
constexpr std::array<double, 4> kSteps{0.15, 0.3, 0.45, 0.6};  // m towards the goals

struct WantedGoal {
  std::string part, target;
  const scene::Object* object = nullptr;
  const scene::Site* site = nullptr;
};

struct PoseQuestion {
  human::Body body;
  Vec3 at{0.0};
  std::vector<WantedGoal> goals;
};

struct PoseAnswer {
  human::PostureSolution solution;
  std::vector<human::BodyGoal> goals;  // in the order of the question, contacts behind them
  Effort effort = Effort::Arm;
  Vec3 at{0.0};
};

core::Result<Vec3> read_place(const std::string& text) {
  Vec3 at;
  char more = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf,%lf%c", &at.x, &at.y, &at.z, &more) != 3 || !math::is_finite(at))
    return core::fail("--at {}: must be three numbers X,Y,Z in metres, e.g. --at=-1,0,2.5", text);
  return at;
}

/// "bench.panel.start" is an object; "bench.handle" may be a site of one.
core::Result<WantedGoal> read_goal(const scene::Scene& scene, const std::string& text) {
  constexpr std::array<const char*, 5> kParts{"right_hand", "left_hand", "right_fingertips", "left_fingertips", "gaze"};
  const std::size_t equals = text.find('=');
  WantedGoal goal;
  goal.part = text.substr(0, equals);
  if (equals == std::string::npos || std::find(kParts.begin(), kParts.end(), goal.part) == kParts.end()) {
    return core::fail(
        "--goal {}: must be PART=OBJECT[.SITE], PART being right_hand, left_hand, right_fingertips, left_fingertips or "
        "gaze",
        text);
  }
  goal.target = text.substr(equals + 1);
  goal.object = scene.find(goal.target);
  if (goal.object) return goal;
  const std::size_t dot = goal.target.rfind('.');
  goal.object = dot == std::string::npos ? nullptr : scene.find(goal.target.substr(0, dot));
  if (!goal.object) return core::fail("--goal {}: the scenario has no object of that name", text);
  const std::string name = goal.target.substr(dot + 1);
  for (const scene::Site& site : goal.object->sites) {
    if (site.name == name) goal.site = &site;
  }
  if (!goal.site) return core::fail("--goal {}: {} has no site \"{}\"", text, goal.object->name, name);
  return goal;
}

/// The site, or the point of the object's box nearest to `from`.
Vec3 point_of(const WantedGoal& goal, const Vec3& from) {
  const math::Pose& object = goal.object->world_from_object;
  if (goal.site) return object.point(goal.site->object_from_site.position);
  const Vec3 local = math::inverse(object).point(from);
  const math::Aabb& box = goal.object->bounds;
  return object.point({math::clamp(local.x, box.low.x, box.high.x), math::clamp(local.y, box.low.y, box.high.y),
                       math::clamp(local.z, box.low.z, box.high.z)});
}

human::BodyGoal goal_of(const human::Body& body, const WantedGoal& goal, const human::Frames<double>& frames) {
  if (goal.part == "gaze")
    return human::aim_goal(human::sight_site(body.skeleton), point_of(goal, frames.position(Joint::Head)));
  const Side side = goal.part.starts_with("right") ? Side::Right : Side::Left;
  const bool tips = goal.part.ends_with("fingertips");
  const human::BodySite site =
      tips ? human::fingertip_site(body.dimensions, side) : human::palm_site(body.dimensions, side);
  return human::place_goal(site, point_of(goal, frames.position(human::on_side(Joint::RightUpperArm, side))));
}

/// Standing at a place, facing the goals.
human::Posture stand(const PoseQuestion& q, const Vec3& at) {
  Vec3 middle(0.0);
  for (const WantedGoal& goal : q.goals) middle += point_of(goal, at) / static_cast<double>(q.goals.size());
  const Vec3 way(middle.x - at.x, 0.0, middle.z - at.z);
  const math::Pose world_from_stand =
      math::standing_at(at, math::yaw_of(math::looking_along(math::normalized_or(way, math::kForward))));
  human::Posture posture = human::standing_posture(q.body.skeleton);
  posture.world_from_pelvis = world_from_stand * posture.world_from_pelvis;
  return posture;
}

PoseAnswer solve(const PoseQuestion& q, const human::WholeBody& whole, Effort effort, const Vec3& at) {
  PoseAnswer answer;
  answer.effort = effort;
  answer.at = at;
  human::PostureProblem problem;
  problem.start = stand(q, at);
  human::Frames<double> frames;
  human::forward_kinematics(q.body.skeleton, problem.start, frames);
  for (const WantedGoal& goal : q.goals) answer.goals.push_back(goal_of(q.body, goal, frames));
  if (effort <= Effort::Torso) {
    problem.root = Joint::Pelvis;
    for (const BodyGroup leg : {BodyGroup::LeftLeg, BodyGroup::RightLeg})
      problem.stiffness[static_cast<std::size_t>(leg)] = human::kLockedGroup;
    if (effort == Effort::Arm) problem.stiffness[static_cast<std::size_t>(BodyGroup::Spine)] = human::kLockedGroup;
  } else {
    for (const auto& goal : human::contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot)))
      answer.goals.push_back(goal);
  }
  const human::SupportPolygon support =
      human::support_polygon(human::build_sole(q.body.dimensions, Side::Left), {frames.pose(Joint::LeftFoot)},
                             human::build_sole(q.body.dimensions, Side::Right), {frames.pose(Joint::RightFoot)});
  problem.support = &support;
  problem.goals = answer.goals;
  answer.solution = human::solve_posture(whole, problem);
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    if (answer.goals[g].kind != human::GoalKind::Aim) continue;
    human::forward_kinematics(q.body.skeleton, answer.solution.posture, frames);
    human::aim_eyes(q.body.skeleton, frames.pose(Joint::Head), answer.goals[g].target.position,
                    answer.solution.posture);
  }
  return answer;
}

double worst_gap(const PoseAnswer& answer) {
  return *std::max_element(answer.solution.gaps.begin(),
                           answer.solution.gaps.begin() + static_cast<std::ptrdiff_t>(answer.goals.size()));
}

/// The least effort that reaches; else what comes nearest.
PoseAnswer least_effort(const PoseQuestion& q) {
  const human::WholeBody whole(q.body.skeleton, q.body.masses);
  PoseAnswer best;
  bool any = false;
  const auto reached = [&](Effort effort, const Vec3& at) {
    PoseAnswer answer = solve(q, whole, effort, at);
    const bool met = answer.solution.status == human::PostureStatus::Reached;
    if (met || !any || worst_gap(answer) < worst_gap(best)) best = std::move(answer);
    any = true;
    return met;
  };
  for (const Effort effort : {Effort::Arm, Effort::Torso, Effort::Pelvis}) {
    if (reached(effort, q.at)) return best;
  }
  const Vec3 ahead = math::rotate(
      math::from_axis_angle(math::kUp, math::yaw_of(stand(q, q.at).world_from_pelvis.rotation)), math::kForward);
  for (const double step : kSteps) {
    if (reached(Effort::Step, q.at + step * ahead)) break;
  }
  return best;
}

core::Json report_of(const PoseQuestion& q, const PoseAnswer& answer) {
  const human::PostureSolution& s = answer.solution;
  core::Json report;
  report["status"] = s.status == human::PostureStatus::Reached ? "reached" : "not reached";
  report["effort"] = kEffortNames[static_cast<std::size_t>(answer.effort)];
  report["at"] = {answer.at.x, answer.at.y, answer.at.z};
  report["stature"] = q.body.dimensions[human::Dimension::Stature];
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    const bool aim = answer.goals[g].kind == human::GoalKind::Aim;
    const Vec3& point = answer.goals[g].target.position;
    report["goals"].push_back({{"part", q.goals[g].part},
                               {"target", q.goals[g].target},
                               {"point", {point.x, point.y, point.z}},
                               {aim ? "gap_deg" : "gap_m", aim ? math::degrees(s.gaps[g]) : s.gaps[g]}});
  }
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

core::Result<> write_picture(const PoseQuestion& q, const PoseAnswer& answer, const std::string& file) {
  // Seen from the body's right; boxes are drawn level.
  const double yaw = math::yaw_of(stand(q, answer.at).world_from_pelvis.rotation);
  const math::Quat turn = math::from_axis_angle(math::kUp, -0.5 * math::kPi - yaw);
  const math::Pose studio_from_world{turn, -math::rotate(turn, answer.at)};
  StudioRow row;
  row.figures.push_back({answer.solution.posture, studio_from_world});
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    row.boxes.push_back({studio_from_world.point(answer.goals[g].target.position), Vec3(0.04)});
  }
  row.width = 800;
  FH_TRY(studio, Studio::open(q.body));
  FH_TRY(picture, studio->draw(row));
  return render::write_png(file, picture);
}

core::Result<PoseQuestion> question_of(const PoseOptions& options, const scene::Scenario& scenario) {
  PoseQuestion q;
  FH_ASSIGN(q.at, read_place(options.at));
  for (const std::string& text : options.goals) {
    FH_TRY(goal, read_goal(scenario.scene, text));
    q.goals.push_back(std::move(goal));
  }
  if (q.goals.size() > human::kMostGoals - 2) return core::fail("at most {} goals", human::kMostGoals - 2);
  auto wear = human::read_wear(options.body);
  if (!wear || wear->is_own()) return core::fail("--body {}: must be such as f05, m95 or f:12.5", options.body);
  FH_TRY(population, human::load_default_population());
  FH_ASSIGN(q.body, human::worn_body(population, *wear));
  return q;
}

void print_answer(const PoseOptions& options, const PoseQuestion& q, const PoseAnswer& answer) {
  const human::PostureSolution& s = answer.solution;
  const bool met = s.status == human::PostureStatus::Reached;
  print_line(fmt::format("{} {}: {}", options.body, met ? "reaches" : "does not reach",
                         kEffortNames[static_cast<std::size_t>(answer.effort)]));
  for (std::size_t g = 0; g < q.goals.size(); ++g) {
    const bool aim = answer.goals[g].kind == human::GoalKind::Aim;
    print_line(fmt::format("  {} to {}: {:.1f} {} off", q.goals[g].part, q.goals[g].target,
                           aim ? math::degrees(s.gaps[g]) : 1000.0 * s.gaps[g], aim ? "deg" : "mm"));
  }
  print_line(fmt::format("  balance {:.0f} mm inside the support, {:.1f} deg to the limit of {}",
                         1000.0 * s.balance_margin, math::degrees(s.limit_margin), human::info(s.tightest).name));
  if (!options.picture.empty()) print_line("picture: " + options.picture);
}

}  // namespace

int show_pose(const PoseOptions& options) {
  const auto path = scene::find_scenario(options.scenario);
  if (!path) return cannot(path.error());
  const auto scenario = scene::load_scenario(*path);
  if (!scenario) return cannot(scenario.error());
  const auto question = question_of(options, *scenario);
  if (!question) return cannot(question.error());
  OutputClaims claims;
  if (!options.picture.empty()) {
    if (auto may = claims.take(options.picture, options.force); !may) return cannot(may.error());
  }
  const PoseAnswer answer = least_effort(*question);
  if (!options.picture.empty()) {
    if (auto written = write_picture(*question, answer, options.picture); !written) return cannot(written.error());
  }
  if (options.json)
    print_json(report_of(*question, answer));
  else
    print_answer(options, *question, answer);
  return answer.solution.status == human::PostureStatus::Reached ? kDone : kNo;
}

}  // namespace fh::app
