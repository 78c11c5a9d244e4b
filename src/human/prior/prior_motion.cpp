// SPDX-License-Identifier: Apache-2.0
#include "human/prior/prior_motion.h"

#include <algorithm>
#include <cmath>

#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
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

// Directions in the zero posture, from the landmark each hangs on, left and right of each other mirrored: means of the
// 36 people that assets/human/body_prior.bin was learnt from (T-poses of the clips; directions that are straight down
// for every body are left out).
constexpr std::array<Vec3, kAtElbows> kLearntRest{{{0.0, -0.991, -0.132},
                                                   {0.0, -0.994, 0.107},
                                                   {0.0, -1.0, 0.019},
                                                   {0.0, -0.998, -0.057},
                                                   {-0.629, -0.704, -0.328},
                                                   {0.629, -0.704, -0.328},
                                                   {-0.968, 0.242, 0.071},
                                                   {0.968, 0.242, 0.071}}};

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

/// A part of the trunk as it is turned: what lies to its right and above it, and where that was at rest.
struct Turned {
  Vec3 right, up, back;  // of the part
  double y, z;           // of the direction `up`, at rest

  Turned(const Vec3& to_right, const Vec3& upward, const Vec3& rest)
      : right(math::normalized_or(to_right, math::kRight)),
        up(math::normalized_or(upward - glm::dot(upward, right) * right, math::kUp)),
        back(glm::cross(right, up)) {
    const double length = std::max(1e-9, math::sqrt(rest.y * rest.y + rest.z * rest.z));
    y = rest.y / length, z = rest.z / length;
  }
  Vec3 operator()(const Vec3& v) const { return v.x * right + (v.y * y + v.z * z) * up + (v.z * y - v.y * z) * back; }
};

using Ways = std::array<Vec3, kLandmarkCount>;

/// Directions as the network says them, made those of another body's joints.
void made_own(const PriorBody& body, Ways& ways) {
  const auto across = [&](std::size_t left) {
    return body.lengths[left + 1] * ways[left + 1] - body.lengths[left] * ways[left];
  };
  const Turned chest(across(kAtShoulders), -ways[kAtT5], -body.rest[kAtT5]);
  const Turned pelvis(across(kAtHips), -ways[kAtHips] - ways[kAtHips + 1],
                      -body.rest[kAtHips] - body.rest[kAtHips + 1]);
  for (std::size_t i = 0; i < kAtElbows; ++i) {
    const bool low = i >= kAtL5 && i < kAtShoulders;
    ways[i] = math::normalized_or(ways[i] + (low ? pelvis : chest)(body.differs[i]), ways[i]);
  }
}

}  // namespace

PriorBody prior_body(const Skeleton& skeleton) {
  const auto zero = zero_positions(skeleton);
  PriorBody body;
  body.height = zero[index_of(Joint::Head)].y;
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    const Joint on =
        kLandmarks[i].parent < 0 ? Joint::Head : kLandmarks[static_cast<std::size_t>(kLandmarks[i].parent)].joint;
    const Vec3 way = zero[index_of(kLandmarks[i].joint)] - zero[index_of(on)];
    body.lengths[i] = glm::length(way);
    if (i < kAtElbows) body.differs[i] = math::normalized_or(way, kLearntRest[i]) - kLearntRest[i];
  }
  body.rest = kLearntRest;
  return body;
}

PriorBody prior_body(const Skeleton& skeleton, const BodyPrior& prior) {
  PriorBody body = prior_body(skeleton);
  Frames<double> frames;
  forward_kinematics(skeleton, standing_posture(skeleton), frames);
  PriorSight sight;
  sight.head = frames.pose(Joint::Head);
  sight.wrists = {frames.pose(Joint::LeftHand), frames.pose(Joint::RightHand)};
  sight.tracked = {true, true};
  const auto said = [&] {
    PriorMotion fresh;
    return advance_prior(prior, body, sight, kFrame, fresh).places;
  };
  body.differs = {};
  const auto places = said();
  const auto on = [&](std::size_t i, const auto& at) {
    return kLandmarks[i].parent < 0 ? sight.head.position : at(static_cast<std::size_t>(kLandmarks[i].parent));
  };
  const auto mirrored = [](const Vec3& v) { return Vec3(-v.x, v.y, v.z); };
  for (std::size_t i = 0; i < kAtElbows; ++i) {
    const auto way_of = [&](std::size_t k) {
      return places[k] - on(k, [&](std::size_t parent) { return places[parent]; });
    };
    // A body at rest is the same on both sides.
    const std::size_t other = i < kAtHips ? i : i ^ 1u;
    body.rest[i] = math::normalized_or(way_of(i) + mirrored(way_of(other)), kLearntRest[i]);
    const auto own = [&](std::size_t k) { return frames.position(kLandmarks[k].joint); };
    body.differs[i] = math::normalized_or(own(i) - on(i, own), kLearntRest[i]) - body.rest[i];
  }
  const auto feet = said();
  for (std::size_t s = 0; s < 2; ++s)
    body.feet_back += 0.5 * (frames.position(kLandmarks[kAtAnkles + s].joint).z - feet[kAtAnkles + s].z);
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
  Ways ways, places;
  for (std::size_t i = 0; i < kLandmarkCount; ++i)
    ways[i] = out_of(frame, math::normalized_or(three(said.directions.data() + 3 * i), {0.0, -1.0, 0.0}));
  made_own(body, ways);
  const Vec3 right = ways[kAtHips + 1] - ways[kAtHips];
  const Vec3 back = math::normalized_or({-right.z, 0.0, right.x}, {0.0, 0.0, 1.0});
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    const int parent = kLandmarks[i].parent;
    const Vec3 way =
        body.lengths[i] * ways[i] + (i == kAtAnkles || i == kAtAnkles + 1 ? body.feet_back * back : Vec3(0.0));
    places[i] = (parent < 0 ? here : places[static_cast<std::size_t>(parent)]) + way;
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
