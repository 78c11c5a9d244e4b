#pragma once
// The recording file (.fhlog): what was put in and what came out, row by row, so that any run can be simulated again.
//
//   file  = magic (8 bytes), row…
//   row   = u32 payload length, u8 kind, payload, u64 XXH3 of kind and payload           (all little endian)
//   kinds = Header (JSON text), Input, Hashes, KeyState, End
//
// Rows are written whole and flushed frame by frame: a killed program leaves a file that reads up to its last frame.
// Input rows hold only the 8-byte words that changed since the row before (a bit per word, then the words), hash rows
// only the field hashes that did.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/time.h"
#include "frame/frame_input.h"

namespace fh::session {

inline constexpr std::array<char, 8> kMagic = {'F', 'H', 'L', 'O', 'G', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t kLogVersion = 2;
inline constexpr core::Tick kKeyStateInterval = 10 * core::kTicksPerSecond;
/// No honest row is larger; a longer length is damage.
inline constexpr std::uint32_t kLongestRow = 256u << 20;

enum class RowKind : std::uint8_t { Header = 1, Input = 2, Hashes = 3, KeyState = 4, End = 5 };

struct LogHeader {
  std::uint32_t version = kLogVersion;
  std::uint32_t input_version = frame::kFrameInputVersion;
  std::string build;     // program version and compiler
  std::string scenario;  // as the user named it
  std::uint64_t scenario_hash = 0;
  std::string config = "{}";  // the effective configuration, JSON text
  std::uint64_t config_hash = 0;
  std::int64_t ticks_per_second = core::kTicksPerSecond;
  std::vector<std::string> phases;  // names, in the order of PhaseHash entries
};

/// What one phase of one tick computed: a hash of all its state, and a short one per field to name a difference.
struct PhaseHash {
  std::uint64_t all = 0;
  std::vector<std::uint32_t> fields;

  bool operator==(const PhaseHash&) const = default;
};

struct TickHashes {
  core::Tick tick = 0;
  std::vector<PhaseHash> phases;
};

struct KeyState {
  core::Tick tick = 0;
  std::vector<std::byte> bytes;
};

std::string to_json_text(const LogHeader& header);
core::Result<LogHeader> header_from_json_text(std::string text);

/// Word-wise difference of input rows. decode() refuses malformed payloads.
void encode_input(const frame::FrameInput& before, const frame::FrameInput& now, std::vector<std::byte>& out);
bool decode_input(std::span<const std::byte> payload, frame::FrameInput& io_before_then_now);

/// The same for field hashes; a phase with another number of fields than before counts as all zero before.
void encode_hashes(const TickHashes& before, const TickHashes& now, std::vector<std::byte>& out);
bool decode_hashes(std::span<const std::byte> payload, TickHashes& io_before_then_now);

}  // namespace fh::session
