#include "human/fit_heading.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kLineSeconds = 0.35;  // smoothing of the line between the hands
constexpr double kTwistShare = 0.6;    // of a turn of the chest that the pelvis of a standing person follows
constexpr double kMostTwist = 0.6;     // rad of the pelvis against planted feet

double approach(double dt, double seconds) {
  return 1.0 - math::exp(-dt / seconds);
}

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
  archive.field("chest_yaw", chest_yaw);
  archive.field("turn_rate", turn_rate);
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
  const HandSays hands = ask_hands(heading, head_yaw);
  const double speed = glm::length(velocity);
  const double going = math::smooth_step((speed - 0.25) / 0.5);
  double chest = head_yaw + (0.7 - 0.3 * going) * hands.trust * math::wrap_angle(hands.yaw - head_yaw);
  // Where one goes is where the body faces, unless one plainly goes sideways or backwards.
  const double way = math::wrap_angle(yaw_of_way(velocity) - chest);
  chest += 0.4 * going * (1.0 - math::smooth_step((std::abs(way) - 0.5) / 0.6)) * way;

  // Standing, the pelvis stays with the feet; going, it goes with the chest (J-71).
  const double on_feet =
      feet_yaw + math::clamp(kTwistShare * math::wrap_angle(chest - feet_yaw), -kMostTwist, kMostTwist);
  const double wanted = on_feet + going * math::wrap_angle(chest - on_feet);
  if (!heading.started) {
    heading.yaw = heading.chest_yaw = chest;
    heading.started = 1;
    return;
  }
  heading.chest_yaw =
      math::wrap_angle(heading.chest_yaw + approach(dt, 0.12) * math::wrap_angle(chest - heading.chest_yaw));
  const double turned = approach(dt, 0.25) * math::wrap_angle(wanted - heading.yaw);
  heading.yaw = math::wrap_angle(heading.yaw + turned);
  heading.turn_rate += approach(dt, 0.15) * (turned / dt - heading.turn_rate);
}

}  // namespace fh::human
