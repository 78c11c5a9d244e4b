// SPDX-License-Identifier: Apache-2.0
// What a mind believes of the things that its way bends to.
#include <fmt/format.h>

#include "mind/mind.h"

namespace fh::mind {
namespace {

using math::Vec2;
using math::Vec3;

constexpr double kPersonHalf = 0.24;  // m, of a body that is seen
constexpr double kTold = 0.05;        // weaker ones are not worth a word

constexpr const char* kWords[] = {"attracted by", "avoids", "goes round", "lines up with"};

/// From above: the box of a thing as it is turned.
void set_outline(const BelievedItem& item, planning::Pull& pull) {
  const Vec3 axis = item.pose.direction({1.0, 0.0, 0.0}), size = item.bounds.size();
  const Vec2 flat(axis.x, axis.z);
  pull.centre = {item.middle.x, item.middle.z};
  const double length = glm::length(flat);
  if (item.where.is_person) {
    pull.half = Vec2(kPersonHalf);
  } else if (length > 0.9) {
    pull.axis = flat / length;
    pull.half = {0.5 * size.x, 0.5 * size.z};
  } else {  // it lies on its side
    const Vec3 box = item.where.box.size();
    pull.half = {0.5 * box.x, 0.5 * box.z};
  }
}

}  // namespace

/// Only of what it knows the place of; while hands or seats hold it in place nothing pulls.
std::span<const planning::Pull> Mind::believe_pulls(const Self& self, const TaskGoal& wish) {
  pulls_.clear();
  steered_.clear();
  const bool held = wish.deed != scene::Deed::None || wish.together != Together::None || stance_ != Stance::Upright;
  if (held) return pulls_;
  planning::PulledBody body;
  body.at = {self.position.x, self.position.z};
  body.front = planning::direction_of(self.facing);
  body.wanted = {self.velocity.x, self.velocity.z};
  for (const scene::SteeringSpec& spec : plan_->steering) {
    const auto item = believed(spec.what, self.tick);
    if (!item) continue;
    planning::Pull& pull = pulls_.emplace_back();
    pull.kind = static_cast<planning::PullKind>(spec.kind);
    pull.activation = {spec.within, 0.5 * spec.view, spec.strength, spec.distance_exponent, spec.angle_exponent};
    pull.beside = spec.beside;
    set_outline(*item, pull);
    const double activity = planning::activity_of(pull, body);
    if (activity >= kTold)
      steered_ += fmt::format("; {} {} ({:.2f})", kWords[static_cast<std::size_t>(spec.kind)], spec.what, activity);
  }
  return pulls_;
}

}  // namespace fh::mind
