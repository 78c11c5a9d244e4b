// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an object means, as a scenario or the extras of a glTF node state it.
#include "scene/place/place_reader.h"

namespace fh::scene {

/// label, classes, mass, friction, restitution, movable, openable, locked, joint, sites and grasps. `place` is absent
/// for glTF nodes, whose extras may hold other keys too.
void read_semantics(KeyReader& keys, Object& object, PlaceReader* place);

}  // namespace fh::scene
