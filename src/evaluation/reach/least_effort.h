// SPDX-License-Identifier: Apache-2.0
#pragma once
// Can a body reach things from where it stands, and with how much of itself? The least disturbance that does is looked
// for (J-47): arm, torso, pelvis with the feet where they are, then steps towards the goals, then the knees. Postures
// by human/ik/whole_body; the place hinders them where the question says how. Pure: the same question has the same
// answer. World frame, metres.
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluation/reach/half_spaces.h"
#include "evaluation/reach/manners.h"
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
inline constexpr std::size_t kMostWanted = 12;  // what stays on the ground and what hinders are goals too

struct ReachQuestion {
  human::Body body;
  math::Vec3 at{0.0};                         // where it stands, or under its seat, on the ground
  std::vector<WantedGoal> goals;              // with `manners` 1 … kMostWanted
  human::Effort least = human::Effort::Arm;   // known to be needed: less is not tried
  human::Effort most = human::Effort::Kneel;  // more is not tried
  const HinderingPlace* place = nullptr;      // none: it does not hinder
  double seat = 0.0;  // m over the ground that it sits at, with the pelvis where it is; 0: it stands
  std::vector<const Manner*> manners = {};  // of kManners
  bool stepped = false;                     // it has stepped to `at`, and takes no further step
  /// Horizontal unit direction of feet and seat until it steps or kneels down, for which it turns to the goals; none:
  /// it faces them.
  std::optional<math::Vec3> facing = {};
};

struct ReachAnswer {
  human::PostureSolution solution;
  std::vector<human::BodyGoal> goals;         // as asked, then manners, contacts and half-spaces
  human::Effort effort = human::Effort::Arm;  // what had to move
  math::Vec3 at{0.0};                         // where it stands in the end
  double deep = 0.0;                          // m that the body is in the place
  std::size_t half_spaces = 0;                // goals among them that keep it out of the place
  bool reached() const { return solution.status == human::PostureStatus::Reached && deep <= kTouches; }
};

/// How checks count it, and in words.
scene::ReachEffort class_of(const ReachAnswer& answer);
inline constexpr std::array<const char*, 5> kReachEffortNames{"arm", "lean", "step", "kneel", "no"};

/// Standing, or sitting, at a place, facing as asked.
human::Posture stand_before(const ReachQuestion& question, const math::Vec3& at);
/// From a place to the goals: a horizontal unit direction.
math::Vec3 ahead_of(const ReachQuestion& question, const math::Vec3& at);
/// A way to try it.
struct ReachAttempt {
  human::Effort effort;
  double step = 0.0;  // m towards the goals
};
/// All of them, the least effort first. The knees come forward: what is near asks for a step back.
inline constexpr std::array kReachAttempts = {
    ReachAttempt{human::Effort::Arm},          ReachAttempt{human::Effort::Torso},
    ReachAttempt{human::Effort::Pelvis},       ReachAttempt{human::Effort::Step, 0.15},
    ReachAttempt{human::Effort::Step, 0.3},    ReachAttempt{human::Effort::Step, 0.45},
    ReachAttempt{human::Effort::Step, 0.6},    ReachAttempt{human::Effort::Kneel},
    ReachAttempt{human::Effort::Kneel, -0.15}, ReachAttempt{human::Effort::Kneel, 0.15},
    ReachAttempt{human::Effort::Kneel, -0.3},  ReachAttempt{human::Effort::Kneel, 0.3},
};

/// The least effort of these that reaches; else what comes nearest.
ReachAnswer least_effort(const ReachQuestion& question, std::span<const ReachAttempt> attempts = kReachAttempts);

}  // namespace fh::evaluation
