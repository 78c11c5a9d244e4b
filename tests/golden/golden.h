// SPDX-License-Identifier: Apache-2.0
#pragma once
// Comparing a picture with the one kept in tests/golden/expected. A failure leaves NAME.actual.png, NAME.expected.png
// and NAME.diff.png in the build folder's golden/, where tools/golden-review finds them.
#include <string>

#include "render/targets/png.h"

namespace fh::test {

struct Tolerance {
  int step = 6;          // a pixel differs when a channel is off by more than this (of 255)
  double share = 0.002;  // at most this share of pixels may differ
};

/// Catch2 check; the actual picture is always written, so that tools/golden-review can promote it.
void check_golden(const std::string& name, const render::Picture& actual, const Tolerance& tolerance = {});

}  // namespace fh::test
