// SPDX-License-Identifier: Apache-2.0
#include "human/prior/body_prior.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/files.h"
#include "math/trig.h"

namespace fh::human {
namespace {

constexpr std::string_view kMagic = "FHPRIOR2";
constexpr std::size_t kLast = 6 * kLandmarkCount + 2;  // directions, velocities, stands
using Activations = std::array<float, BodyPrior::kMostWidth>;

constexpr std::uint16_t kHalfExponent = 0x7c00u;  // all its bits: an infinity or NaN

/// IEEE 754 binary16; not for infinities and NaN.
float from_half(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16, rest = half & 0x7fffu;
  const float size =
      rest < 0x0400u ? static_cast<float>(rest) * 0x1p-24f : std::bit_cast<float>((rest + 0x1c000u) << 13);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(size) | sign);
}

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool starts_with(std::string_view text) {
    if (bytes_.size() < text.size() || std::memcmp(bytes_.data(), text.data(), text.size()) != 0) return false;
    bytes_ = bytes_.subspan(text.size());
    return true;
  }
  template <class T>
  std::optional<T> number() {
    if (bytes_.size() < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.subspan(sizeof(T));
    return value;
  }
  /// `rows` of `columns` halves into rows of `room`, from column `at` on; false also for what is not finite.
  bool halves(std::size_t rows, std::size_t columns, std::size_t room, std::size_t at, std::vector<float>& out) {
    if (bytes_.size() < 2 * rows * columns) return false;
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) {
        const std::uint16_t half = *number<std::uint16_t>();
        if ((half & kHalfExponent) == kHalfExponent) return false;
        out[r * room + at + c] = from_half(half);
      }
    }
    return true;
  }
  bool done() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

std::size_t rounded_up(std::size_t count) {
  return (count + BodyPrior::kBlock - 1) / BodyPrior::kBlock * BodyPrior::kBlock;
}

/// y = bias + sum over inputs in their order, each output by itself: how many are worked out at a time changes nothing.
void apply(const BodyPrior::Layer& layer, const float* x, float* y) {
  for (std::size_t block = 0; block < layer.outputs; block += BodyPrior::kBlock) {
    float sums[BodyPrior::kBlock];
    std::copy_n(layer.bias.data() + block, BodyPrior::kBlock, sums);
    const float* row = layer.weights.data() + block;
    for (std::size_t i = 0; i < layer.inputs; ++i, row += layer.outputs) {
      for (std::size_t k = 0; k < BodyPrior::kBlock; ++k) sums[k] += row[k] * x[i];
    }
    std::copy_n(sums, BodyPrior::kBlock, y + block);
  }
}

/// Whether no sum on the way overflows, whatever the input up to kLargest: the most that each layer can give, by the
/// sizes of its weights.
bool stays_finite(std::span<const BodyPrior::Layer> layers) {
  constexpr double kLargest = 1e6, kMost = 1e30;  // the largest float is 3e38
  double most = kLargest;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const BodyPrior::Layer& layer = layers[l];
    double gain = 0.0;
    for (std::size_t o = 0; o < layer.outputs; ++o) {
      double sum = std::abs(static_cast<double>(layer.bias[o]));
      for (std::size_t i = 0; i < layer.inputs; ++i)
        sum += std::abs(static_cast<double>(layer.weights[i * layer.outputs + o])) * most;
      gain = std::max(gain, sum);
    }
    const bool adds = l > 0 && l + 1 < layers.size();
    most = adds ? most + gain : gain;
    if (most > kMost) return false;
  }
  return true;
}

}  // namespace

core::Result<BodyPrior> BodyPrior::read(std::span<const std::byte> bytes) {
  Reader in(bytes);
  const auto broken = [] { return core::fail("not a body prior of this version; tools/body_prior writes them"); };
  if (!in.starts_with(kMagic)) return broken();
  const auto width = in.number<std::uint32_t>(), depth = in.number<std::uint32_t>();
  if (!width || !depth || *width % kBlock != 0 || *width == 0 || *width > kMostWidth || *depth > 8) return broken();
  BodyPrior prior;
  const auto layer = [&](std::size_t inputs, std::size_t outputs) {
    Layer& made = prior.layers_.emplace_back(Layer{inputs, rounded_up(outputs), {}, {}});
    made.weights.assign(inputs * made.outputs, 0.0f);
    made.bias.assign(made.outputs, 0.0f);
    return in.halves(inputs, outputs, made.outputs, 0, made.weights) &&
           in.halves(1, outputs, made.outputs, 0, made.bias);
  };
  if (!layer(kPriorInputs, *width)) return broken();
  for (std::uint32_t i = 0; i < *depth; ++i) {
    if (!layer(*width, *width)) return broken();
  }
  // The doubts are a layer of their own in the file; here they are the last outputs of the last.
  Layer& last = prior.layers_.emplace_back(Layer{*width, rounded_up(kLast + kLandmarkCount), {}, {}});
  last.weights.assign(last.inputs * last.outputs, 0.0f);
  last.bias.assign(last.outputs, 0.0f);
  for (const auto& [at, count] : {std::pair(std::size_t{0}, kLast), std::pair(kLast, kLandmarkCount)}) {
    if (!in.halves(last.inputs, count, last.outputs, at, last.weights)) return broken();
    if (!in.halves(1, count, last.outputs, at, last.bias)) return broken();
  }
  for (float& radius : prior.radius_per_doubt_) {
    const auto value = in.number<float>();
    if (!value || !(*value > 0.0f && *value < 1e3f)) return broken();
    radius = *value;
  }
  if (!in.done() || !stays_finite(prior.layers_)) return broken();
  return prior;
}

core::Result<BodyPrior> BodyPrior::load(const std::filesystem::path& path) {
  FH_TRY(bytes, core::read_file(path, 16u << 20));
  auto prior = read(bytes);
  if (!prior) return core::fail_within(path.string(), prior.error());
  return prior;
}

void BodyPrior::run(std::span<const float, kPriorInputs> input, PriorOutput& output) const {
  Activations h{}, more{};
  apply(layers().front(), input.data(), h.data());
  for (float& value : h) value = std::max(value, 0.0f);
  for (std::size_t l = 1; l + 1 < layers().size(); ++l) {
    apply(layers()[l], h.data(), more.data());
    for (std::size_t i = 0; i < layers()[l].outputs; ++i) h[i] += std::max(more[i], 0.0f);
  }
  apply(layers().back(), h.data(), more.data());
  const float* at = more.data();
  const auto take = [&at](auto& values) {
    std::copy_n(at, values.size(), values.data());
    at += values.size();
  };
  take(output.directions);
  take(output.velocities);
  take(output.stands);
  take(output.doubt);
}

double BodyPrior::radius(const PriorOutput& output, std::size_t landmark) const {
  constexpr double kMost = 20.0;  // of either sign: 2 nanometres and more than the world, in heights of a head
  const double doubt = std::clamp(static_cast<double>(output.doubt[landmark]), -kMost, kMost);
  return math::exp(doubt) * static_cast<double>(radius_per_doubt_[landmark]);
}

}  // namespace fh::human
