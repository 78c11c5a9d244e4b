// SPDX-License-Identifier: Apache-2.0
#include "app/config/profiles.h"

#include <algorithm>
#include <cstdlib>

#include "core/files.h"
#include "core/home.h"
#include "core/json.h"
#include "core/text.h"

namespace fh::app {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargest = 64 << 10;  // bytes; a profile has about one thousand
constexpr const char* kNameRule =
    "1 to 64 letters, digits, blanks, '-', '_' and '.', beginning with a letter or a digit";

bool is_file(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".json");
}

tl::unexpected<core::Error> no_such_profile(const std::string& name) {
  const std::string nearest = core::nearest_word(name, profile_names());
  return core::fail("there is no profile \"{}\" in {}; {}", name, profile_folder().string(),
                    nearest.empty() ? "make one with firsthand body --save-profile NAME, or by calibrating in a visit"
                                    : fmt::format("did you mean \"{}\"?", nearest));
}

}  // namespace

fs::path profile_folder() {
  const auto below = [](const fs::path& config) { return config / "firsthand" / "profiles"; };
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config) return below(config);
  return below(core::home_folder() / ".config");
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (fs::directory_iterator entry(profile_folder(), ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    const fs::path& file = entry->path();
    if (file.extension() == ".json" && human::is_profile_name(file.stem().string()))
      names.push_back(file.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

core::Result<human::Calibration> parse_profile(std::string text, const std::string& source) {
  if (text.size() > kLargest) return core::fail("{}: is larger than {} bytes: no profile", source, kLargest);
  FH_TRY(file, core::JsonFile::parse(std::move(text), source));
  core::Problems problems(file);
  core::JsonReader reader(file.root(), problems);
  human::Calibration calibration;
  if (problems.empty()) calibration = human::read_calibration(reader);  // else it is no object at all
  if (problems.empty()) {  // as a visit will do: measures that pass one by one may be nobody's
    FH_TRY(population, human::load_default_population());
    if (auto user = human::calibrate(population, calibration); !user) problems.add("/measures", user.error().message);
  }
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  return calibration;
}

fs::path profile_file(const std::string& name) {
  return profile_folder() / (name + ".json");
}

core::Result<human::Calibration> load_profile(const std::string& name_or_file) {
  fs::path file = name_or_file;
  if (!is_file(name_or_file)) {
    if (!human::is_profile_name(name_or_file))
      return core::fail("\"{}\" is no name of a profile: {}", name_or_file, kNameRule);
    file = profile_file(name_or_file);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return no_such_profile(name_or_file);
  }
  auto text = core::read_text(file, kLargest);
  if (!text) return core::fail_within("profile", text.error());
  return parse_profile(std::move(*text), file.string());
}

std::string profile_text(const human::Calibration& calibration) {
  return core::to_text(human::to_json(calibration));
}

core::Result<fs::path> save_profile(const std::string& name, human::Calibration calibration) {
  if (!human::is_profile_name(name)) return core::fail("\"{}\" is no name of a profile: {}", name, kNameRule);
  calibration.name = name;
  const fs::path file = profile_file(name);
  if (auto written = core::write_text(file, core::to_text(human::to_json(calibration), 2) + "\n"); !written)
    return core::fail_within("profile", written.error());
  return file;
}

}  // namespace fh::app
