// SPDX-License-Identifier: Apache-2.0
#include "evaluation/checks.h"
#include "evaluation/placed_bodies.h"
#include "evaluation/sight/zone_sight.h"

namespace fh::evaluation {
namespace {

bool asks_zone(const scene::Check& check) {
  return check.kind == scene::CheckKind::Visible && check.of_bodies();
}

core::Json zone_row(const scene::Check& check, const scene::Target& target, const PlacedBody& placed,
                    const StandingEyes& eyes) {
  const human::Dimensions& dimensions = placed.body.dimensions;
  const auto seen = zone_sight(eyes, check, target, dimensions);
  std::optional<Found> found;
  if (seen) found = Found{seen->least, seen->low, seen->high, {}};
  core::Json row = check_row(check, placed.name, found);
  if (!seen) {
    row["note"] = "no place of the zone is floor with room to stand";
    return row;
  }
  row["zone"] = {{"places", seen->places},
                 {"places_met", seen->met},
                 {"best", seen->best},
                 {"worst_at_m", {seen->worst_at.x, seen->worst_at.y, seen->worst_at.z}},
                 {"eye_height_m", StandingEyes::eye_height(dimensions, check.seat)}};
  return row;
}

}  // namespace

core::Result<core::Json> judge_zones(std::span<const scene::Check> checks, const scene::Scene& scene,
                                     std::span<const std::string> bodies) {
  return judge_bodies(checks, scene, bodies, asks_zone, zone_row);
}

}  // namespace fh::evaluation
