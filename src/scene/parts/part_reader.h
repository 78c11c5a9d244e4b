#pragma once
// Parametric parts as a scenario file states them.
#include <string>
#include <vector>

#include "scene/parts/parts.h"
#include "scene/place/place_reader.h"

namespace fh::scene {

std::vector<std::string> part_kinds();
void read_part(PlaceReader& scenario, core::JsonReader& reader);

}  // namespace fh::scene
