// SPDX-License-Identifier: Apache-2.0
#pragma once
// Intel Embree as a rival of our own casting. The library is opened when asked for: the program does not depend on it.
#include <cstdint>
#include <memory>
#include <span>

#include "math/shapes.h"

namespace fh::bench {

/// Eye rays in packets of 16, as Embree likes them best for a picture.
class EmbreeRival {
 public:
  /// Null when the program was built without Embree's headers or the library is not installed.
  static std::unique_ptr<EmbreeRival> open(std::span<const math::Triangle> triangles,
                                           std::span<const std::uint32_t> labels);
  virtual ~EmbreeRival() = default;
  /// Unit directions, neighbours in packets of 16; the count is a multiple of 16. Writes labels, 0 for a miss.
  virtual void cast(const math::Vec3f& eye, std::span<const math::Vec3f> directions,
                    std::span<std::uint32_t> labels) = 0;
};

}  // namespace fh::bench
