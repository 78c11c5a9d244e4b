// SPDX-License-Identifier: Apache-2.0
#include "evaluation/checks.h"
#include "evaluation/placed_bodies.h"
#include "evaluation/sight/zone_sight.h"

namespace fh::evaluation {

core::Result<core::Json> judge_zones(std::span<const scene::Check> checks, const scene::Scene& scene,
                                     std::span<const std::string> bodies) {
  core::Json rows = core::Json::array();
  const auto asks = [](const scene::Check& check) {
    return check.kind == scene::CheckKind::Visible && check.of_bodies();
  };
  if (std::none_of(checks.begin(), checks.end(), asks)) return rows;
  FH_TRY(eyes, StandingEyes::create(scene));
  FH_TRY(placed, placed_bodies(bodies));
  for (const auto& [name, body] : placed) {
    for (const scene::Check& check : checks) {
      if (!asks(check)) continue;
      FH_TRY(target, scene::find_target(scene, check.object));
      const auto seen = zone_sight(eyes, check, target, body.dimensions);
      std::optional<Found> found;
      if (seen) found = Found{seen->least, seen->low, seen->high, {}};
      core::Json row = check_row(check, name, found);
      if (!seen) {
        row["note"] = "no place of the zone is floor with room to stand";
      } else {
        row["zone"] = {{"places", seen->places},
                       {"places_met", seen->met},
                       {"best", seen->best},
                       {"worst_at_m", {seen->worst_at.x, seen->worst_at.y, seen->worst_at.z}},
                       {"eye_height_m", StandingEyes::eye_height(body.dimensions, check.seat)}};
      }
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace fh::evaluation
