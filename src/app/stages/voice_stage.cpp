// SPDX-License-Identifier: Apache-2.0
#include "app/stages/voice_stage.h"

#include <algorithm>
#include <cstdlib>

#include "app/stages/file_name.h"
#include "core/log.h"

namespace fh::app {
namespace {

constexpr std::size_t kLongest = 60 * audio::kVoiceRate, kSilence = 2 * audio::kVoiceRate;  // samples
constexpr int kQuiet = 400;  // of 32 767: a quiet room, without anybody who speaks

}  // namespace

void VoiceStage::tick_done(const world::World& world) {
  for (const world::Annotation& note : world.tools().lists().notes) {
    if (note.kind != world::NoteKind::Voice || note.at <= heard_until_) continue;
    heard_until_ = note.at;
    if (auto begun = begin(note.text); !begun)
      core::log_warning("voice note \"{}\": {}", note.text, begun.error().message);
  }
  if (source_) hear();
}

core::Result<> VoiceStage::begin(const std::string& name) {
  close();
  if (!is_file_name(name) || !name.ends_with(".wav"))
    return core::fail("a name has letters, digits, _, - and ., at most 80, and ends with .wav");
  FH_TRY(source, open_());
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  FH_TRY(file, audio::WavFile::create(folder_ / name, audio::kVoiceRate, force_));
  source_ = std::move(source);
  file_ = std::move(file);
  samples_ = silent_ = 0;
  files_.push_back(folder_ / name);
  core::log_info("recording {}", files_.back().string());
  return {};
}

void VoiceStage::hear() {
  mono_.clear();
  source_->read(mono_);
  both_.clear();
  for (const std::int16_t sample : mono_) {
    both_.insert(both_.end(), 2, sample);
    silent_ = std::abs(static_cast<int>(sample)) > kQuiet ? 0 : silent_ + 1;
  }
  samples_ += mono_.size();
  if (auto added = file_->add(both_); !added) {
    core::log_warning("{}", added.error().message);
    return close();
  }
  if (samples_ >= kLongest || silent_ >= kSilence) close();
}

void VoiceStage::close() {
  source_.reset();
  if (!file_) return;
  if (auto closed = file_->close(); !closed) core::log_warning("{}", closed.error().message);
  core::log_info("recorded {} ({:.1f} s)", files_.back().string(), static_cast<double>(samples_) / audio::kVoiceRate);
  file_.reset();
}

}  // namespace fh::app
