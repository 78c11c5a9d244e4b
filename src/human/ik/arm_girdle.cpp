// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_girdle.h"

#include <algorithm>

#include "human/body/reflect.h"
#include "human/ik/arm_swivel.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

constexpr double kSettled = 1e-6;  // square of the upper arm's last change (rad²): the shoulder is off by 0.02 mm
constexpr double kGirdleScreen = 0.2, kWideScreen = 0.06, kScreen = 0.015;  // sines of angles beyond limits
constexpr double kUsualShare = 0.06;  // of a change of the upper arm that the girdle takes back
constexpr int kGirdleRounds = 5, kFreeRounds = 4, kSwivelRounds = 9;

}  // namespace

void hang_at(const ArmQuestion& q, const Quat& clavicle, ArmAtClavicle& h) {
  h.clavicle = clavicle;
  const Vec3 way = q.wrist - (q.arm.clavicle + math::rotate(clavicle, q.arm.shoulder));
  h.distance = glm::length(way);
  const Vec3 axis = h.distance > 1e-9 ? (1.0 / h.distance) * way : Vec3(0.0, -1.0, 0.0);
  h.circle = hinge_circle(q.arm.links, limb_distance(q.arm.links, h.distance, q.settings.mode), axis, elbow_pole(axis));
}

namespace {

SwivelBounds<4> shoulder_bounds(const ArmBounds& all) {
  SwivelBounds<4> bounds;
  for (std::size_t i = 0; i < 4; ++i) bounds.set(i, i < 2 ? all[kWristBounds + i] : kNoBound);
  return bounds;
}

bool far_from_limits(const ArmCandidate& a) {
  return far_from_bounds(a.bounds, a.swivel) && far_from_reach_cone(a.circle, a.swivel);
}

}  // namespace

void choose_swivel(const ArmQuestion& q, ArmCandidate& a) {
  set_arm_forms(a.circle, q.hand, a.forms);
  set_arm_bounds(q.arm, a.forms, a.bounds);
  const auto in_cone = [&a](Swivel& s, double sense) { return next_in_reach_cone(a.circle, s, sense); };
  a.allowed = nearest_allowed(a.bounds, q.preferred, in_cone, a.swivel);
  if (a.allowed && q.ease && !far_from_limits(a)) {
    SwivelRoom room = room_between(a.bounds, a.swivel);
    narrow_by_reach_cone(a.circle, a.swivel, room);
    a.swivel = eased(a.swivel, room);
  }
  if (!a.allowed) {
    // Without the wrist, so that the girdle goes on settling where the shoulder is allowed.
    if (!nearest_allowed(shoulder_bounds(a.bounds), q.preferred, in_cone, a.swivel)) a.swivel = q.preferred;
  }
}

namespace {

// Anderson's acceleration of depth one for a fixed point on the sphere: a nearly straight arm contracts slowly.
class FixedPoint {
 public:
  /// The place to ask next, from what the last one was taken to.
  Vec3 next(const Vec3& image, const Vec3& change) {
    double share = kUsualShare;
    Vec3 from = image - change;
    if (asked_) {
      const Vec3 difference = change - last_change_;
      const double square = glm::dot(difference, difference);
      share = square > 1e-16 ? math::clamp(glm::dot(change, difference) / square, -2.0, 0.9) : 0.0;
      from = last_image_;
    }
    last_image_ = image;
    last_change_ = change;
    asked_ = true;
    const Vec3 place = image - share * (image - from);
    const double square = glm::dot(place, place);
    return (std::abs(square - 1.0) < 0.01 ? 1.5 - 0.5 * square : 1.0 / math::sqrt(square)) * place;
  }

 private:
  Vec3 last_image_{0.0}, last_change_{0.0};
  bool asked_ = false;
};

// The girdle follows the upper arm, which hangs on the girdle: at a given swivel a contracting fixed point (the
// shoulder moves about 15 mm per radian).
void hang_settled(const ArmQuestion& q, const Swivel& swivel, Vec3& direction, ArmAtClavicle& hang) {
  FixedPoint fixed;
  for (int round = 0; round < kGirdleRounds; ++round) {
    hang_at(q, right_clavicle(direction), hang);
    const Vec3 image = hang.circle.upper(swivel), change = image - direction;
    if (glm::dot(change, change) < kSettled) break;
    direction = fixed.next(image, change);
  }
}

}  // namespace

// The limits choose the swivel for a girdle, the girdle settles for a swivel: in turn until neither moves. Where the
// preferred swivel is allowed, once. Two separate allowed intervals may call for each other's girdle: after some rounds
// the one at hand is preferred.
ArmCandidate settle(const ArmQuestion& q, const ArmAtClavicle& start) {
  ArmCandidate a;
  if (!q.settings.girdle) {
    static_cast<ArmAtClavicle&>(a) = start;
    choose_swivel(q, a);
    return a;
  }
  ArmQuestion asked = q;
  FixedPoint fixed;
  Vec3 direction = start.circle.upper(q.preferred);
  for (int round = 0; round < kSwivelRounds; ++round) {
    if (round >= kFreeRounds) asked.preferred = a.swivel;
    if (round == 0 || round >= kFreeRounds) {
      hang_settled(q, asked.preferred, direction, a);
    } else {
      hang_at(q, right_clavicle(direction), a);
    }
    choose_swivel(asked, a);
    const Vec3 image = a.circle.upper(a.swivel), change = image - direction;
    a.settled = glm::dot(change, change) < kSettled;
    if (a.settled) break;
    direction = fixed.next(image, change);
  }
  return a;
}

namespace {

// Limits wider by `slack` allow a swivel; the nearest one.
bool allowed_within(ArmBounds bounds, double slack, const Swivel& wanted, Swivel& found) {
  for (double& constant : bounds.constant) constant += slack;
  return nearest_allowed(
      bounds, wanted, [](Swivel&, double) { return true; }, found);
}

// A posture near a swivel has about the girdle of that swivel: limits wider by `slack` must allow something there.
// Moves both on.
bool could_settle(const ArmQuestion& q, double slack, ArmAtClavicle& hang, Swivel& swivel) {
  hang_at(q, right_clavicle(hang.circle.upper(swivel)), hang);
  ArmForms forms;
  ArmBounds bounds;
  set_arm_forms(hang.circle, q.hand, forms);
  set_arm_bounds(q.arm, forms, bounds);
  const Swivel wanted = swivel;
  return allowed_within(bounds, slack, wanted, swivel);
}

}  // namespace

bool may_settle(const ArmQuestion& q, ArmAtClavicle& hang, Swivel& swivel) {
  return could_settle(q, kWideScreen, hang, swivel) && could_settle(q, kScreen, hang, swivel);
}

namespace {

bool same(const Swivel& a, const Swivel& b) {
  return a.cos == b.cos && a.sin == b.sin;
}

}  // namespace

bool solved_elsewhere(const ArmQuestion& question, const ArmAtClavicle& resting, ArmCandidate& a) {
  if (!question.settings.girdle) return false;
  ArmQuestion q = question;
  const double start = angle_of(question.preferred);
  std::array<Swivel, 2> ends{{{2.0, 0.0}, {2.0, 0.0}}};  // none yet
  for (const double away : {0.35, -0.35, 0.8, -0.8, 1.4, -1.4, 2.0, -2.0, 2.6, -2.6}) {
    const Swivel wanted = q.preferred = swivel_of(start + away);
    if (!a.allowed) {
      // What this girdle forbids by that much every girdle does: from an end of the rest, and from each end once.
      if (!allowed_within(a.bounds, kGirdleScreen, wanted, q.preferred)) return false;
      if (same(q.preferred, ends[0]) || same(q.preferred, ends[1])) continue;
      if (!same(q.preferred, wanted)) ends = {ends[1], q.preferred};
    }
    ArmAtClavicle hang = resting;
    Swivel near = q.preferred;
    if (!may_settle(q, hang, near)) continue;
    const ArmCandidate other = settle(q, hang);
    if (!other.allowed || !other.settled || !other.in_range(q.arm.links)) continue;
    a = other;
    return true;
  }
  return false;
}

namespace {

/// Where a bound changes its sign; none: it never does.
void add_ends(const SwivelForm& f, std::vector<double>& ends) {
  const double amplitude = math::sqrt(f.cosine * f.cosine + f.sine * f.sine);
  if (amplitude <= std::fabs(f.constant)) return;
  const double middle = math::atan2(f.sine, f.cosine), half = math::acos(-f.constant / amplitude);
  ends.push_back(math::wrap_angle(middle - half));
  ends.push_back(math::wrap_angle(middle + half));
}

/// The component of the upper arm's direction along each inward normal of the reach cone changes as a form does.
SwivelForm edge_form(const HingeCircle& circle, const math::Vec3& inward) {
  return {circle.upper_along * glm::dot(inward, circle.axis), circle.upper_out * glm::dot(inward, circle.pole),
          circle.upper_out * glm::dot(inward, circle.side)};
}

}  // namespace

std::vector<SwivelInterval> allowed_swivels(const Arm& arm, const math::Pose& frame_from_thorax,
                                            const math::Pose& frame_from_hand, const math::Quat& clavicle) {
  const bool left = arm.side == Side::Left;
  math::Pose wanted = math::inverse(frame_from_thorax) * frame_from_hand;
  if (left) wanted = {reflected(wanted.rotation), reflected(wanted.position)};
  const ArmSettings settings;
  const ArmQuestion q{arm, settings, wanted.position, wanted.rotation, math::to_matrix(wanted.rotation), {}, false};
  ArmCandidate a;
  hang_at(q, left ? reflected(clavicle) : clavicle, a);
  if (!a.in_range(arm.links)) return {};
  set_arm_forms(a.circle, q.hand, a.forms);
  set_arm_bounds(arm, a.forms, a.bounds);
  std::vector<double> ends;
  for (std::size_t i = 0; i < 8; ++i) add_ends(a.bounds[i], ends);
  for (const math::Vec3& inward : reach_cone().inward) add_ends(edge_form(a.circle, inward), ends);
  std::sort(ends.begin(), ends.end());
  const auto is_allowed = [&](double angle) {
    const Swivel s = swivel_of(angle);
    std::array<double, 8> at;
    a.bounds.values(s, at);
    return *std::min_element(at.begin(), at.end()) >= -1e-9 && inside_reach(a.circle.upper(s)) >= -1e-9;
  };
  if (ends.empty()) {
    if (is_allowed(0.0)) return {{-math::kPi, math::kPi}};
    return {};
  }
  // Between two neighbours nothing changes; an end by itself is a single swivel.
  std::vector<SwivelInterval> all;
  const std::size_t count = ends.size();
  for (std::size_t i = 0; i < count; ++i) {
    const double from = ends[i], to = i + 1 < count ? ends[i + 1] : ends[0] + math::kTau;
    const bool open = to - from > 1e-9 && is_allowed(math::wrap_angle(0.5 * (from + to)));
    if (!open && !is_allowed(from)) continue;
    if (!all.empty() && all.back().to >= from)
      all.back().to = open ? to : from;
    else
      all.push_back({from, open ? to : from});
  }
  if (all.size() > 1 && all.back().to >= all.front().from + math::kTau) {
    all.front().from = all.back().from - math::kTau;
    all.pop_back();
  }
  if (all.size() == 1 && all[0].to - all[0].from >= math::kTau - 1e-9) all[0] = {-math::kPi, math::kPi};
  if (!all.empty() && all.front().from < -math::kPi) {
    all.push_back({all.front().from + math::kTau, all.front().to + math::kTau});
    all.erase(all.begin());
  }
  return all;
}

}  // namespace fh::human
