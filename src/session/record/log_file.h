// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of a recording, read in pieces: a file of any length costs one window of memory. Private to session/record.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "core/result.h"

namespace fh::session {

class LogFile {
 public:
  /// Refuses what is no regular file; a pipe does not block. Nothing is read yet.
  static core::Result<LogFile> open(const std::filesystem::path& path);
  static LogFile of(std::vector<std::byte> bytes);

  /// Whether a visit was being recorded into it when it was opened.
  bool is_being_written() const { return is_being_written_; }
  /// Bytes when it was opened.
  std::uint64_t size() const { return size_; }
  /// The bytes from `at` on, which are inside the file; `count` is at most kWindow. Valid until the next call. Empty
  /// when they cannot be read: the file has shrunk, or the device fails.
  std::span<const std::byte> view(std::uint64_t at, std::size_t count);
  /// Copies any number of bytes. False as above.
  bool read(std::uint64_t at, std::span<std::byte> out);

  static constexpr std::size_t kWindow = 256u << 10;

 private:
  struct Handle {
    int value = -1;
    Handle() = default;
    Handle(Handle&& other) noexcept : value(std::exchange(other.value, -1)) {}
    Handle& operator=(Handle&& other) noexcept;
    ~Handle();
  };

  Handle file_;                   // none: all is in bytes_
  std::vector<std::byte> bytes_;  // all of them, or those of the window
  std::uint64_t begin_ = 0;       // where bytes_ are in the file
  std::uint64_t size_ = 0;
  bool is_being_written_ = false;
};

}  // namespace fh::session
