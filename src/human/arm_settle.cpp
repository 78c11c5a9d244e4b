#include "human/arm_settle.h"

#include "human/arm_swivel.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

constexpr double kSettled = 1e-6;  // square of the upper arm's last change (rad²): the shoulder is off by 0.02 mm
constexpr double kWideScreen = 0.06, kScreen = 0.015;  // sines of angles beyond limits
constexpr int kGirdleRounds = 5, kFreeRounds = 4, kSwivelRounds = 9;

}  // namespace

ArmHang hang_at(const ArmQuestion& q, const Quat& clavicle) {
  ArmHang h;
  h.clavicle = clavicle;
  const Vec3 way = q.wrist - (q.arm.clavicle + math::rotate(clavicle, q.arm.shoulder));
  h.distance = glm::length(way);
  const Vec3 axis = h.distance > 1e-9 ? way / h.distance : Vec3(0.0, -1.0, 0.0);
  h.circle = hinge_circle(q.arm.links, limb_distance(q.arm.links, h.distance, q.settings.mode), axis, elbow_pole(axis));
  return h;
}

namespace {

SwivelBounds<4> shoulder_bounds(const ArmBounds& all) {
  SwivelBounds<4> bounds;
  for (std::size_t i = 0; i < 4; ++i) bounds.set(i, i < 2 ? all[kWristBounds + i] : kNoBound);
  return bounds;
}

bool far_from_limits(const ArmAttempt& a) {
  return far_from_bounds(a.bounds, a.swivel) && far_from_reach_cone(a.circle, a.swivel);
}

}  // namespace

void choose_swivel(const ArmQuestion& q, ArmAttempt& a) {
  a.forms = arm_forms(a.circle, q.hand);
  a.bounds = arm_bounds(q.arm, a.forms);
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

double square_distance(const Vec3& a, const Vec3& b) {
  return glm::dot(a - b, a - b);
}

// The girdle follows the upper arm, which hangs on the girdle: at a given swivel a contracting fixed point (the
// shoulder moves about 15 mm per radian). Anderson's acceleration of depth one, since a nearly straight arm contracts
// slowly.
ArmHang settled_hang(const ArmQuestion& q, const Swivel& swivel, Vec3& direction) {
  Vec3 last_image{0.0}, last_change{0.0};
  ArmHang hang;
  for (int round = 0; round < kGirdleRounds; ++round) {
    hang = hang_at(q, right_clavicle(direction));
    const Vec3 image = hang.circle.upper(swivel), change = image - direction;
    if (glm::dot(change, change) < kSettled) break;
    direction = image;
    if (round > 0) {
      const Vec3 difference = change - last_change;
      const double square = glm::dot(difference, difference);
      const double share = square > 1e-16 ? math::clamp(glm::dot(change, difference) / square, -2.0, 0.9) : 0.0;
      direction = glm::normalize(image - share * (image - last_image));
    }
    last_image = image;
    last_change = change;
  }
  return hang;
}

}  // namespace

// The limits choose the swivel for a girdle, the girdle settles for a swivel: in turn until neither moves. Where the
// preferred swivel is allowed, once. Two separate allowed intervals may call for each other's girdle: after some rounds
// the one at hand is preferred. `start`: the girdle to begin with.
ArmAttempt settle(const ArmQuestion& q, const ArmHang& start) {
  ArmAttempt a;
  if (!q.settings.girdle) {
    static_cast<ArmHang&>(a) = start;
    choose_swivel(q, a);
    return a;
  }
  ArmQuestion asked = q;
  Swivel swivel = q.preferred;
  Vec3 direction = start.circle.upper(swivel);
  for (int round = 0; round < kSwivelRounds; ++round) {
    if (round >= kFreeRounds) asked.preferred = swivel;
    const bool once = round > 0 && round < kFreeRounds;
    static_cast<ArmHang&>(a) = once ? hang_at(q, right_clavicle(direction)) : settled_hang(q, swivel, direction);
    choose_swivel(asked, a);
    const Vec3 image = a.circle.upper(a.swivel);
    a.settled = square_distance(image, direction) < kSettled;
    if (a.settled) break;
    direction = image;
    swivel = a.swivel;
  }
  return a;
}

namespace {

// A posture near a swivel has about the girdle of that swivel: limits wider by `slack` must allow something there.
// Moves both on.
bool could_settle(const ArmQuestion& q, double slack, ArmHang& hang, Swivel& swivel) {
  hang = hang_at(q, right_clavicle(hang.circle.upper(swivel)));
  ArmBounds bounds = arm_bounds(q.arm, arm_forms(hang.circle, q.hand));
  for (double& constant : bounds.constant) constant += slack;
  const Swivel wanted = swivel;
  return nearest_allowed(
      bounds, wanted, [](Swivel&, double) { return true; }, swivel);
}

}  // namespace

bool solved_elsewhere(const ArmQuestion& question, const ArmHang& resting, ArmAttempt& a) {
  if (!question.settings.girdle) return false;
  ArmQuestion q = question;
  const double start = angle_of(question.preferred);
  for (const double away : {0.35, -0.35, 0.8, -0.8, 1.4, -1.4, 2.0, -2.0, 2.6, -2.6}) {
    q.preferred = swivel_of(start + away);
    // Settling takes many rounds to find that there is nothing: two with wider limits tell it of most.
    ArmHang hang = resting;
    Swivel near = q.preferred;
    if (!could_settle(q, kWideScreen, hang, near) || !could_settle(q, kScreen, hang, near)) continue;
    const ArmAttempt other = settle(q, hang);
    if (!other.allowed || !other.settled || !other.in_range(q.arm.links)) continue;
    a = other;
    return true;
  }
  return false;
}

}  // namespace fh::human
