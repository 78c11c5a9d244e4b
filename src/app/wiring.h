#pragma once
// Turns configuration into the settings of the modules: the one place that knows both.
#include "app/config.h"
#include "world/world.h"

namespace fh::app {

world::WorldSettings world_settings(const Config& config);
void apply_log_level(const Config& config);

}  // namespace fh::app
