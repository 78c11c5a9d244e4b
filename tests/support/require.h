// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tests that need a device or a runtime skip on machines without it, unless FH_REQUIRE names it ("gpu,xr"): then its
// absence is a failure, so that continuous integration cannot go green by testing nothing.
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fh::test {

inline bool is_required(std::string_view what) {
  const char* text = std::getenv("FH_REQUIRE");
  const std::string list = "," + std::string(text != nullptr ? text : "") + ",";
  return list.find("," + std::string(what) + ",") != std::string::npos;
}

/// Ends the test case: failed when `what` is required, skipped otherwise.
inline void skip_without(std::string_view what, const std::string& reason) {
  if (is_required(what)) FAIL(std::string(what) << " is required but missing: " << reason);
  SKIP(std::string(what) << " is missing: " << reason);
}

}  // namespace fh::test
