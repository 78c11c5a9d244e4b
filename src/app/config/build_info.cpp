// SPDX-License-Identifier: Apache-2.0
#include "app/config/build_info.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>

namespace fh::app {
namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang++ {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

std::string version() {
  return FH_VERSION;
}

std::string build_id() {
  return fmt::format("{}, {}, {}, {}, Jolt {}", version(), compiler(), FH_BUILD_TYPE, FH_INSTRUCTION_SET,
                     FH_JOLT_VERSION);
}

std::vector<Part> build_parts() {
  return {{"program", version()},    {"compiler", compiler()},
          {"build", FH_BUILD_TYPE},  {"instruction set", FH_INSTRUCTION_SET},
          {"Jolt", FH_JOLT_VERSION}, {"C library", fmt::format("glibc {}", gnu_get_libc_version())}};
}

}  // namespace fh::app
