// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a recording while the visit runs. Nothing is kept back: after end_frame() the frame is with the system.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "session/record/log_format.h"

namespace fh::session {

class LogWriter {
 public:
  /// Creates the file (and its folder); an existing file is replaced.
  static core::Result<LogWriter> create(const std::filesystem::path& path, const LogHeader& header);

  void input(const frame::FrameInputs& inputs);
  /// Before the first hashes of these fields.
  void names(const FieldNames& names);
  void hashes(const TickHashes& hashes);
  /// A payload of MotionEncoder.
  void motion(std::span<const std::byte> payload) { row(RowKind::Motion, payload); }
  void key_state(core::Tick tick, std::uint64_t layout, std::span<const std::byte> state);
  /// Flushes. The first failed write (full disk) is reported once; later rows are dropped.
  core::Result<> end_frame();
  /// Marks a proper end. Without it the file reads as "cut".
  core::Result<> close(std::string_view reason);

  const std::filesystem::path& path() const { return path_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void row(RowKind kind, std::span<const std::byte> payload);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  frame::FrameInputs last_input_;
  TickHashes last_hashes_;
  std::vector<std::byte> payload_;  // reused
  std::vector<std::byte> bytes_;    // reused
  bool failed_ = false;
};

}  // namespace fh::session
