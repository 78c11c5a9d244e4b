// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <cstdio>

#include "core/text.h"

namespace fh::app {

core::Result<Config> ConfigOptions::load() const {
  std::vector<std::string> all;
  if (!profile.empty()) all.push_back("user.profile=" + profile);
  if (allow_outside) all.push_back("run.allow_outside=true");
  if (!wear.empty()) all.push_back("user.wear=" + wear);
  all.insert(all.end(), settings.begin(), settings.end());
  return Config::load(file, all);
}

int cannot(const core::Error& error) {
  std::fprintf(stderr, "firsthand: %s\n", core::printable(error.message).c_str());
  return kCannot;
}

void print_line(const std::string& text) {
  std::printf("%s\n", core::printable(text).c_str());
}

void print_json(const core::Json& json) {
  std::printf("%s\n", core::to_text(json, 2).c_str());
}

}  // namespace fh::app
