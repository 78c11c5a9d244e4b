#pragma once
// What an operator may see of a mind: where an agent goes, what it believes and how old that is. Pictures only; nothing
// here changes the world.
#include <string>
#include <vector>

#include "frame/snapshot.h"
#include "world/world.h"

namespace fh::world {

/// The planned way on the floor, the goal, a label with name and reason above the head; `from_above`: large and flat.
void draw_way(const World& world, std::size_t agent, frame::Snapshot& snapshot, bool from_above = false);
/// Ghosts where the agent believes moving things and people to be, with the age of the belief; what it sees now is
/// outlined.
void draw_beliefs(const World& world, std::size_t agent, frame::Snapshot& snapshot);

/// "mira sees user, jonas; remembers sofia (4 s)": one line per agent.
std::vector<std::string> who_sees_whom(const World& world);

}  // namespace fh::world
