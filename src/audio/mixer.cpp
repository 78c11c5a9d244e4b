// SPDX-License-Identifier: Apache-2.0
#include "audio/mixer.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "audio/openal.h"
#include "audio/speech.h"
#include "audio/synthesis.h"
#include "core/time.h"

namespace fh::audio {
namespace {

constexpr double kFullGainDb = 95.0;       // level at one metre that plays with gain 1, before the volume
constexpr std::uint32_t kVariations = 4;   // of every sound
constexpr double kDullPerDb = 1.0 / 30.0;  // a wall of 30 dB takes all of …
constexpr double kDulled = 0.9;            // … this share of the high notes

float gain_of(double db) {
  return static_cast<float>(std::pow(10.0, db / 20.0));
}

}  // namespace

core::Result<std::unique_ptr<Mixer>> Mixer::to_device(double volume_db) {
  FH_TRY(al, OpenAl::load());
  std::unique_ptr<Mixer> mixer(new Mixer(*al));
  ALCdevice* device = al->alcOpenDevice(nullptr);
  if (!device) return core::fail("no sound: this machine has no device that plays");
  FH_TRY_VOID(mixer->open(device, nullptr, volume_db));
  return mixer;
}

core::Result<std::unique_ptr<Mixer>> Mixer::to_file(const std::filesystem::path& path, double volume_db, bool force) {
  FH_TRY(al, OpenAl::load());
  std::unique_ptr<Mixer> mixer(new Mixer(*al));
  FH_TRY(file, WavFile::create(path, kSampleRate, force));
  mixer->file_ = std::make_unique<WavFile>(std::move(file));
  // Plain stereo, as for loudspeakers: a file does not know whose ears will hear it.
  const int attributes[] = {ALC_FORMAT_CHANNELS_SOFT,
                            ALC_STEREO_SOFT,
                            ALC_FORMAT_TYPE_SOFT,
                            ALC_SHORT_SOFT,
                            ALC_FREQUENCY,
                            kSampleRate,
                            ALC_HRTF_SOFT,
                            ALC_FALSE,
                            ALC_OUTPUT_LIMITER_SOFT,
                            ALC_FALSE,
                            0};
  ALCdevice* device = al->alcLoopbackOpenDeviceSOFT(nullptr);
  if (!device) return core::fail("{}: OpenAL Soft cannot mix into a file here", path.string());
  FH_TRY_VOID(mixer->open(device, attributes, volume_db));
  return mixer;
}

core::Result<> Mixer::open(void* device, const int* attributes, double volume_db) {
  device_ = device;
  ALCcontext* context = al_.alcCreateContext(static_cast<ALCdevice*>(device), attributes);
  context_ = context;
  if (!context || !al_.alcMakeContextCurrent(context)) return core::fail("no sound: OpenAL Soft refuses its settings");
  al_.alDistanceModel(AL_INVERSE_DISTANCE);
  al_.alListenerf(AL_GAIN, gain_of(volume_db));
  al_.alGenSources(static_cast<ALsizei>(voices_.size()), voices_.data());
  al_.alGenFilters(1, &filter_);
  al_.alFilteri(filter_, AL_FILTER_TYPE, AL_FILTER_LOWPASS);
  if (al_.alGetError() != AL_NO_ERROR) return core::fail("no sound: OpenAL Soft has no room for {} sounds", kVoices);
  return {};
}

Mixer::~Mixer() {
  if (context_) {
    al_.alcMakeContextCurrent(static_cast<ALCcontext*>(context_));
    al_.alDeleteSources(static_cast<ALsizei>(voices_.size()), voices_.data());
    for (const auto& [sound, buffer] : buffers_) al_.alDeleteBuffers(1, &buffer);
    for (const auto& [words, buffer] : spoken_) {
      if (buffer != 0) al_.alDeleteBuffers(1, &buffer);
    }
    al_.alDeleteFilters(1, &filter_);
    al_.alcMakeContextCurrent(nullptr);
    al_.alcDestroyContext(static_cast<ALCcontext*>(context_));
  }
  if (device_) al_.alcCloseDevice(static_cast<ALCdevice*>(device_));
}

core::Result<> Mixer::advance(const math::Pose& world_from_ears, std::span<const Cue> cues) {
  al_.alcMakeContextCurrent(static_cast<ALCcontext*>(context_));
  listen_at(world_from_ears);
  for (const Cue& cue : cues) play(cue);
  // A visit does not wait for words that are being read out; a file does, so that it sounds alike every time.
  std::erase_if(speaking_, [&](Speaking& words) {
    const auto wait = file_ ? std::chrono::seconds(10) : std::chrono::seconds(0);
    if (words.samples.wait_for(wait) != std::future_status::ready) return false;
    begin(words.cue, spoken_[{words.cue.words, words.cue.variation}] = buffer_of(words.samples.get()));
    return true;
  });
  return file_ ? render_tick() : core::Result<>{};
}

void Mixer::listen_at(const math::Pose& world_from_ears) {
  const math::Vec3& at = world_from_ears.position;
  const math::Vec3 ahead = world_from_ears.rotation * math::Vec3(0.0, 0.0, -1.0);
  const math::Vec3 up = world_from_ears.rotation * math::Vec3(0.0, 1.0, 0.0);
  const auto f = [](double v) { return static_cast<float>(v); };
  al_.alListener3f(AL_POSITION, f(at.x), f(at.y), f(at.z));
  const float facing[6] = {f(ahead.x), f(ahead.y), f(ahead.z), f(up.x), f(up.y), f(up.z)};
  al_.alListenerfv(AL_ORIENTATION, facing);
}

unsigned Mixer::free_voice() {
  for (std::size_t i = 0; i < kVoices; ++i) {
    const unsigned voice = voices_[(next_voice_ + i) % kVoices];
    int state = 0;
    al_.alGetSourcei(voice, AL_SOURCE_STATE, &state);
    if (state == AL_PLAYING) continue;
    next_voice_ = (next_voice_ + i + 1) % kVoices;
    return voice;
  }
  const unsigned oldest = voices_[next_voice_];  // all are busy: voices are taken in turn
  next_voice_ = (next_voice_ + 1) % kVoices;
  al_.alSourceStop(oldest);
  return oldest;
}

unsigned Mixer::buffer_of(const Cue& cue) {
  const Sound sound{cue.kind, cue.stuff, cue.variation % kVariations};
  const auto known = buffers_.find(sound);
  if (known != buffers_.end()) return known->second;
  const std::vector<float> samples = synthesise(cue.kind, cue.stuff, cue.variation % kVariations);
  std::vector<std::int16_t> rounded;
  for (const float sample : samples) rounded.push_back(static_cast<std::int16_t>(std::lround(32767.0f * sample)));
  unsigned buffer = 0;
  al_.alGenBuffers(1, &buffer);
  al_.alBufferData(buffer, AL_FORMAT_MONO16, rounded.data(), static_cast<ALsizei>(2 * rounded.size()), kSampleRate);
  return buffers_[sound] = buffer;
}

/// 0 for no samples.
unsigned Mixer::buffer_of(const std::vector<std::int16_t>& samples) {
  if (samples.empty()) return 0;
  unsigned buffer = 0;
  al_.alGenBuffers(1, &buffer);
  al_.alBufferData(buffer, AL_FORMAT_MONO16, samples.data(), static_cast<ALsizei>(2 * samples.size()), kSampleRate);
  return buffer;
}

void Mixer::speak(const Cue& cue) {
  const auto known = spoken_.find({cue.words, cue.variation});
  if (known != spoken_.end()) return begin(cue, known->second);
  speaking_.push_back({cue, std::async(std::launch::async, spoken, cue.words, cue.variation)});
}

void Mixer::play(const Cue& cue) {
  if (cue.words.empty())
    begin(cue, buffer_of(cue));
  else
    speak(cue);
}

void Mixer::begin(const Cue& cue, unsigned buffer) {
  if (buffer == 0) return;
  const unsigned voice = free_voice();
  al_.alSourcei(voice, AL_BUFFER, static_cast<int>(buffer));
  al_.alSource3f(voice, AL_POSITION, static_cast<float>(cue.position.x), static_cast<float>(cue.position.y),
                 static_cast<float>(cue.position.z));
  const double db = std::min(0.0, cue.level_db - kFullGainDb - cue.loss_db);
  al_.alSourcef(voice, AL_GAIN, gain_of(db));
  al_.alFilterf(filter_, AL_LOWPASS_GAIN, 1.0f);
  al_.alFilterf(filter_, AL_LOWPASS_GAINHF,
                static_cast<float>(1.0 - kDulled * std::clamp(kDullPerDb * cue.loss_db, 0.0, 1.0)));
  al_.alSourcei(voice, AL_DIRECT_FILTER, static_cast<int>(filter_));
  al_.alSourcePlay(voice);
}

core::Result<> Mixer::render_tick() {
  const auto samples_until = [](std::int64_t tick) { return tick * kSampleRate / core::kTicksPerSecond; };
  const auto count = static_cast<std::size_t>(samples_until(ticks_ + 1) - samples_until(ticks_));
  ++ticks_;
  samples_.resize(2 * count);
  al_.alcRenderSamplesSOFT(static_cast<ALCdevice*>(device_), samples_.data(), static_cast<ALCsizei>(count));
  return file_->add(samples_);
}

core::Result<> Mixer::close() {
  return file_ ? file_->close() : core::Result<>{};
}

}  // namespace fh::audio
