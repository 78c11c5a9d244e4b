// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place a recording is replayed in. Recordings carry their scenario by value: a file that has changed or is gone
// does not change the replay. Models are known by their hashes only.
#include "app/commands/commands.h"
#include "core/json.h"
#include "scene/scenario/scenario.h"
#include "session/record/log_format.h"

namespace fh::app {

struct ReplayPlace {
  scene::Scenario scenario;
  /// "scenario": source ("recording", "file" or "option") and what became of the file ("same", "changed", "gone");
  /// "models_changed": names; "versions_differ": part, recorded, now.
  core::Json origin;
};

/// The scenario of --scenario, the one in the recording, or for older formats the file that it names. What is not as it
/// was is logged. Fails when there is none, or a model cannot be read.
/// `outside`: of the models it names, as in the visit.
core::Result<ReplayPlace> replay_place(const ReplayOptions& options, const session::LogHeader& header,
                                       core::Outside outside);

}  // namespace fh::app
