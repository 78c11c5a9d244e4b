// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bodies that checks put into a place: "f05", "m50", "f:12.5".
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "human/skin/body.h"

namespace fh::evaluation {

struct PlacedBody {
  std::string name;
  human::Body body;
};
/// Fails for a name that is no body of the survey, "own" among them.
core::Result<std::vector<PlacedBody>> placed_bodies(std::span<const std::string> names);

}  // namespace fh::evaluation
