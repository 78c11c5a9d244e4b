// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_prior.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Chosen on the held-back people of the training set, whom the prior has not seen
// (docs/measurements/body-tracking.md, "The prior by itself").
constexpr double kFadeSeconds = 0.25;  // in which its share comes and goes
constexpr double kFaceSeconds = 0.02;  // of the headings behind what it says
constexpr double kLeastRadius = 0.02;  // m: no landmark counts for more

double yaw_of_line(const Vec3& left, const Vec3& right) {
  return math::atan2(-(right.z - left.z), right.x - left.x);
}

}  // namespace

PriorGuess ask_prior(const FitRig& rig, const math::Pose& head, const FitHands& hands,
                     const std::array<Tracker, 2>& wrists, const FitFeet& feet, bool wanted, double dt,
                     FitPrior& prior) {
  PriorSight sight;
  sight.head = head;
  for (std::size_t s = 0; s < 2; ++s) {
    sight.wrists[s] = hands.hands[s].path.world_from_wrist;
    sight.tracked[s] = wrists[s].valid;
  }
  sight.floor = std::min(feet.feet[0].place.position.y, feet.feet[1].place.position.y);
  const double goal = wanted ? 1.0 : 0.0, most = dt / kFadeSeconds;
  prior.share += math::clamp(goal - prior.share, -most, most);
  return advance_prior(*rig.prior, rig.prior_body, sight, dt, prior.motion);
}

void face_as(const PriorGuess& guess, double share, double dt, FitHeading& heading) {
  const auto follow = [&](Follower& yaw, std::size_t left) {
    const double said = yaw_of_line(guess.places[left], guess.places[left + 1]);
    yaw.follow_angle(yaw.value + share * math::wrap_angle(said - yaw.value), dt, kFaceSeconds);
  };
  follow(heading.yaw, kAtHips);
  follow(heading.chest, kAtShoulders);
}

void tell_trunk(const PriorGuess& guess, double share, TrunkQuestion& q) {
  q.prior = share;
  for (std::size_t i = 0; i < kTrunkMarks; ++i) {
    q.marks[i] = guess.places[i];
    q.mark_weights[i] = share / std::max(kLeastRadius, guess.radii[i]);
  }
}

std::array<FootLead, 2> foot_leads(const FitRig& rig, const PriorGuess& guess) {
  std::array<FootLead, 2> leads;
  const double length = glm::length(rig.ball_in_foot), rest = -rig.ball_in_foot.y / length;
  for (std::size_t s = 0; s < 2; ++s) {
    FootLead& lead = leads[s];
    const Vec3 ankle = guess.places[kAtAnkles + s], toes = guess.places[kAtToes + s], way = toes - ankle;
    lead.ankle = ankle;
    lead.velocity = guess.velocities[kAtAnkles + s];
    lead.stands = guess.stands[s];
    const double inward = s == 0 ? -rig.ball_in_foot.x : rig.ball_in_foot.x;
    lead.yaw = math::wrap_angle(math::atan2(-way.x, -way.z) - math::atan2(-inward, -rig.ball_in_foot.z));
    lead.heel = math::asin(math::clamp(-way.y / length, -1.0, 1.0)) - math::asin(rest);
  }
  return leads;
}

}  // namespace fh::human
