// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the operator's panel shows and does, whoever drives the visit: settings, recording, who sees what. Simulation
// settings reach the world through its recorded input; settings of the view act at once; the others are fixed.
#include <functional>
#include <string>

#include "app/config/config.h"
#include "app/stages/recording_switch.h"
#include "desktop/panel.h"
#include "frame/tick_clock.h"

namespace fh::app {

class OperatorDesk {
 public:
  explicit OperatorDesk(const Config& config);

  desktop::PanelFacts facts;
  RecordingSwitch* recording = nullptr;  // optional
  /// A key of the view got another value; `xr.mirror` and `log.level` can.
  std::function<void(const Config& config, std::string_view key)> view_changed;

  /// Between two frames: fills the facts, then takes and obeys what was chosen in the panel. Changes for the simulation
  /// go to `changes`.
  void attend(desktop::PanelChoices& choices, world::World& world, frame::SettingHold& changes);

 private:
  void change(const desktop::PanelChange& wish, frame::SettingHold& changes);

  void tell_of_body(const world::World& world);

  Config config_;                  // as changed during the visit
  std::int64_t calibrations_ = 0;  // that were told
};

}  // namespace fh::app
