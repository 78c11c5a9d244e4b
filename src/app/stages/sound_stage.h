// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sound of a visit: the world's sounds, mixed around the first user's ears.
#include <memory>
#include <string>

#include "app/config/config.h"
#include "audio/mixer.h"
#include "show/sounds.h"

namespace fh::app {

class SoundStage {
 public:
  /// To the loudspeakers; null on a machine without any, and where sound.on says no. That is no error.
  static std::unique_ptr<SoundStage> live(const Config& config);
  /// Into a .wav file as long as the visit.
  static core::Result<std::unique_ptr<SoundStage>> to_file(const Config& config, const std::string& file, bool force);

  /// After every tick, for session::LoopHooks::after_tick. A file that cannot be written is told by close().
  void tick_done(const world::World& world);
  core::Result<> close();

 private:
  explicit SoundStage(std::unique_ptr<audio::Mixer> mixer) : mixer_(std::move(mixer)) {}

  std::unique_ptr<audio::Mixer> mixer_;
  show::Sounds sounds_;
  core::Result<> written_;
};

}  // namespace fh::app
