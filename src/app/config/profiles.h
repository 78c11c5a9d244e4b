// SPDX-License-Identifier: Apache-2.0
#pragma once
// Named profiles: calibrations kept in the user's configuration folder as NAME.json, to be worn again another day.
// Files are small, checked key by key, and never trusted; a name cannot lead out of the folder.
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "human/tracking/calibration.h"

namespace fh::app {

/// $XDG_CONFIG_HOME/firsthand/profiles or ~/.config/firsthand/profiles; not created.
std::filesystem::path profile_folder();
/// The names of the profiles there are, sorted.
std::vector<std::string> profile_names();

/// Where a profile of this name is kept.
std::filesystem::path profile_file(const std::string& name);
/// A profile by name, or from a file when the text has a '/' or ends with ".json". Fails with one message that says
/// where it was looked for, which name is near, or what is wrong in the file.
core::Result<human::Calibration> load_profile(const std::string& name_or_file);
/// From text; `source` stands for the file in messages. All problems are in the error, one line each. Measures that no
/// adult has together are refused here, not only when the visit begins.
core::Result<human::Calibration> parse_profile(std::string text, const std::string& source);
/// As one line of JSON, which parse_profile() reads again.
std::string profile_text(const human::Calibration& calibration);
/// Writes NAME.json, over an older one: ask core::may_write() first; gives the file. Fails for names that are none.
core::Result<std::filesystem::path> save_profile(const std::string& name, human::Calibration calibration);

}  // namespace fh::app
