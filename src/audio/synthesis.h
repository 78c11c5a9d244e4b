// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every sound of the program, computed: decaying partials and bursts of noise, shaped by what is struck. Nothing is
// read from files.
#include <vector>

#include "audio/cue.h"

namespace fh::audio {

inline constexpr int kSampleRate = 48000;  // Hz
inline constexpr double kLoudest = 0.25;   // RMS of the loudest 10 ms of every sound

/// Mono samples within [-1, 1], silent at both ends. It begins within 2 ms. The same arguments give the same samples.
std::vector<float> synthesise(CueKind kind, Stuff stuff, std::uint32_t variation);

}  // namespace fh::audio
