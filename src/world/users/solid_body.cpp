// SPDX-License-Identifier: Apache-2.0
#include "world/users/solid_body.h"

#include <algorithm>
#include <cmath>

#include "human/tracking/fit_reach.h"
#include "world/hands/solid_hand.h"

namespace fh::world {
namespace {

using human::ArmSolution;
using human::Joint;
using human::Side;
using math::Pose;
using math::Vec3;

constexpr double kTurnFastest = 0.12;  // rad per tick: 11 rad/s
constexpr double kTurnStep = 0.02;     // rad between the turns that are tried
constexpr double kMostTurn = 2.0;      // rad
constexpr double kSlowBack = 0.03;     // rad per tick, when the way is free again
constexpr double kArmTouches = 5e-4;   // m: no deeper, it is outside
constexpr double kNearBy = 0.12;       // m from an arm: farther things are not asked about
constexpr double kOwnSide = 0.05;      // what a metre inside the same body's trunk weighs against a turn by 50 rad
constexpr double kStride = 0.02;       // m of the trunk between two looks at what it meets
constexpr int kMostStrides = 12;       // 20 m/s
constexpr double kPassesAt = 0.5;      // m behind its user: the body goes through
constexpr double kLevelled = 0.5;      // sine: what is met from above or below more steeply stops no trunk
constexpr double kTrunkReach = 0.8;    // m from the back to what may be met
constexpr double kSteepThigh = 0.7;    // cosine against the vertical
constexpr double kWorseHand = 1e-4;    // m, rad that a turned arm may miss the hand's place by more

struct ArmLimb {
  math::Segment core;  // in its joint's frame
  double radius = 0.0;
  Joint joint{};
};
using ArmLimbs = std::array<ArmLimb, 3>;

/// The lower half of the upper arm, the forearm, and its half before the wrist, which the hand's own solids continue.
ArmLimbs arm_limbs(const Person& person, Side side) {
  ArmLimbs limbs;
  const std::array<Joint, 3> joints{Joint::RightUpperArm, Joint::RightForearm, Joint::RightForearmTwist};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint joint = human::on_side(joints[i], side);
    const auto* piece = human::piece_of(person.solids, joint);
    if (!piece) continue;
    const math::Capsule capsule = human::as_capsule(*piece);
    limbs[i] = {capsule.axis, capsule.radius, joint};
    // Bones lie along their joint's Y: the end of least height is the far one.
    Vec3 &a = limbs[i].core.a, &b = limbs[i].core.b;
    if (a.y < b.y) std::swap(a, b);
    const Vec3 middle = 0.5 * (a + b);
    if (i == 0) a = middle;
    if (i == 2) b = middle;
  }
  return limbs;
}

class ArmTurns {
 public:
  ArmTurns(const physics::World& physics, const Person& person, const human::FitRig& rig, Side side,
           human::FitResult& fit)
      : physics_(physics), person_(person), rig_(rig), side_(side), fit_(fit), limbs_(arm_limbs(person, side)) {
    filter_.layers = physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Jointed);
    filter_.ignore_body = person.id;
    chest_ = fit.frames.pose(Joint::T2);
    own_ = human::arm_obstacles(rig.solids, fit.frames, side);
    how_.keep_off = &own_;
    natural_ = reach({});
  }

  /// m that the arm of the posture is within what stops it, or in its own trunk; negative: outside.
  double depth() {
    double deepest = -1.0;
    for (const ArmLimb& limb : limbs_) {
      if (limb.radius <= 0.0) continue;
      const Pose joint = fit_.frames.pose(limb.joint);
      const auto core = physics::make_capsule({{joint.point(limb.core.a), joint.point(limb.core.b)}, 0.0});
      physics::near(physics_, core, limb.radius, found_, filter_);
      for (const physics::Near& near : found_)
        if (stops_body(physics_, person_.id, near.what.object))
          deepest = std::max(deepest, near.distance > 1e-6 ? limb.radius - near.distance : depth_in(core, limb, near));
    }
    return deepest;
  }
  /// The same where the limb's core itself is inside.
  double depth_in(physics::ConvexPart part, const ArmLimb& limb, const physics::Near& near) {
    part.radius = limb.radius;
    physics::overlaps(physics_, part, inside_, filter_);
    double deepest = limb.radius;
    for (const physics::Overlap& overlap : inside_)
      if (overlap.what.object == near.what.object) deepest = std::max(deepest, overlap.depth);
    return deepest;
  }
  /// Puts the arm at a turn from where it would be. False: the hand would miss its place by more.
  bool put(double turn) {
    const ArmSolution arm = turn == 0.0 ? natural_ : reach(math::wrap_angle(natural_.swivel + turn));
    human::set_arm(fit_.posture, side_, arm);
    human::forward_kinematics(rig_.body->skeleton, fit_.posture, fit_.frames);
    fit_.hands[human::index_of(side_)].gap = arm.gap;
    return arm.gap <= natural_.gap + kWorseHand && arm.turn_gap <= natural_.turn_gap + kWorseHand;
  }
  /// m that the elbow is within the body's own trunk.
  double in_trunk() const {
    const Vec3 elbow = math::inverse(chest_).point(fit_.frames.position(human::on_side(Joint::RightForearm, side_)));
    const Vec3 mirrored = side_ == Side::Left ? Vec3(-elbow.x, elbow.y, elbow.z) : elbow;
    double least = 1.0;
    for (const human::RoundedPlate& plate : own_) least = std::min(least, plate.distance(mirrored));
    return -least;
  }

 private:
  ArmSolution reach(std::optional<double> swivel) {
    how_.swivel = swivel;
    const auto& hand = fit_.hands[human::index_of(side_)];
    return human::reach_for(rig_, side_, chest_, hand.world_from_wanted, how_);
  }

  const physics::World& physics_;
  const Person& person_;
  const human::FitRig& rig_;
  Side side_;
  human::FitResult& fit_;
  ArmLimbs limbs_;
  physics::QueryFilter filter_;
  Pose chest_;
  human::ArmObstacles own_;
  human::ArmSettings how_;
  ArmSolution natural_;
  std::vector<physics::Near> found_;
  std::vector<physics::Overlap> inside_;
};

bool near_arm(const physics::World& physics, const Person& person, Side side, const human::FitResult& fit) {
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Jointed);
  filter.ignore_body = person.id;
  const Vec3 shoulder = fit.frames.position(human::on_side(Joint::RightUpperArm, side));
  const Vec3 elbow = fit.frames.position(human::on_side(Joint::RightForearm, side));
  const Vec3 wrist = fit.frames.position(human::on_side(Joint::RightHand, side));
  return physics::any_overlap(physics, physics::make_capsule({{0.5 * (shoulder + elbow), elbow}, kNearBy}), filter) ||
         physics::any_overlap(physics, physics::make_capsule({{elbow, wrist}, kNearBy}), filter);
}

void keep_arm_out(ArmTurns& arm, bool moved, double& turn) {
  if (moved) arm.put(turn);
  if (turn == 0.0 && arm.depth() <= kArmTouches) return;
  // Outside and nearest to where it would be, else the least deep.
  double best = turn, least = 1e9;
  const double back = std::max(0.0, std::abs(turn) - kSlowBack);
  const auto tried = [&](double at) {
    if (!arm.put(at)) return;
    // Beside a wall an elbow is pressed against the body's side.
    const double depth = arm.depth(), pressed = std::max(0.0, arm.in_trunk());
    const double away = 1e-3 * std::max(std::abs(at), back) + 1e-5 * std::abs(at - turn) + kOwnSide * pressed;
    const double cost = depth <= kArmTouches ? away : 1.0 + depth;
    if (cost < least) best = at, least = cost;
  };
  tried(turn);
  const int steps = static_cast<int>(kTurnFastest / kTurnStep);
  for (int k = 1; k <= steps; ++k) {
    for (const double sign : {-1.0, 1.0}) tried(turn + sign * k * kTurnStep);
  }
  if (std::abs(turn) <= kSlowBack) tried(0.0);
  if (std::abs(best) <= kMostTurn) turn = best;
  arm.put(turn);
}

/// Hips, waist, ribs and chest about the pelvis of a posture, and thighs that stand: knees of a user who crouches are
/// guessed, and stop nobody.
class Trunk {
 public:
  Trunk(const physics::World& physics, const Person& person, const human::FitResult& fit)
      : physics_(physics), person_(person) {
    filter_.layers = physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Jointed);
    filter_.ignore_body = person.id;
    const Vec3 pelvis = fit.posture.world_from_pelvis.position;
    for (const Joint joint :
         {Joint::LeftThigh, Joint::RightThigh, Joint::Pelvis, Joint::L4, Joint::L1, Joint::T7, Joint::T4}) {
      const auto* piece = human::piece_of(person.solids, joint);
      if (!piece) continue;
      const math::Capsule capsule = human::as_capsule(*piece);
      const Pose at = fit.frames.pose(joint);
      const bool thigh = joint == Joint::LeftThigh || joint == Joint::RightThigh;
      if (thigh && at.direction(math::kUp).y < kSteepThigh) continue;
      parts_.push_back({{at.point(capsule.axis.a) - pelvis, at.point(capsule.axis.b) - pelvis}, capsule.radius});
    }
  }

  bool anything_near(const Vec3& pelvis) {
    const auto ball = physics::make_sphere({pelvis + Vec3(0.0, 0.3, 0.0), kTrunkReach});
    physics::near(physics_, ball, 0.0, found_, filter_);
    return std::any_of(found_.begin(), found_.end(),
                       [&](const physics::Near& near) { return stops_body(physics_, person_.id, near.what.object); });
  }
  /// Pushes the trunk out of all that it is in, level. Nothing: it is so deep that there is no way out.
  std::optional<Vec3> pushed_out(Vec3 pelvis, double& deepest) {
    deepest = 0.0;
    for (const math::Capsule& part : parts_) {
      const auto core = physics::make_capsule({{pelvis + part.axis.a, pelvis + part.axis.b}, 0.0});
      physics::near(physics_, core, part.radius, found_, filter_);
      for (const physics::Near& near : found_) {
        const double depth = part.radius - near.distance;
        if (depth < kArmTouches || !stops_body(physics_, person_.id, near.what.object)) continue;
        if (near.distance < 1e-6) return std::nullopt;
        const Vec3 out = (near.on_part - near.on_place) / near.distance;
        const Vec3 level(out.x, 0.0, out.z);
        if (glm::length(level) < kLevelled) continue;
        pelvis += depth * level / glm::dot(level, level);
        deepest = std::max(deepest, depth);
      }
    }
    return pelvis;
  }

 private:
  const physics::World& physics_;
  const Person& person_;
  physics::QueryFilter filter_;
  std::vector<math::Capsule> parts_;  // about the pelvis
  std::vector<physics::Near> found_;
};

/// Where the pelvis comes to on its way. Sets `stop.passes` where the body does not come along.
Vec3 lead_trunk(Trunk& trunk, const Vec3& wanted, BodyStop& stop) {
  double deepest = 0.0;
  if (stop.passes) {
    const auto out = trunk.pushed_out(wanted, deepest);
    stop.passes = !out || deepest > 0.0;
    return wanted;
  }
  Vec3 at(stop.at.x, wanted.y, stop.at.z);
  for (int step = 0; step < kMostStrides; ++step) {
    const Vec3 way = wanted - at;
    const double share = 1.0 / std::max(1.0, glm::length(way) / kStride);
    const auto next = trunk.pushed_out(at + share * way, deepest);
    if (!next) break;
    const bool stands = glm::length(*next - at) < kArmTouches;
    at = *next;
    if (share >= 1.0 || stands) break;
  }
  stop.passes = glm::length(at - wanted) > kPassesAt;
  return stop.passes ? wanted : at;
}

void move_body(const human::FitRig& rig, const Vec3& by, human::FitResult& fit) {
  fit.posture.world_from_pelvis.position += by;
  human::forward_kinematics(rig.body->skeleton, fit.posture, fit.frames);
  for (human::FootFit& foot : fit.feet) foot.world_from_foot.position += by;
  for (std::size_t i = 0; i < fit.support.count; ++i) fit.support.points[i] += math::Vec2(by.x, by.z);
  fit.centre_of_mass += by;
}

}  // namespace

void BodyStop::visit(core::Archive& archive) {
  archive.field("at", at);
  archive.field("aside", aside);
  archive.field("passes", passes);
  archive.field("elbow_turns", elbow_turns);
}

void keep_body_out(const physics::World& physics, const Person& person, const human::FitRig& rig, bool jumped,
                   const std::array<bool, 2>& seen_elbows, BodyStop& stop, human::FitResult& fit) {
  const Vec3 wanted = fit.posture.world_from_pelvis.position;
  if (jumped) stop = {};
  if (!jumped) {
    Trunk trunk(physics, person, fit);
    const bool free = stop.aside == Vec3(0.0) && !stop.passes && !trunk.anything_near(wanted);
    stop.aside = free ? Vec3(0.0) : lead_trunk(trunk, wanted, stop) - wanted;
    if (glm::length(stop.aside) < kArmTouches) stop.aside = Vec3(0.0);
  }
  const bool moved = stop.aside != Vec3(0.0);
  if (moved) move_body(rig, stop.aside, fit);
  stop.at = wanted + stop.aside;
  for (const Side side : human::kSides) {
    const std::size_t s = human::index_of(side);
    double& turn = stop.elbow_turns[s];
    if (seen_elbows[s]) turn = 0.0;
    if (seen_elbows[s] && !moved) continue;
    if (!moved && turn == 0.0 && !near_arm(physics, person, side, fit)) continue;
    ArmTurns arm(physics, person, rig, side, fit);
    keep_arm_out(arm, moved, turn);
  }
}

}  // namespace fh::world
