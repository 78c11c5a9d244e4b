// SPDX-License-Identifier: Apache-2.0
#pragma once
// A scenario with things put elsewhere, as text.
#include <string>
#include <vector>

#include "core/ids.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {

struct PlacedObject {
  core::ObjectId object;
  math::Pose world_from_object;
};

/// The scenario's own text under another name, with a list "placed" of the things, over those it has already. Comments
/// are lost; files are named as before.
core::Result<std::string> with_placed(const Scenario& scenario, const std::string& name,
                                      const std::vector<PlacedObject>& placed);

}  // namespace fh::scene
