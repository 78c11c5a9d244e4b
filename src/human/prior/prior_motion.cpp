// SPDX-License-Identifier: Apache-2.0
#include "human/prior/prior_motion.h"

#include <algorithm>
#include <cmath>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kFrame = 1.0 / 60.0;    // of the taps, s
constexpr double kFloorSeconds = 0.3;    // as in tools/body_prior/clips.py
constexpr double kTrustSeconds = 0.25;   // as in tools/body_prior/network.py
constexpr double kPlaceSeconds = 0.033;  // places follow what is said, carried on by the velocities said
constexpr double kStandSeconds = 0.02;
constexpr double kJump = 0.5;  // m between a place and what is said of it: nothing moved there

using Sight = std::array<float, PriorMotion::kSightSize>;

Vec3 three(const float* at) {
  return {static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
}
void put(float*& at, const Vec3& v) {
  for (int k = 0; k < 3; ++k) *at++ = static_cast<float>(v[k]);
}

/// Where a head faces over the floor, whatever its pitch.
Vec3 heading_of(const Vec3& forward, const Vec3& up) {
  const Vec3 v = forward - forward.y * up;
  return math::normalized_or({v.x, 0.0, v.z}, math::kForward);
}

/// Components to the right, up and back of a heading, and the other way.
Vec3 into(const Vec3& f, const Vec3& v) {
  return {v.z * f.x - v.x * f.z, v.y, -(v.x * f.x + v.z * f.z)};
}
Vec3 out_of(const Vec3& f, const Vec3& v) {
  return {-v.x * f.z - v.z * f.x, v.y, v.x * f.x - v.z * f.z};
}

Sight seen(const PriorSight& sight, const std::array<double, 2>& trust) {
  Sight out;
  float* at = out.data();
  for (const Pose* pose : {&sight.head, &sight.wrists[0], &sight.wrists[1]}) {
    put(at, pose->position);
    put(at, pose->direction(math::kForward));
    put(at, pose->direction(math::kUp));
  }
  for (const double share : trust) *at++ = static_cast<float>(share);
  return out;
}

/// What was seen at a time; the oldest for times before it.
class Past {
 public:
  explicit Past(const PriorMotion& motion) : motion_(motion) {}

  /// Times must be asked newest first.
  Sight at(double time) {
    while (back_ + 1 < motion_.count && motion_.times[slot(back_)] > time) ++back_;
    Sight out;
    const float* older = sight(slot(back_));
    if (back_ == 0 || motion_.times[slot(back_)] > time) {
      std::copy_n(older, out.size(), out.data());
      return out;
    }
    const float* newer = sight(slot(back_ - 1));
    const double from = motion_.times[slot(back_)], to = motion_.times[slot(back_ - 1)];
    const auto share = static_cast<float>((time - from) / (to - from));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = older[i] + share * (newer[i] - older[i]);
    return out;
  }

 private:
  std::size_t slot(std::size_t back) const {
    return (motion_.newest + PriorMotion::kSights - back) % PriorMotion::kSights;
  }
  const float* sight(std::size_t slot) const { return motion_.sights.data() + slot * PriorMotion::kSightSize; }

  const PriorMotion& motion_;
  std::size_t back_ = 0;
};

/// The numbers of one tap: tools/body_prior/network.py, features().
void ask(const Sight& sight, const Vec3& frame, const Vec3& here, double floor, double height, float*& at) {
  const float* from = sight.data();
  const auto next = [&from] {
    const Vec3 v = three(from);
    from += 3;
    return v;
  };
  const Vec3 head = next();
  const Vec3 place = into(frame, head - here) / height;
  put(at, {place.x, (head.y - floor) / height, place.z});
  put(at, into(frame, next()));
  put(at, into(frame, next()));
  const float* trust = sight.data() + 27;
  for (int hand = 0; hand < 2; ++hand) {
    const auto share = static_cast<double>(trust[hand]);
    put(at, share / height * into(frame, next() - here));
    put(at, share * into(frame, next()));
    put(at, share * into(frame, next()));
    *at++ = trust[hand];
  }
}

void remember(const PriorSight& sight, double dt, PriorMotion& motion) {
  const bool first = motion.count == 0;
  motion.time += dt;
  motion.floor =
      first ? sight.floor : motion.floor + (1.0 - math::exp(-dt / kFloorSeconds)) * (sight.floor - motion.floor);
  for (std::size_t s = 0; s < 2; ++s) {
    const double goal = sight.tracked[s] ? 1.0 : 0.0, most = dt / kTrustSeconds;
    motion.trust[s] = first ? goal : motion.trust[s] + math::clamp(goal - motion.trust[s], -most, most);
  }
  // The newest is always of now; it stays when it is far enough from the one before.
  if (first) {
    motion.count = 1;
  } else {
    const std::size_t before = (motion.newest + PriorMotion::kSights - 1) % PriorMotion::kSights;
    const bool stays = motion.count < 2 || motion.times[motion.newest] - motion.times[before] >= PriorMotion::kApart;
    if (stays) {
      motion.newest = (motion.newest + 1) % PriorMotion::kSights;
      motion.count = std::min<std::uint32_t>(motion.count + 1, PriorMotion::kSights);
    }
  }
  const Sight now = seen(sight, motion.trust);
  std::copy(now.begin(), now.end(), motion.sights.begin() + static_cast<std::ptrdiff_t>(motion.newest * now.size()));
  motion.times[motion.newest] = motion.time;
}

}  // namespace

PriorBody prior_body(const Skeleton& skeleton) {
  const auto zero = zero_positions(skeleton);
  PriorBody body;
  body.height = zero[index_of(Joint::Head)].y;
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    const Joint on =
        kLandmarks[i].parent < 0 ? Joint::Head : kLandmarks[static_cast<std::size_t>(kLandmarks[i].parent)].joint;
    body.lengths[i] = glm::length(zero[index_of(kLandmarks[i].joint)] - zero[index_of(on)]);
  }
  return body;
}

PriorGuess advance_prior(const BodyPrior& prior, const PriorBody& body, const PriorSight& sight, double dt,
                         PriorMotion& motion) {
  const bool first = motion.count == 0;
  remember(sight, dt, motion);
  const Vec3 here = sight.head.position;
  const Vec3 frame = heading_of(sight.head.direction(math::kForward), sight.head.direction(math::kUp));
  std::array<float, kPriorInputs> question;
  float* at = question.data();
  Past past(motion);
  for (const int tap : kPriorTaps) ask(past.at(motion.time - tap * kFrame), frame, here, motion.floor, body.height, at);
  PriorOutput said;
  prior.run(question, said);

  PriorGuess guess;
  const double follow = 1.0 - math::exp(-dt / kPlaceSeconds);
  std::array<Vec3, kLandmarkCount> places;
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    const int parent = kLandmarks[i].parent;
    const Vec3 way = math::normalized_or(three(said.directions.data() + 3 * i), {0.0, -1.0, 0.0});
    places[i] = (parent < 0 ? here : places[static_cast<std::size_t>(parent)]) + body.lengths[i] * out_of(frame, way);
    guess.velocities[i] = body.height * out_of(frame, three(said.velocities.data() + 3 * i));
    guess.radii[i] = body.height * prior.radius(said, i);
    const Vec3 carried = motion.places[i] + dt * guess.velocities[i];
    const bool jumps = first || glm::length(carried - places[i]) > kJump;
    motion.places[i] = jumps ? places[i] : carried + follow * (places[i] - carried);
  }
  for (std::size_t s = 0; s < 2; ++s) {
    const double stands = 1.0 / (1.0 + math::exp(-static_cast<double>(said.stands[s])));
    motion.stands[s] += (first ? 1.0 : 1.0 - math::exp(-dt / kStandSeconds)) * (stands - motion.stands[s]);
  }
  guess.places = motion.places;
  guess.stands = motion.stands;
  return guess;
}

}  // namespace fh::human
