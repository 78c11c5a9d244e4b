// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a command is about to write, checked before it begins: nothing that exists is replaced without --force.
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace fh::app {

struct RunOptions;

/// Output files that are this program's because it has created them: of two programs that write the same new file at
/// the same moment, exactly one does. What is still empty at the end is removed. Folders of many files are this
/// program's for as long as the claims live.
class OutputClaims {
 public:
  OutputClaims() = default;
  OutputClaims(const OutputClaims&) = delete;
  OutputClaims& operator=(const OutputClaims&) = delete;
  ~OutputClaims();

  /// As core::may_write(), and creates the file (private to the user) unless `force`. Where it cannot be created the
  /// writer will say why.
  core::Result<> take(const std::filesystem::path& path, bool force);
  /// Makes the folder; fails when it cannot be made or another program has claimed it. Where the file system has no
  /// locks everybody may have it.
  core::Result<> take_folder(const std::filesystem::path& folder);

 private:
  std::vector<std::filesystem::path> made_;
  std::vector<int> locked_;  // descriptors of folders
};

/// The recording, the pictures and the profile of a visit; takes the folder of its pictures. `scenario`: the file it
/// reads, which is never replaced, not even by force.
core::Result<> check_outputs(const RunOptions& options, const std::filesystem::path& scenario, OutputClaims& claims);

/// Where what users save and say goes.
std::filesystem::path folder_of(const RunOptions& options);
/// Where snapshots of somebody who is there go: to the visit's pictures or its recording, else into a folder of its
/// own.
std::filesystem::path snapshot_folder(const RunOptions& options);

}  // namespace fh::app
