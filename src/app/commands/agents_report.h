// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a visit tells about its agents: arrival, ways, contacts, distances, percepts.
#include <string>

#include "core/json.h"
#include "world/world.h"

namespace fh::app {

/// `measured`: evaluation::Observers::report() of the visit.
core::Json agents_json(const world::World& world, const core::Json& measured);
/// One line per agent.
std::string agents_text(const world::World& world, const core::Json& measured);

}  // namespace fh::app
