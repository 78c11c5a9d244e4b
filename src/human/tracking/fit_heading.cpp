// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_heading.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Tuned: root and upper body of docs/measurements/body-tracking.md; asserted by test_tracked_fit ("everyday moves",
// "turns on the spot").
constexpr double kLineSeconds = 0.35;     // smoothing of the line between the hands
constexpr double kTwistShare = 0.6;       // of a turn of the chest that the pelvis of a standing person follows
constexpr double kMostPelvisTwist = 0.6;  // rad of the pelvis against planted feet
// How much each cue counts, standing and going.
constexpr double kHeadStands = 0.3, kHeadGoes = 0.6;
constexpr double kHandsStand = 0.7, kHandsGo = 0.4;
constexpr double kWayGoes = 0.6;
constexpr double kStays = 0.03;  // for what the body faced before, so that no cue at all means no turn
constexpr double kChestSeconds = 0.08, kPelvisSeconds = 0.12;

double yaw_of_way(const Vec3& way) {
  return math::atan2(-way.x, -way.z);
}

/// Yaw of a body whose hands lie on this line, and how much to trust it.
struct HandSays {
  double yaw = 0.0, trust = 0.0;
};
HandSays ask_hands(const FitHeading& heading, double head_yaw) {
  const double length = glm::length(heading.hand_line);
  if (length < 1e-6) return {};
  const double yaw = math::atan2(-heading.hand_line.z, heading.hand_line.x);
  // Hands close together, or crossed, say nothing.
  const double apart = math::smooth_step((length - 0.12) / 0.25);
  const double crossed = std::abs(math::wrap_angle(yaw - head_yaw));
  return {yaw, apart * (1.0 - math::smooth_step((crossed - 1.4) / 0.6))};
}

}  // namespace

void FitHeading::visit(core::Archive& archive) {
  archive.field("yaw", yaw);
  archive.field("chest", chest);
  archive.field("hand_line", hand_line);
  archive.field("started", started);
}

void advance_heading(FitHeading& heading, const math::Pose& head, const std::array<Tracker, 2>& wrists,
                     const Vec3& velocity, double feet_yaw, double dt) {
  const double head_yaw = math::yaw_of(head.rotation);
  if (wrists[0].valid && wrists[1].valid) {
    Vec3 line = wrists[1].pose.position - wrists[0].pose.position;
    line.y = 0.0;
    heading.hand_line += (heading.started ? approach(dt, kLineSeconds) : 1.0) * (line - heading.hand_line);
  } else {
    heading.hand_line *= 1.0 - approach(dt, 1.0);
  }
  const double before = heading.started ? heading.chest.value : head_yaw;
  const HandSays hands = ask_hands(heading, before);
  const double going = math::smooth_step((glm::length(velocity) - 0.25) / 0.5);
  // A head that looks at the floor hardly says where the body faces.
  const double level = math::sqrt(std::max(
      0.0, 1.0 - math::rotate(head.rotation, math::kForward).y * math::rotate(head.rotation, math::kForward).y));
  const double way = math::wrap_angle(yaw_of_way(velocity) - before);
  const double head_weight = (kHeadStands + (kHeadGoes - kHeadStands) * going) * math::smooth_step(level / 0.8);
  const double hand_weight = (kHandsStand + (kHandsGo - kHandsStand) * going) * hands.trust;
  // The body faces where it goes, unless it plainly goes sideways or backwards.
  const double way_weight = kWayGoes * going * (1.0 - math::smooth_step((std::abs(way) - 0.5) / 0.6));
  const double wanted = before + (head_weight * math::wrap_angle(head_yaw - before) +
                                  hand_weight * math::wrap_angle(hands.yaw - before) + way_weight * way) /
                                     (head_weight + hand_weight + way_weight + kStays);
  if (!heading.started) {
    heading.chest.set(math::wrap_angle(wanted));
    heading.yaw = heading.chest;
    heading.started = 1;
    return;
  }
  if (heading.started == 1 && going > 0.5) {
    // The first velocity shows a user who walks: arms in mid-swing say nothing yet.
    heading.hand_line *= 0.0;
    heading.chest.set(math::wrap_angle(head_yaw + 0.5 * math::wrap_angle(before + way - head_yaw)));
    heading.yaw = heading.chest;
  }
  heading.started = 2;
  heading.chest.follow_angle(wanted, dt, kChestSeconds);
  // Standing, the pelvis stays with the feet; going, it goes with the chest (J-71).
  const double chest = heading.chest.value;
  const double on_feet =
      feet_yaw + math::clamp(kTwistShare * math::wrap_angle(chest - feet_yaw), -kMostPelvisTwist, kMostPelvisTwist);
  heading.yaw.follow_angle(on_feet + going * math::wrap_angle(chest - on_feet), dt, kPelvisSeconds);
}

}  // namespace fh::human
