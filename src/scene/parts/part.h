// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every part of a place is made with. A part is one file, part_NAME.cpp: its values, its geometry and its reader
// read_NAME(), which states each key once; its line stands in parts.cpp. A part appends objects with stable names
// ("bench", "bench.drawer1"), seen and felt alike, to the scene. Its frame stands on the floor at its middle with its
// front towards +Z (walls run along X); signs, mirrors and panels have their origin in the middle of their face.
// Metres, kilograms, radians.
#include <string>
#include <vector>

#include "scene/place/place_reader.h"

namespace fh::scene {

struct Placement {
  std::string name;
  std::string label;  // empty: made from the part's kind
  math::Pose world_from_part;
};

inline std::string label_or(const Placement& place, const char* fallback) {
  return place.label.empty() ? fallback : place.label;
}

}  // namespace fh::scene
