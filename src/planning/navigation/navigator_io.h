// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a navigator is told and what it answers: obstacles and goals, settings for a body, and one tick's input and
// output.
#include <optional>
#include <span>
#include <vector>

#include "core/ids.h"
#include "human/body/dimensions.h"
#include "math/pose.h"
#include "planning/navigation/avoidance.h"
#include "planning/navigation/jam_escalation.h"
#include "planning/navigation/path.h"
#include "planning/navigation/path_follower.h"
#include "planning/navigation/right_of_way.h"
#include "planning/steering/pulls.h"
#include "scene/place/surface_pieces.h"

namespace fh::planning {

/// How a door moves: its leaf as it is remembered, seen from above. World, m.
struct DoorLeaf {
  Vec2 hinge{0.0}, edge{0.0};  // where it hangs, and its far edge; the same: it is not known how it moves
  Vec2 opens{0.0};             // unit, where the edge goes when it opens; none: it slides

  void visit(core::Archive& archive);
};

/// A thing as the agent remembers it.
struct Obstacle {
  core::ObjectId id;  // of the SolidLibrary
  math::Pose world_from_object;
  bool openable = false;  // a door leaf that could be opened: passable at a cost, the output then asks to open it
  bool locked = false;    // an openable that is known not to open: solid
  bool movable = false;  // could be pushed or carried away: passable at a higher cost, the output then asks to clear it
  std::uint32_t unseen = 0;  // pieces of it that were never seen, as bits: they do not hinder
  scene::PieceGrid pieces;   // what the bits mean
  DoorLeaf leaf;             // of an openable

  void visit(core::Archive& archive);
};

struct Goal {
  std::vector<Vec3> points;      // any of them will do; the nearest by cost is taken
  double radius = 0.10;          // m: arrived when this near
  std::optional<double> facing;  // yaw to turn to on arrival
  core::BodyId person;           // somebody whose personal space may be entered for this task
  double speed = 0.0;            // m/s; 0 = the settings' preferred speed

  void visit(core::Archive& archive);
};

/// Standing before somebody, within their sight, turned towards them: from the front, never from behind.
Goal approach_goal(const PerceivedPerson& person, double distance = 1.3);

struct NavigatorSettings {
  WalkBody body;
  WalkCosts costs;
  FollowSettings follow;
  AvoidanceSettings avoidance;
  ProgressSettings progress;
  RightOfWaySettings right_of_way;
  SmoothSettings smooth;
  int max_expansions = 20000;  // of one search
  int plan_interval = 9;       // ticks between searches that are not urgent
  double door_patience = 8.0;  // s to wait for a door or thing before it counts as solid
};

/// Radius from bideltoid breadth, side-step radius from chest depth, height band from stature.
NavigatorSettings settings_for(const human::Dimensions& dimensions);

/// What a look showed of the ground, world: where its surface was seen, and where the eye saw through the level of the
/// feet, so that there is no ground or lower ground.
struct SeenGround {
  std::vector<Vec3> surface, through;
  double spacing = 0.0;  // radians between the samples of the eye
  Vec3 eye{0.0};

  void clear() {
    surface.clear();
    through.clear();
  }
};

struct NavigatorInput {
  core::BodyId self;
  Vec3 position{0.0};   // m, at the feet
  double facing = 0.0;  // yaw
  Vec2 velocity{0.0};   // m/s, (x, z)
  std::span<const PerceivedPerson> people;
  core::BodyId asked_by;        // one of them who asks to be let past
  std::span<const Pull> pulls;  // what bends the velocity that is wanted
  double dt = 1.0 / 90.0;
  std::uint64_t tick = 0;
};

enum class NavStatus : std::uint8_t {
  Idle,     // no goal
  Walking,  // also turning in place
  Waiting,  // for people, or for a door that the output asks to open
  Arrived,  // within the goal's radius, standing, facing as wanted
  Blocked,  // no way is known; goes as near as it can, then tries again whenever memory changes
  GaveUp,   // see reason; a new goal or new knowledge starts again
};

enum class NavReason : std::uint8_t {
  None,
  NoPath,        // walls all around
  GoalOccupied,  // the goal lies in an obstacle: the nearest free place was taken (status Arrived or Walking)
  Person,        // somebody stands in the way and does not move
  Door,          // a door does not open
  NoProgress,    // for any other reason
  NotFound,      // of a task: the person was looked for and not found
};

/// What the posture and the hands must do for the next step.
struct NavHints {
  bool turn_in_place = false;
  bool side_step = false;   // the gap ahead is narrower than the shoulders: facing is across the way
  bool back_up = false;     // walking backwards on purpose
  bool duck = false;        // something overhead within the next 0.5 m
  bool step_over = false;   // something low within the next 0.5 m
  bool makes_room = false;  // stands, and moves a little for others
  core::ObjectId open;      // a door on the way, within reach
  core::ObjectId clear;     // a movable thing on the way, within reach
  Vec2 push{0.0};           // unit, which way to push that; none: not to be pushed
  core::BodyId ask;         // somebody to ask to make way
};

struct NavigatorOutput {
  Vec2 velocity{0.0};   // m/s, (x, z): to be taken this tick; obeys walls and people
  double facing = 0.0;  // yaw to take this tick
  double turn_rate = 0.0;
  NavHints hints;
  NavStatus status = NavStatus::Idle;
  NavReason reason = NavReason::None;
  Attempt attempt = Attempt::None;  // what is being tried against a jam
  double remaining = 0.0;           // m of path
};

}  // namespace fh::planning
