// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent is about: its behaviour as a small machine that turns "where am I with my errand" into "where do I want
// to be, what do I look at, what do I reach for" (Improv's scripts in the plainest form, CA-26). Reads beliefs only.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/archive.h"
#include "core/rng.h"
#include "language/relations.h"
#include "mind/behaviours/catalogue.h"
#include "mind/search/person_search.h"
#include "planning/navigation/navigator.h"
#include "scene/scenario/agents.h"

namespace fh::mind {

enum class Stage : std::uint8_t {
  Waiting,    // not yet set off
  Going,      // on the way
  Doing,      // there, busy
  Searching,  // the position of the wanted person is unknown: looks for them, see PersonSearch
  Done,       // nothing left to do
};

/// Why an errand was given up.
enum class Failure : std::uint8_t {
  None,
  NoWay,       // the way's reason says more
  NotOnFloor,  // its place lies off every floor, or in the air
  TooFar,      // the nearest free place is farther away than `within`
  Reach,       // the hand did not come to the thing
  Unknown,     // the agent does not know where the thing is
  NotFound,    // a search has ended without it
  NotSeen,     // it did not come into view
  NoAnswer,    // nobody answered
  NoCover,     // no place is known where it would not be seen
  Late,        // it took longer than it may
  NotHeld,     // what it shall put down is in no hand
  HandsFull,   // no hand is free
  NoHandWay,   // no way for the hand between the things that it saw
  Stuck,       // the thing does not move as the hand wants it to
  NoRoom,      // nothing more can be put there
  NotTaken,    // nobody took what was held out
  NotGiven,    // what was asked for was not given
  Taken,       // somebody else holds it
  NoSeat,      // nobody can sit on it
  TooHigh,     // the legs are too short for the seat
  TooHeavy,    // for pushing
};

/// "does not know where it is"
const char* words_of(Failure failure);

/// How a deed of the hands gets on.
enum class HandStatus : std::uint8_t { Idle, Busy, Done, Failed };

/// How a body stands, or does not.
enum class Stance : std::uint8_t { Upright, Crouch, Kneel, Sit };

/// What the body tells its own mind of that.
struct StanceFeel {
  Stance stance = Stance::Upright;  // what it is in, or on its way to
  HandStatus status = HandStatus::Done;
};

/// What hands tell their own mind.
struct HandFeel {
  HandStatus status = HandStatus::Idle;
  Failure failure = Failure::None;         // with Failed
  double off = -1.0;                       // m from the thing, with Failed
  std::array<core::ObjectId, 2> held;      // left, right
  HandStatus together = HandStatus::Idle;  // what a hand does with another person's
  Failure apart = Failure::None;           // with Failed: why
};

/// What came of one errand; of a patrol's, the last round.
struct ErrandOutcome {
  enum class Kind : std::uint8_t { Open, Done, GivenUp };
  Kind kind = Kind::Open;
  Failure failure = Failure::None;
  planning::NavReason way{};  // with NoWay
  std::uint8_t reserved = 0;
  double off = -1.0;  // m: with TooFar from the place, with Reach from the thing; negative: the agent never saw it

  void visit(core::Archive& archive);
};

/// Whether this behaviour comes to an end: errands, a queue and a pursuit do, and nets that can reach an end.
bool can_be_done(const scene::AgentSpec& plan);
/// Whether what it gives up was asked of it: all but those who stand, and wanderers, who choose their places
/// themselves.
bool has_orders(const scene::AgentSpec& plan);

struct TaskTally {
  std::int32_t arrived = 0, failed = 0;            // errands done; given up
  planning::NavReason reason{};                    // of the last failure
  double first_arrival = -1.0, last_arrival = -1;  // s since the start; negative: never

  void visit(core::Archive& archive);
};

/// What an errand waits for that the agent does of itself.
enum class First : std::uint8_t {
  Nothing,
  Regain,  // it lost what it is to put down: takes it again
};

struct TaskState {
  Stage stage = Stage::Waiting;
  double elapsed = 0.0;            // s that the behaviour was called for
  std::int32_t errand = 0;         // index into the plan's; their number: all are done, leaves the queue
  double remaining = 0.0;          // s of waiting or doing
  double blocked = 0.0;            // s without any known path, or away from the place of work
  math::Vec3 anchor{0.0};          // while Going: where it last got ahead
  double still = 0.0;              // s since then
  double rethink = 0.0;            // s until the goal is thought over (follow, queue)
  planning::Goal goal;             // while Going and Doing
  double hand_off = -1.0;          // m, least distance of the hand from what it reaches for; negative: not tried yet
  double reached_for = 0.0;        // s of trying
  std::int32_t attempt = 0;        // of a deed: places it was tried from before
  std::uint8_t acts = 0;           // the hands are asked for the deed
  double unseen = 0.0;             // s that it looked for the thing at the place
  math::Vec3 place{0.0};           // Put: where to
  Failure before = Failure::None;  // why the attempt before failed
  First first = First::Nothing;    // before the errand itself
  std::uint8_t regained = 0;       // times that it took the errand's thing again
  PersonSearch search;             // while Searching; saved only then
  core::Rng chance;
  TaskTally tally;
  std::vector<ErrandOutcome> outcomes;  // one per errand of the plan

  void visit(core::Archive& archive);
};

/// An object or a person as believed to be.
struct BelievedItem {
  math::Pose pose;              // as last sensed
  math::Vec3 middle{0.0};       // of its bounds; of a person: where they are believed to be now
  double age = 0.0;             // s since it was last sensed
  bool sighted = false;         // by the eyes
  math::Vec3 velocity{0.0};     // m/s, as last sensed
  math::Aabb bounds;            // object space; of a person: none
  language::Whereabouts where;  // as relations ask
};

/// Words that were heard, or a message among the agent's own nets.
struct Heard {
  core::BodyId from;            // itself: a message of its own
  double at = 0.0, last = 0.0;  // s since the start: when it began, when it was last heard
  std::string text;
  std::uint8_t instructs = 0;  // the listener is told to do this, and has not answered yet

  void visit(core::Archive& archive);
};

/// What the task may ask of the mind that has it.
struct TaskBeliefs {
  math::Vec3 position{0.0};  // own
  double facing = 0.0;       // own, yaw
  double speed = 1.3;        // m/s at which it walks on a free way
  double seconds = 0.0;      // since the start
  planning::NavStatus way = planning::NavStatus::Idle;
  planning::NavReason reason = planning::NavReason::None;
  double hand_off = -1.0;                  // m, felt; negative: no reach
  HandFeel hands;                          // felt
  StanceFeel stance;                       // felt
  double shoulder = 1.4, arm = 0.6;        // m, own: height when standing; shoulder to palm
  const planning::WalkMap* map = nullptr;  // own, believed
  bool knows_ground = true;                // from the start
  std::function<std::optional<planning::PerceivedPerson>(core::BodyId)> where_is;  // a person as believed to be
  std::function<std::optional<BelievedItem>(const std::string&)> believed;         // an object or a person by name
  std::function<bool(const std::string&)> holds;                                   // the thing is in one of the hands
  std::function<std::vector<math::Vec3>(const std::string&)> holds_of;  // where a hand operates it; none: not known
  /// Whether nothing that is known of, but for a thing that is taken, is between a standing agent's shoulder there and
  /// the point.
  std::function<bool(const math::Vec3& stand, const math::Vec3& point, const std::string& taken)> is_open_to;
  /// Whether a body that stands there is in the way of a thing that is operated.
  std::function<bool(const math::Vec3& stand, const std::string& thing)> is_in_way_of;
  /// Free spots on an object, or at its site, for a thing: where its lowest middle goes. None: not known, or no room.
  std::function<std::vector<math::Vec3>(const std::string& onto, const std::string& thing)> spots_on;
  std::function<std::vector<math::Vec3>()> likely_places;                          // where people may be met
  std::function<bool(const math::Vec3& place, double within)> somebody_stands_at;  // other than the agent itself
  /// Whether nothing that is believed to stand there hides one point from the other.
  std::function<bool(const math::Vec3&, const math::Vec3&)> in_view;
  std::span<const Heard> heard;  // the last that were, the oldest first
};

/// Something to be said.
struct Utterance {
  std::string text, to;        // a person's name; empty: to nobody in particular
  std::uint8_t instructs = 0;  // `to` is told to do it

  void visit(core::Archive& archive);
};

enum class Gesture : std::uint8_t { None, Point, Wave };

/// What a hand does together with that of somebody else.
enum class Together : std::uint8_t { None, Give, Receive, Shake };

/// What follows from the task now.
struct TaskGoal {
  std::optional<planning::Goal> goal;  // where to be; none: stay
  std::string look_at, reach;          // names; empty: nothing
  std::vector<Utterance> say;          // begins now
  std::vector<std::string> signal;     // to its own nets
  Gesture gesture = Gesture::None;
  std::string gesture_at;        // a name; empty: to nobody in particular
  std::optional<Stance> stance;  // none: as it is, while legs and hands have no work
  std::string seat;              // to sit on, also on the way to it
  scene::Deed deed = scene::Deed::None;
  Together together = Together::None;  // with `gesture_at`, at `place`; `thing` goes from hand to hand
  std::string thing;                   // of the deed, also while it is looked for
  scene::ThingState state{};           // Operate
  double amount = 0.0;                 // of it
  math::Vec3 place{0.0};               // Put; where hands are to meet
  std::string push;                    // a light thing to be pushed …
  math::Vec3 push_way{0.0};            // … this way, level, unit
};

/// The errand that the task is at: the plan's, or what comes first, written to `first`. Only while `task.errand` is one
/// of the plan's.
const scene::Errand& errand_now(const scene::AgentSpec& plan, const TaskState& task, scene::Errand& first);
/// What a task in this state wants.
TaskGoal wish_of(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskState& task);
TaskState begin_task(const scene::AgentSpec& plan, std::uint64_t seed, core::BodyId self);
TaskGoal advance_task(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                      TaskState& task);

}  // namespace fh::mind
