// SPDX-License-Identifier: Apache-2.0
#pragma once
// What came of a visit, for programs and for people: figures of the observers, and the files that were written.
#include "app/commands/commands.h"
#include "app/commands/visit_tours.h"
#include "app/stages/photographer.h"
#include "session/loop.h"

namespace fh::app {

/// Files that were written.
struct Pictures {
  TakenPictures taken;
  std::vector<Shot> not_taken;               // the visit ended before
  std::vector<std::filesystem::path> saved;  // scenarios that save_as asked for
  std::vector<core::Json> numbers;           // at each snapshot
};

core::Json visit_json(const session::LoopReport& report, const world::World& world, const core::Json& measured,
                      const RunOptions& options, const VisitTours& tours, const Pictures& pictures);
void print_visit(const session::LoopReport& report, const world::World& world, const core::Json& measured,
                 const RunOptions& options, const Pictures& pictures);

}  // namespace fh::app
