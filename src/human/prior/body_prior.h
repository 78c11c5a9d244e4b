// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small network that has seen people move (tools/body_prior): from the last second of head and hands it says where
// the landmarks of the body are, how they move, whether the feet stand, and how far each guess can be trusted. Plain
// float arithmetic in a fixed order, without fused multiply-add: the same bits on every machine. No allocation.
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/result.h"
#include "human/prior/landmarks.h"

namespace fh::human {

/// Ages of what the network sees, in frames of 60 Hz, and how many numbers each gives: head and hands.
inline constexpr std::array<int, 8> kPriorTaps{0, 2, 5, 10, 16, 24, 36, 60};
inline constexpr std::size_t kPriorTapSize = 29;
inline constexpr std::size_t kPriorInputs = kPriorTaps.size() * kPriorTapSize;

struct PriorOutput {
  std::array<float, 3 * kLandmarkCount> directions;  // from the landmark each hangs on; heading frame, any length
  std::array<float, 3 * kLandmarkCount> velocities;  // heading frame, heights of the head per second
  std::array<float, 2> stands;                       // log odds that a foot stands
  std::array<float, kLandmarkCount> doubt;           // logarithm of the error's scale
};

class BodyPrior {
 public:
  /// Reads what tools/body_prior wrote ("FHPRIOR2"). Refuses numbers that are not finite, and weights with which an
  /// answer might not be.
  static core::Result<BodyPrior> read(std::span<const std::byte> bytes);
  static core::Result<BodyPrior> load(const std::filesystem::path& path);

  void run(std::span<const float, kPriorInputs> input, PriorOutput& output) const;
  /// Radius of a ball that held the truth in 90 of 100 frames of people it had not seen, in heights of the head.
  double radius(const PriorOutput& output, std::size_t landmark) const;

  /// One layer: a row of `outputs` weights per input, and a bias per output; `outputs` a multiple of kBlock.
  struct Layer {
    std::size_t inputs = 0, outputs = 0;
    std::vector<float> weights, bias;
  };
  static constexpr std::size_t kBlock = 32, kMostWidth = 512;
  /// First, hidden ones, and the last, whose outputs are directions, velocities, stands and doubt.
  std::span<const Layer> layers() const { return layers_; }

 private:
  std::vector<Layer> layers_;
  std::array<float, kLandmarkCount> radius_per_doubt_{};
};

}  // namespace fh::human
