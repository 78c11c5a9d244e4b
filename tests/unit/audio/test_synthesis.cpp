// SPDX-License-Identifier: Apache-2.0
// Every computed sound begins at once, ends in silence, has its level, and differs from those of other stuff.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "audio/synthesis.h"

using namespace fh;
using audio::CueKind;
using audio::Stuff;

namespace {

double rms(std::span<const float> samples) {
  double sum = 0.0;
  for (const float s : samples) sum += double(s) * s;
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

/// Zero crossings per second: how high it sounds.
double pitch_of(std::span<const float> samples) {
  int crossings = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) crossings += (samples[i] < 0.0f) != (samples[i - 1] < 0.0f);
  return 0.5 * crossings * audio::kSampleRate / static_cast<double>(samples.size());
}

/// Seconds until it is 30 dB below its loudest.
double length_of(std::span<const float> samples) {
  constexpr std::size_t kWindow = audio::kSampleRate / 100;
  std::size_t last = 0;
  for (std::size_t i = 0; i + kWindow <= samples.size(); i += kWindow) {
    if (rms(samples.subspan(i, kWindow)) > audio::kLoudest * 0.0316) last = i;
  }
  return static_cast<double>(last) / audio::kSampleRate;
}

}  // namespace

TEST_CASE("sounds: begin at once, end in silence, have their level") {
  for (int kind = 0; kind < 5; ++kind) {
    for (std::size_t stuff = 0; stuff < audio::kStuffs; ++stuff) {
      INFO("kind " << kind << " stuff " << stuff);
      const auto samples = audio::synthesise(static_cast<CueKind>(kind), static_cast<Stuff>(stuff), 1);
      CHECK(std::all_of(samples.begin(), samples.end(), [](float s) { return std::abs(s) <= 1.0f; }));
      CHECK(samples.front() == 0.0f);
      CHECK(samples.back() == 0.0f);
      const std::span<const float> all(samples);
      double loudest = 0.0;
      for (std::size_t i = 0; i + 480 <= samples.size(); i += 48) loudest = std::max(loudest, rms(all.subspan(i, 480)));
      CHECK(std::abs(loudest - audio::kLoudest) < 0.15 * audio::kLoudest);
      if (static_cast<CueKind>(kind) != CueKind::Voice) CHECK(rms(all.first(480)) > 0.1 * loudest);
    }
  }
}

TEST_CASE("sounds: the same number gives the same samples, another number others") {
  const auto once = audio::synthesise(CueKind::Footstep, Stuff::Wood, 2);
  CHECK(once == audio::synthesise(CueKind::Footstep, Stuff::Wood, 2));
  CHECK(once != audio::synthesise(CueKind::Footstep, Stuff::Wood, 3));
}

TEST_CASE("sounds: metal rings long, glass rings high, soft things thud") {
  const auto struck = [](Stuff stuff) { return audio::synthesise(CueKind::Impact, stuff, 0); };
  CHECK(length_of(struck(Stuff::Metal)) > 3.0 * length_of(struck(Stuff::Wood)));
  CHECK(length_of(struck(Stuff::Wood)) > length_of(struck(Stuff::Stone)));
  CHECK(pitch_of(struck(Stuff::Glass)) > 1.5 * pitch_of(struck(Stuff::Metal)));
  CHECK(pitch_of(struck(Stuff::Soft)) < pitch_of(struck(Stuff::Wood)));
}
