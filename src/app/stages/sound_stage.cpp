// SPDX-License-Identifier: Apache-2.0
#include "app/stages/sound_stage.h"

#include "core/log.h"

namespace fh::app {

std::unique_ptr<SoundStage> SoundStage::live(const Config& config) {
  if (!config.boolean("sound.on")) return nullptr;
  auto mixer = audio::Mixer::to_device(config.number("sound.volume_db"));
  if (!mixer) {
    core::log_info("{}", mixer.error().message);
    return nullptr;
  }
  return std::unique_ptr<SoundStage>(new SoundStage(std::move(*mixer)));
}

core::Result<std::unique_ptr<SoundStage>> SoundStage::to_file(const Config& config, const std::string& file,
                                                              bool force) {
  FH_TRY(mixer, audio::Mixer::to_file(file, config.number("sound.volume_db"), force));
  return std::unique_ptr<SoundStage>(new SoundStage(std::move(mixer)));
}

void SoundStage::tick_done(const world::World& world) {
  if (!written_) return;
  const auto ears = show::listener_of(world);
  if (ears)
    written_ = mixer_->advance(*ears, sounds_.of_tick(world, ears->position));
  else
    written_ = mixer_->advance({}, {});  // nobody listens yet: silence
}

core::Result<> SoundStage::close() {
  return written_ ? mixer_->close() : written_;
}

}  // namespace fh::app
