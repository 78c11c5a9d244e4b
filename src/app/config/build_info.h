// SPDX-License-Identifier: Apache-2.0
#pragma once
// What this program is: for --version, doctor and recordings.
#include <string>
#include <vector>

namespace fh::app {

std::string version();  // "0.1.0"
/// Everything that decides what is computed: "0.1.0, g++ 12.2.0, Release, x86-64-v3, Jolt 5.4.0 1f8e…" (the hash of
/// Jolt's sources).
std::string build_id();

struct Part {
  std::string name, version;
};
/// The same, part by part, and the C library: for recordings, so that a difference can be named.
std::vector<Part> build_parts();

}  // namespace fh::app
