// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a recording back. The file is not trusted: lengths, checksums and values are checked, and reading stops at the
// first damage with a sentence that says where and what.
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "session/record/log_format.h"
#include "session/record/upgrade_2.h"

namespace fh::session {

struct EndRow {
  std::string reason;
};

/// A row of the motion track, for MotionDecoder.
struct MotionRow {
  std::vector<std::byte> bytes;
};

using LogRow = std::variant<frame::FrameInputs, TickHashes, KeyState, EndRow, MotionRow>;

class LogReader {
 public:
  /// Fails when the file is no recording or of a version that cannot be read; a damaged tail is not a failure.
  static core::Result<LogReader> open(const std::filesystem::path& path);
  static core::Result<LogReader> from_bytes(std::vector<std::byte> bytes, std::string name);

  const LogHeader& header() const { return header_; }
  const std::string& name() const { return name_; }
  /// The next row, or nullopt at the end or at damage.
  std::optional<LogRow> next();
  /// The Fields rows so far.
  const std::vector<FieldNames>& field_names() const { return field_names_; }
  /// Starts again after the header.
  void rewind();
  /// What stopped next(), once it has returned nullopt; empty when the recording ended properly.
  const std::string& damage() const { return damage_; }

 private:
  struct RawRow {
    RowKind kind;
    std::span<const std::byte> payload;
  };
  std::optional<RawRow> raw_row();
  bool decode(const RawRow& row, KeyState& state) const;
  std::optional<LogRow> stop(std::string why);

  std::string name_;
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
  std::size_t first_row_ = 0;
  LogHeader header_;
  frame::FrameInputs last_input_;
  InputUpgrade2 upgrade_;  // of files of format 2
  TickHashes last_hashes_;
  std::vector<FieldNames> field_names_;
  bool ended_ = false;
  std::string damage_;
};

}  // namespace fh::session
