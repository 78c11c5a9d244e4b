// SPDX-License-Identifier: Apache-2.0
// One step, and what happens when more contacts come together than there is room for. Jolt then drops those that its
// threads find last, which differ from run to run. Here such a step is undone and made again with fewer pairs, chosen
// by the objects' order in the scene.
//
// Whether a step fits must not depend on threads either, nor on the shape of Jolt's tree, which remembers steps that
// were undone. So it is decided by what the step itself holds, contacts and pairs of bodies whose boxes meet: both
// follow from positions alone. Jolt's own buffers, whose limits do depend on threads, are so large (Impl::build) that
// they are never full before ours.
#include <algorithm>
#include <compare>

#include "core/log.h"
#include "core/time.h"
#include "physics/jolt_world.h"

namespace fh::physics {

void World::step() {
  Impl& w = *impl_;
  w.drive_kinematics();
  w.rest_hands();
  for (JointEntry& joint : w.joints) {
    if (joint.prepare()) w.wake(joint.solid);
  }
  if (w.may_be_crowded()) w.save_for_undo();
  if (!w.fits_after_update(PairExclusions::kNoLimit)) w.step_crowded();
  w.gatherer->take(w.contacts, w.touched);
  w.touched.clear();
  for (const Contact& contact : w.contacts) w.touched.emplace_back(contact.first, contact.second);
  for (const Contact& contact : w.contacts) {
    if (contact.nudge > 0.0) push(contact.second.object, contact.nudge * contact.normal, contact.point);
  }
  for (JointEntry& joint : w.joints) {
    if (joint.steered) joint.count_turns();
  }
  w.count_down_graces(*this);
}

std::uint64_t World::crowded_steps() const {
  return impl_->crowded_steps;
}

/// Saving takes a hundredth of a tick: not where there is room for all that could ever meet, nor where all sleep.
bool World::Impl::may_be_crowded() const {
  return possible_contacts > contact_room && system.GetNumActiveBodies(JPH::EBodyType::RigidBody) > 0;
}

bool World::Impl::fits_after_update(std::uint32_t reach) {
  exclusions->begin_step(reach);
  gatherer->clear();
  JPH::EPhysicsUpdateError error = JPH::EPhysicsUpdateError::None;
  const auto update = [&] {
    error = system.Update(static_cast<float>(core::kTickSeconds), 1, scratch.get(), jobs.get());
  };
  if (pooled != nullptr) {
    pooled->run(update);
  } else {
    update();
  }
  if (error != JPH::EPhysicsUpdateError::None || !gatherer->fits()) return false;
  return exclusions->asked() <= pair_room || pairs_kept() <= pair_room;
}

void World::Impl::step_crowded() {
  if (crowded_steps++ == 0) {
    core::log_warning(
        "physics: more objects touch each other in one place than there is room for ({} contacts); some contacts "
        "between movable objects are left out, the same ones in every run",
        contact_room);
  }
  undo_step();
  // Near is not touching: the first guess allows twice as many pairs as there may be contacts.
  for (std::uint32_t reach = std::min(movers / 2, reach_for(2 * contact_room));; reach /= 2) {
    if (fits_after_update(reach)) return;
    undo_step();
    if (reach == 0) break;
  }
  fits_after_update(PairExclusions::kNothing);
}

/// Counts pairs whose boxes meet, by the distance of their ranks. Sorted along one axis, so that most of those far
/// apart are never looked at.
std::uint32_t World::Impl::reach_for(std::uint64_t pairs) const {
  struct Mover {
    JPH::AABox box;
    std::uint32_t rank;
  };
  std::vector<Mover> sorted;
  for (std::uint32_t i = 0; i < solids.size(); ++i) {
    const std::uint32_t rank = solids[i].object.valid() ? exclusions->rank(solids[i].object.value - 1) : 0;
    if (rank > 0) sorted.push_back({body_of(i).GetWorldSpaceBounds(), rank});
  }
  std::sort(sorted.begin(), sorted.end(), [](const Mover& a, const Mover& b) {
    const auto by = std::strong_order(a.box.mMin.GetX(), b.box.mMin.GetX());  // also of what is not a number
    return by != 0 ? by < 0 : a.rank < b.rank;
  });
  std::vector<std::uint64_t> meeting(movers + 1, 0);  // by distance of ranks
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const Mover& a = sorted[i];
    for (std::size_t j = i + 1; j < sorted.size() && sorted[j].box.mMin.GetX() <= a.box.mMax.GetX(); ++j) {
      const Mover& b = sorted[j];
      if (a.box.Overlaps(b.box)) ++meeting[a.rank > b.rank ? a.rank - b.rank : b.rank - a.rank];
    }
  }
  std::uint64_t sum = 0;
  std::uint32_t reach = 0;
  while (reach < movers && (sum += meeting[reach + 1]) <= pairs) ++reach;
  return reach;
}

}  // namespace fh::physics
