// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a body is to hold itself besides what its hands and gaze are to do: words for the parts of a posture (J-58 …
// J-66, J-73, J-78). World frame, metres.
#include <array>
#include <span>
#include <string>

#include "human/ik/whole_body.h"
#include "human/skin/body.h"

namespace fh::evaluation {

struct Manner {
  const char *part, *word, *meaning;
};
inline constexpr std::array kManners{
    Manner{"feet", "hold", "both feet stay where they stand: no step, no knees on the ground (J-59)"},
    Manner{"pelvis", "low", "at most at 0.7 of its height in standing, as a body that squats or kneels (J-60, J-73)"},
    Manner{"torso", "up", "the chest as upright as in standing, within 3 degrees (J-61)"},
    Manner{"left_elbow", "out", "to the left of the shoulder by at least half an upper arm"},
    Manner{"right_elbow", "out", "to the right of the shoulder by at least half an upper arm"},
    Manner{"left_elbow", "up", "no lower than the shoulder"},
    Manner{"right_elbow", "up", "no lower than the shoulder"},
    Manner{"left_elbow", "down", "under the shoulder by at least 0.8 of an upper arm"},
    Manner{"right_elbow", "down", "under the shoulder by at least 0.8 of an upper arm"},
};
/// Null: there is no such word.
const Manner* find_manner(const std::string& part, const std::string& word);

inline bool holds_feet(const Manner& manner) {
  return std::string_view(manner.part) == "feet";
}
inline bool lowers_pelvis(const Manner& manner) {
  return std::string_view(manner.part) == "pelvis";
}
/// It moves with the body: to be asked for again where the shoulder came to.
inline bool is_of_elbow(const Manner& manner) {
  return std::string_view(manner.part).ends_with("elbow");
}

/// The goal of a manner that is one (feet=hold is none). `ground`: height; `ahead`: where the feet face; `frames`: for
/// an elbow, with the shoulder where it is expected.
human::BodyGoal manner_goal(const human::Body& body, const Manner& manner, double ground, const math::Vec3& ahead,
                            const human::Frames<double>& frames);

}  // namespace fh::evaluation
