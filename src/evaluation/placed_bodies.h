// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bodies that checks put into a place: "f05", "m50", "f:12.5".
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/sight/standing_eyes.h"
#include "human/skin/body.h"
#include "scene/scenario/checks.h"
#include "scene/scenario/target.h"

namespace fh::evaluation {

struct PlacedBody {
  std::string name;
  human::Body body;
};
/// Fails for a name that is no body of the survey, "own" among them.
core::Result<std::vector<PlacedBody>> placed_bodies(std::span<const std::string> names);

/// The row of one check for one body, looked at with the eyes of the place.
using BodyRow = std::function<core::Json(const scene::Check& check, const scene::Target& target, const PlacedBody& body,
                                         const StandingEyes& eyes)>;
/// The rows of all checks that ask for bodies in this way, body by body; nothing is set up when none does.
core::Result<core::Json> judge_bodies(std::span<const scene::Check> checks, const scene::Scene& scene,
                                      std::span<const std::string> names, bool (*asks)(const scene::Check&),
                                      const BodyRow& row);

}  // namespace fh::evaluation
