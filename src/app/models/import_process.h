// SPDX-License-Identifier: Apache-2.0
#pragma once
// Importing in a process of its own: the library that reads foreign formats may crash, hang or fill the memory on a
// damaged or hostile file, and then only that process ends.
#include <cstdint>
#include <filesystem>

#include "core/result.h"
#include "scene/import/import.h"

namespace fh::app {

/// What the process may use, by the size of the model's file.
struct ImportLimits {
  std::uint64_t memory_bytes = 0;  // address space: 2 GiB, or 16 times the file where that is more
  unsigned cpu_seconds = 0;        // 9 s and 4 s for each MiB of the file
};
ImportLimits import_limits(std::uint64_t file_bytes);

/// What the child process does under its limits: goes on as the worker that `words` describe, and does not return.
/// words[0] is a program's name, words[1] "import-worker", words[2] the file, words[4] the output, words[6] the unit,
/// words[7] "--z-up" or null.
using WorkerStart = void (*)(char* const* words);
/// This program once more, with these words. Returns only when that fails.
void start_program_again(char* const* words);

/// As scene::import_model, in a child process. `output` appears whole or not at all.
core::Result<scene::ImportSummary> import_in_process(const std::filesystem::path& file,
                                                     const std::filesystem::path& output,
                                                     const scene::ImportSettings& options,
                                                     WorkerStart start = &start_program_again);

/// The child's part: imports and prints the summary, or the error, as one line of JSON. False after an error.
bool import_worker(const std::filesystem::path& file, const std::filesystem::path& output,
                   const scene::ImportSettings& options);

}  // namespace fh::app
