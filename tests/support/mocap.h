// SPDX-License-Identifier: Apache-2.0
#pragma once
// Captured clips that are not part of the repository: the folder that FH_MOCAP names, else data/mocap in the tree.
#include <array>
#include <cstdlib>
#include <filesystem>

#include "require.h"

namespace fh::test {

/// The clips of docs/measurements/body-tracking.md.
inline constexpr std::array kMocapClips{"02_01", "07_01", "07_12", "08_04", "09_12", "115_01", "13_35", "16_15",
                                        "16_17", "16_19", "16_33", "26_09", "26_10", "35_01",  "62_01", "62_18"};

/// The folder of the clips; ends the test case where there is none (failed when FH_REQUIRE names mocap, else skipped).
inline std::filesystem::path mocap_folder() {
  const char* named = std::getenv("FH_MOCAP");
  const std::filesystem::path folder =
      named != nullptr && *named != '\0' ? named : std::filesystem::path(FH_SOURCE_DIR) / "data" / "mocap";
  if (!std::filesystem::is_directory(folder)) {
    skip_without("mocap", "no folder " + folder.string() + " (FH_MOCAP names another one)");
  }
  return folder;
}

}  // namespace fh::test
