// SPDX-License-Identifier: Apache-2.0
#include "human/ik/finger_closing.h"

#include <algorithm>
#include <optional>

#include "math/distances.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Capsule;
using math::Pose;
using math::Vec3;

constexpr std::size_t kSegments = 3;   // of a digit
constexpr double kStop = 0.3e-3;       // m that a step leaves to the surface
constexpr double kLeastStep = 2e-4;    // of the whole way, so that the last millimetre ends
constexpr int kMostSteps = 400;        // of one digit
constexpr double kOpenFurther = 0.10;  // of the way from open to the limit of extension, per try
/// Angles of a digit's three joints, two axes at most each; radians.
using DigitAngles = std::array<std::array<double, 2>, kSegments>;

struct DigitWay {
  DigitAngles open, closed;
};

constexpr DigitAngles degrees(double a0, double a1, double b0, double c0) {
  return {{{math::radians(a0), math::radians(a1)}, {math::radians(b0), 0.0}, {math::radians(c0), 0.0}}};
}

// Open: as far as fingers are spread to take something. Closed: a fist, as of curl_fingers().
DigitWay finger_way() {
  return {degrees(-12.0, 0.0, 0.0, 0.0), degrees(85.0, 0.0, 100.0, 65.0)};
}
// The thumb opens beside the palm, as of a flat hand.
constexpr DigitAngles kThumbOpen = degrees(22.0, -28.0, 8.0, 10.0);
// Its base stands somewhere between that and before the fingers (degrees of its two axes, the limits clamp them); its
// other joints close from there, its last joint less than the one before.
constexpr std::array kThumbBends{35.0, 22.0, 6.0, -10.0, -25.0};
constexpr std::array kThumbTurns{-28.0, -6.0, 14.0, 30.0, 45.0};
DigitWay thumb_way(double bend, double turn) {
  return {degrees(bend, turn, 8.0, 10.0), degrees(bend, turn, -50.0, -60.0)};
}

/// One digit of one hand while it closes.
class Digit {
 public:
  Digit(const Skeleton& skeleton, Side side, std::size_t digit, const FingerSolids& solids, const Pose& frame_from_hand)
      : skeleton_(skeleton), first_(fingers(side).first + kSegments * digit), frame_from_hand_(frame_from_hand) {
    for (std::size_t k = 0; k < kSegments; ++k) {
      solids_[k] = solids[kSegments * digit + k];
      offsets_[k] = skeleton.offsets[first_ + k];
    }
    // How far the points of a segment are from a joint before it, at most.
    for (std::size_t k = 0; k < kSegments; ++k) {
      double reach = std::max(glm::length(solids_[k].axis.a), glm::length(solids_[k].axis.b)) + solids_[k].radius;
      for (std::size_t j = k + 1; j-- > 0;) {
        reach_[j][k] = reach;
        reach += glm::length(offsets_[j]);
      }
    }
  }

  void start(const DigitWay& way) {
    way_ = way;
    progress_.fill(0.0);
  }

  math::Quat rotation(std::size_t k) const {
    const Joint joint = joint_at(first_ + k);
    std::array<double, 3> angles{};
    const JointInfo& facts = info(joint);
    for (std::size_t a = 0; a < std::min<std::size_t>(2, facts.dof_count); ++a) {
      const Limit& limit = skeleton_.limits[facts.first_dof + a];
      const double angle = way_.open[k][a] + progress_[k] * (way_.closed[k][a] - way_.open[k][a]);
      angles[a] = math::clamp(angle, limit.lower, limit.upper);
    }
    return joint_rotation(joint, angles.data());
  }

  /// Gap of each segment now.
  std::array<double, kSegments> gaps(const Clearance& clearance) const {
    std::array<double, kSegments> result{};
    Pose frame = frame_from_hand_;
    for (std::size_t k = 0; k < kSegments; ++k) {
      frame = frame * Pose{rotation(k), offsets_[k]};
      result[k] = clearance({{frame.point(solids_[k].axis.a), frame.point(solids_[k].axis.b)}, solids_[k].radius});
    }
    return result;
  }

  double least_gap(const Clearance& clearance) const {
    const auto now = gaps(clearance);
    return *std::min_element(now.begin(), now.end());
  }
  /// Share of its joints' way, but for the first's.
  double bent() const { return 0.5 * (progress_[1] + progress_[2]); }

  /// Opens the digit beyond its start until it is outside, as far as the joint lets it: straight back, else with its
  /// first segment spread to either side. Where it stays inside it opens to where it is least deep.
  void open_up(const Clearance& clearance) {
    const std::size_t dof = info(joint_at(first_)).first_dof;
    const Limit &bends = skeleton_.limits[dof], &spreads = skeleton_.limits[dof + 1];
    const std::array<double, 2> begin = way_.open[0];
    const double back = begin[0] > way_.closed[0][0] ? bends.upper : bends.lower;
    std::array<double, 2> best = begin;
    double least_deep = -1.0;
    for (const double aside : {begin[1], spreads.lower, spreads.upper}) {
      for (double share = 0.0; share <= 1.0; share += kOpenFurther) {
        way_.open[0] = {begin[0] + share * (back - begin[0]), begin[1] + share * (aside - begin[1])};
        const auto now = gaps(clearance);
        const double gap = *std::min_element(now.begin(), now.end());
        if (gap > 0.0) return;
        if (gap > least_deep) best = way_.open[0], least_deep = gap;
      }
    }
    way_.open[0] = best;
  }

  void close(const Clearance& clearance) {
    std::size_t free = 0;  // the first joint that still bends
    std::array<double, kSegments> now = gaps(clearance);
    for (int step = 0; step < kMostSteps && free < kSegments; ++step) {
      for (std::size_t k = free; k < kSegments; ++k) {
        if (now[k] <= kFingerTouch) free = k + 1;
      }
      while (free < kSegments && progress_[free] >= 1.0) ++free;
      if (free == kSegments) break;
      const double by = longest_step(now, free);
      for (std::size_t k = free; k < kSegments; ++k) progress_[k] = std::min(1.0, progress_[k] + by);
      now = gaps(clearance);
    }
  }

  DigitTouch touch(const Clearance& clearance) const {
    DigitTouch result;
    const auto now = gaps(clearance);
    result.gap = *std::min_element(now.begin(), now.end());
    for (std::size_t k = 0; k < kSegments; ++k)
      result.touches = static_cast<std::uint8_t>(result.touches | ((now[k] <= kFingerTouch ? 1u : 0u) << k));
    return result;
  }

 private:
  /// Share of the way for which no segment can pass the surface.
  double longest_step(const std::array<double, kSegments>& now, std::size_t free) const {
    double step = 1.0;
    for (std::size_t k = free; k < kSegments; ++k) {
      double speed = 0.0;  // m per whole way
      for (std::size_t j = free; j <= k; ++j) {
        const double turn =
            std::abs(way_.closed[j][0] - way_.open[j][0]) + std::abs(way_.closed[j][1] - way_.open[j][1]);
        speed += turn * reach_[j][k];
      }
      if (speed > 0.0) step = std::min(step, (now[k] - kStop) / speed);
    }
    return std::max(step, kLeastStep);
  }

  const Skeleton& skeleton_;
  std::size_t first_;  // joint
  Pose frame_from_hand_;
  DigitWay way_;
  std::array<Capsule, kSegments> solids_;
  std::array<Vec3, kSegments> offsets_;
  std::array<double, kSegments> progress_{};
  std::array<std::array<double, kSegments>, kSegments> reach_{};  // of joint j to the end of segment k
};

/// What a posture of the thumb is worth: its last segment on the thing is a grip; on the fingers that lie there it
/// closes the fist; else the nearer it is the better.
double worth_of(const Digit& thumb, const Clearance& clearance, const Clearance& beside_fingers) {
  constexpr double kOnThing = 4.0, kOnFingers = 3.0, kAlsoOn = 0.5, kNear = 0.02;  // m
  constexpr double kBent = 0.6;  // a thumb that is bent as in a fist, against a straight one
  const auto to_thing = thumb.gaps(clearance), to_any = thumb.gaps(beside_fingers);
  double worth = -kBent * thumb.bent();
  if (to_any[2] <= kFingerTouch)
    worth += to_thing[2] <= kFingerTouch ? kOnThing : kOnFingers;
  else
    worth -= std::min(2.0, to_any[2] / kNear);
  if (to_thing[1] <= kFingerTouch) worth += kAlsoOn;
  return worth;
}

}  // namespace

FingerShape close_fingers(const Skeleton& skeleton, Side side, const FingerSolids& solids, const Pose& frame_from_hand,
                          const Clearance& clearance) {
  FingerShape shape;
  const auto keep = [&](const Digit& digit, std::size_t number) {
    for (std::size_t k = 0; k < kSegments; ++k) shape.rotations[kSegments * number + k] = digit.rotation(k);
    shape.digits[number] = digit.touch(clearance);
  };
  for (std::size_t number = 1; number < kDigits; ++number) {
    Digit digit(skeleton, side, number, solids, frame_from_hand);
    digit.start(finger_way());
    digit.open_up(clearance);
    digit.close(clearance);
    keep(digit, number);
  }
  // The thumb last: it also keeps off the fingers that already lie there.
  const FingerSolids placed = placed_fingers(skeleton, side, solids, frame_from_hand, shape.rotations);
  const auto beside_fingers = [&](const Capsule& capsule) {
    double least = clearance(capsule);
    for (std::size_t i = kSegments; i < kFingerJoints; ++i) {
      const double apart = math::nearest(capsule.axis, placed[i].axis).distance - capsule.radius - placed[i].radius;
      least = std::min(least, apart);
    }
    return least;
  };
  std::optional<double> best;
  for (const double bend : kThumbBends) {
    for (const double turn : kThumbTurns) {
      Digit thumb(skeleton, side, 0, solids, frame_from_hand);
      thumb.start(thumb_way(bend, turn));
      if (thumb.least_gap(beside_fingers) < 0.0) continue;
      thumb.close(beside_fingers);
      const double worth = worth_of(thumb, clearance, beside_fingers);
      if (best && worth <= *best) continue;
      best = worth;
      keep(thumb, 0);
    }
  }
  if (!best) {  // nowhere outside: it opens as far as it must
    Digit thumb(skeleton, side, 0, solids, frame_from_hand);
    thumb.start({kThumbOpen, kThumbOpen});
    thumb.open_up(beside_fingers);
    thumb.close(beside_fingers);
    keep(thumb, 0);
  }
  return shape;
}

Capsule open_thumb_base(const Skeleton& skeleton, Side side, const FingerSolids& solids) {
  Digit thumb(skeleton, side, 0, solids, {});
  thumb.start({kThumbOpen, kThumbOpen});
  const Pose base{thumb.rotation(0), skeleton.offsets[fingers(side).first]};
  return {{base.point(solids[0].axis.a), base.point(solids[0].axis.b)}, solids[0].radius};
}

void blend_fingers(Posture& posture, Side side, std::span<const math::Quat, kFingerJoints> rotations, double share) {
  const std::size_t first = fingers(side).first;
  for (std::size_t i = 0; i < kFingerJoints; ++i) {
    math::Quat& joint = posture.rotations[first + i];
    joint = share >= 1.0 ? rotations[i] : math::slerp(joint, rotations[i], share);
  }
}

FingerSolids placed_fingers(const Skeleton& skeleton, Side side, const FingerSolids& solids,
                            const Pose& frame_from_hand, std::span<const math::Quat, kFingerJoints> rotations) {
  FingerSolids placed;
  const std::size_t first = fingers(side).first;
  Pose frame;
  for (std::size_t i = 0; i < kFingerJoints; ++i) {
    const Pose parent = i % kSegments == 0 ? frame_from_hand : frame;
    frame = parent * Pose{rotations[i], skeleton.offsets[first + i]};
    placed[i] = {{frame.point(solids[i].axis.a), frame.point(solids[i].axis.b)}, solids[i].radius};
  }
  return placed;
}

}  // namespace fh::human
