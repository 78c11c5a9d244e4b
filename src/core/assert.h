// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contract checks, on in every build: a broken contract stops the program with the expression, place and values.
#include <string_view>

namespace fh::core {
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line, std::string_view detail);
}

#define FH_ASSERT(condition, detail)                                                          \
  do {                                                                                        \
    if (!(condition)) ::fh::core::assertion_failed(#condition, __FILE__, __LINE__, (detail)); \
  } while (false)
