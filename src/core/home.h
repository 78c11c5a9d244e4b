// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a user's own files lie.
#include <filesystem>

namespace fh::core {

/// $HOME, else the folder that the password database names; for users without either a folder below the temporary one,
/// made with a name that nobody can foresee, for this process alone.
std::filesystem::path home_folder();

}  // namespace fh::core
