// SPDX-License-Identifier: Apache-2.0
#pragma once
// A scenario with things put elsewhere, added and taken out, as text.
#include <string>
#include <vector>

#include "core/ids.h"
#include "scene/scenario/additions.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {

struct PlacedObject {
  core::ObjectId object;
  math::Pose world_from_object;
};

struct AddedObject {
  std::string name;
  Addition what;
  math::Pose world_from_object;
};

struct PlaceChanges {
  std::vector<PlacedObject> placed;
  std::vector<AddedObject> added;
  std::vector<core::ObjectId> removed;
};

/// The scenario's own text under another name, with lists "placed", "added" and "removed" over those it has already.
/// Comments are lost; files are named as before.
core::Result<std::string> with_changes(const Scenario& scenario, const std::string& name, const PlaceChanges& changes);

}  // namespace fh::scene
