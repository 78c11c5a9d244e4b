// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/manners.h"

#include <algorithm>

#include "human/body/named_postures.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using human::Joint;
using math::Vec3;

constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr double kLowPelvis = 0.7, kElbowOut = 0.5, kElbowDown = 0.8;  // of the height in standing; of an upper arm
constexpr double kUpright = math::radians(3.0);

/// The site beyond a plane.
human::BodyGoal beyond(const human::BodySite& site, const Vec3& point, const Vec3& normal) {
  human::BodyGoal goal = human::region_goal(site, {math::from_to(math::kUp, normal), point}, Vec3(kAny));
  goal.lower.y = 0.0;
  return goal;
}

human::BodyGoal torso_up(const human::Body& body) {
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, human::standing_posture(body.skeleton), frames);
  const Vec3 up = math::rotate(math::conjugate(frames.rotation(Joint::T2)), math::kUp);
  human::BodyGoal goal = human::direction_goal({Joint::T2, {math::from_to(math::kForward, up), Vec3(0.0)}}, math::kUp);
  goal.tolerance = kUpright;
  return goal;
}

}  // namespace

const Manner* find_manner(const std::string& part, const std::string& word) {
  const auto found = std::find_if(kManners.begin(), kManners.end(),
                                  [&](const Manner& one) { return part == one.part && word == one.word; });
  return found == kManners.end() ? nullptr : &*found;
}

human::BodyGoal manner_goal(const human::Body& body, const Manner& manner, double ground, const Vec3& ahead,
                            const human::Frames<double>& frames) {
  if (lowers_pelvis(manner)) {
    const double high = human::standing_posture(body.skeleton).world_from_pelvis.position.y;
    return beyond({Joint::Pelvis, {}}, Vec3(0.0, ground + kLowPelvis * high, 0.0), -math::kUp);
  }
  if (!is_of_elbow(manner)) return torso_up(body);
  const bool right = std::string_view(manner.part).starts_with("right");
  const human::Side side = right ? human::Side::Right : human::Side::Left;
  const Vec3 shoulder = frames.position(human::on_side(Joint::RightUpperArm, side));
  const Joint elbow = human::on_side(Joint::RightForearm, side);
  const double arm = glm::length(body.skeleton.offsets[human::index_of(elbow)]);
  const std::string_view word = manner.word;
  if (word == "up") return beyond({elbow, {}}, shoulder, math::kUp);
  if (word == "down") return beyond({elbow, {}}, shoulder - kElbowDown * arm * math::kUp, -math::kUp);
  const Vec3 out = (right ? 1.0 : -1.0) * glm::cross(ahead, math::kUp);
  return beyond({elbow, {}}, shoulder + kElbowOut * arm * out, out);
}

}  // namespace fh::evaluation
