// SPDX-License-Identifier: Apache-2.0
#pragma once
// Can a body reach things from where it stands, and with how much of itself? The least disturbance that does is looked
// for (J-47): arm, torso, pelvis with the feet where they are, then steps towards the goals, then the knees. Postures
// by human/ik/whole_body; the place hinders them where the question says how. Pure: the same question has the same
// answer. World frame, metres.
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "human/ik/reach_posture.h"
#include "human/skin/body.h"
#include "scene/scenario/checks.h"
#include "scene/scenario/target.h"

namespace fh::evaluation {

/// A part of the body that is to come to a target.
struct WantedGoal {
  std::string part;  // one of kReachParts
  scene::Target target;
  std::string face = {};  // one of kReachFaces: anywhere on that side of the object's box; empty: the nearest point
};
/// Left and right for somebody who faces the front (+Z of the object).
inline constexpr std::array<const char*, 6> kReachFaces{"right", "left", "top", "bottom", "front", "back"};
inline constexpr std::array<const char*, 5> kReachParts{"right_hand", "left_hand", "right_fingertips",
                                                        "left_fingertips", "gaze"};
inline constexpr std::size_t kMostWanted = human::kMostGoals - 4;  // what stays on the ground are goals too

struct ReachQuestion {
  human::Body body;
  math::Vec3 at{0.0};                         // where it stands, or under its seat, on the ground
  std::vector<WantedGoal> goals;              // 1 … kMostWanted
  human::Effort least = human::Effort::Arm;   // known to be needed: less is not tried
  human::Effort most = human::Effort::Kneel;  // more is not tried
  std::function<double(const human::Posture&)> depth =
      {};             // m that a posture is in the place; none: it does not hinder
  double seat = 0.0;  // m over the ground that it sits at, with the pelvis where it is; 0: it stands
};

inline constexpr double kTouches = 0.01;  // m that a body may be in the place: skin gives way

struct ReachAnswer {
  human::PostureSolution solution;
  std::vector<human::BodyGoal> goals;         // in the order of the question, contacts behind them
  human::Effort effort = human::Effort::Arm;  // what had to move
  math::Vec3 at{0.0};                         // where it stands in the end
  double deep = 0.0;                          // m that the body is in the place
  bool reached() const { return solution.status == human::PostureStatus::Reached && deep <= kTouches; }
};

/// How checks count it, and in words.
scene::ReachEffort class_of(const ReachAnswer& answer);
inline constexpr std::array<const char*, 5> kReachEffortNames{"arm", "lean", "step", "kneel", "no"};

/// Standing, or sitting, at a place, facing the goals.
human::Posture stand_before(const ReachQuestion& question, const math::Vec3& at);
/// Where that body faces: a horizontal unit direction.
math::Vec3 ahead_of(const ReachQuestion& question, const math::Vec3& at);
/// The search for the least effort, one posture at a time, for callers with little time.
class ReachSearch {
 public:
  explicit ReachSearch(const ReachQuestion& question);
  /// Tries the next posture; true when the answer is found, or nothing is left to be tried.
  bool step();
  /// Of what was tried: the first that reaches, else what comes nearest.
  const ReachAnswer& answer() const { return best_; }

 private:
  const ReachQuestion* question_;  // must outlive the search
  human::WholeBody whole_;
  ReachAnswer best_;
  std::size_t next_ = 0;
  bool any_ = false;
};

/// The least effort that reaches; else what comes nearest.
ReachAnswer least_effort(const ReachQuestion& question);

}  // namespace fh::evaluation
