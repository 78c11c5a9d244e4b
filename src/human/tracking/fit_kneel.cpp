// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_kneel.h"

#include <algorithm>
#include <cmath>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Tuned: the table of kneeling in docs/measurements/body-tracking.md; asserted by test_fit_kneel.
constexpr double kMostBentToes = 1.2;                   // rad
constexpr double kHeelRoom = 1.01;                      // of the shortest leg, sitting on the heels
constexpr double kKneeRoom = 0.03;                      // rad left of the knee
constexpr double kKneelsBelow = 0.40, kRisesAt = 0.35;  // sunk
constexpr double kFaceAhead = 0.60, kFaceDown = 0.80;   // rad

}  // namespace

Kneeling build_kneeling(const Leg& leg, double ankle_height, const Vec3& ball) {
  Kneeling k;
  k.heel = std::min(kMostBentToes, leg.toes.upper);
  const Vec3 raised = ball - math::rotate(math::from_axis_angle({-1.0, 0.0, 0.0}, k.heel), ball);
  k.ankle_up = ankle_height + raised.y;
  k.ankle_over = -raised.z;
  const double rise = k.ankle_up - kKneeRadius, shank = leg.links.lower;
  k.shank = math::sqrt(std::max(0.0, shank * shank - rise * rise));
  k.thigh = leg.links.upper;
  k.nearest = kHeelRoom * leg.links.nearest;
  // The thigh over the shank, which rises to the ankle, by what the bent knee leaves.
  const double thigh = math::atan2(rise, k.shank) + math::kPi - leg.knee.upper + kKneeRoom;
  k.lowest = kKneeRadius + k.thigh * math::sin(std::min(thigh, 0.5 * math::kPi));
  k.upright = kKneeRadius + k.thigh;
  return k;
}

KneelingLeg kneeling_leg(const Kneeling& k, Side side, const Vec3& hip, double yaw, double ground) {
  const double up = math::clamp(hip.y - ground - kKneeRadius, 0.0, k.thigh), over = hip.y - ground - k.ankle_up;
  const double ahead = math::sqrt(k.thigh * k.thigh - up * up);
  // Seen from above: a triangle of hip, knee and ankle, whose side between hip and ankle has a least length.
  const double least = math::sqrt(std::max(0.0, k.nearest * k.nearest - over * over));
  double aside = 0.0;
  if (std::abs(k.shank - ahead) < least) {
    const double cosine = (k.shank * k.shank + ahead * ahead - least * least) / (2.0 * k.shank * std::max(ahead, 1e-6));
    aside = math::acos(math::clamp(cosine, -1.0, 1.0));
  }
  KneelingLeg leg;
  const math::SinCos way = math::sin_cos(yaw);
  leg.knee = {hip.x - ahead * way.sin, ground + kKneeRadius, hip.z - ahead * way.cos};
  // The foot outward of the knee: the shank points inward.
  leg.yaw = yaw + (side == Side::Right ? aside : -aside);
  const math::SinCos shank = math::sin_cos(leg.yaw);
  leg.ankle = {leg.knee.x + k.shank * shank.sin, ground + k.ankle_up, leg.knee.z + k.shank * shank.cos};
  return leg;
}

bool kneels_now(bool kneels, double sunk, double pitch) {
  return kneels ? sunk > kRisesAt && pitch < kFaceDown : sunk > kKneelsBelow && pitch < kFaceAhead;
}

}  // namespace fh::human
