// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which swivels the joint limits allow, in closed form. All entries of a limb's rotation matrices are of the form
// constant + cos·C + sin·S in the swivel's cosine and sine, so a limit on a Tait-Bryan angle is one arc of the circle;
// no trigonometric function is called. Not clamping after the solve but choosing among what is allowed (DELMIA
// documents this design). Header only: the loops unroll.
#include <array>
#include <cstddef>

#include "human/ik/limb.h"

namespace fh::human {

/// A number that depends on the swivel: constant + cosine·cos + sine·sin. As a bound: allowed where it is >= 0.
struct SwivelForm {
  double constant, cosine, sine;
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
/// Component of link x hinge, for a link along·axis + out·out(swivel).
inline SwivelForm across_form(double along, double out, const math::Vec3& d) {
  return {-out * d.x, along * d.y, along * d.z};
}
/// A direction by its components on axis, pole and side.
inline math::Vec3 parts(const HingeCircle& c, const math::Vec3& d) {
  return {glm::dot(d, c.axis), glm::dot(d, c.pole), glm::dot(d, c.side)};
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

/// Bounds by columns: all are evaluated together, four at a time.
template <std::size_t Count>
struct SwivelBounds {
  static_assert(Count % 4 == 0, "rows of four");
  alignas(32) std::array<double, Count> constant, cosine, sine;

  void set(std::size_t i, const SwivelForm& f) {
    constant[i] = f.constant;
    cosine[i] = f.cosine;
    sine[i] = f.sine;
  }
  SwivelForm operator[](std::size_t i) const { return {constant[i], cosine[i], sine[i]}; }
  void values(const Swivel& s, std::array<double, Count>& at) const {
    for (std::size_t i = 0; i < Count; ++i) at[i] = constant[i] + cosine[i] * s.cos + sine[i] * s.sin;
  }
};

/// Six bounds into `bounds[first … first + 6)`.
template <std::size_t Count>
void box_bounds(const BoxForms& f, const BoxLimits& limits, SwivelBounds<Count>& bounds, std::size_t first = 0) {
  const auto at_least = [](const LimitArc& a, const SwivelForm& cos, const SwivelForm& sin) {
    return a.cos_lower * sin - a.sin_lower * cos;
  };
  const auto at_most = [](const LimitArc& a, const SwivelForm& cos, const SwivelForm& sin) {
    return a.sin_upper * cos - a.cos_upper * sin;
  };
  bounds.set(first, f.second_sin - SwivelForm{limits.second.sin_lower, 0.0, 0.0});
  bounds.set(first + 1, SwivelForm{limits.second.sin_upper, 0.0, 0.0} - f.second_sin);
  bounds.set(first + 2, at_least(limits.first, f.first_cos, f.first_sin));
  bounds.set(first + 3, at_most(limits.first, f.first_cos, f.first_sin));
  bounds.set(first + 4, at_least(limits.third, f.third_cos, f.third_sin));
  bounds.set(first + 5, at_most(limits.third, f.third_cos, f.third_sin));
}
/// A bound that always holds, to fill a row.
inline constexpr SwivelForm kNoBound{1.0, 0.0, 0.0};

/// Solutions on a bound may miss it by rounding.
inline constexpr double kBoundSlack = 1e-12;

/// Where the arc of a violated bound begins, going counter-clockwise (sense +1) or clockwise (-1). False: nowhere.
inline bool arc_begin(const SwivelForm& f, double sense, Swivel& begin) {
  const double square = f.cosine * f.cosine + f.sine * f.sine;
  const double inside = square - f.constant * f.constant;
  if (inside <= 0.0) return false;  // violated here, so everywhere
  const double inverse = 1.0 / square;
  const double c = -f.constant * inverse, s = sense * math::sqrt(inside) * inverse;
  // Unit vector at the arc's middle, turned back by acos(-constant / amplitude).
  begin = {c * f.cosine + s * f.sine, c * f.sine - s * f.cosine};
  return true;
}

/// Monotone in the angle from `from` to `to` in that sense, 0 … 4 for 0 … 2 pi.
inline double turn_key(const Swivel& from, const Swivel& to, double sense) {
  const double c = from.cos * to.cos + from.sin * to.sin, s = sense * (from.cos * to.sin - from.sin * to.cos);
  const double k = c / (std::fabs(c) + std::fabs(s));
  return s >= 0.0 ? 1.0 - k : 3.0 + k;
}

/// The first allowed swivel after `wanted` in the given sense, no earlier than `found`, whose turn_key is `key`; both
/// are moved on. `next(swivel, sense)` moves to the first swivel at or after it that a further, not linear condition
/// allows, or returns false. Beyond `farthest` the search ends without result.
template <std::size_t Count, class Next>
bool first_allowed(const SwivelBounds<Count>& bounds, const Swivel& wanted, double sense, double farthest, Next&& next,
                   Swivel& found, double& key) {
  std::array<double, Count> values;
  // Every pass but the last enters an arc, and each arc is entered at most once a turn.
  for (std::size_t pass = 0; pass < 2 * Count + 8 && key <= farthest; ++pass) {
    bounds.values(found, values);
    Swivel at = found;
    double ahead = key;
    for (std::size_t i = 0; i < Count; ++i) {
      if (values[i] >= -kBoundSlack) continue;
      Swivel begin;
      if (!arc_begin(bounds[i], sense, begin)) return false;
      const double turned = turn_key(wanted, begin, sense);
      if (turned <= key) return false;  // only by going round past the start
      if (turned > ahead) ahead = turned, at = begin;
    }
    if (ahead == key) {
      if (!next(at, sense)) return false;
      if (at.cos == found.cos && at.sin == found.sin) return true;
      ahead = turn_key(wanted, at, sense);
      if (ahead <= key) return false;
    }
    key = ahead;
    found = at;
  }
  return false;
}

/// The allowed swivel nearest to `wanted`. False: none.
template <std::size_t Count, class Next>
bool nearest_allowed(const SwivelBounds<Count>& bounds, const Swivel& wanted, Next&& next, Swivel& found) {
  std::array<double, Count> values;
  bounds.values(wanted, values);
  Swivel left = wanted, right = wanted;
  double left_key = 0.0, right_key = 0.0;
  for (std::size_t i = 0; i < Count; ++i) {
    if (values[i] >= -kBoundSlack) continue;
    Swivel begin;
    if (!arc_begin(bounds[i], 1.0, begin)) return false;
    if (const double key = turn_key(wanted, begin, 1.0); key > left_key) left_key = key, left = begin;
    arc_begin(bounds[i], -1.0, begin);
    if (const double key = turn_key(wanted, begin, -1.0); key > right_key) right_key = key, right = begin;
  }
  if (left_key == 0.0) {
    found = wanted;
    if (next(found, 1.0) && found.cos == wanted.cos && found.sin == wanted.sin) return true;
  }
  const bool any_left = first_allowed(bounds, wanted, 1.0, 4.0, next, left, left_key);
  const bool any_right = first_allowed(bounds, wanted, -1.0, any_left ? left_key : 4.0, next, right, right_key);
  found = any_right && !(any_left && left_key <= right_key) ? right : left;
  return any_left || any_right;
}

/// Easing off the limits, radians of swivel: how gently, how far it looks, and from where on it is certain to do
/// nothing.
inline constexpr double kEase = 0.2, kEaseSight = 0.6, kEaseNear = 0.14;

/// True if no bound is nearer than kEaseNear on either side: a form's slope is at most its amplitude.
template <std::size_t Count>
bool far_from_bounds(const SwivelBounds<Count>& bounds, const Swivel& s) {
  double least = 1.0;
  for (std::size_t i = 0; i < Count; ++i) {
    const double value = bounds.constant[i] + bounds.cosine[i] * s.cos + bounds.sine[i] * s.sin;
    const double square = bounds.cosine[i] * bounds.cosine[i] + bounds.sine[i] * bounds.sine[i];
    const double room = std::fabs(value) * value - kEaseNear * kEaseNear * square;
    least = room < least ? room : least;
  }
  return least >= 0.0;
}

/// How far an allowed swivel may be turned to either side, as far as kEaseSight. Kept as sines: within that sight
/// the smaller sine is the nearer end, and only the two nearest ends need an angle.
struct SwivelRoom {
  static constexpr double kSight = 0.56464247339503537;  // sine of kEaseSight
  double left = kSight, right = kSight;
};

/// The ends of the arc of a bound seen from a swivel, each as sine and cosine of the angle to it, times `square`: to
/// the left end counter-clockwise, to the right end clockwise. An arc without ends has cosines of -2.
struct ArcEnds {
  double left_sin, left_cos, right_sin, right_cos, slope, square;
};
inline ArcEnds arc_ends(double constant, double cosine, double sine, const Swivel& s) {
  const double square = cosine * cosine + sine * sine, inside = square - constant * constant;
  // The arc's middle lies at (cosine, sine), its ends acos(-constant / amplitude) to either side of that.
  const double middle_cos = cosine * s.cos + sine * s.sin, middle_sin = cosine * s.sin - sine * s.cos;
  const double root = math::sqrt(inside > 0.0 ? inside : 0.0);
  const double a = root * middle_cos, b = constant * middle_sin, c = -constant * middle_cos, d = root * middle_sin;
  return {a + b,      inside > 0.0 ? c + d : -2.0, a - b, inside > 0.0 ? c - d : -2.0,
          middle_sin, inside > 0.0 ? square : 1.0};
}

/// The angle of a sine of at most SwivelRoom::kSight, to 4e-6 rad: how far a swivel is eased need not be known better.
inline double room_angle(double sine) {
  const double z = sine * sine, zz = z * z;
  const double low = (1.0 + z * (1.0 / 6.0)) + zz * (3.0 / 40.0 + z * (15.0 / 336.0));
  const double high = (105.0 / 3456.0 + z * (945.0 / 42240.0)) + zz * (10395.0 / 599040.0);
  return sine * (low + zz * zz * high);
}

/// An allowed swivel moved off the ends of the allowed interval around it: in an interval of half width w it stays
/// within w²/(w + ease) of the middle. Limits are not leaned on, and the swivel stays continuous where an interval
/// opens or closes, whose ends then move infinitely fast.
inline Swivel eased(const Swivel& s, const SwivelRoom& room, double ease = kEase) {
  if (room.left >= SwivelRoom::kSight && room.right >= SwivelRoom::kSight) return s;
  const double left = room_angle(room.left), right = room_angle(room.right);
  const double middle = 0.5 * (left - right), half = 0.5 * (left + right);
  const double reach = half * half / (half + ease);
  const double by = math::clamp(0.0, middle - reach, middle + reach);
  if (by == 0.0) return s;
  // By the tangent of the half angle, whose series may end early: whatever it is, the swivel stays a unit vector.
  const double z = by * by, t = 0.5 * by * (1.0 + z * (1.0 / 12.0 + z * (1.0 / 120.0 + z * (17.0 / 20160.0))));
  const double unit = 1.0 / (1.0 + t * t), cos = (1.0 - t * t) * unit, sin = 2.0 * t * unit;
  return {s.cos * cos - s.sin * sin, s.sin * cos + s.cos * sin};
}

/// The room that bounds leave around a swivel at which all hold.
template <std::size_t Count>
SwivelRoom room_between(const SwivelBounds<Count>& bounds, const Swivel& s) {
  alignas(32) std::array<double, Count> left, right;
  for (std::size_t i = 0; i < Count; ++i) {
    const ArcEnds e = arc_ends(bounds.constant[i], bounds.cosine[i], bounds.sine[i], s);
    // An end behind is one a whole turn ahead, unless rounding has put the swivel beyond it.
    const double to_left = e.left_sin >= 0.0 ? e.left_sin : e.slope > 0.0 ? 0.0 : 2.0 * e.square;
    const double to_right = e.right_sin >= 0.0 ? e.right_sin : e.slope < 0.0 ? 0.0 : 2.0 * e.square;
    const double unit = 1.0 / e.square;
    left[i] = e.left_cos > 0.0 ? to_left * unit : 2.0;
    right[i] = e.right_cos > 0.0 ? to_right * unit : 2.0;
  }
  SwivelRoom room;
  for (std::size_t i = 0; i < Count; ++i) {
    room.left = left[i] < room.left ? left[i] : room.left;
    room.right = right[i] < room.right ? right[i] : room.right;
  }
  return room;
}

}  // namespace fh::human
