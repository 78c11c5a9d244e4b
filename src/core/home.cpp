// SPDX-License-Identifier: Apache-2.0
#include "core/home.h"

#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>

namespace fh::core {
namespace fs = std::filesystem;

namespace {

/// Others could have made a folder with a known name before, and would own what is kept in it.
fs::path folder_of_this_process() {
  std::string name = (fs::temp_directory_path() / "firsthand-XXXXXX").string();
  return ::mkdtemp(name.data()) != nullptr ? fs::path(name) : fs::path("/nonexistent");
}

}  // namespace

fs::path home_folder() {
  if (const char* home = ::getenv("HOME"); home != nullptr && *home != '\0') return home;
  std::error_code error;
  if (const passwd* self = ::getpwuid(::getuid()); self != nullptr && self->pw_dir != nullptr) {
    if (fs::is_directory(self->pw_dir, error)) return self->pw_dir;
  }
  static const fs::path kFolder = folder_of_this_process();
  return kFolder;
}

}  // namespace fh::core
