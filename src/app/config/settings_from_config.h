// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns configuration into the settings of the modules: the one place that knows both.
#include "app/config/config.h"
#include "world/world.h"

namespace fh::app {

world::WorldSettings world_settings(const Config& config);
/// What FrameInput says to give a key its value of `config` during a visit; LiveSetting::None for keys that are fixed
/// when a visit starts.
frame::SettingChange setting_change(const Config& config, std::string_view key);
void apply_log_level(const Config& config);

}  // namespace fh::app
