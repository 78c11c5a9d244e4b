// SPDX-License-Identifier: Apache-2.0
#pragma once
// Can a body reach things from where it stands, and with how much of itself? The least disturbance that does is looked
// for (J-47): arm, torso, pelvis with the feet where they are, then steps towards the goals. Postures by
// human/ik/whole_body; the place does not hinder them. Pure: the same question has the same answer. World frame,
// metres.
#include <array>
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
inline constexpr std::size_t kMostWanted = human::kMostGoals - 2;  // both feet may be goals too

struct ReachQuestion {
  human::Body body;
  math::Vec3 at{0.0};                        // where it stands, on the ground
  std::vector<WantedGoal> goals;             // 1 … kMostWanted
  human::Effort least = human::Effort::Arm;  // known to be needed: less is not tried
};

struct ReachAnswer {
  human::PostureSolution solution;
  std::vector<human::BodyGoal> goals;         // in the order of the question, contacts behind them
  human::Effort effort = human::Effort::Arm;  // what had to move
  math::Vec3 at{0.0};                         // where it stands in the end
  bool reached() const { return solution.status == human::PostureStatus::Reached; }
};

/// How checks count it, and in words.
scene::ReachEffort class_of(const ReachAnswer& answer);
inline constexpr std::array<const char*, 4> kReachEffortNames{"arm", "lean", "step", "kneel_or_no"};

/// Standing at a place, facing the goals.
human::Posture stand_before(const ReachQuestion& question, const math::Vec3& at);
/// Where that body faces: a horizontal unit direction.
math::Vec3 ahead_of(const ReachQuestion& question, const math::Vec3& at);
/// The least effort that reaches; else what comes nearest.
ReachAnswer least_effort(const ReachQuestion& question);

}  // namespace fh::evaluation
