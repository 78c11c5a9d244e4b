// SPDX-License-Identifier: Apache-2.0
#include "world/agents/reach_way.h"

#include <algorithm>

#include "human/body/shoulder.h"
#include "planning/reaching/upright.h"
#include "world/agents/agent.h"

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;

constexpr double kFlat = 0.07;         // m: lower things are taken from above
constexpr double kEdgeOfHand = 0.018;  // m from half of the hand's breadth to its edge, fingers bent
constexpr double kOverFlat = 0.006;    // m from the palm to a thing that is taken from above: fingers close beside it
constexpr double kTurnedHand = math::radians(40.0);
constexpr double kTooDeep = 0.02;  // m that a posture may be in something that was seen
constexpr std::size_t kMostBoxes = 400;
constexpr double kSmallPart = 0.08;  // m: larger triangles are split

const math::Aabb& bounds_of(const Agent& agent, core::ObjectId thing) {
  return agent.mind.catalogue().thing(thing).bounds;
}

Vec3 lowest_middle(const math::Aabb& bounds) {
  const Vec3 middle = bounds.centre();
  return {middle.x, bounds.low.y, middle.z};
}

/// Boxes of what an agent has seen near a point.
class Seen {
 public:
  Seen(const Vec3& around, double radius, std::vector<planning::ArmBox>& boxes)
      : around_(around), radius_(radius), boxes_(boxes) {}

  void add(const planning::Solids& solids, const math::Pose& world_from_object, bool hand_may) {
    hand_may_ = hand_may;
    for (const auto& piece : solids.pieces) {
      if (piece.convex) {
        math::Aabb bounds;
        for (const math::Triangle& t : piece.triangles) {
          for (const Vec3& corner : {t.a, t.b, t.c}) bounds.add(corner);
        }
        add_box(world_from_object, bounds);
      } else {
        for (const math::Triangle& t : piece.triangles) add_triangle(world_from_object, t, 5);
      }
    }
  }

 private:
  bool is_near(const math::Pose& pose, const math::Aabb& bounds) const {
    const Vec3 local = math::inverse(pose).point(around_);
    return glm::length(local - glm::clamp(local, bounds.low, bounds.high)) < radius_;
  }
  void add_box(const math::Pose& pose, const math::Aabb& bounds) {
    if (bounds.empty() || boxes_.size() >= kMostBoxes || !is_near(pose, bounds)) return;
    planning::ArmBox& box = boxes_.emplace_back();
    box.box = {pose * math::Pose{math::kIdentity, bounds.centre()}, 0.5 * bounds.size()};
    box.hand_may = hand_may_;
  }
  void add_triangle(const math::Pose& pose, const math::Triangle& t, int splits) {
    math::Aabb bounds;
    for (const Vec3& corner : {t.a, t.b, t.c}) bounds.add(corner);
    const Vec3 size = bounds.size();
    const double thin = std::min({size.x, size.y, size.z});
    if (!is_near(pose, bounds)) return;
    const double large = std::max({size.x, size.y, size.z});
    if (splits == 0 || large <= kSmallPart || (thin < 1e-3 && large < 4.0 * kSmallPart)) return add_box(pose, bounds);
    const Vec3 ab = 0.5 * (t.a + t.b), bc = 0.5 * (t.b + t.c), ca = 0.5 * (t.c + t.a);
    for (const math::Triangle& part : {math::Triangle{t.a, ab, ca}, {ab, t.b, bc}, {ca, bc, t.c}, {ab, bc, ca}})
      add_triangle(pose, part, splits - 1);
  }

  Vec3 around_;
  double radius_;
  std::vector<planning::ArmBox>& boxes_;
  bool hand_may_ = false;
};

/// Within reach of the arm, leaning included.
std::vector<planning::ArmBox> believed_boxes(const Agent& agent, Side side, core::ObjectId thing) {
  std::vector<planning::ArmBox> boxes;
  const auto& dimensions = agent.person->body.dimensions;
  const double reach = 0.5 * dimensions[human::Dimension::Span] + 0.4;  // m from the shoulder
  Seen seen(agent.frames.position(human::on_side(Joint::RightUpperArm, side)), reach, boxes);
  const auto& held = agent.handling.feel.held;
  for (const auto& item : agent.mind.memory().observations()) {
    if (item.kind != senses::Kind::Object || item.known_from > agent.now) continue;
    const core::ObjectId id = item.item.object();
    const planning::Solids* shape = agent.solids->find(id);
    if (!shape || id == held[0] || id == held[1]) continue;
    seen.add(*shape, item.pose, id == thing);
  }
  return boxes;
}

bool is_of_hand(Joint joint, Side side) {
  const human::JointRange fingers = human::fingers(side);
  const std::size_t i = human::index_of(joint);
  return joint == human::on_side(Joint::RightHand, side) || (i >= fingers.first && i < fingers.end);
}

/// m that a capsule is in a box; 0 outside. The capsule as points, a radius apart at most.
double capsule_in_box(const math::Capsule& capsule, const planning::ArmBox& box) {
  const math::Pose box_from_world = math::inverse(box.box.world_from_box);
  const Vec3 a = box_from_world.point(capsule.axis.a), b = box_from_world.point(capsule.axis.b);
  const Vec3 low = glm::min(a, b) - Vec3(capsule.radius), high = glm::max(a, b) + Vec3(capsule.radius);
  for (int i = 0; i < 3; ++i) {
    if (low[i] > box.box.half[i] || high[i] < -box.box.half[i]) return 0.0;
  }
  const int parts = 1 + static_cast<int>(glm::length(b - a) / std::max(0.5 * capsule.radius, 0.005));
  double deepest = 0.0;
  for (int i = 0; i <= parts; ++i) {
    const Vec3 at = a + static_cast<double>(i) / parts * (b - a);
    const Vec3 out = glm::abs(at) - box.box.half;
    const double inside = std::max({out.x, out.y, out.z});
    const double off = inside < 0.0 ? inside : glm::length(glm::max(out, Vec3(0.0)));
    deepest = std::max(deepest, capsule.radius - off);
  }
  return deepest;
}

/// How deep each box is in the body; legs stand on what is low.
void depths_of(const human::CollisionBody& solids, const human::Frames<double>& frames, Side side, double low,
               const std::vector<planning::ArmBox>& boxes, std::vector<double>& depths) {
  depths.assign(boxes.size(), 0.0);
  for (const human::CollisionPiece& piece : solids.pieces) {
    const math::Capsule limb = human::as_capsule(piece.shape);
    const math::Pose joint = frames.pose(piece.joint);
    const math::Capsule capsule{{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius};
    const bool leg = human::index_of(piece.joint) >= human::index_of(Joint::LeftThigh);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (boxes[i].hand_may && is_of_hand(piece.joint, side)) continue;
      if (leg && boxes[i].box.world_from_box.position.y + boxes[i].box.half.y < low) continue;
      depths[i] = std::max(depths[i], capsule_in_box(capsule, boxes[i]));
    }
  }
}

/// The upper arm within its reach cone (J-24), or no farther outside than at the ends.
std::function<bool(const planning::ArmState&)> within_cone(const human::Posture& from, const human::Posture& goal,
                                                           Side side) {
  const Joint clavicle = human::on_side(Joint::RightClavicle, side), upper = human::on_side(Joint::RightUpperArm, side);
  const auto inside = [side, clavicle, upper](const human::Posture& base, const math::Quat& turn) {
    Vec3 direction = base[clavicle] * (turn * Vec3(0.0, -1.0, 0.0));
    if (side == Side::Left) direction.x = -direction.x;
    return human::inside_reach(direction);
  };
  const double least = std::min({0.0, inside(from, from[upper]), inside(goal, goal[upper])}) - 0.01;
  return [=](const planning::ArmState& state) {
    const double angles[3] = {static_cast<double>(state.q[0]), static_cast<double>(state.q[1]),
                              static_cast<double>(state.q[2])};
    return inside(goal, human::joint_rotation(upper, angles)) >= least;
  };
}

}  // namespace

namespace {

constexpr int kHandTurns = kGrasps / 2;  // the last of them from above

/// From the shoulder to a point, level, turned as the grasp says.
Vec3 level_way(const Agent& agent, const Vec3& point, Side side, int grasp) {
  const Vec3 shoulder = agent.frames.position(human::on_side(Joint::RightUpperArm, side));
  const Vec3 way = math::normalized_or(Vec3(point.x - shoulder.x, 0.0, point.z - shoulder.z), math::kForward);
  const int turn = grasp % kHandTurns;
  if (turn != 1 && turn != 2) return way;
  return math::from_axis_angle(math::kUp, turn == 1 ? kTurnedHand : -kTurnedHand) * way;
}

/// The palm on the surface of a thing that is taken: from its side, or from above.
void grasp_thing(const Agent& agent, const math::Pose& pose, const math::Aabb& bounds, Side side, int grasp,
                 human::ReachGoal& goal) {
  const Vec3 half = 0.5 * bounds.size(), way = level_way(agent, goal.point, side, grasp);
  const bool above = half.y < 0.5 * kFlat || grasp % kHandTurns + 1 == kHandTurns;
  const Vec3 right = glm::cross(way, math::kUp);
  goal.palm = above ? -math::kUp : side == Side::Right ? -right : right;
  goal.fingers = way;
  // The edge of the hand stays off what the thing stands on.
  const double edge = 0.5 * agent.person->body.dimensions[human::Dimension::HandBreadth] + kEdgeOfHand;
  if (!above) goal.point.y += math::clamp(edge - half.y, 0.0, std::max(0.0, half.y - 0.02));
  // Half the thing's thickness from the middle, as the palm sees it.
  const Vec3 as_seen = math::conjugate(pose.rotation) * *goal.palm;
  const double thick = glm::dot(glm::abs(as_seen), half) + (above ? kOverFlat : 0.0);
  goal.site = human::palm_site(agent.person->body.dimensions, side);
  goal.site.joint_from_site = goal.site.joint_from_site * math::Pose{math::kIdentity, {0.0, -0.02, -thick}};
}

}  // namespace

human::ReachGoal hand_on(const Agent& agent, const physics::World& physics, core::ObjectId thing, scene::Deed deed,
                         const Vec3& point, Side side, int grasp) {
  human::ReachGoal goal;
  goal.point = point;
  goal.site = human::fingertip_site(agent.person->body.dimensions, side);
  if (deed == scene::Deed::Take) grasp_thing(agent, physics.pose(thing), bounds_of(agent, thing), side, grasp, goal);
  if (deed == scene::Deed::Put) {
    const math::Pose& hand_from_thing = agent.handling.hand_from_thing[side == Side::Right ? 1 : 0];
    goal.site.joint_from_site.position = hand_from_thing.point(lowest_middle(bounds_of(agent, thing)));
    goal.upright = hand_from_thing.direction(math::kUp);
    goal.point = point + Vec3(0.0, 0.004, 0.0);
    if (grasp % kHandTurns > 0) goal.fingers = level_way(agent, point, side, grasp);
  }
  if (grasp >= kHandTurns) goal.forearm = level_way(agent, point, side, 0);
  return goal;
}

std::function<double(const human::Posture&)> depth_in_seen(const Agent& agent, Side side, core::ObjectId thing) {
  constexpr double kLow = 0.08;  // m over the ground: stood on
  const double low = agent.gait.root.y + kLow;
  auto boxes = believed_boxes(agent, side, thing);
  std::vector<double> before;
  depths_of(agent.person->solids, agent.frames, side, low, boxes, before);
  return [&agent, side, low, boxes = std::move(boxes), before = std::move(before)](const human::Posture& posture) {
    human::Frames<double> frames;
    human::forward_kinematics(agent.person->body.skeleton, posture, frames);
    std::vector<double> depths;
    depths_of(agent.person->solids, frames, side, low, boxes, depths);
    double deepest = 0.0;
    for (std::size_t i = 0; i < depths.size(); ++i)
      if (depths[i] > before[i]) deepest = std::max(deepest, depths[i]);
    return deepest;
  };
}

double off_place(const Agent& agent, const physics::World& physics, core::ObjectId thing, const Vec3& place) {
  return glm::length(physics.pose(thing).point(lowest_middle(bounds_of(agent, thing))) - place);
}

namespace {

constexpr double kSkin = 0.003, kFlesh = 0.008;  // m that an arm may be in things on its way; where there is no other
constexpr double kDrawnBack[] = {0.015, 0.03, 0.06, 0.1, 0.15};

/// The hand led by so much, as the seven axes do it with the least turning; the base stays.
planning::ArmState led_by(const planning::ArmModel& model, const Vec3& hand, const Vec3& way,
                          planning::ArmState state) {
  constexpr int kDraws = 8;
  constexpr double kDamping = 1e-4;
  constexpr std::uint8_t kLast = planning::kArmAxes - 1;
  const Vec3 goal = planning::link_pose(model, state, kLast).point(hand) + way;
  for (int round = 0; round < kDraws; ++round) {
    const Vec3 at = planning::link_pose(model, state, kLast).point(hand);
    std::array<Vec3, planning::kArmAxes> moves;
    math::Mat3 square(kDamping);
    for (std::size_t i = 0; i < planning::kArmAxes; ++i) {
      Vec3 axis(0.0);
      axis[model.axes[i].axis] = model.axes[i].reversed ? -1.0 : 1.0;
      const math::Pose link = planning::link_pose(model, state, static_cast<std::uint8_t>(i));
      moves[i] = glm::cross(link.direction(axis), at - link.position);
      square += glm::outerProduct(moves[i], moves[i]);
    }
    const Vec3 force = glm::inverse(square) * (goal - at);
    for (std::size_t i = 0; i < planning::kArmAxes; ++i) {
      const double q = static_cast<double>(state.q[i]) + glm::dot(moves[i], force);
      state.q[i] = static_cast<float>(math::clamp(q, model.axes[i].lower, model.axes[i].upper));
    }
  }
  return state;
}

/// What an arm's way is searched in: `loose`, where nothing gets deeper than it is at an end of the way, and `tight`,
/// where the arm is in nothing.
struct WaySpaces {
  const planning::ArmSpace& loose;
  planning::ArmSpace tight;
};

/// The end of a way itself where the arm is in nothing, else a little off it: hands lie on what they hold things over.
std::optional<planning::ArmState> drawn_back(const planning::ArmModel& model, const WaySpaces& spaces, Side side,
                                             double hand_length, const planning::ArmState& end) {
  if (spaces.tight.is_free(end)) return end;
  const math::Pose hand = planning::link_pose(model, end, planning::kArmAxes - 1);
  const Vec3 back = hand.direction(math::kUp), off_palm = hand.direction({side == Side::Right ? 1.0 : -1.0, 0.0, 0.0});
  const Vec3 palm(0.0, -0.5 * hand_length, 0.0);
  const Vec3 home = math::normalized_or(planning::link_pose(model, end, 0).position - hand.position, math::kUp);
  for (const double far : kDrawnBack) {
    for (const Vec3& way : {math::kUp, back, off_palm, home, math::normalized_or(back + math::kUp, math::kUp),
                            math::normalized_or(off_palm + math::kUp, math::kUp)}) {
      const planning::ArmState state = led_by(model, palm, far * way, end);
      if (spaces.tight.is_free(state) && spaces.loose.is_surely_free(end, state)) return state;
    }
  }
  return {};
}

/// A way in one space; `up`: of a thing that is held upright, in the hand's frame. `thorough`: where it is not found
/// soon, too.
bool plan_in(const planning::ArmSpace& space, const planning::ArmModel& model, const std::optional<Vec3>& up,
             bool thorough, std::uint64_t seed, const planning::ArmState& from, const planning::ArmState& to,
             std::vector<planning::ArmState>& path) {
  path.clear();
  if (up) {
    path = planning::upright_way(space, model, *up, from, to);
    if (!path.empty()) return true;
  } else if (space.is_surely_free(from, to)) {
    path = {from, to};
    return true;
  }
  planning::ArmPlanner planner(space);
  planning::ArmPlanSettings settings;
  // Samples from everywhere give the plainer ways; those about the ends get out of narrow places.
  settings.rrt.near = 0.0;
  settings.rrt.growths = 600;
  settings.sure_growths = 200;
  settings.shorten = 80;
  settings.seed = seed;
  planning::ArmPlan plan = planner.plan(from, to, settings);
  if (plan.status != planning::PlanStatus::Found && thorough) {
    settings.rrt = {.step = settings.rrt.step, .growths = 3000, .near = 0.7};
    settings.sure_growths = 1500;
    plan = planner.plan(from, to, settings);
  }
  if (plan.status != planning::PlanStatus::Found) return false;
  path = planning::rounded(space, plan.path);
  if (up) path = planning::turned_upright(space, model, *up, path);
  return true;
}

/// A way's ends added to its middle, in parts as long as those of the middle.
void add_ends(const planning::ArmSpace& space, const planning::ArmState& from, const planning::ArmState& to,
              std::vector<planning::ArmState>& path) {
  constexpr double kLeastPart = 0.02;  // rad
  double length = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) length += space.distance(path[i - 1], path[i]);
  const double part = std::max(kLeastPart, length / static_cast<double>(std::max<std::size_t>(1, path.size() - 1)));
  const auto between = [&](const planning::ArmState& a, const planning::ArmState& b,
                           std::vector<planning::ArmState>& out) {
    const int count = static_cast<int>(space.distance(a, b) / part + 0.999);
    for (int i = 1; i < count; ++i) out.push_back(space.toward(a, b, static_cast<double>(i) / count));
  };
  std::vector<planning::ArmState> all;
  if (!(from == path.front())) all.push_back(from), between(from, path.front(), all);
  all.insert(all.end(), path.begin(), path.end());
  if (!(to == path.back())) between(path.back(), to, all), all.push_back(to);
  path = std::move(all);
}

/// A way that is in nothing between its ends, which are drawn back.
bool plan_drawn_back(const planning::ArmModel& model, const WaySpaces& spaces, const std::optional<Vec3>& up,
                     bool thorough, const Agent& agent, const planning::ArmState& from, const planning::ArmState& to,
                     std::vector<planning::ArmState>& path) {
  const Side side = agent.reach.right ? Side::Right : Side::Left;
  const double hand = agent.person->body.dimensions[human::Dimension::HandLength];
  const auto first = drawn_back(model, spaces, side, hand, from), last = drawn_back(model, spaces, side, hand, to);
  if (!first || !last) return false;
  if (!plan_in(spaces.tight, model, up, thorough, agent.person->id.value, *first, *last, path)) return false;
  if (path.size() == 2 && *first == from && *last == to && !agent.reach.kneels) path.clear();  // straight
  if (!path.empty()) add_ends(spaces.loose, agent.reach.kneels ? *first : from, to, path);
  return true;
}

}  // namespace

bool plan_way(const Agent& agent, const human::Posture& from_posture, const human::Posture& goal, core::ObjectId thing,
              std::vector<planning::ArmState>& path) {
  const Side side = agent.reach.right ? Side::Right : Side::Left;
  human::Posture start = from_posture;  // with the fingers that the way is gone with
  const human::JointRange fingers = human::fingers(side);
  for (std::size_t i = fingers.first; i < fingers.end; ++i) start.rotations[i] = goal.rotations[i];
  const auto& body = agent.person->body;
  const auto& solids = agent.person->solids;
  planning::ArmModel model = planning::person_arm(body.skeleton, solids, side, start, goal);
  const core::ObjectId held = agent.handling.feel.held[agent.reach.right];
  const math::Pose& hand_from_thing = agent.handling.hand_from_thing[agent.reach.right];
  if (held.valid()) {
    const math::Aabb& bounds = bounds_of(agent, held);
    planning::carry(hand_from_thing * math::Pose{math::kIdentity, bounds.centre()}, 0.5 * bounds.size(), model);
  }
  std::vector<planning::ArmBox> boxes = believed_boxes(agent, side, thing);
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, start, frames);
  planning::add_trunk(solids, side, frames, boxes);
  planning::ArmState from = planning::arm_state_of(start, side), to = planning::arm_state_of(goal, side);
  to.q[7] = static_cast<float>(model.base_length);
  // Hands hang beside tables and lie on what they hold: nothing may get deeper than it is at either end.
  for (planning::ArmBox& box : boxes) {
    const double there = planning::depth_in(model, to, box);
    if (there > kTooDeep && !box.on_base && !box.hand_may) return false;
    const double deep = std::max(there, planning::depth_in(model, from, box));
    if (deep > 0.0) box.slack = deep + kSkin;
  }
  const auto cone = within_cone(start, goal, side);
  const planning::ArmSolids loosely(model, boxes);
  const planning::ArmSpace loose(model, loosely, cone);
  std::optional<Vec3> up;
  if (held.valid()) up = hand_from_thing.direction(math::kUp);
  // But at its ends the arm is to be in nothing; then in no more than flesh gives way.
  for (const double slack : {kSkin, kFlesh}) {
    std::vector<planning::ArmBox> tight = boxes;
    for (planning::ArmBox& box : tight) {
      if (!box.on_base) box.slack = slack;
    }
    const planning::ArmSolids tightly(model, tight);
    if (plan_drawn_back(model, {loose, {model, tightly, cone}}, up, slack == kSkin, agent, from, to, path)) return true;
  }
  if (!plan_in(loose, model, up, true, agent.person->id.value, from, to, path)) return false;
  if (path.size() == 2) path.clear();
  return true;
}

}  // namespace fh::world
