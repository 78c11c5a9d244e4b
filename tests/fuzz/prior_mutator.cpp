// SPDX-License-Identifier: Apache-2.0
// A body prior: its sizes, single weights and rows of them, the radii at its end.
#include <array>
#include <cstring>

#include "human/prior/body_prior.h"
#include "mutator.h"

namespace fh::test {
namespace {

using human::kLandmarkCount, human::kPriorInputs;

constexpr std::size_t kHeader = 16, kRadii = 4 * kLandmarkCount;

std::uint32_t below(core::Rng& rng, std::size_t count) {
  return rng.below(static_cast<std::uint32_t>(count));
}

template <class T>
void put(std::string& bytes, std::size_t at, T value) {
  if (at + sizeof value <= bytes.size()) std::memcpy(bytes.data() + at, &value, sizeof value);
}

}  // namespace

std::string small_prior() {
  constexpr std::uint32_t kWidth = 32, kDepth = 1;
  constexpr std::size_t kLast = 6 * kLandmarkCount + 2, kDoubts = kLandmarkCount;
  constexpr std::size_t kNumbers = kPriorInputs * kWidth + kWidth + kDepth * (kWidth * kWidth + kWidth) +
                                   kWidth * kLast + kLast + kWidth * kDoubts + kDoubts;
  std::string bytes = "FHPRIOR2" + std::string(8 + 2 * kNumbers + kRadii, '\0');
  put(bytes, 8, kWidth);
  put(bytes, 12, kDepth);
  core::Rng rng(7);
  for (std::size_t i = 0; i < kNumbers; ++i)  // up to a quarter, of either sign
    put(bytes, kHeader + 2 * i, static_cast<std::uint16_t>(below(rng, 0x3400) | (below(rng, 2) << 15)));
  for (std::size_t i = 0; i < kLandmarkCount; ++i) put(bytes, bytes.size() - kRadii + 4 * i, 0.05f);
  return bytes;
}

std::string mutate_prior(const std::string& sample, core::Rng& rng) {
  static constexpr std::array<std::uint32_t, 8> kSizes{0, 1, 31, 32, 64, 512, 1u << 31, 0xffffffffu};
  static constexpr std::array<std::uint16_t, 8> kHalves{0, 0x8000, 1, 0x3c00, 0x7bff, 0xfbff, 0x7c00, 0x7e01};
  static constexpr std::array<std::uint32_t, 7> kFloats{0,          0x80000000, 0x7f800000, 0x7fc00000,
                                                        0x7f7fffff, 1,          0x3d4ccccd};
  std::string bytes = sample;
  const std::size_t weights = (bytes.size() - kHeader - kRadii) / 2;
  for (std::uint32_t i = 1 + below(rng, 3); i > 0; --i) {
    const std::size_t at = kHeader + 2 * below(rng, weights);
    const std::uint16_t half = kHalves[below(rng, kHalves.size())];
    switch (below(rng, 6)) {
      case 0:
        put(bytes, 8 + 4 * below(rng, 2), kSizes[below(rng, kSizes.size())]);
        break;
      case 1:
        put(bytes, at, half);
        break;
      case 2:
        for (std::size_t k = 0; k < below(rng, 4000); ++k) put(bytes, at + 2 * k, half);
        break;
      case 3:
        put(bytes, sample.size() - kRadii + 4 * below(rng, kLandmarkCount), kFloats[below(rng, kFloats.size())]);
        break;
      case 4:
        put(bytes, at, static_cast<std::uint16_t>(below(rng, 0x10000)));
        break;
      default:
        bytes = mutate_bytes(std::move(bytes), rng);
    }
  }
  return bytes;
}

}  // namespace fh::test
