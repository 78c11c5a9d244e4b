// SPDX-License-Identifier: Apache-2.0
#include "human/motion/footfalls.h"

#include <algorithm>

#include "human/motion/footholds.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kStrideSmoothing = 0.15;  // s
constexpr double kSettleCycle = 1.05;      // s: stepping on the spot
constexpr double kWidestTurn = 0.9;        // rad a foot on the ground lets the body turn over it
constexpr double kFarthestBehind = 0.73;   // of hip height: a foot left behind so far comes along before its time
constexpr double kHipSlack = 0.04;         // rad of turning left in the hip when a foot wants to follow
constexpr double kLead = 0.10;             // of a cycle: from the decision to go to the first toe-off

double flat_distance(const Vec3& a, const Vec3& b) {
  const double x = a.x - b.x, z = a.z - b.z;
  return math::sqrt(x * x + z * z);
}

Stride wanted_stride(const Walker& walker, const GaitStyle& style, const RootMotion& m, double riser) {
  const double speed = glm::length(m.velocity);
  Stride stride = stride_at(walker, speed, m.jog);
  stride.cycle /= style.cadence;
  const double aside = std::abs(glm::dot(m.velocity, right_of(m.yaw)));
  const double ahead = glm::dot(m.velocity, forward_of(m.yaw));
  if (speed > 1e-6) {
    // Sideways and backwards people take shorter, quicker steps.
    const double odd = std::max(math::smooth_step(2.0 * aside / speed - 0.6), math::smooth_step(-2.0 * ahead / speed));
    stride.cycle += odd * (std::min(stride.cycle, 1.0) - stride.cycle);
  }
  if (!m.going) {
    const double settle = 1.0 - math::smooth_step(speed / 0.5);
    stride.cycle += settle * (kSettleCycle - stride.cycle);
  }
  if (m.slope > 0.12 && speed > 0.05) {
    stride.cycle = std::min(stride.cycle, std::max(2.0 * stair_step(m.slope, riser) / speed, 0.7));
  }
  const double turning = std::abs(m.turn_rate) * stride.duty;
  if (turning * stride.cycle > kWidestTurn) stride.cycle = std::max(kWidestTurn / turning, 0.55);
  return stride;
}

// 1 = wants a step.
double wish_to_step(const Walker& walker, const GaitStyle& style, const RootMotion& m, const Footfalls& feet,
                    std::size_t foot) {
  // Before the hip stops the turn, else somebody whose toes point far outward would stand twisted for good.
  const double turned = std::min(0.5, kWidestHip - std::abs(style.toe_out) - kHipSlack);
  return discomfort(feet.feet[foot].hold, standing_hold(walker, style, m, feet.stride, foot), 0.12, turned);
}

void begin_stepping(const GaitStyle& style, const RootMotion& m, const std::array<double, 2>& wish, Footfalls& feet) {
  std::array<double, 2> urge = wish;
  for (std::size_t i = 0; i < 2; ++i) urge[i] += step_urge(m, feet.feet[i].hold, i);
  // In doubt as the seed has it.
  std::size_t first = style.seed & 1;
  if (std::abs(urge[0] - urge[1]) > 1e-3) first = urge[0] > urge[1] ? 0 : 1;
  const double lead = std::min(kLead, feet.stride.duty - 0.5);
  const double phase = feet.stride.duty - lead - 0.5 * static_cast<double>(first);
  feet.phase = phase < 0.0 ? phase + 1.0 : phase;
  feet.stepping = true;
}

void lift_foot(const Walker& walker, const RootMotion& m, double lift_phase, double since, Footfalls& feet,
               std::size_t i) {
  Footfall& f = feet.feet[i];
  // The roll at the very moment of toe-off, which lies between two ticks.
  const Vec3 then = m.root - since * m.velocity;
  lift_off(stance_pitch(walker, feet.stride, m, f.hold, then) + f.pitch_rest,
           usual_lift(walker, glm::length(m.velocity), m.jog), f);
  f.lift_phase = lift_phase;
}

void set_foot(const Walker& walker, const RootMotion& m, double since, Footfalls& feet, std::size_t i) {
  Footfall& f = feet.feet[i];
  const Vec3 then = m.root - since * m.velocity;
  touch_down(stance_pitch(walker, feet.stride, m, f.target, then), f);
  const double step = std::abs(f.hold.position.y - feet.feet[1 - i].hold.position.y);
  if (step > 0.08 && step < 0.25) feet.riser = step;
}

// What the clock says of a foot in this tick.
StepOrder order_of(const Walker& walker, const GaitStyle& style, const RootMotion& m, const Footfalls& feet,
                   std::size_t i) {
  const Footfall& f = feet.feet[i];
  StepOrder order;
  order.planted = f.planted;
  if (f.planted) {
    order.pitch = stance_pitch(walker, feet.stride, m, f.hold, m.root);
    return order;
  }
  const double phase = feet.phase_of(i);
  order.seconds_left = (1.0 - phase) * feet.stride.cycle;
  order.target = foreseen_hold(walker, style, m, feet.stride, i, order.seconds_left);
  order.share = (phase - f.lift_phase) / (1.0 - f.lift_phase);
  order.lift =
      std::max(usual_lift(walker, glm::length(m.velocity), m.jog), m.step_over > 0.0 ? m.step_over + 0.05 : 0.0);
  return order;
}

// A root dragged or pushed beyond the legs' reach: step at once if the other foot stands, else the foot slides.
void rescue(const Walker& walker, const RootMotion& m, Footfalls& feet, std::size_t i) {
  Footfall& f = feet.feet[i];
  const double most = 0.80 * walker.hip_height, away = flat_distance(m.root, f.hold.position);
  if (!f.planted || away <= most) return;
  if (feet.feet[1 - i].planted && flat_distance(m.root, feet.feet[1 - i].hold.position) <= most) {
    const double phase = feet.stride.duty - 0.5 * static_cast<double>(i);
    feet.phase = phase < 0.0 ? phase + 1.0 : phase;
    feet.stepping = true;
    lift_foot(walker, m, feet.stride.duty, 0.0, feet, i);
    return;
  }
  const Vec3 to_foot = f.hold.position - m.root;
  f.hold.position.x = m.root.x + to_foot.x * (most / away);
  f.hold.position.z = m.root.z + to_foot.z * (most / away);
}

}  // namespace

void Footfalls::visit(core::Archive& archive) {
  archive.field("phase", phase);
  archive.field("stride", stride);
  archive.field("stepping", stepping);
  archive.field("riser", riser);
  archive.field("feet", feet);
}

Footfalls standing_feet(const Walker& walker, const GaitStyle& style, const RootMotion& motion,
                        const human::Ground& ground) {
  Footfalls feet;
  RootMotion m = motion;
  m.velocity = Vec3(0.0);
  feet.stride = wanted_stride(walker, style, m, feet.riser);
  for (std::size_t i = 0; i < 2; ++i) {
    Footfall& f = feet.feet[i];
    f.hold = foreseen_hold(walker, style, m, feet.stride, i, 0.0);
    f.hold.position.y = ground.height(f.hold.position.x, f.hold.position.z, m.root.y);
    f.target = f.hold;
    f.foot = roll_foot(walker, f.hold, 0.0);
  }
  return feet;
}

void advance_footfalls(const Walker& walker, const GaitStyle& style, const RootMotion& m, const human::Ground& ground,
                       double dt, Footfalls& feet) {
  const Stride wanted = wanted_stride(walker, style, m, feet.riser);
  const double k = fraction(dt, kStrideSmoothing);
  feet.stride.cycle += k * (wanted.cycle - feet.stride.cycle);
  feet.stride.duty += k * (wanted.duty - feet.stride.duty);
  feet.stride.jog = m.jog;
  const std::array<double, 2> wish{wish_to_step(walker, style, m, feet, 0), wish_to_step(walker, style, m, feet, 1)};
  const bool both = feet.feet[0].planted && feet.feet[1].planted;
  if (!feet.stepping && (m.going || std::max(wish[0], wish[1]) > 1.0)) {
    begin_stepping(style, m, wish, feet);
  } else if (feet.stepping && both && !m.going && glm::length(m.velocity) < 0.06 && std::max(wish[0], wish[1]) < 0.5) {
    feet.stepping = false;
  }
  if (feet.stepping) {
    feet.phase += dt / feet.stride.cycle;
    if (feet.phase >= 1.0) feet.phase -= 1.0;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    Footfall& f = feet.feet[i];
    const double phase = feet.phase_of(i);
    const bool left_behind = phase > 0.4 && feet.feet[1 - i].planted &&
                             flat_distance(m.root, f.hold.position) > kFarthestBehind * walker.hip_height;
    if (feet.stepping && f.planted && (phase >= feet.stride.duty || left_behind)) {
      const double late = phase - feet.stride.duty;
      const bool on_time = late >= 0.0 && late * feet.stride.cycle < 1.5 * dt;
      lift_foot(walker, m, on_time ? feet.stride.duty : phase, on_time ? late * feet.stride.cycle : 0.0, feet, i);
    } else if (!f.planted && phase < f.lift_phase) {
      set_foot(walker, m, phase * feet.stride.cycle, feet, i);
    }
  }
  for (std::size_t i = 0; i < 2; ++i) rescue(walker, m, feet, i);
  for (std::size_t i = 0; i < 2; ++i) {
    const StepOrder order = order_of(walker, style, m, feet, i);
    advance_step(walker, m, feet.stride, ground, order, feet.feet[1 - i], i, dt, feet.feet[i]);
  }
}

}  // namespace fh::human
