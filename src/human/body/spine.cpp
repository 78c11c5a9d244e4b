// SPDX-License-Identifier: Apache-2.0
#include "human/body/spine.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::radians;
using math::Vec3;

constexpr double kTiny = 1e-12;

/// Half a vertebra's bend is below 0.16 rad: four terms of the series are exact to rounding.
math::SinCos small_sin_cos(double x) {
  const double s = x * x;
  constexpr double k6 = 1.0 / 6.0, k20 = 1.0 / 20.0, k42 = 1.0 / 42.0, k72 = 1.0 / 72.0;
  constexpr double k12 = 1.0 / 12.0, k30 = 1.0 / 30.0, k56 = 1.0 / 56.0, k90 = 1.0 / 90.0;
  return {x * (1.0 - s * k6 * (1.0 - s * k20 * (1.0 - s * k42 * (1.0 - s * k72)))),
          1.0 - s * 0.5 * (1.0 - s * k12 * (1.0 - s * k30 * (1.0 - s * k56 * (1.0 - s * k90))))};
}

struct AxisState {
  std::array<double, kVertebraCount> now, low, high;
};

double slot_weight(const SpineBend& bend, std::size_t i, double progress) {
  const auto distance = [](std::size_t a, std::size_t b) { return static_cast<double>(a > b ? a - b : b - a); };
  const double p = math::exp(-(1.0 - progress) * bend.fading * distance(i, bend.initiator));
  const bool beyond = bend.initiator <= bend.resistor ? i >= bend.resistor : i <= bend.resistor;
  const bool before = bend.initiator <= bend.resistor ? i <= bend.initiator : i >= bend.initiator;
  double damped = beyond ? 1.0 : 0.0;
  if (!beyond && !before) damped = distance(i, bend.initiator) / distance(bend.resistor, bend.initiator);
  return p * (1.0 - (1.0 - progress) * bend.resistance * damped);
}

// Moves the axis by `move`, each joint at most to `goal` (its limit, or its rest when unbending). Returns what is left.
double move_towards(AxisState& axis, const SpineBend& bend, double move,
                    const std::array<double, kVertebraCount>& goal) {
  const double sign = move < 0.0 ? -1.0 : 1.0;
  std::array<double, kVertebraCount> rooms{}, weights{}, shares{};
  double room = 0.0;
  for (std::size_t i = bend.first; i <= bend.last; ++i) {
    rooms[i] = std::max(0.0, sign * (goal[i] - axis.now[i]));
    room += rooms[i];
  }
  const double amount = std::abs(move);
  const double progress = room > kTiny ? math::clamp(amount / room, 0.0, 1.0) : 1.0;
  for (std::size_t i = bend.first; i <= bend.last; ++i) {
    weights[i] = std::max(slot_weight(bend, i, progress), 1e-9) * rooms[i];
  }
  const double left = share_out(amount, weights, rooms, shares);
  for (std::size_t i = bend.first; i <= bend.last; ++i) {
    axis.now[i] = math::clamp(axis.now[i] + sign * shares[i], axis.low[i], axis.high[i]);
  }
  return sign * left;
}

double bend_axis(AxisState& axis, const SpineBend& bend, double target) {
  double current = 0.0, inside = 0.0;
  for (std::size_t i = 0; i < kVertebraCount; ++i) {
    current += axis.now[i];
    if (i >= bend.first && i <= bend.last) inside += axis.now[i];
  }
  double move = target - current;
  if (std::abs(move) < kTiny) return 0.0;
  const std::array<double, kVertebraCount> rest{};
  // Towards rest first: joints unbend together before any bends the other way.
  if (bend.through_rest && inside * move < 0.0) {
    const double unbend = math::clamp(-inside, std::min(move, 0.0), std::max(move, 0.0));
    move = move - unbend + move_towards(axis, bend, unbend, rest);
  }
  if (std::abs(move) < kTiny) return move;
  return move_towards(axis, bend, move, move > 0.0 ? axis.high : axis.low);
}

}  // namespace

Vec3 SpineShape::total() const {
  Vec3 sum(0.0);
  for (const Vec3& a : angles) sum += a;
  return sum;
}

SpineBend bend_from_waist(const Vec3& target) {
  SpineBend bend;
  bend.target = target;
  bend.initiator = 0;
  bend.resistor = 6;  // T11: the thorax follows last
  bend.resistance = 0.7;
  return bend;
}

SpineBend curl_from_neck(const Vec3& target) {
  SpineBend bend;
  bend.target = target;
  bend.initiator = kVertebraCount - 1;
  bend.resistor = 0;
  bend.resistance = 0.7;
  return bend;
}

SpineBend everyday_bend(const Vec3& target) {
  SpineBend bend;
  bend.target = target;
  bend.initiator = 8;  // T9
  bend.resistor = kVertebraCount - 1;
  bend.resistance = 0.5;
  bend.fading = 0.2;
  return bend;
}

Vec3 within_spine_limits(const Vec3& total) {
  const Vec3 low(radians(-30.0), radians(-40.0), radians(-45.0)), high(radians(80.0), radians(40.0), radians(45.0));
  Vec3 kept = glm::clamp(total, low, high);
  double shares = 0.0;
  for (int k = 0; k < 3; ++k) shares += kept[k] > 0.0 ? kept[k] / high[k] : kept[k] / low[k];
  return shares > kSpineCoupling ? kept * (kSpineCoupling / shares) : kept;
}

SpineBendResult bend_spine(const Skeleton& skeleton, const SpineShape& now, const SpineBend& bend) {
  SpineBendResult result{now, Vec3(0.0)};
  const Vec3 target = within_spine_limits(bend.target);
  for (int k = 0; k < 3; ++k) {
    AxisState axis{};
    for (std::size_t i = 0; i < kVertebraCount; ++i) {
      const Limit& limit = skeleton.limits[info(joint_at(kSpine.first + i)).first_dof + static_cast<std::size_t>(k)];
      axis.now[i] = math::clamp(now.angles[i][k], limit.lower, limit.upper);
      axis.low[i] = limit.lower;
      axis.high[i] = limit.upper;
    }
    bend_axis(axis, bend, target[k]);
    double reached = 0.0;
    for (std::size_t i = 0; i < kVertebraCount; ++i) {
      result.shape.angles[i][k] = axis.now[i];
      reached += axis.now[i];
    }
    result.shortfall[k] = bend.target[k] - reached;
  }
  return result;
}

SpineShape spine_of(const Posture& posture) {
  SpineShape shape;
  for (std::size_t i = 0; i < kVertebraCount; ++i) {
    std::array<double, 3> angles{};
    joint_angles(joint_at(kSpine.first + i), posture.rotations[kSpine.first + i], angles.data());
    shape.angles[i] = {angles[0], angles[1], angles[2]};
  }
  return shape;
}

math::Quat set_spine(Posture& posture, const SpineShape& shape) {
  math::Quat together = math::kIdentity;
  for (std::size_t i = 0; i < kVertebraCount; ++i) {
    const Vec3 half = 0.5 * shape.angles[i];
    const math::SinCos f = small_sin_cos(half.x), l = small_sin_cos(half.y), a = small_sin_cos(half.z);
    // R(-x, flexion) R(-z, lateral) R(y, axial), as joints.h has it, multiplied out.
    const math::Quat bent(f.cos * l.cos, -f.sin * l.cos, -f.sin * l.sin, -f.cos * l.sin);
    const math::Quat rotation = bent * math::Quat(a.cos, 0.0, a.sin, 0.0);
    posture.rotations[kSpine.first + i] = rotation;
    together = together * rotation;
  }
  return together;
}

Vec3 bend_spine(const Skeleton& skeleton, Posture& posture, const SpineBend& bend) {
  const SpineBendResult result = bend_spine(skeleton, spine_of(posture), bend);
  set_spine(posture, result.shape);
  return result.shortfall;
}

SpineTable::SpineTable(const Skeleton& skeleton, const SpineBend& manner) {
  for (int k = 0; k < 3; ++k) {
    for (std::size_t side = 0; side < 2; ++side) {
      Branch& branch = branches_[static_cast<std::size_t>(k)][side];
      const double sign = side == 0 ? -1.0 : 1.0;
      SpineBend bend = manner;
      bend.target = Vec3(0.0);
      bend.target[k] = sign * math::kPi;  // more than any spine bends: what is reached is the most
      branch.most = sign * bend_spine(skeleton, {}, bend).shape.total()[k];
      for (std::size_t knot = 1; knot < kKnots; ++knot) {
        bend.target[k] = sign * branch.most * static_cast<double>(knot) / static_cast<double>(kKnots - 1);
        const SpineShape shape = bend_spine(skeleton, {}, bend).shape;
        for (std::size_t i = 0; i < kVertebraCount; ++i) branch.shapes[knot][i] = shape.angles[i][k];
      }
    }
  }
}

Vec3 SpineTable::within(const Vec3& total) const {
  Vec3 kept = within_spine_limits(total);
  for (int k = 0; k < 3; ++k) {
    const auto& sides = branches_[static_cast<std::size_t>(k)];
    kept[k] = math::clamp(kept[k], -sides[0].most, sides[1].most);
  }
  return kept;
}

SpineShape SpineTable::shape(const Vec3& total) const {
  const Vec3 kept = within(total);
  SpineShape shape;
  for (int k = 0; k < 3; ++k) {
    const Branch& branch = branches_[static_cast<std::size_t>(k)][kept[k] < 0.0 ? 0 : 1];
    const double at = branch.most > 0.0 ? std::abs(kept[k]) / branch.most * static_cast<double>(kKnots - 1) : 0.0;
    const std::size_t knot = std::min(static_cast<std::size_t>(at), kKnots - 2);
    const double t = at - static_cast<double>(knot);
    const auto &below = branch.shapes[knot], &above = branch.shapes[knot + 1];
    for (std::size_t i = 0; i < kVertebraCount; ++i) shape.angles[i][k] = below[i] + t * (above[i] - below[i]);
  }
  return shape;
}

Vec3 spine_target(const math::Quat& pelvis_from_thorax) {
  const math::SwingTwist split = math::swing_twist(pelvis_from_thorax, math::kUp);
  const Vec3 swing = math::to_rotation_vector(split.swing);
  return {-swing.x, -swing.z, split.twist};
}

double share_out(double amount, std::span<const double> weights, std::span<const double> rooms,
                 std::span<double> shares) {
  std::fill(shares.begin(), shares.end(), 0.0);
  for (std::size_t pass = 0; pass <= weights.size() && amount > kTiny; ++pass) {
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += shares[i] < rooms[i] ? weights[i] : 0.0;
    if (sum <= 0.0) break;
    double given = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (shares[i] >= rooms[i]) continue;
      const double wanted = amount * weights[i] / sum;
      const double share = std::min(wanted, rooms[i] - shares[i]);
      shares[i] = wanted >= rooms[i] - shares[i] ? rooms[i] : shares[i] + share;
      given += share;
    }
    amount -= given;
  }
  return std::max(amount, 0.0);
}

}  // namespace fh::human
