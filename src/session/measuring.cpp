// SPDX-License-Identifier: Apache-2.0
#include "session/measuring.h"

#include <algorithm>

namespace fh::session {

evaluation::Surroundings surroundings_of(const world::World& world) {
  evaluation::Surroundings surroundings;
  surroundings.scene = &world.scenario().scene;
  surroundings.drives = world.scenario().drives;
  if (const auto* knowledge = world.knowledge()) {
    surroundings.floor = &knowledge->floor;
    surroundings.solids = &knowledge->solids;
  }
  for (const auto& person : world.people())
    surroundings.people.push_back({person.id, person.name, {}, &person.body, &person.solids});
  for (const scene::Check& check : world.scenario().checks) {
    const scene::Object* object = surroundings.scene->find(check.object);
    if (check.kind == scene::CheckKind::NobodyWithin && object) {
      const scene::Object* mover = surroundings.scene->find(check.while_moves);
      surroundings.guarded.push_back({object->id, mover ? mover->id : core::ObjectId{}});
    }
    if (check.kind != scene::CheckKind::Visible || !object) continue;
    if (std::find(surroundings.watched.begin(), surroundings.watched.end(), object->id) == surroundings.watched.end())
      surroundings.watched.push_back(object->id);
  }
  for (const auto& agent : world.agents())
    surroundings.people[agent.person->id.value - 1].walking = agent.mind.navigator().settings();
  return surroundings;
}

Measuring::Measuring(const world::World& world, evaluation::Depth depth) : observers_(surroundings_of(world), depth) {
  world.observe(moment_);
  observers_.begin(moment_);
}

void Measuring::tick_done(const world::World& world) {
  world.observe(moment_);
  observers_.observe(moment_);
}

}  // namespace fh::session
