// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a recording back, row by row. The file is not trusted: lengths, checksums, values and the order of ticks are
// checked. After damage reading goes on at the next key state (since format 4), and what is lost is told.
//
// Memory: a window of 256 kB, one row, and the last input, hashes and names of fields. Less than 2 MB for the default
// visit, however long it is; never more than 600 MB, whatever is in the file.
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "session/record/log_file.h"
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

/// A stretch of a recording that cannot be read.
struct Damage {
  core::Tick from = 0;           // the first tick that is lost
  std::optional<core::Tick> to;  // the last one; none: everything to the end
  std::uint64_t byte = 0;        // where in the file
  std::string reason;
  bool is_cut = false;  // the file ends there: nothing else is wrong with it
};
/// "damaged at byte 4711 (the checksum does not match): ticks 12 to 900 are lost".
std::string text_of(const Damage& damage);

class LogReader {
 public:
  /// Fails when the file is no recording or of a version that cannot be read; damage behind the header is not a
  /// failure.
  static core::Result<LogReader> open(const std::filesystem::path& path);
  static core::Result<LogReader> from_bytes(std::vector<std::byte> bytes, std::string name);

  const LogHeader& header() const { return header_; }
  const std::string& name() const { return name_; }
  /// The next row that can be read, or nullopt at the end. Behind damage the first input or hash row comes after a key
  /// state with `after_damage`; rows of the motion track depend on nothing else and are not left out.
  std::optional<LogRow> next();
  /// The names of fields that were met so far, the last ones of each phase and key.
  const std::vector<FieldNames>& field_names() const { return field_names_; }
  /// Starts again after the header.
  void rewind();
  /// What was met so far; complete once next() has returned nullopt. Empty when the recording is whole.
  const std::vector<Damage>& damage() const { return damage_; }
  /// The state that came after damage could not be taken up: everything from the damage on is lost.
  void cannot_resume(const std::string& why);
  /// How much of the file was read, 0 to 1.
  double share_read() const {
    return file_.size() > 0 ? static_cast<double>(at_) / static_cast<double>(file_.size()) : 1.0;
  }
  /// Ticks that the recording covers as far as it was read, those lost in damage included.
  core::Tick ticks_recorded() const { return first_tick_ ? last_seen_ - *first_tick_ : 0; }

 private:
  enum class RowStatus { Good, Cut, Damaged };

  static core::Result<LogReader> from_file(LogFile file, std::string name);
  /// Reads the row at at_ into kind_ and payload_, and goes behind it.
  RowStatus read_row();
  /// Goes to the next place behind row_at_ where a whole row begins.
  bool find_row();
  bool could_be_row(std::span<const std::byte> bytes, std::uint64_t left) const;
  std::optional<LogRow> take_row();
  std::optional<LogRow> take_state();
  bool take_names();
  bool take_tick(core::Tick tick);
  /// From the present row on nothing is known until the next key state.
  void lose(std::string why, bool is_cut = false);

  std::string name_;
  LogFile file_;
  std::uint64_t at_ = 0, row_at_ = 0, first_row_ = 0;
  RowKind kind_{};
  std::vector<std::byte> payload_;  // of the present row
  LogHeader header_;
  frame::FrameInputs last_input_;
  InputUpgrade2 upgrade_;  // of files of format 2
  TickHashes last_hashes_;
  std::vector<FieldNames> field_names_;
  std::size_t names_held_ = 0;
  std::optional<core::Tick> first_tick_;  // ticks done where the recording begins
  core::Tick last_tick_ = 0;              // of the last hashes or state that were handed out
  core::Tick last_seen_ = 0;              // those of lost rows included
  std::uint64_t search_left_ = 0;         // bytes that find_row() may still hash
  bool ended_ = false;
  bool skipping_ = false;  // behind damage
  std::vector<Damage> damage_;
};

}  // namespace fh::session
