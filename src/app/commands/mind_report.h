// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one agent perceived, remembered and meant at one moment, for people and for programs. A recording holds it all
// without a byte of its own: a replay computes the mind again, bit by bit (docs/vision.md).
#include <string>

#include "core/json.h"
#include "world/world.h"

namespace fh::app {

/// `agent`: an index into World::agents(). Distances in metres, times in seconds, angles in degrees.
core::Json mind_json(const world::World& world, std::size_t agent);
/// The same in lines; of the building, which is known for ever, only the number.
std::string mind_text(const core::Json& mind);

}  // namespace fh::app
