// SPDX-License-Identifier: Apache-2.0
#include "golden.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>

namespace fh::test {
namespace {

int worst_channel(const std::uint8_t* a, const std::uint8_t* b) {
  return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

/// The expected picture in grey with the differing pixels in red.
render::Picture difference(const render::Picture& actual, const render::Picture& expected, int step) {
  render::Picture diff = expected;
  for (std::size_t i = 0; i < diff.rgba.size(); i += 4) {
    const bool differs = worst_channel(&actual.rgba[i], &expected.rgba[i]) > step;
    const auto grey =
        static_cast<std::uint8_t>((expected.rgba[i] + expected.rgba[i + 1] + expected.rgba[i + 2]) / 6 + 60);
    diff.rgba[i] = differs ? 255 : grey;
    diff.rgba[i + 1] = diff.rgba[i + 2] = differs ? 0 : grey;
  }
  return diff;
}

}  // namespace

void check_golden(const std::string& name, const render::Picture& actual, const Tolerance& tolerance) {
  const std::filesystem::path folder = std::filesystem::path(FH_BUILD_DIR) / "golden";
  const std::filesystem::path kept = std::filesystem::path(FH_SOURCE_DIR) / "tests/golden/expected" / (name + ".png");
  const auto in_folder = [&](const char* what) { return folder / (name + "." + what + ".png"); };
  std::error_code ignored;
  std::filesystem::remove(in_folder("expected"), ignored);
  std::filesystem::remove(in_folder("diff"), ignored);
  REQUIRE(render::write_png(in_folder("actual"), actual));
  const auto expected = render::read_png(kept);
  if (!expected)
    FAIL("no picture to compare with: " << expected.error().message << "; look at " << in_folder("actual").string()
                                        << " and promote it with tools/golden-review");
  REQUIRE(expected->width == actual.width);
  REQUIRE(expected->height == actual.height);
  std::size_t differing = 0;
  int worst = 0;
  for (std::size_t i = 0; i < actual.rgba.size(); i += 4) {
    const int off = worst_channel(&actual.rgba[i], &expected->rgba[i]);
    worst = std::max(worst, off);
    differing += off > tolerance.step ? 1 : 0;
  }
  const double share = static_cast<double>(differing) / (static_cast<double>(actual.rgba.size()) / 4.0);
  INFO(name << ": " << 100.0 * share << " % of the pixels differ by more than " << tolerance.step << ", the worst by "
            << worst << "; see " << folder.string());
  if (share > tolerance.share) {
    CHECK(render::write_png(in_folder("expected"), *expected));
    CHECK(render::write_png(in_folder("diff"), difference(actual, *expected, tolerance.step)));
  }
  CHECK(share <= tolerance.share);
}

}  // namespace fh::test
