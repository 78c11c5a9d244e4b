// SPDX-License-Identifier: Apache-2.0
// One step, and what happens when more contacts come together than there is room for. Jolt then drops those that its
// threads find last, which differ from run to run. Here such a step is undone and made again with fewer pairs, chosen
// by the objects' order in the scene. Jolt's own buffers are twice as large as ours (see Impl::build), so that ours,
// which count the same with any number of threads, are the first to be full.
#include <algorithm>

#include "core/assert.h"
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
  const bool can_undo = w.may_get_crowded();
  if (can_undo) w.save_moving(w.undo);
  if (!w.fits_after_update(PairExclusions::kNoLimit) && can_undo) w.step_crowded();
  w.gatherer->take(w.contacts, w.touched);
  w.touched.clear();
  for (const Contact& contact : w.contacts) w.touched.emplace_back(contact.first, contact.second);
  for (JointEntry& joint : w.joints) {
    if (joint.steered) joint.count_turns();
  }
  w.count_down_graces();
}

std::uint64_t World::crowded_steps() const {
  return impl_->crowded_steps;
}

bool World::Impl::fits_after_update(std::uint32_t reach) {
  exclusions->set_reach(reach);
  gatherer->clear();
  JPH::EPhysicsUpdateError error = JPH::EPhysicsUpdateError::None;
  const auto update = [&] {
    error = system.Update(static_cast<float>(core::kTickSeconds), static_cast<int>(std::max(1u, options.sub_steps)),
                          scratch.get(), jobs.get());
  };
  if (pooled != nullptr) {
    pooled->run(update);
  } else {
    update();
  }
  return error == JPH::EPhysicsUpdateError::None && gatherer->count() <= contact_room &&
         exclusions->pairs() <= pair_room;
}

/// Saving takes a tenth of a step in a heap, so it is left out where a step cannot become crowded: from a quarter of
/// the room to twice the room (Jolt's own) in 1/90 s. Decided by state that streams hold, or a restored world would
/// differ.
bool World::Impl::may_get_crowded() const {
  return touched.empty() || touched.size() > contact_room / 4;
}

void World::Impl::step_crowded() {
  if (crowded_steps++ == 0) {
    core::log_warning(
        "physics: more objects touch each other in one place than there is room for ({} contacts); some contacts "
        "between movable objects are left out, the same ones in every run",
        contact_room);
  }
  // With n objects in one place a reach of r leaves about n r of the n n / 2 pairs.
  const std::uint64_t pairs = std::max<std::uint64_t>(exclusions->pairs(), 1);
  std::uint64_t reach = std::min<std::uint64_t>(movers / 2, movers * std::min(pair_room, pairs) / (2 * pairs));
  for (;; reach /= 2) {
    const bool restored = restore_jolt(undo);
    FH_ASSERT(restored, "Jolt refused its own state");
    if (fits_after_update(static_cast<std::uint32_t>(reach))) return;
    if (reach == 0) break;
  }
  const bool restored = restore_jolt(undo);
  FH_ASSERT(restored, "Jolt refused its own state");
  fits_after_update(PairExclusions::kNothing);
}

}  // namespace fh::physics
