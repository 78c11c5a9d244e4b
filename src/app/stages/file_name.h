// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of files that a visit writes at a command's wish (save_as, voice_note): a name and nothing else, never a path.
#include <algorithm>
#include <string_view>

namespace fh::app {

inline bool is_file_name(std::string_view name) {
  return !name.empty() && name.size() <= 80 && name.front() != '.' && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  });
}

}  // namespace fh::app
