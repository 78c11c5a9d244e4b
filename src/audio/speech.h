// SPDX-License-Identifier: Apache-2.0
#pragma once
// Spoken words as sound, by espeak-ng where it is installed: a process of its own reads them out; without it nobody is
// heard, and nothing is reported.
#include <cstdint>
#include <string>
#include <vector>

namespace fh::audio {

/// Mono samples at kSampleRate; empty when the program is not there, fails or takes longer than 5 s. Blocks until then.
/// `speaker` sounds alike every time; even numbers are men. Safe to call from any thread.
std::vector<std::int16_t> spoken(const std::string& words, std::uint32_t speaker);

/// The samples of a WAV file with 16 bit in one channel, at kSampleRate; empty when it is something else.
std::vector<std::int16_t> samples_of_wav(const std::string& bytes);

}  // namespace fh::audio
