// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an operator may see of a mind: where an agent goes, what it believes and how old that is. Pictures only; nothing
// here changes the world. show/retina_picture.h shows what an agent sees.
#include <optional>
#include <string>
#include <vector>

#include "frame/snapshot.h"
#include "world/world.h"

namespace fh::show {

/// The planned way on the floor, the goal, a label with name and reason above the head; `from_above`: large and flat.
void draw_way(const world::World& world, std::size_t agent, frame::Snapshot& snapshot, bool from_above = false);
/// Ghosts where the agent believes moving things and people to be, green while it senses them, with the age of the
/// belief afterwards; a dot for what it felt, heard or saw without knowing what it is. `viewer`: through whose eyes the
/// picture is seen, if through anyone's; a ghost of that person would stand around the eyes and is left out.
void draw_ghosts(const world::World& world, std::size_t agent, frame::Snapshot& snapshot, bool from_above = false,
                 std::optional<core::BodyId> viewer = {});
/// Both.
void draw_beliefs(const world::World& world, std::size_t agent, frame::Snapshot& snapshot);

/// "mira sees user, jonas; remembers sofia (4 s)": one line per agent.
std::vector<std::string> who_sees_whom(const world::World& world);

/// The index of an agent; the failure names those there are.
core::Result<std::size_t> agent_named(const world::World& world, const std::string& name);

}  // namespace fh::show
