// SPDX-License-Identifier: Apache-2.0
#include "session/record/log_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fh::session {
namespace {

/// How many bytes could be read.
std::size_t read_at(int file, std::uint64_t at, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ::ssize_t got = ::pread(file, out.data() + done, out.size() - done, static_cast<::off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace

LogFile::Handle& LogFile::Handle::operator=(Handle&& other) noexcept {
  if (this != &other && value >= 0) ::close(value);
  value = std::exchange(other.value, -1);
  return *this;
}

LogFile::Handle::~Handle() {
  if (value >= 0) ::close(value);
}

core::Result<LogFile> LogFile::open(const std::filesystem::path& path) {
  LogFile file;
  file.file_.value = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file.file_.value < 0) {
    if (errno == ENOENT) return core::fail("{}: no such file", path.string());
    return core::fail("{}: cannot be opened: {}", path.string(), std::strerror(errno));
  }
  struct stat status {};
  if (::fstat(file.file_.value, &status) != 0 || !S_ISREG(status.st_mode))
    return core::fail("{}: not a regular file", path.string());
  // Writers hold the lock; it is given back at once.
  if (::flock(file.file_.value, LOCK_SH | LOCK_NB) == 0)
    ::flock(file.file_.value, LOCK_UN);
  else
    file.is_being_written_ = errno == EWOULDBLOCK;
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

LogFile LogFile::of(std::vector<std::byte> bytes) {
  LogFile file;
  file.bytes_ = std::move(bytes);
  file.size_ = file.bytes_.size();
  return file;
}

std::span<const std::byte> LogFile::view(std::uint64_t at, std::size_t count) {
  if (at > size_ || count > size_ - at || count > kWindow) return {};
  if (at < begin_ || at + count > begin_ + bytes_.size()) {
    if (file_.value < 0) return {};
    bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, size_ - at)));
    begin_ = at;
    bytes_.resize(read_at(file_.value, at, bytes_));
    if (bytes_.size() < count) return {};
  }
  return std::span(bytes_).subspan(static_cast<std::size_t>(at - begin_), count);
}

bool LogFile::read(std::uint64_t at, std::span<std::byte> out) {
  if (out.size() > kWindow && file_.value >= 0) return read_at(file_.value, at, out) == out.size();
  if (file_.value < 0) {
    if (at > size_ || out.size() > size_ - at) return false;
    if (!out.empty()) std::memcpy(out.data(), bytes_.data() + at, out.size());
    return true;
  }
  const auto bytes = view(at, out.size());
  if (bytes.size() != out.size()) return false;
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return true;
}

}  // namespace fh::session
