// SPDX-License-Identifier: Apache-2.0
#include "app/config/build_info.h"

#include <fmt/format.h>

namespace fh::app {

std::string version() {
  return FH_VERSION;
}

std::string build_id() {
#if defined(__clang__)
  const std::string compiler = fmt::format("clang++ {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  const std::string compiler = fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
  return fmt::format("{}, {}, {}, {}, Jolt {}", version(), compiler, FH_BUILD_TYPE, FH_INSTRUCTION_SET,
                     FH_JOLT_VERSION);
}

}  // namespace fh::app
