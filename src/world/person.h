// SPDX-License-Identifier: Apache-2.0
#pragma once
// Somebody in the world: the constant facts of a body. Postures and minds are state and live elsewhere.
#include <string>

#include "frame/snapshot.h"
#include "human/skin/body.h"
#include "scene/scenario/agents.h"

namespace fh::world {

struct Person {
  core::BodyId id;
  std::string name;
  human::Body body;
  human::Skin skin;             // for renderers; DrawBody::skin is id - 1
  human::CollisionBody solids;  // for sight, physics and clearances
};

/// Skin and solids for a body.
Person make_person(core::BodyId id, std::string name, human::Body body);
/// The body a scenario asks for.
core::Result<human::Body> planned_body(const human::Population& population, const scene::BodySpec& plan);

/// Adds the person in this posture to the picture. `hide_head`: the viewer looks through these eyes.
void draw(const Person& person, const human::Posture& posture, bool hide_head, frame::Snapshot& snapshot);

}  // namespace fh::world
