// SPDX-License-Identifier: Apache-2.0
#pragma once
// SPIR-V compiled at build time (cmake/shaders.cmake) and embedded in the program.
#include <cstddef>
#include <cstdint>

namespace fh::gpu {

struct Shader {
  const std::uint32_t* words = nullptr;
  std::size_t bytes = 0;
};

}  // namespace fh::gpu
