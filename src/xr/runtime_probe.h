// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why a headset is or is not available: loader, active runtime manifest, runtime, headset, in that order. Plain types:
// doctor and the start-up choice read it.
#include <string>
#include <vector>

namespace fh::xr {

enum class Availability {
  NoManifest,     // no active runtime is configured
  BadManifest,    // the manifest cannot be read or names no library
  RuntimeFailed,  // the runtime does not start (service not running, …)
  NoHeadset,      // the runtime answers, but no headset is connected
  Ready,
};

struct RuntimeProbe {
  Availability availability = Availability::NoManifest;
  std::string loader_version;          // of the library in use: "1.0.20"
  std::string header_version;          // what the program was built for: "1.1.47"
  std::string manifest;                // the file that is used
  std::vector<std::string> looked_in;  // where a manifest was looked for
  std::string runtime;                 // "Monado 25.0.0"
  std::string headset;
  std::string cause;                    // one sentence
  std::string remedy;                   // one sentence; empty when Ready
  std::vector<std::string> extensions;  // offered by the runtime
};

/// Asks the machine. Takes up to a few seconds when a runtime is slow to answer.
RuntimeProbe probe_runtime();

}  // namespace fh::xr
