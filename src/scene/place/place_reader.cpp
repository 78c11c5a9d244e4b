// SPDX-License-Identifier: Apache-2.0
#include "scene/place/place_reader.h"

namespace fh::scene {

std::string PlaceReader::origin_of(std::size_t object) const {
  std::string pointer;
  for (const auto& [first, at] : origins) {
    if (first <= object) pointer = at;
  }
  return pointer;
}

}  // namespace fh::scene
