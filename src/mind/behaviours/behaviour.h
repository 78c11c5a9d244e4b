// SPDX-License-Identifier: Apache-2.0
#pragma once
// Behaviours, one file each: behaviour_WORD.cpp defines behave_WORD(), whose line stands in
// scene/scenario/behaviours.h. Called every tick while the agent is going, searching or doing; writes stage and goal of
// the task. Also what several behaviours share.
#include "mind/behaviours/task.h"

namespace fh::mind {

/// What a behaviour sees and writes in one tick.
struct BehaviourStep {
  const scene::AgentSpec& plan;
  const Catalogue& catalogue;
  const TaskBeliefs& beliefs;
  double dt;  // s
  TaskState& task;
  TaskGoal& wish;  // what it wants besides the task's goal: gaze, words, gestures
};

#define FH_LINE(name, word, needs, parts, keys, ends, text) void behave_##word(const BehaviourStep& step);
FH_BEHAVIOURS(FH_LINE)
#undef FH_LINE

inline constexpr double kRethink = 0.5;  // s between looks at a moving goal

/// Notes in the tally that a goal was reached, or given up: for the reason that navigation states, or for another.
void arrive(const BehaviourStep& step);
void fail(const BehaviourStep& step);
void fail(const BehaviourStep& step, planning::NavReason reason);
/// The same for one errand, with what came of it. `off`: m, see ErrandOutcome.
void give_up(const BehaviourStep& step, Failure failure, planning::NavReason way, double off = -1.0);
/// It is done, or given up.
void end_with(const BehaviourStep& step, Failure failure = Failure::None);
/// Of a node of a net; for agents without errands one that says nothing, with `within` 0.
const scene::Errand& errand_of(const BehaviourStep& step);

// meeting.cpp
/// Goes up to `whom` until hands can meet, face to face. True: they are near and in sight; else it is on the way, or
/// looking for them, or has ended because they were not found.
bool meets_person(const BehaviourStep& step);
/// Where hands meet, half-way at the height of the chest; `height`: m below the shoulder.
math::Vec3 meeting_place(const BehaviourStep& step, double below);

inline constexpr double kStancePatience = 12.0;  // s to kneel or sit down, or to stand up

// behaviour_say.cpp
double seconds_to_say(const std::string& text);

// standing_place.cpp
/// Places on the ground that stand to the errand's thing as it says; empty when it is not known where that is.
std::vector<math::Vec3> places_to_stand(const scene::Errand& errand, const TaskBeliefs& beliefs);

// behaviour_errands.cpp
struct ErrandRules {
  bool again = false;         // after the last errand follows the first
  bool skips_failed = false;  // goes on with the next errand when one fails; else tries it again
  /// Sets the goal of the errand the agent is going to; returns whether that is the errand's own place. Absent: the
  /// goal is the errand's.
  bool (*set_goal)(const BehaviourStep& step, const scene::Errand& errand) = nullptr;
};
void do_errands(const BehaviourStep& step, const ErrandRules& rules);
/// Only the places that lie on a floor: without points when there is none.
planning::Goal goal_of(const scene::Errand& errand, const TaskBeliefs& beliefs);

// deeds.cpp
/// Where to stand for the errand's deed, near enough for a hand and in sight of it; without points when there is no
/// such place. Of a later attempt: another place than where the agent is. Failure: why there is none.
planning::Goal stand_goal(const BehaviourStep& step, const scene::Errand& errand, Failure& why);
/// At the place: looks, then asks the hands. Says how the deed gets on; Failed with the reason and the distance.
HandFeel do_deed(const BehaviourStep& step, const scene::Errand& errand);

// behaviour_follow.cpp
/// The person the plan names, when the agent believes to know where they are. Else it searches for them, from place to
/// place, until they are seen or the search has ended.
std::optional<planning::PerceivedPerson> find_person(const BehaviourStep& step);

}  // namespace fh::mind
