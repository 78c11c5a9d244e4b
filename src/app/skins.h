#pragma once
// The people of a world as the renderer wants them.
#include <vector>

#include "render/skin.h"
#include "world/world.h"

namespace fh::app {

/// In the order that DrawBody::skin counts.
std::vector<render::Skin> skins_of(const world::World& world);

}  // namespace fh::app
