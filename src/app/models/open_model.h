// SPDX-License-Identifier: Apache-2.0
#pragma once
// A visit to a model that has no scenario: unit, up and floor are guessed and said, a floor is laid where there is
// none, and the user is put on free floor in front of it, or in it when it is a place.
#include <filesystem>
#include <string>

#include "app/models/import_process.h"
#include "core/result.h"
#include "scene/scenario/scenario.h"

namespace fh::app {

struct ModelOptions {
  std::string unit;  // of the file's lengths; empty: guessed
  std::string up;    // "y" or "z"; empty: guessed
  int people = 0;    // who walk about in it
  WorkerStart import_start = &start_program_again;
};

/// A file that is opened as a model, by its extension.
bool is_model(const std::filesystem::path& file);

/// What was guessed is told on the log. Other formats than glTF are imported first, into the cache folder.
core::Result<scene::Scenario> open_model(const std::filesystem::path& file, const ModelOptions& options);

}  // namespace fh::app
