// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a recording while the visit runs. The rows of a frame are collected and given to the system in one piece:
// after end_frame() nothing of the frame is kept back.
#include <filesystem>
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
  LogWriter(LogWriter&& other) noexcept { *this = std::move(other); }
  LogWriter& operator=(LogWriter&& other) noexcept;
  ~LogWriter() { close_file(); }

  void input(const frame::FrameInputs& inputs);
  /// Before the first hashes of these fields.
  void names(const FieldNames& names);
  void hashes(const TickHashes& hashes);
  /// A payload of MotionEncoder.
  void motion(std::span<const std::byte> payload) { add_row(RowKind::Motion, payload); }
  /// Between two frames. What follows depends on nothing before: inputs and hashes are written whole once more, and the
  /// caller names the fields again.
  void key_state(core::Tick tick, std::uint64_t layout, std::span<const std::byte> state);
  /// Flushes. The first failed write (full disk) is reported once; later rows are dropped.
  core::Result<> end_frame();
  /// Marks a proper end. Without it the file reads as "cut".
  core::Result<> close(std::string_view reason);

  const std::filesystem::path& path() const { return path_; }

 private:
  LogWriter() = default;
  void add_row(RowKind kind, std::span<const std::byte> payload);
  /// A row is encoded into the frame itself: begin_row(), append its payload to frame_, end_row().
  void begin_row(RowKind kind);
  void end_row();
  void close_file();

  std::filesystem::path path_;
  int file_ = -1;                 // -1: closed, or a write failed
  std::vector<std::byte> frame_;  // the rows since the last end_frame()
  std::size_t row_at_ = 0;        // where the row under way begins in frame_
  frame::FrameInputs last_input_;
  TickHashes last_hashes_;
};

}  // namespace fh::session
