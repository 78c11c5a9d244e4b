// SPDX-License-Identifier: Apache-2.0
#include "human/motion/foot_roll.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::radians;
using math::Vec3;

// Toes bend with the rising heel; past `free` less and less, then the whole foot turns about their tips.
double toe_extension(double heel_up, double free) {
  constexpr double kStiffening = radians(32.0), kRest = 0.2;
  if (heel_up < free) return heel_up;
  const double stiff = free + kStiffening;
  const double x = std::min(heel_up, stiff) - free;
  const double bent = free + x - 0.5 * (1.0 - kRest) * x * x / kStiffening;
  return bent + kRest * std::max(heel_up - stiff, 0.0);
}

}  // namespace

RolledFoot roll_foot(const Walker& w, const Foothold& hold, double pitch) {
  const math::SinCos p = math::sin_cos(pitch);
  // In the foot's plane: (forward, up) of the ankle relative to the foothold.
  double ahead = 0.0, up = 0.0, bend = 0.0;
  if (pitch >= 0.0) {
    ahead = -w.heel + p.cos * w.heel - p.sin * w.ankle;
    up = p.sin * w.heel + p.cos * w.ankle;
  } else {
    bend = toe_extension(-pitch, w.toes_flat);
    const math::SinCos q = math::sin_cos(pitch + bend);
    const double joint_ahead = w.ball + w.toe - (q.cos * w.toe + q.sin * w.ball_height);
    const double joint_up = q.cos * w.ball_height - q.sin * w.toe;
    // The ankle seen from the toes' joint: `ball` behind and `rise` above, turned by the pitch.
    const double rise = w.ankle - w.ball_height;
    ahead = joint_ahead - p.cos * w.ball - p.sin * rise;
    up = joint_up - p.sin * w.ball + p.cos * rise;
  }
  RolledFoot foot;
  foot.toe_extension = bend;
  foot.hold = hold;
  foot.pitch = pitch;
  foot.world_from_foot.position = hold.position + ahead * forward_of(hold.yaw) + up * math::kUp;
  foot.world_from_foot.rotation =
      math::from_axis_angle(math::kUp, hold.yaw) * math::from_axis_angle(math::kRight, pitch);
  return foot;
}

RollCurve roll_curve(const Walker& walker, const Stride& stride, double along) {
  RollCurve curve;
  const double span = std::abs(along) * stride.stance();
  curve.span = std::max(span, 0.3 * walker.hip_height);
  const double r = std::min(span / walker.hip_height, 1.15);
  curve.heel_up = radians(70.0) * r * (1.28 - 0.28 * r);
  curve.toes_up = radians(20.0 - 11.0 * stride.jog) * r;
  if (along < 0.0) {  // backwards the foot comes down on its toes, softly
    curve.heel_up *= 0.5;
    curve.toes_up *= 0.5;
  }
  return curve;
}

double roll_pitch(const RollCurve& curve, double ahead) {
  const double n = ahead / curve.span;
  const double heel = math::clamp((n - 0.05) / 0.57, 0.0, 1.06);
  const double toes = math::clamp((-0.24 - n) / 0.16, 0.0, 1.0);
  return curve.toes_up * math::smooth_step(toes) - curve.heel_up * heel * heel;
}

}  // namespace fh::human
