// SPDX-License-Identifier: Apache-2.0
#include "core/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/home.h"

namespace fh::core {
namespace fs = std::filesystem;
namespace {

fs::path g_data_folder;

bool holds_data(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "assets", ignored) && fs::is_directory(folder / "config", ignored);
}

Result<std::uint64_t> size_of_regular_file(const fs::path& path, std::uint64_t limit) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (status.type() == fs::file_type::none)
    return fail("{}: {}", path.string(), error.message());  // permission denied …
  if (!fs::exists(status)) return fail("{}: no such file", path.string());
  if (!fs::is_regular_file(status)) return fail("{}: not a regular file", path.string());
  const std::uint64_t size = fs::file_size(path, error);
  if (error) return fail("{}: {}", path.string(), error.message());
  if (size > limit) return fail("{}: {} bytes is more than the limit of {} bytes", path.string(), size, limit);
  return size;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

template <class Buffer>
Result<Buffer> read_whole(const fs::path& path, std::uint64_t limit) {
  FH_TRY(size, size_of_regular_file(path, limit));
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return fail("{}: cannot be opened: {}", path.string(), std::strerror(errno));
  Buffer buffer;
  buffer.resize(static_cast<std::size_t>(size));
  const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get());
  if (got != buffer.size() && std::ferror(file.get())) return fail("{}: read error", path.string());
  buffer.resize(got);
  return buffer;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const fs::path& path, std::uint64_t limit) {
  return read_whole<std::vector<std::byte>>(path, limit);
}

Result<std::string> read_text(const fs::path& path, std::uint64_t limit) {
  return read_whole<std::string>(path, limit);
}

Result<> write_file(const fs::path& path, std::span<const std::byte> bytes) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return fail("{}: the folder cannot be made: {}", path.parent_path().string(), error.message());
  const fs::path partial = path.string() + ".part" + std::to_string(::getpid());
  {
    const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    File file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb"));
    if (!file) return fail("{}: cannot be written: {}", path.string(), std::strerror(errno));
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    if (!written || std::fflush(file.get()) != 0) {
      const std::string reason = std::strerror(errno);
      fs::remove(partial, error);
      return fail("{}: write failed: {}", path.string(), reason);
    }
  }
  fs::rename(partial, path, error);
  if (error) return fail("{}: cannot be put in place: {}", path.string(), error.message());
  return {};
}

Result<> write_text(const fs::path& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text.data(), text.size())));
}

Result<> may_write(const fs::path& path, bool force) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  if (!fs::exists(status)) return {};
  if (!fs::is_regular_file(status)) return fail("{}: is not a regular file; choose another name", path.string());
  if (force) return {};
  return fail("{}: exists already; choose another name, or --force to replace it", path.string());
}

Result<fs::path> file_within(const fs::path& folder, const std::string& name, Outside outside) {
  if (name.empty()) return fail("names no file");
  if (name.size() > 1024 || name.find("://") != std::string::npos || name.find('\0') != std::string::npos)
    return fail("must name a file, not a network address");
  const fs::path path = folder / name;
  if (outside == Outside::Allowed) return path;
  // Links are followed before the comparison.
  std::error_code error;
  const fs::path home = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  if (error) return fail("{}: {}", folder.string(), error.message());
  const fs::path real = fs::weakly_canonical(path, error);
  if (error) return fail("{}: {}", path.string(), error.message());
  if (std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first != home.end())
    return fail("\"{}\" lies outside the folder {}; copy it there, or allow it with --allow-outside", name,
                home.string());
  return path;
}

fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache) return fs::path(cache) / "firsthand";
  return home_folder() / ".cache" / "firsthand";
}

void set_data_folder(const fs::path& folder) {
  g_data_folder = folder;
}

fs::path data_folder() {
  if (!g_data_folder.empty()) return g_data_folder;
  std::error_code error;
  // When another loader starts the program, /proc/self/exe is that loader: the build's own folder is the last resort.
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (int up = 0; up < 5 && !folder.empty(); ++up, folder = folder.parent_path()) {
    if (holds_data(folder)) return folder;
    if (holds_data(folder / "share" / "firsthand")) return folder / "share" / "firsthand";
  }
#ifdef FH_SOURCE_FOLDER
  if (holds_data(FH_SOURCE_FOLDER)) return FH_SOURCE_FOLDER;
#endif
  return {};
}

}  // namespace fh::core
