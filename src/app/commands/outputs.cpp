// SPDX-License-Identifier: Apache-2.0
#include "app/commands/outputs.h"

#include "app/stages/recording_switch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "app/commands/commands.h"
#include "app/config/profiles.h"
#include "core/files.h"
#include "report/evaluation_report.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;

core::Result<> check_recording(const RunOptions& options, const fs::path& scenario) {
  std::error_code ignored;
  std::vector<fs::path> inputs(options.tours.begin(), options.tours.end());
  inputs.push_back(scenario);
  for (const fs::path& read : inputs) {
    if (!read.empty() && fs::equivalent(options.record, read, ignored))
      return core::fail("--record {}: this file is read by the visit; choose another name", options.record);
  }
  if (auto may = core::may_write(options.record, options.force); !may)
    return core::fail_within("--record", may.error());
  return {};
}

/// Other files may lie in the folder; pictures of another visit must not be mixed with those of this one.
core::Result<> check_pictures(const RunOptions& options, OutputClaims& claims) {
  if (auto mine = claims.take_folder(options.shots); !mine) return core::fail_within("--shots", mine.error());
  if (options.force) return {};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options.shots, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("shot_") && name.ends_with(".png"))
      return core::fail("--shots {}: holds pictures already ({}); choose another folder, or --force to replace them",
                        options.shots, name);
  }
  if (error) return core::fail("--shots {}: {}", options.shots, error.message());
  return {};
}

}  // namespace

core::Result<> check_outputs(const RunOptions& options, const fs::path& scenario, OutputClaims& claims) {
  if (!options.record.empty()) FH_TRY_VOID(check_recording(options, scenario));
  if (!options.shots.empty()) FH_TRY_VOID(check_pictures(options, claims));
  if (!options.sound.empty()) {
    if (auto may = core::may_write(options.sound, options.force); !may)
      return core::fail_within("--sound", may.error());
  }
  if (!options.report.empty()) {
    if (options.record.empty())
      return core::fail("--report measures the recording of the visit: give --record FILE too");
    if (auto may = report::may_write_report(options.report, options.force); !may)
      return core::fail_within("--report", may.error());
  }
  if (!options.save_profile.empty()) {
    if (auto may = core::may_write(profile_file(options.save_profile), options.force); !may)
      return core::fail_within("--save-profile", may.error());
  }
  return {};
}

OutputClaims::~OutputClaims() {
  std::error_code error;
  for (const fs::path& path : made_) {
    if (fs::file_size(path, error) == 0 && !error) fs::remove(path, error);
  }
  for (const int descriptor : locked_) ::close(descriptor);
}

core::Result<> OutputClaims::take(const fs::path& path, bool force) {
  FH_TRY_VOID(core::may_write(path, force));
  if (force) return {};
  std::error_code ignored;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ignored);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno == EEXIST ? core::may_write(path, force) : core::Result<>();
  ::close(descriptor);
  made_.push_back(path);
  return {};
}

core::Result<> OutputClaims::take_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return core::fail("{}: the folder cannot be made: {}", folder.string(), error.message());
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return {};  // who may write but not look can still take pictures
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    return core::fail("{}: another program writes into it at this moment; choose another folder", folder.string());
  }
  locked_.push_back(descriptor);
  return {};
}

std::filesystem::path folder_of(const RunOptions& options) {
  const std::string& folder = !options.out.empty() ? options.out : options.shots;
  return folder.empty() ? "." : folder;
}

std::filesystem::path snapshot_folder(const RunOptions& options) {
  for (const std::string& folder : {options.out, options.shots}) {
    if (!folder.empty()) return folder;
  }
  return options.record.empty() ? std::filesystem::path(dated_path(options.scenario))
                                : std::filesystem::path(options.record).parent_path();
}

}  // namespace fh::app
