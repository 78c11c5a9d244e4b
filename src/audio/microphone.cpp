// SPDX-License-Identifier: Apache-2.0
#include "audio/microphone.h"

#include "audio/openal.h"

namespace fh::audio {
namespace {

class Microphone final : public VoiceSource {
 public:
  Microphone(const OpenAl& al, ALCdevice* device) : al_(al), device_(device) {}
  ~Microphone() override { al_.alcCaptureCloseDevice(device_); }
  Microphone(const Microphone&) = delete;
  Microphone& operator=(const Microphone&) = delete;

  void read(std::vector<std::int16_t>& samples) override {
    ALCint waiting = 0;
    al_.alcGetIntegerv(device_, ALC_CAPTURE_SAMPLES, 1, &waiting);
    if (waiting <= 0) return;
    const std::size_t before = samples.size();
    samples.resize(before + static_cast<std::size_t>(waiting));
    al_.alcCaptureSamples(device_, samples.data() + before, waiting);
  }

 private:
  const OpenAl& al_;
  ALCdevice* device_;
};

}  // namespace

core::Result<std::unique_ptr<VoiceSource>> open_microphone() {
  FH_TRY(al, OpenAl::load());
  ALCdevice* device = al->alcCaptureOpenDevice(nullptr, kVoiceRate, AL_FORMAT_MONO16, kVoiceRate);
  if (!device) return core::fail("there is no microphone, or it may not be used: the note has a name and no sound");
  al->alcCaptureStart(device);
  return std::unique_ptr<VoiceSource>(new Microphone(*al, device));
}

}  // namespace fh::audio
