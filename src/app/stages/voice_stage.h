// SPDX-License-Identifier: Apache-2.0
#pragma once
// Voice notes of a visit that somebody is in: the note is part of the world, its sound is not. A new note starts a
// recording into a file of its name; it ends after 2 s of silence, after a minute, or with the next note.
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audio/microphone.h"
#include "audio/wav_file.h"
#include "world/world.h"

namespace fh::app {

class VoiceStage {
 public:
  using Open = std::function<core::Result<std::unique_ptr<audio::VoiceSource>>()>;
  /// `folder`: where the files go, made when first needed.
  VoiceStage(std::filesystem::path folder, bool force, Open open = &audio::open_microphone)
      : folder_(std::move(folder)), force_(force), open_(std::move(open)) {}

  /// After every tick.
  void tick_done(const world::World& world);
  void close();
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  core::Result<> begin(const std::string& name);
  void hear();

  std::filesystem::path folder_;
  bool force_ = false;
  Open open_;
  core::Tick heard_until_ = -1;  // notes up to then have been looked at
  std::unique_ptr<audio::VoiceSource> source_;
  std::optional<audio::WavFile> file_;
  std::size_t samples_ = 0, silent_ = 0;
  std::vector<std::int16_t> mono_, both_;  // reused
  std::vector<std::filesystem::path> files_;
};

}  // namespace fh::app
