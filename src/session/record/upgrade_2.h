// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads recordings of format 2: a frozen description of what a row of input was then, and of which fields were hashed.
// Format 2 had one user, commands as bits and no names of fields. Nothing here changes when the program does, except
// what the old values are mapped to.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "frame/frame_input.h"

namespace fh::session {

class InputUpgrade2 {
 public:
  InputUpgrade2();
  /// Takes the words a row changed and gives the frame as it is written today. False for malformed payloads.
  bool decode(std::span<const std::byte> payload, frame::FrameInputs& out);

 private:
  static constexpr std::size_t kWords = 183;
  std::array<std::uint64_t, kWords> words_;
};

struct AgentOf2 {
  std::string name;
  bool looked = false;  // in the tick the hashes are of
};

/// The paths of the fields of a phase of format 2 in its order, by the names they have today; fields that are gone have
/// a name of then. `agents`: in the order of the scenario.
std::vector<std::string> field_paths_2(const std::string& phase, std::span<const AgentOf2> agents);

}  // namespace fh::session
