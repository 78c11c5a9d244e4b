// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was the case after one tick, as plain values: all that a measure may know. The world fills it
// (world::World::observe), a recording's motion track keeps it (session/record/motion_track.h), and evaluation reads
// it. Metres, seconds, world space. Lists keep their memory when a moment is filled again: no allocation per tick.
#include <array>
#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "core/time.h"
#include "frame/frame_input.h"
#include "math/pose.h"

namespace fh::frame {

/// How a tracked point of a user is known.
enum class PointKnown : std::uint8_t { Absent, Tracked, Held, Easing, Resting };

struct MomentPoint {
  math::Pose world_from_point;
  math::Vec3 velocity{0.0};  // m/s
  PointKnown known = PointKnown::Absent;
};

/// What keeps an agent from going where it wants to go.
enum class HeldBy : std::uint8_t { Nothing, Structure, Thing };

/// How an agent's route is going.
enum class RouteState : std::uint8_t { Idle, Going, Waiting, Arrived, Blocked, GaveUp };

/// What bears a person: bits of MomentPerson::borne_by.
enum Bearing : std::uint8_t { kLeftFootBears = 1u << 0, kRightFootBears = 1u << 1, kKneeBears = 1u << 2 };

/// What a hand carries.
struct MomentLoad {
  double mass = 0.0;       // kg
  math::Vec3 centre{0.0};  // of mass
};

/// What a hand holds. A motion track does not keep it.
struct MomentGrip {
  core::ObjectId object;      // none: nothing
  std::uint8_t refused = 0;   // what it pulls up is too heavy
  std::uint8_t squeezes = 0;  // users: the hand is closed, whether it holds something or not
};

/// One person, user or agent. Fields of the other kind stay at their defaults.
struct MomentPerson {
  core::BodyId id;
  std::uint8_t is_user = 0;
  std::uint8_t present = 0;       // there is a body to be seen; users: the head was tracked once
  std::uint32_t body_number = 0;  // grows when the person gets another body
  // Posture: parent_from_joint rotations, joint frames and joint centres in the parent's frame are at
  // [first_joint, first_joint + joint_count) of the moment's lists. The first joint is the pelvis.
  std::uint32_t first_joint = 0, joint_count = 0;
  // Balance.
  std::uint8_t borne_by = 0;    // Bearing bits; 0: nothing bears, or it is not known
  double balance_margin = 0.0;  // m from the centre of mass, with the loads, to the nearest edge of the support,
                                // negative outside; of a person who is borne
  std::array<MomentLoad, kHands> loads;  // left, right
  std::array<MomentGrip, kHands> grips;  // left, right

  // Users.
  MomentPoint head;
  std::array<MomentPoint, kHands> hands;  // grips
  double walked = 0.0;                    // m over the floor, teleports left out
  std::int32_t jumps = 0;                 // teleports, turns, recentres and changes of body so far

  // Agents.
  math::Vec3 root{0.0};                   // on the ground
  math::Vec3 velocity{0.0};               // of the root, m/s
  std::array<math::Vec3, 4> soles{};      // left heel, left ball, right heel, right ball
  std::array<std::uint8_t, 2> planted{};  // left, right foot stands
  RouteState route = RouteState::Idle;    // towards the present goal
  std::uint8_t stuck = 0;                 // gives way, asks or backs up because it cannot get on
  HeldBy held = HeldBy::Nothing;          // in this tick
  core::ObjectId held_by;                 // the object, while held
  std::int32_t arrived = 0, failed = 0;   // errands done and given up so far
  std::uint8_t looked = 0;                // took a look in this tick
  std::uint32_t percepts = 0;             // things in that look; 0 without a look
  std::uint32_t users_known = 0;          // bit i: it knows of the i-th user
};

struct MomentObject {
  core::ObjectId id;
  math::Pose world_from_object;
};

/// A body or hand touches a thing or another body.
struct MomentContact {
  core::BodyId body;      // the first body, by id
  core::BodyId other;     // the other one; none for a thing
  core::ObjectId object;  // the thing; none for another body
  std::uint8_t began = 0;

  bool operator==(const MomentContact&) const = default;
};

enum class EventKind : std::uint8_t {
  Jumped,       // a user was put elsewhere: teleport, turn, recentre
  BodyChanged,  // a person got another body
  Arrived,      // an agent has done an errand
  GaveUp,       // an agent has given up an errand
  HeldUp,       // the place began to hold an agent
  Touched,      // a body began to touch a thing or another body
};

/// Something that happened in the tick the moment closes.
struct MomentEvent {
  EventKind kind{};
  core::BodyId who;
  core::BodyId other;     // Touched: the other body, if it was one
  core::ObjectId object;  // HeldUp, Touched

  bool operator==(const MomentEvent&) const = default;
};

struct Moment {
  core::Tick tick = 0;                       // ticks simulated so far
  std::vector<MomentPerson> people;          // by id; users among them
  std::vector<math::Quat> rotations;         // parent_from_joint
  std::vector<math::Pose> world_from_joint;  // in the same order
  std::vector<MomentObject> objects;         // those that can move, by id
  std::vector<double> drives;                // values of the scenario's drives in its order: shares of their ranges
  std::vector<MomentContact> contacts;       // of bodies, sorted, each pair once
  std::vector<MomentEvent> events;           // since the moment before, by person
  std::vector<std::uint8_t> parents;         // of a person's joints, the pelvis first; the same for everybody
};

/// Appends what happened to one person between two moments that follow each other.
void find_events(const MomentPerson& before, const MomentPerson& now, std::vector<MomentEvent>& events);
/// Appends a Touched event for every contact that began.
void find_touches(const std::vector<MomentContact>& contacts, std::vector<MomentEvent>& events);

}  // namespace fh::frame
