// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stages of one navigation step, in the order in which Navigator::step runs them, over plain data. Internal to the
// navigator. Each stage reads what earlier stages have written into Steering and adds its own fields.
//
//   map       perceive          where the body is; beliefs into the map
//   plan      choose_course     what to do this tick; searches a route when one is needed
//   follow    follow_course     the velocity along the course, and what its next metre asks of the posture
//   manners   take_precedence   doors, gaps and other people's right of way
//   progress  escalate_jam      headway is watched; attempts against a jam
//   avoid     avoid_people      among people and walls
//   limit     limit_motion      what the body can do, and the guarantee that nothing is touched
//   report    report            arrival, status and reason
#include "planning/navigation/navigator_state.h"

namespace fh::planning {

/// What a navigator does in a tick.
enum class Course : std::uint8_t {
  Stand,    // no goal, no way, or given up
  Arrive,   // within the goal's radius: stands and turns as asked
  Retreat,  // out of somebody's way
  Walk,     // along the path
};

inline constexpr double kFacingError = 0.09;  // rad, 5 degrees: nearer to the goal's facing is faced

/// Where the body is, in planar terms.
struct Spot {
  Vec2 at{0.0};
  std::int32_t layer = 0;
};

/// One tick's motion from what is wanted to what is taken. Velocities in m/s, (x, z).
struct Steering {
  Spot here;                      // perceive
  Course course = Course::Stand;  // choose_course
  FollowSettings pace;            // follow_course: the settings at this goal's speed
  Vec2 followed{0.0};             // follow_course: along the path or retreat, bent by pulls, as if alone
  double straight = 0.0;          // follow_course: m that it goes on in this direction
  double remaining = 0.0;         // follow_course: m of path, when walking
  Vec2 precedence{0.0};           // take_precedence: `followed` at doors, things, gaps and where others go first
  bool gives = false;             // take_precedence: stands back, or retreats, on purpose
  Vec2 attempted{0.0};            // escalate_jam: `precedence` with the present attempt against a jam
  Vec2 avoided{0.0};              // avoid_people: `attempted` among people and walls
  bool standing = false;          // avoid_people: nothing was wanted; `avoided` only makes room
  bool backing = false;           // avoid_people: may walk backwards
  Vec2 limited{0.0};              // limit_motion: `avoided` as the body can do it; touches nothing
  double facing = 0.0;            // limit_motion: yaw to take this tick
  double face_to = 0.0;           // yaw to turn to; follow, manners, progress and avoid replace it in this order
  NavHints hints;                 // follow_course; makes_room, back_up, turn_in_place by avoid and limit
};

// -- map
void perceive(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s);
void set_obstacles(NavigatorData& nav, std::span<const Obstacle> obstacles, NavigatorScratch& scratch);
void forget_ground(NavigatorData& nav, const Vec3& start);
void learn_ground(NavigatorData& nav, const SeenGround& seen, const Vec3& position, NavigatorScratch& scratch);
/// Whether the ground in a cell was seen or felt, or is known from the start.
bool is_ground_known(const NavigatorState& state, CellIndex cell);
/// It does not open or go away: from now on it counts as solid, until it is seen elsewhere.
void give_up_thing(NavigatorData& nav, core::ObjectId id, NavigatorScratch& scratch);
/// People who stand near count as obstacles for a while.
void block_people(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch);
/// The known obstacle that hinders in this way there; invalid when none does.
core::ObjectId obstacle_in(const NavigatorData& nav, CellIndex cell, Hindrance kind);
/// The map from the state alone, after loading.
void rebuild_map(NavigatorData& nav);

// -- plan
void choose_course(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s);
void follow_course(NavigatorData& nav, const NavigatorInput& input, Steering& s);

// -- manners
/// Whether to leave the way to somebody with personal space, or who asked; plans the retreat.
bool makes_way(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch);
/// A retreat off the way of the person ahead; empty when there is none.
void plan_retreat(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch);
/// Doors and things on the way: walks up to them, through the door as it opens, against the thing as it slides; gives
/// up what does not move.
void pass_things(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s);
void take_precedence(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s);

// -- progress
void escalate_jam(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s);
NavigatorOutput report(NavigatorData& nav, const NavigatorInput& input, const Steering& s);

// -- avoid
void avoid_people(NavigatorData& nav, const NavigatorInput& input, Steering& s);
void limit_motion(NavigatorData& nav, const NavigatorInput& input, Steering& s);

}  // namespace fh::planning
