// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder of a test's own: test cases run side by side, so no two may share a path.
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

namespace fh::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<int> count{0};
    path = std::filesystem::temp_directory_path() /
           ("firsthand-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::filesystem::path path;
};

}  // namespace fh::test
