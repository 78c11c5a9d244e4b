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

namespace fh::session {

struct EndRow {
  std::string reason;
};

using LogRow = std::variant<frame::FrameInput, TickHashes, KeyState, EndRow>;

class LogReader {
 public:
  /// Fails when the file is no recording or of another version; a damaged tail is not a failure.
  static core::Result<LogReader> open(const std::filesystem::path& path);
  static core::Result<LogReader> from_bytes(std::vector<std::byte> bytes, std::string name);

  const LogHeader& header() const { return header_; }
  const std::string& name() const { return name_; }
  /// The next row, or nullopt at the end or at damage.
  std::optional<LogRow> next();
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
  std::optional<LogRow> stop(std::string why);

  std::string name_;
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
  std::size_t first_row_ = 0;
  LogHeader header_;
  frame::FrameInput last_input_;
  TickHashes last_hashes_;
  bool ended_ = false;
  std::string damage_;
};

}  // namespace fh::session
