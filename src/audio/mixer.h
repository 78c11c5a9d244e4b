// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plays cues around a listener: to the machine's loudspeakers, or into a file as they would have been heard. Distance
// lowers a sound by 6 dB per doubling, walls lower it by their loss and dull it.
#include <array>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "audio/cue.h"
#include "audio/wav_file.h"
#include "core/result.h"
#include "math/pose.h"

namespace fh::audio {

struct OpenAl;

class Mixer {
 public:
  /// Fails without a library or a device; a visit goes on without sound then.
  static core::Result<std::unique_ptr<Mixer>> to_device(double volume_db);
  /// Stereo. What is added by a tick is exactly as long as the tick.
  static core::Result<std::unique_ptr<Mixer>> to_file(const std::filesystem::path& path, double volume_db, bool force);
  ~Mixer();
  Mixer(const Mixer&) = delete;
  Mixer& operator=(const Mixer&) = delete;

  /// One tick: the listener is here and these sounds begin. `world_from_ears` looks along -Z.
  core::Result<> advance(const math::Pose& world_from_ears, std::span<const Cue> cues);
  /// The file is whole after this.
  core::Result<> close();

 private:
  static constexpr std::size_t kVoices = 32;
  using Sound = std::tuple<CueKind, Stuff, std::uint32_t>;

  explicit Mixer(const OpenAl& al) : al_(al) {}
  core::Result<> open(void* device, const int* attributes, double volume_db);
  void listen_at(const math::Pose& world_from_ears);
  void play(const Cue& cue);
  void speak(const Cue& cue);
  void begin(const Cue& cue, unsigned buffer);
  unsigned buffer_of(const Cue& cue);
  unsigned buffer_of(const std::vector<std::int16_t>& samples);
  unsigned free_voice();
  core::Result<> render_tick();

  const OpenAl& al_;
  void* device_ = nullptr;   // ALCdevice
  void* context_ = nullptr;  // ALCcontext
  std::array<unsigned, kVoices> voices_{};
  unsigned filter_ = 0;
  std::size_t next_voice_ = 0;
  std::map<Sound, unsigned> buffers_;
  using Words = std::pair<std::string, std::uint32_t>;
  struct Speaking {
    Cue cue;
    std::future<std::vector<std::int16_t>> samples;
  };
  std::map<Words, unsigned> spoken_;  // 0: nobody can say it
  std::vector<Speaking> speaking_;    // are being read out by another program
  std::unique_ptr<WavFile> file_;     // null: to a device
  std::int64_t ticks_ = 0;            // rendered
  std::vector<std::int16_t> samples_;
};

}  // namespace fh::audio
