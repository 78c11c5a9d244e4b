#pragma once
// What a visit tells about its agents: arrival, ways, contacts, distances, percepts.
#include <string>

#include "core/json.h"
#include "world/world.h"

namespace fh::app {

core::Json agents_json(const world::World& world);
/// One line per agent.
std::string agents_text(const world::World& world);

}  // namespace fh::app
