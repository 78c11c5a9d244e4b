// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files as values: whole-file reads with a size limit, atomic writes, the cache and asset folders.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace fh::core {

/// Refuses folders, devices and files over `limit` bytes with a message that names the file.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t limit = 1ull << 31);
Result<std::string> read_text(const std::filesystem::path& path, std::uint64_t limit = 64ull << 20);
/// Writes beside the target and renames, so a reader never sees half a file. Creates missing parent folders. Only the
/// owner may read what it writes: recordings and profiles are personal data.
Result<> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Result<> write_text(const std::filesystem::path& path, std::string_view text);

/// Whether a result may be written to `path`: it is absent, or a regular file and `force`. Folders, pipes and devices
/// are refused.
Result<> may_write(const std::filesystem::path& path, bool force);

/// Whether files that a file names may lie outside its folder.
enum class Outside : std::uint8_t { Refused, Allowed };
/// The path of a file that another one names, from `folder`. Network addresses and empty names are refused, and so is
/// what lies outside the folder ("..", absolute paths, symbolic links) unless that is allowed.
Result<std::filesystem::path> file_within(const std::filesystem::path& folder, const std::string& name,
                                          Outside outside = Outside::Refused);

/// $XDG_CACHE_HOME/firsthand or ~/.cache/firsthand, else a folder of this user's below the temporary one; not created.
std::filesystem::path cache_folder();
/// The folder with assets/ and config/: beside the program, above it, or where the build was made; empty if nowhere.
std::filesystem::path data_folder();
/// Overrides data_folder() (the --data option).
void set_data_folder(const std::filesystem::path& folder);

}  // namespace fh::core
