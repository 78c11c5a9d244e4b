// SPDX-License-Identifier: Apache-2.0
#include "world/agents/way_hand.h"

#include <algorithm>

#include "physics/queries.h"
#include "world/agents/agent.h"
#include "world/agents/carrying.h"
#include "world/agents/reach_choice.h"

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;

constexpr double kSeconds = 0.45;   // to the leaf, and back
constexpr double kSlowly = 1.1;     // with a thing in the hand
constexpr double kNear = 1.3;       // m from the body's axis to a leaf that a hand sets out for
constexpr double kTouches = 0.008;  // m from the site of the hand to the leaf: flesh
constexpr double kSlides = 0.7;     // m/s of a hand along a leaf
constexpr double kRegrasps = 0.4,
                 kRegraspsFull = 0.08;         // weight at which a hand that changes its place has left the leaf
constexpr double kFar = 0.96, kSlower = 0.16;  // of the stretched arm: no farther; the leaf slows down before that
constexpr double kBelowShoulder = 0.22, kPushAt = 0.82;  // m; share of the leaf's width
constexpr double kElbowDown = 0.55;                      // of the upper arm: the elbow below the shoulder
constexpr double kHalfLeaf = 0.02;                       // m
constexpr double kNearHinge = 0.3, kNearEdge = 0.92;     // shares of the width
constexpr double kLeafTurns = 1.1, kLeafSlides = 0.6;    // rad/s, m/s of a leaf that is led
constexpr double kLeafStrength = 45.0;                   // N m or N, of a hand at the edge of a leaf
constexpr double kWideOpen = 1.48;                       // rad by which a leaf is opened; all the way where it slides
constexpr double kSlowsWithin = 0.35;                    // rad or m before the end
constexpr double kAhead = 0.2;   // rad or m that a hand leads before a leaf that does not follow
constexpr double kStill = 0.05;  // rad/s or m/s: a leaf that may be let go
constexpr double kBody = 0.26;   // m from a leaf to the axis of a body that it would touch

Side side_of(const WayHand& hand) {
  return hand.right ? Side::Right : Side::Left;
}

/// A leaf in its own frame: from the hinge `along` to the edge, `thick` towards the side to which it opens.
struct Leaf {
  Vec3 hinge, along, thick;
  double width = 1.0, low = 0.0, high = 2.0;  // m
  bool swings = false;

  explicit Leaf(const mind::ThingKind& kind) : hinge(kind.hinge) {
    width = glm::length(kind.edge - kind.hinge);
    along = math::normalized_or(kind.edge - kind.hinge, Vec3(1.0, 0.0, 0.0));
    swings = glm::dot(kind.opens, kind.opens) > 0.5;
    thick = swings ? kind.opens : glm::cross(along, math::kUp);
    low = kind.bounds.low.y;
    high = kind.bounds.high.y;
  }
  double side_of(const Vec3& local) const { return glm::dot(local - hinge, thick) > 0.0 ? 1.0 : -1.0; }
};

struct PlaceOnLeaf {
  Vec3 at{0.0};  // object space
  double face = 1.0;
  bool at_handle = false;
};

double stretched(const Agent& agent, Side side, bool palm) {
  constexpr double kBent = 1.25;  // the elbow is on the leaf long before it gets no farther
  if (agent.way_hand.by_forearm) return kBent * (agent.whole.arm(side).links.upper + kElbowThick);
  const auto& size = agent.person->body.dimensions;
  const double hand = palm ? 0.5 * size[human::Dimension::PalmLength] : size[human::Dimension::HandLength];
  return agent.whole.arm(side).links.farthest + hand;
}

/// Where the palm lies to push: well away from the hinge, as far as the arm reaches without stretching.
Vec3 place_to_push(const Leaf& leaf, const Vec3& shoulder, double reach, double below) {
  const double height = math::clamp(shoulder.y - below, leaf.low + 0.1, leaf.high - 0.1);
  const double off = glm::dot(shoulder - leaf.hinge, leaf.thick), drop = shoulder.y - height;
  const double level = math::sqrt(std::max(0.0, 0.64 * reach * reach - off * off - drop * drop));
  const double beside = glm::dot(shoulder - leaf.hinge, leaf.along);
  const double there = math::clamp(kPushAt * leaf.width, beside - level, beside + level);
  const Vec3 on_axis = leaf.hinge + math::clamp(there, kNearHinge * leaf.width, kNearEdge * leaf.width) * leaf.along;
  return {on_axis.x, height, on_axis.z};
}

PlaceOnLeaf place_on(const Agent& agent, const physics::World& physics, core::ObjectId door, Side side) {
  const mind::ThingKind& kind = agent.mind.catalogue().thing(door);
  const Leaf leaf(kind);
  const math::Pose pose = physics.pose(door);
  const Vec3 shoulder = math::inverse(pose).point(shoulder_of(agent, side));
  PlaceOnLeaf place;
  place.face = leaf.side_of(math::inverse(pose).point(agent.gait.root));
  if (leaf.swings && place.face > 0.0) {  // the handle on this side
    double farthest = 0.3 * leaf.width;
    for (const Vec3& hold : kind.holds) {
      const double from_hinge = glm::dot(hold - leaf.hinge, leaf.along);
      if (leaf.side_of(hold) < 0.0 || from_hinge < farthest) continue;
      farthest = from_hinge;
      place.at = hold;
      place.at_handle = true;
    }
    if (place.at_handle) return place;
  }
  const double upper = agent.whole.arm(side).links.upper;
  // The elbow is off the leaf by half of both.
  const Vec3 near = shoulder - place.face * (kElbowThick + kHalfLeaf) * leaf.thick;
  const Vec3 inner = agent.way_hand.by_forearm
                         ? place_to_push(leaf, near, upper / 0.8, kElbowDown * upper)
                         : place_to_push(leaf, shoulder, stretched(agent, side, true), kBelowShoulder);
  constexpr double kOff = 0.25;  // m from the leaf's middle plane, to look for its surface
  const Vec3 out = place.face * kOff * leaf.thick;
  const math::Ray ray{pose.point(inner + out), pose.direction(-place.face * leaf.thick)};
  const auto hit = physics::cast_ray(physics, ray, kOff, {.ignore_body = agent.person->id});
  const bool is_leaf = hit && hit->what.object == door && hit->distance > 0.0;
  place.at = is_leaf ? math::inverse(pose).point(hit->point) : inner;
  return place;
}

/// The hand's turn in the world; `fingers`: unit.
math::Quat hand_turn(Side side, const Vec3& fingers, const Vec3& palm_looks) {
  const Vec3 palm = math::normalized_or(palm_looks - glm::dot(palm_looks, fingers) * fingers, Vec3(1.0, 0.0, 0.0));
  const Vec3 y = -fingers, x = side == Side::Right ? -palm : palm;
  return math::from_matrix(math::Mat3(x, y, glm::cross(x, y)));
}

/// Flat on what it pushes, fingers up.
math::Quat flat_turn(Side side, const Vec3& way, const Vec3& into) {
  const Vec3 fingers = 0.8 * math::kUp + 0.6 * way;
  return hand_turn(side, math::normalized_or(fingers - glm::dot(fingers, into) * into, math::kUp), into);
}

/// The arm with a site of the hand at a point. What the wrist cannot turn the arm makes up for, so that the skin is
/// there.
human::ArmSolution arm_to(const Agent& agent, Side side, const Vec3& site, const Vec3& point, const math::Quat& turn) {
  const human::Arm& arm = agent.whole.arm(side);
  const math::Pose& thorax = agent.frames.pose(Joint::T2);
  human::ArmSettings settings;
  settings.mode = human::LimbMode::Present;
  Vec3 wrist = point - turn * site;
  human::ArmSolution solution = human::solve_arm(arm, thorax, {turn, wrist}, settings);
  for (int i = 0; i < 3; ++i) {
    wrist += point - human::hand_pose(arm, thorax, solution).point(site);
    solution = human::solve_arm(arm, thorax, {turn, wrist}, settings);
  }
  return solution;
}

human::BodySite site_of(const Agent& agent) {
  const auto& size = agent.person->body.dimensions;
  const Side side = side_of(agent.way_hand);
  return agent.way_hand.at_handle ? human::fingertip_site(size, side) : human::palm_site(size, side);
}

/// The arm with the hand on its place: fingers along the arm's way to a handle; flat on the leaf to push.
human::ArmSolution arm_to_leaf(Agent& agent, const physics::World& physics) {
  WayHand& hand = agent.way_hand;
  const Side side = side_of(hand);
  const math::Pose pose = physics.pose(hand.door);
  const Vec3 point = pose.point(hand.at);
  const Vec3 way = math::normalized_or(point - shoulder_of(agent, side), math::kForward);
  const Leaf leaf(agent.mind.catalogue().thing(hand.door));
  if (hand.by_forearm) {
    return elbow_beside(agent, side, point, pose.direction(-hand.face * leaf.thick), hand.elbow);
  }
  const math::Quat turn =
      hand.at_handle ? hand_turn(side, way, -math::kUp) : flat_turn(side, way, pose.direction(-hand.face * leaf.thick));
  return arm_to(agent, side, site_of(agent).joint_from_site.position, point, turn);
}

/// The hand that a door is opened with: free, or any, and nearer to its place on the leaf. None: -1.
int hand_for(const Agent& agent, const physics::World& physics, core::ObjectId door, bool any) {
  int best = -1;
  double least = 1e9;
  for (int i = 0; i < 2; ++i) {
    if (!any && agent.handling.feel.held[static_cast<std::size_t>(i)].valid()) continue;
    const Side side = i == 1 ? Side::Right : Side::Left;
    const Vec3 at = physics.pose(door).point(place_on(agent, physics, door, side).at);
    const double far = glm::length(at - shoulder_of(agent, side));
    if (far >= least) continue;
    least = far;
    best = i;
  }
  return best;
}

/// Whether the mind asks for this door, and the arms have nothing else to do.
bool is_wanted(const Agent& agent, const physics::World& physics, core::ObjectId door) {
  if (!door.valid() || agent.intent.open != door || !physics.has_joint(door) || agent.push.thing.valid()) return false;
  return agent.handling.phase == HandlingState::Phase::None && agent.reach.way == ReachState::Way::None;
}

void adopt(WayHand& hand, const PlaceOnLeaf& place) {
  hand.at = place.at;
  hand.face = place.face;
  hand.at_handle = place.at_handle ? 1 : 0;
  hand.lets_go = 0;
}

void set_out(Agent& agent, const physics::World& physics) {
  const core::ObjectId door = agent.intent.open;
  if (!is_wanted(agent, physics, door)) return;
  const Vec3 local = math::inverse(physics.pose(door)).point(agent.gait.root + Vec3(0.0, 1.0, 0.0));
  const math::Aabb& bounds = agent.mind.catalogue().thing(door).bounds;
  if (glm::length(local - glm::clamp(local, bounds.low, bounds.high)) > kNear) return;
  int side = hand_for(agent, physics, door, false);
  agent.way_hand = {};
  if (side < 0) {
    const Leaf leaf(agent.mind.catalogue().thing(door));
    const bool away = leaf.swings && leaf.side_of(math::inverse(physics.pose(door)).point(agent.gait.root)) < 0.0;
    if (!away) return;  // nobody gets a hand on it
    agent.way_hand.by_forearm = 1;
    side = hand_for(agent, physics, door, true);
  }
  agent.way_hand.door = door;
  agent.way_hand.right = static_cast<std::uint8_t>(side);
  agent.way_hand.found_at = agent.way_hand.driven_to = physics.joint_position(door);
  adopt(agent.way_hand, place_on(agent, physics, door, side_of(agent.way_hand)));
  if (!agent.way_hand.by_forearm) return;
  const Leaf leaf(agent.mind.catalogue().thing(door));
  agent.way_hand.elbow = choose_elbow(agent, side_of(agent.way_hand), physics.pose(door).point(agent.way_hand.at),
                                      physics.pose(door).direction(-agent.way_hand.face * leaf.thick));
}

/// The weight below which another place is gone to: what a hand holds is not thrown about.
double regrasps(const WayHand& hand) {
  return hand.by_forearm ? kRegraspsFull : kRegrasps;
}

/// Where on the leaf the hand is to be now. `reaches`: whether it gets to where it is.
void choose_place(Agent& agent, const physics::World& physics, bool reaches, double dt) {
  WayHand& hand = agent.way_hand;
  const PlaceOnLeaf place = place_on(agent, physics, hand.door, side_of(hand));
  const bool other = place.face != hand.face || place.at_handle != (hand.at_handle != 0);
  if (hand.weight < regrasps(hand) || (!other && hand.weight < 1.0 && !hand.on)) return adopt(hand, place);
  if (other) {
    if (!reaches) hand.lets_go = 1;
    return;
  }
  const Vec3 way = place.at - hand.at;
  hand.at += way * std::min(1.0, kSlides * dt / std::max(glm::length(way), 1e-9));
}

void pose_arm(Agent& agent, const physics::World& physics) {
  if (agent.way_hand.by_forearm) carry_in(agent, agent.way_hand.right);
  const human::ArmSolution arm = arm_to_leaf(agent, physics);
  human::Posture there = agent.posture;
  human::set_arm(there, side_of(agent.way_hand), arm);
  agent.posture = human::interpolate(agent.posture, there, least_jerk(agent.way_hand.weight));
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

bool touches(const Agent& agent, const physics::World& physics) {
  constexpr double kFlesh = 0.005, kSleeve = 0.015;  // m
  if (agent.way_hand.by_forearm) {
    const Vec3 elbow = agent.frames.position(human::on_side(Joint::RightForearm, side_of(agent.way_hand)));
    return physics::nearest_on(physics, agent.way_hand.door, physics::make_sphere({elbow, kElbowThick}), kSleeve)
        .has_value();
  }
  const human::BodySite site = site_of(agent);
  const Vec3 at = agent.frames.pose(site.joint).point(site.joint_from_site.position);
  return physics::nearest_on(physics, agent.way_hand.door, physics::make_sphere({at, kFlesh}), kTouches).has_value();
}

double distance_to_segment(const Vec3& a, const Vec3& b, const Vec3& point) {
  const Vec3 along(b.x - a.x, 0.0, b.z - a.z), off(point.x - a.x, 0.0, point.z - a.z);
  const double share = math::clamp(glm::dot(off, along) / std::max(glm::dot(along, along), 1e-9), 0.0, 1.0);
  return glm::length(off - share * along);
}

/// Whether the leaf, turned on a little, would come to touch a body that stands at the place.
bool would_touch(const mind::ThingKind& kind, const math::Pose& pose, const Vec3& feet) {
  constexpr double kForeseen = 0.12;  // of the width, by which the edge moves on
  if (std::abs(feet.y - pose.position.y) > 1.5) return false;
  const Vec3 hinge = pose.point(kind.hinge), edge = pose.point(kind.edge), opens = pose.direction(kind.opens);
  if (glm::dot(feet - hinge, opens) <= 0.0) return false;
  return distance_to_segment(hinge, edge + kForeseen * glm::length(edge - hinge) * opens, feet) < kBody;
}

}  // namespace

human::ArmSolution palm_against(const Agent& agent, Side side, const Vec3& point, const Vec3& into) {
  const Vec3 way = math::normalized_or(point - shoulder_of(agent, side), math::kForward);
  const Vec3 site = human::palm_site(agent.person->body.dimensions, side).joint_from_site.position;
  return arm_to(agent, side, site, point, flat_turn(side, way, into));
}

void WayHand::visit(core::Archive& archive) {
  archive.field("door", door.value);
  archive.field("right", right);
  archive.field("on", on);
  archive.field("lets_go", lets_go);
  archive.field("at_handle", at_handle);
  archive.field("by_forearm", by_forearm);
  if (by_forearm) elbow.visit(archive);
  archive.field("face", face);
  archive.field("at", at);
  archive.field("weight", weight);
  archive.field("pace", pace);
  archive.field("found_at", found_at);
  archive.field("driven_to", driven_to);
  archive.field("led", led.value);
}

void advance_way_hand(Agent& agent, const physics::World& physics, double dt) {
  WayHand& hand = agent.way_hand;
  if (!hand.door.valid()) set_out(agent, physics);
  if (!hand.door.valid()) return;
  const physics::Velocity speed = physics.velocity(hand.door);
  const bool moves = glm::length(speed.angular) > kStill || glm::length(speed.linear) > 2.0 * kStill;
  const bool wanted = is_wanted(agent, physics, hand.door);
  const Vec3 point = physics.pose(hand.door).point(hand.at);
  const double far = glm::length(point - shoulder_of(agent, side_of(hand)));
  const double share = far / stretched(agent, side_of(hand), !hand.at_handle);
  const bool reaches = share < 1.0;
  hand.pace = wanted ? math::clamp((kFar - share) / kSlower, 0.0, 1.0) : 0.0;
  if (wanted && !(hand.lets_go && hand.weight > regrasps(hand))) choose_place(agent, physics, reaches, dt);
  // A leaf that moves is stopped before it is let go.
  const bool stays = hand.on && moves && reaches;
  const bool back = hand.lets_go || (!wanted && !stays);
  const double seconds = hand.by_forearm ? kSlowly : kSeconds;
  hand.weight = math::clamp(hand.weight + (back ? -dt : dt) / seconds, 0.0, 1.0);
  if (hand.weight <= 0.0) {
    hand = {};
    return;
  }
  pose_arm(agent, physics);
  hand.on = hand.weight >= 1.0 && touches(agent, physics) ? 1 : 0;
  if (hand.weight >= 1.0 && !hand.on && wanted) hand.lets_go = reaches ? 0 : 1;
}

namespace {

/// Whether somebody stands where the leaf would go next.
bool is_blocked(const Agent& agent, const math::Pose& pose, std::span<const Agent> agents,
                std::span<const Vec3> standing) {
  const mind::ThingKind& kind = agent.mind.catalogue().thing(agent.way_hand.door);
  const auto in_way = [&](const Vec3& feet) { return would_touch(kind, pose, feet); };
  return std::any_of(standing.begin(), standing.end(), in_way) ||
         std::any_of(agents.begin(), agents.end(), [&](const Agent& other) { return in_way(other.gait.root); });
}

/// Moves the leaf on by what a tick allows: slower towards the end, so that it rests when it is let go.
void lead(WayHand& hand, physics::World& physics, const scene::ObjectJoint& joint, double pace, double dt) {
  const bool slides = joint.kind == scene::JointKind::Slider;
  const double end = std::abs(joint.maximum) >= std::abs(joint.minimum) ? joint.maximum : joint.minimum;
  const double target = slides ? end : hand.found_at + math::clamp(end - hand.found_at, -kWideOpen, kWideOpen);
  const double at = physics.joint_position(hand.door);
  const double share = std::min(pace, std::abs(target - at) / kSlowsWithin + 0.1);
  const double most = share * dt * (slides ? kLeafSlides : kLeafTurns);
  hand.driven_to += math::clamp(target - hand.driven_to, -most, most);
  const double ahead = pace > 0.0 ? kAhead : 0.0;
  hand.driven_to = math::clamp(hand.driven_to, at - ahead, at + ahead);
  physics.set_joint_target(hand.door, hand.driven_to, kLeafStrength);
}

}  // namespace

void open_doors(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents,
                std::span<const Vec3> standing, double dt) {
  std::vector<core::ObjectId> led;
  for (Agent& agent : agents) {
    WayHand& hand = agent.way_hand;
    const scene::Object* door = hand.on ? scene.find(hand.door) : nullptr;
    if (!door || !physics.has_joint(door->id) || physics.is_locked(door->id)) continue;
    const bool blocked = is_blocked(agent, physics.pose(door->id), agents, standing);
    lead(hand, physics, door->joint, blocked ? 0.0 : hand.pace, dt);
    led.push_back(door->id);
  }
  const auto is_led = [&](core::ObjectId door) { return std::find(led.begin(), led.end(), door) != led.end(); };
  for (Agent& agent : agents) {
    WayHand& hand = agent.way_hand;
    if (hand.led.valid() && !is_led(hand.led)) physics.clear_joint_target(hand.led);
    hand.led = hand.on && is_led(hand.door) ? hand.door : core::ObjectId{};
  }
}

}  // namespace fh::world
