#pragma once
// What an object means, as a scenario or the extras of a glTF node state it.
#include "scene/place/place_reader.h"

namespace fh::scene {

/// label, classes, mass, friction, restitution, movable, openable, locked, joint, sites and grasps. Levels of keys are
/// noted in `place` when given.
void read_semantics(core::JsonReader& reader, Object& object, PlaceReader* place);

}  // namespace fh::scene
