// SPDX-License-Identifier: Apache-2.0
#include "evaluation/placed_bodies.h"

#include "human/tracking/worn_body.h"

namespace fh::evaluation {

core::Result<std::vector<PlacedBody>> placed_bodies(std::span<const std::string> names) {
  std::vector<PlacedBody> bodies;
  FH_TRY(population, human::load_default_population());
  for (const std::string& name : names) {
    FH_TRY(wear, human::read_wear(name));
    if (wear.is_own()) return core::fail("{}: must be such as f05, m95 or f:12.5", name);
    FH_TRY(body, human::worn_body(population, wear));
    bodies.push_back({name, std::move(body)});
  }
  return bodies;
}

}  // namespace fh::evaluation
