// SPDX-License-Identifier: Apache-2.0
#pragma once
// What users did with their tools in a visit: for reports, and the scenarios they saved.
#include <filesystem>
#include <string>
#include <vector>

#include "app/stages/snapshot_file.h"
#include "core/json.h"
#include "world/world.h"

namespace fh::app {

/// measurements[], annotations[], snapshots[], views[], section, looks[], moved[], inspected[], history: added to
/// `json`. `pictures`: those of the visit; snapshots name theirs. `numbers`: at each snapshot.
void add_tools(const world::World& world, const TakenPictures& pictures, const std::vector<core::Json>& numbers,
               core::Json& json);
/// One line each; empty when no tool was used.
std::vector<std::string> tool_lines(const world::World& world);
/// Writes what save_as asked for into a folder, with the files that the scenario names, reads it back and compares.
/// Nothing that exists is replaced without `force`. The files of the scenarios.
core::Result<std::vector<std::filesystem::path>> write_saved_places(const world::World& world,
                                                                    const std::filesystem::path& folder, bool force);

}  // namespace fh::app
