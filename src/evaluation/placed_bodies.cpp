// SPDX-License-Identifier: Apache-2.0
#include "evaluation/placed_bodies.h"

#include <algorithm>

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

core::Result<core::Json> judge_bodies(std::span<const scene::Check> checks, const scene::Scene& scene,
                                      std::span<const std::string> names, bool (*asks)(const scene::Check&),
                                      const BodyRow& row) {
  core::Json rows = core::Json::array();
  if (std::none_of(checks.begin(), checks.end(), asks)) return rows;
  FH_TRY(eyes, StandingEyes::create(scene));
  FH_TRY(placed, placed_bodies(names));
  for (const PlacedBody& body : placed) {
    for (const scene::Check& check : checks) {
      if (!asks(check)) continue;
      FH_TRY(target, scene::find_target(scene, check.object));
      rows.push_back(row(check, target, body, eyes));
    }
  }
  return rows;
}

}  // namespace fh::evaluation
