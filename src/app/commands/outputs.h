// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a command is about to write, checked before it begins: nothing that exists is replaced without --force.
#include <filesystem>
#include <string>

#include "core/result.h"

namespace fh::app {

struct RunOptions;

/// The recording, the pictures and the profile of a visit. `scenario`: the file it reads, which is never replaced, not
/// even by force.
core::Result<> check_outputs(const RunOptions& options, const std::filesystem::path& scenario);

}  // namespace fh::app
