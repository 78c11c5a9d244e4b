#pragma once
// Which swivels the joint limits allow, in closed form. All entries of a limb's rotation matrices are of the form
// constant + cos·C + sin·S in the swivel's cosine and sine, so a limit on a Tait-Bryan angle is one arc of the circle;
// no trigonometric function is called. Not clamping after the solve but choosing among what is allowed (issue: DELMIA
// documents this design, peers.md). Header only: the loops unroll.
#include <array>
#include <cstddef>

#include "human/limb.h"

namespace fh::human {

/// A number that depends on the swivel: constant + cosine·cos + sine·sin. As a bound: allowed where it is >= 0.
struct SwivelForm {
  double constant = 0.0, cosine = 0.0, sine = 0.0;
  double at(const Swivel& s) const { return constant + cosine * s.cos + sine * s.sin; }
};
inline SwivelForm operator+(const SwivelForm& a, const SwivelForm& b) {
  return {a.constant + b.constant, a.cosine + b.cosine, a.sine + b.sine};
}
inline SwivelForm operator-(const SwivelForm& a, const SwivelForm& b) {
  return {a.constant - b.constant, a.cosine - b.cosine, a.sine - b.sine};
}
inline SwivelForm operator-(const SwivelForm& a) {
  return {-a.constant, -a.cosine, -a.sine};
}
inline SwivelForm operator*(double k, const SwivelForm& a) {
  return {k * a.constant, k * a.cosine, k * a.sine};
}
/// Component of along·axis + out·out(swivel) in a direction given by its components on axis, pole and side.
inline SwivelForm along_form(double along, double out, const math::Vec3& d) {
  return {along * d.x, out * d.y, out * d.z};
}
/// Component of the hinge's axis.
inline SwivelForm hinge_form(const math::Vec3& d) {
  return {0.0, -d.z, d.y};
}

/// Sine and cosine of both ends of an angle's range; the range is narrower than half a turn.
struct LimitArc {
  double sin_lower = 0.0, cos_lower = 1.0, sin_upper = 0.0, cos_upper = 1.0;
};
inline LimitArc limit_arc(const Limit& limit) {
  const math::SinCos lower = math::sin_cos(limit.lower), upper = math::sin_cos(limit.upper);
  return {lower.sin, lower.cos, upper.sin, upper.cos};
}

/// A rotation about three axes at right angles; the middle range lies within ±90 deg.
struct BoxLimits {
  LimitArc first, second, third;
};

/// The entries of such a rotation that decide its angles: the second angle's sine, and cosine and sine of the other
/// two, each times the (positive) cosine of the second.
struct BoxForms {
  SwivelForm second_sin, first_cos, first_sin, third_cos, third_sin;
};

/// Six bounds into `bounds[0 … 6)`.
inline void box_bounds(const BoxForms& f, const BoxLimits& limits, SwivelForm* bounds) {
  bounds[0] = f.second_sin - SwivelForm{limits.second.sin_lower, 0.0, 0.0};
  bounds[1] = SwivelForm{limits.second.sin_upper, 0.0, 0.0} - f.second_sin;
  bounds[2] = limits.first.cos_lower * f.first_sin - limits.first.sin_lower * f.first_cos;
  bounds[3] = limits.first.sin_upper * f.first_cos - limits.first.cos_upper * f.first_sin;
  bounds[4] = limits.third.cos_lower * f.third_sin - limits.third.sin_lower * f.third_cos;
  bounds[5] = limits.third.sin_upper * f.third_cos - limits.third.cos_upper * f.third_sin;
}

/// Solutions on a bound may miss it by rounding.
inline constexpr double kBoundSlack = 1e-12;

/// Where the arc of a violated bound begins, counter-clockwise. False: nowhere.
inline bool arc_begin(const SwivelForm& f, Swivel& begin) {
  const double square = f.cosine * f.cosine + f.sine * f.sine;
  if (f.constant * f.constant >= square) return false;  // violated here, so everywhere
  const double inverse = 1.0 / square;
  const double c = -f.constant * inverse, s = math::sqrt(square - f.constant * f.constant) * inverse;
  // Unit vector at the arc's middle, turned back by acos(-constant / amplitude).
  begin = {c * f.cosine + s * f.sine, c * f.sine - s * f.cosine};
  return true;
}

/// Monotone in the counter-clockwise angle from `from` to `to`, 0 … 4 for 0 … 2 pi.
inline double turn_key(const Swivel& from, const Swivel& to) {
  const double c = from.cos * to.cos + from.sin * to.sin, s = from.cos * to.sin - from.sin * to.cos;
  const double k = c / (std::fabs(c) + std::fabs(s));
  return s >= 0.0 ? 1.0 - k : 3.0 + k;
}

/// The first allowed swivel at or after `wanted`, counter-clockwise. `next(swivel)` moves to the first swivel at or
/// after it that a further, not linear condition allows, or returns false. `key` receives the turn_key.
template <class Next>
bool first_allowed(const SwivelForm* bounds, std::size_t count, const Swivel& wanted, Next&& next, Swivel& found,
                   double& key) {
  found = wanted;
  key = 0.0;
  // Every pass but the last enters an arc; each arc of a bound is entered at most once a turn, so the count suffices.
  for (std::size_t pass = 0; pass < 2 * count + 8; ++pass) {
    Swivel at = found;
    double farthest = key;
    for (std::size_t i = 0; i < count; ++i) {
      if (bounds[i].at(found) >= -kBoundSlack) continue;
      Swivel begin;
      if (!arc_begin(bounds[i], begin)) return false;
      const double turned = turn_key(wanted, begin);
      if (turned <= key) return false;  // only by going round past the start
      if (turned > farthest) farthest = turned, at = begin;
    }
    if (farthest == key) {
      if (!next(at)) return false;
      const double turned = turn_key(wanted, at);
      if (turned == key) return true;
      if (turned < key) return false;
      farthest = turned;
    }
    key = farthest;
    found = at;
  }
  return false;
}

/// The allowed swivel nearest to `wanted`. `next(swivel, sense)` is the further condition: it moves to the first swivel
/// at or after the given one, counter-clockwise for sense +1, clockwise for -1, that it allows. False: none.
template <std::size_t Count, class Next>
bool nearest_allowed(const std::array<SwivelForm, Count>& bounds, const Swivel& wanted, Next&& next, Swivel& found) {
  double left_key = 0.0, right_key = 0.0;
  Swivel right;
  const bool left = first_allowed(
      bounds.data(), Count, wanted, [&next](Swivel& s) { return next(s, 1.0); }, found, left_key);
  if (left && left_key == 0.0) return true;
  std::array<SwivelForm, Count> mirrored = bounds;
  for (SwivelForm& f : mirrored) f.sine = -f.sine;
  const auto clockwise = [&next](Swivel& s) {
    Swivel back{s.cos, -s.sin};
    if (!next(back, -1.0)) return false;
    s = {back.cos, -back.sin};
    return true;
  };
  if (!first_allowed(mirrored.data(), Count, {wanted.cos, -wanted.sin}, clockwise, right, right_key)) return left;
  if (!left || right_key < left_key) found = {right.cos, -right.sin};
  return true;
}

}  // namespace fh::human
