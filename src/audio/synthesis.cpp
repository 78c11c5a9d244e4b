// SPDX-License-Identifier: Apache-2.0
#include "audio/synthesis.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/rng.h"
#include "math/trig.h"

namespace fh::audio {
namespace {

/// One decaying sine.
struct Partial {
  double hertz, share, seconds;  // amplitude, time to 1/e
};

/// What a struck thing sounds like: partials, and a burst of noise through a low-pass filter.
struct Ring {
  std::vector<Partial> partials;
  double noise = 0.5;           // share of the burst
  double noise_seconds = 0.01;  // its time to 1/e
  double cutoff = 4000.0;       // Hz
};

// Plates and bars ring at ratios that are not whole numbers (1 : 2.76 : 5.40, a free bar); heavy and lossy things
// hardly ring at all.
Ring impact_of(Stuff stuff) {
  switch (stuff) {
    case Stuff::Stone:
      return {{{180.0, 0.6, 0.020}, {420.0, 0.4, 0.012}}, 0.8, 0.010, 2500.0};
    case Stuff::Wood:
      return {{{240.0, 0.8, 0.060}, {662.0, 0.5, 0.030}, {1296.0, 0.2, 0.018}}, 0.4, 0.008, 3000.0};
    case Stuff::Metal:
      return {{{620.0, 0.7, 0.35}, {1711.0, 0.6, 0.25}, {3348.0, 0.4, 0.15}, {5530.0, 0.2, 0.09}}, 0.4, 0.004, 9000.0};
    case Stuff::Glass:
      return {{{1900.0, 0.7, 0.20}, {5240.0, 0.5, 0.12}, {8300.0, 0.2, 0.06}}, 0.3, 0.003, 11000.0};
    case Stuff::Plastic:
      return {{{340.0, 0.6, 0.025}, {938.0, 0.4, 0.015}}, 0.6, 0.007, 4500.0};
    case Stuff::Soft:
      return {{{90.0, 0.8, 0.030}}, 0.5, 0.020, 500.0};
  }
  return {};
}

/// A shoe damps what it strikes: the ground's noise, and little of its ring.
Ring footstep_on(Stuff stuff) {
  Ring ring = impact_of(stuff);
  for (Partial& partial : ring.partials) {
    partial.share *= stuff == Stuff::Metal || stuff == Stuff::Wood ? 0.5 : 0.25;
    partial.seconds = std::min(partial.seconds, 0.08);
  }
  ring.partials.push_back({75.0, 0.7, 0.030});  // the heel
  ring.noise = 0.7;
  ring.noise_seconds = 0.022;
  ring.cutoff = std::min(ring.cutoff, 3000.0);
  return ring;
}

/// A decaying sine from sample to sample: a vector that turns and shrinks.
class Oscillator {
 public:
  Oscillator(const Partial& partial, double pitch)
      : x_(partial.share),
        cos_(std::exp(-1.0 / (partial.seconds * kSampleRate)) *
             std::cos(2.0 * math::kPi * pitch * partial.hertz / kSampleRate)),
        sin_(std::exp(-1.0 / (partial.seconds * kSampleRate)) *
             std::sin(2.0 * math::kPi * pitch * partial.hertz / kSampleRate)) {}
  double next() {
    const double now = y_, x = x_;
    x_ = cos_ * x - sin_ * now;
    y_ = sin_ * x + cos_ * now;
    return now;
  }

 private:
  double x_, y_ = 0.0, cos_, sin_;
};

void add_ring(const Ring& ring, double start, double strength, double pitch, core::Rng& noise, std::span<float> out) {
  std::vector<Oscillator> oscillators;
  for (const Partial& partial : ring.partials) oscillators.emplace_back(partial, pitch);
  const double blend = 1.0 - std::exp(-2.0 * math::kPi * ring.cutoff / kSampleRate);
  const double fades = std::exp(-1.0 / (ring.noise_seconds * kSampleRate));
  double low = 0.0, burst = 2.0 * ring.noise;
  for (float& sample : out.subspan(static_cast<std::size_t>(start * kSampleRate))) {
    low += blend * (noise.uniform(-1.0, 1.0) - low);
    double sum = burst * low;
    burst *= fades;
    for (Oscillator& oscillator : oscillators) sum += oscillator.next();
    sample += static_cast<float>(strength * sum);
  }
}

/// A murmur: a pulse train through two resonances that move from vowel to vowel, once per syllable. A stand-in for
/// words.
void add_murmur(double pitch, core::Rng& noise, std::span<float> out) {
  constexpr double kSyllable = 0.16;  // s
  struct Resonance {
    double hertz, a = 0.0, b = 0.0;
    double pass(double in) {  // two poles
      const double radius = std::exp(-math::kPi * 90.0 / kSampleRate);
      const double y = in + 2.0 * radius * std::cos(2.0 * math::kPi * hertz / kSampleRate) * a - radius * radius * b;
      b = a;
      return a = y;
    }
  } low{500.0}, high{1500.0};
  double phase = 0.0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = static_cast<double>(i) / kSampleRate, within = std::fmod(t, kSyllable) / kSyllable;
    const int syllable = static_cast<int>(t / kSyllable);
    low.hertz = syllable % 2 == 0 ? 650.0 : 400.0;
    high.hertz = syllable % 2 == 0 ? 1100.0 : 1900.0;
    phase += 120.0 * pitch * (1.0 + 0.1 * within) / kSampleRate;
    const bool pulse = phase >= 1.0;
    if (pulse) phase -= 1.0;
    const double swell = std::sin(math::kPi * std::min(1.0, within * 1.2));
    const double source = (pulse ? 1.0 : 0.0) + 0.01 * noise.uniform(-1.0, 1.0);
    out[i] += static_cast<float>(std::max(0.0, swell) * (low.pass(source) + 0.5 * high.pass(source)));
  }
}

/// Two tones, one after the other, with their third harmonics.
void add_siren(std::span<float> out) {
  constexpr double kHigh = 960.0, kLow = 770.0;  // Hz
  double phase = 0.0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    phase += 2.0 * math::kPi * (2 * i < out.size() ? kHigh : kLow) / kSampleRate;
    out[i] += static_cast<float>(std::sin(phase) + 0.3 * std::sin(3.0 * phase));
  }
}

double seconds_of(CueKind kind, Stuff stuff) {
  if (kind == CueKind::Siren) return 1.0;
  if (kind == CueKind::Voice) return 0.64;
  if (kind == CueKind::Impact || kind == CueKind::Latch)
    return stuff == Stuff::Metal || stuff == Stuff::Glass ? 1.0 : 0.4;
  return 0.25;
}

/// The loudest 10 ms get their level; the first and last samples are eased to nothing, so that nothing clicks.
void finish(std::span<float> samples) {
  constexpr std::size_t kWindow = kSampleRate / 100, kEase = 48;
  double mean = 0.0;
  for (const float s : samples) mean += s;
  mean /= static_cast<double>(samples.size());
  for (float& s : samples) s -= static_cast<float>(mean);
  double loudest = 1e-12;
  for (std::size_t i = 0; i + kWindow <= samples.size(); i += kWindow / 4) {
    double energy = 0.0;
    for (const float s : samples.subspan(i, kWindow)) energy += double(s) * s;
    loudest = std::max(loudest, energy / kWindow);
  }
  const double gain = kLoudest / std::sqrt(loudest);
  for (float& s : samples) s = std::clamp(static_cast<float>(gain * s), -1.0f, 1.0f);
  for (std::size_t i = 0; i < kEase; ++i) {
    const float share = static_cast<float>(i) / kEase;
    samples[i] *= share;
    samples[samples.size() - 1 - i] *= share;
  }
}

}  // namespace

std::vector<float> synthesise(CueKind kind, Stuff stuff, std::uint32_t variation) {
  std::vector<float> samples(static_cast<std::size_t>(seconds_of(kind, stuff) * kSampleRate));
  core::Rng noise(0x5eed0000ull + 64 * static_cast<std::uint64_t>(kind) + 8 * static_cast<std::uint64_t>(stuff) +
                  1024ull * variation);
  const double pitch = 1.0 + 0.08 * noise.uniform(-1.0, 1.0);
  switch (kind) {
    case CueKind::Footstep:  // heel, then the ball
      add_ring(footstep_on(stuff), 0.0, 1.0, pitch, noise, samples);
      add_ring(footstep_on(stuff), 0.07 + 0.01 * noise.uniform(-1.0, 1.0), 0.45, 1.3 * pitch, noise, samples);
      break;
    case CueKind::Impact:
      add_ring(impact_of(stuff), 0.0, 1.0, pitch, noise, samples);
      break;
    case CueKind::Latch:  // the bolt, then the frame
      add_ring(impact_of(Stuff::Metal), 0.0, 0.3, 1.6 * pitch, noise, samples);
      add_ring(impact_of(stuff), 0.025, 1.0, 0.8 * pitch, noise, samples);
      break;
    case CueKind::Click:
      add_ring(impact_of(Stuff::Plastic), 0.0, 1.0, 3.0 * pitch, noise, samples);
      break;
    case CueKind::Siren:
      add_siren(samples);
      break;
    case CueKind::Voice:
      add_murmur(pitch, noise, samples);
      break;
  }
  finish(samples);
  return samples;
}

}  // namespace fh::audio
