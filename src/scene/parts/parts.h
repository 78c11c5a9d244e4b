// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of parametric parts that a scenario file may name.
#include <span>
#include <string>
#include <vector>

#include "scene/parts/part.h"

namespace fh::scene {

struct PartKind {
  const char* name;
  /// Reads the part's own keys and appends what it is made of to the scene; wrong values are problems.
  void (*read)(PlaceReader& reader, KeyReader& keys, const Placement& place);
  const char* text;  // for the reference: what is not said by the keys
};

std::span<const PartKind> part_table();
std::vector<std::string> part_names();

/// One entry of "parts": its kind, name, label and place, and what the kind itself reads.
void read_part(PlaceReader& reader, core::JsonReader& entry);

}  // namespace fh::scene
