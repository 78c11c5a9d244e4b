// SPDX-License-Identifier: Apache-2.0
#pragma once
// The checks of a scenario, judged by the figures of a visit.
#include <optional>
#include <span>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/reach/reach_field.h"
#include "scene/place/scene.h"
#include "scene/scenario/checks.h"

namespace fh::evaluation {

/// What answers a check; at_s and who: null where no moment, or no person, belongs to it.
struct Found {
  double value = 0.0, low = 0.0, high = 0.0;
  core::Json at_s, who{};
};

/// The row of one check; none: it cannot be told.
core::Json check_row(const scene::Check& check, const std::string& body, const std::optional<Found>& found);

/// One row per check but those of bodies that are put into the place: name, body, result ("pass", "fail" or
/// "cannot_tell"), value, low, high, limit, unit, at_s, who (of whom the value is), source; null where there is nothing
/// to tell. A value whose band reaches across its limit cannot be told, and neither can what was not measured.
/// `measures`: Observers::report() of everything, with the users' names. `whole`: the visit was measured to its end;
/// else only what the rest of it cannot change is told, and a row that it could change says so in `note`.
core::Json judge_checks(std::span<const scene::Check> checks, const core::Json& measures, const std::string& body,
                        bool whole = true);

/// One row per check of reach and body ("f05", "m50"): how much of itself the body needs, 0 arm, 1 lean, 2 step, 3
/// kneel or no; low and high when it stands kStandsWithin nearer or farther. The rows also have `effort` in words,
/// `hand` and `margins`. Fails for a body that there is not.
core::Result<core::Json> judge_reach(std::span<const scene::Check> checks, const scene::Scene& scene,
                                     std::span<const std::string> bodies);
/// One row per check `visible` from a zone and body: the least visible fraction over the zone, low and high with the
/// eyes a little lower or higher. The rows also have `zone`. Fails likewise.
core::Result<core::Json> judge_zones(std::span<const scene::Check> checks, const scene::Scene& scene,
                                     std::span<const std::string> bodies);
/// What each body reaches straight ahead, standing and sitting; nothing without a check of reach. Fails likewise.
core::Result<std::vector<ReachField>> reach_fields(std::span<const scene::Check> checks, const scene::Scene& scene,
                                                   std::span<const std::string> bodies);
/// The rows of both kinds when there was no time to judge them: cannot_tell, with a `note`.
core::Json unjudged_bodies(std::span<const scene::Check> checks, std::span<const std::string> bodies);
inline constexpr double kStandsWithin = 0.05;  // m; our choice

}  // namespace fh::evaluation
