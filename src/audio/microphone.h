// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the machine's microphone hears: one channel, 16 bit.
#include <cstdint>
#include <memory>
#include <vector>

#include "core/result.h"

namespace fh::audio {

inline constexpr int kVoiceRate = 48000;  // samples a second

/// Where a voice comes from. Ends when it is destroyed.
class VoiceSource {
 public:
  virtual ~VoiceSource() = default;
  /// What was heard since the last call, behind what `samples` holds. Never waits.
  virtual void read(std::vector<std::int16_t>& samples) = 0;
};

/// The default device, from now on; fails with one sentence on a machine without one.
core::Result<std::unique_ptr<VoiceSource>> open_microphone();

}  // namespace fh::audio
