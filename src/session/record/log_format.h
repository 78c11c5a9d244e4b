// SPDX-License-Identifier: Apache-2.0
#pragma once
// The recording file (.fhlog): what was put in and what came out, row by row, so that any run can be simulated again.
//
//   file  = magic (8 bytes), row…
//   row   = u32 payload length, u8 kind, payload, u64 XXH3 of kind and payload           (all little endian)
//   kinds = Header (JSON text), Input, Hashes, KeyState, End, Fields, Motion (motion_track.h)
//
// Rows are written whole and flushed frame by frame: a killed program leaves a file that reads up to its last frame.
// Key states are written between frames. What follows one depends on nothing before it (since format 4), so that
// reading goes on there after damage. Input rows hold, for each user, only the 8-byte words that changed since the row
// before: a bit per group of 32 words, a bit per word of the groups that changed, then the words. Hash rows hold only
// the field hashes that changed. A Fields row says which fields the hashes of a phase are of, so that programs with
// other fields can compare the rest. Files of format 2 are read through upgrade_2.h. docs/recordings.md says when the
// number of the format changes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/time.h"
#include "frame/frame_input.h"

namespace fh::session {

inline constexpr std::array<char, 8> kMagic = {'F', 'H', 'L', 'O', 'G', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t kLogVersion = 4;
inline constexpr std::uint32_t kOldestLogVersion = 2;
inline constexpr std::uint32_t kResumableVersion = 4;  // from here on, reading goes on at key states after damage
inline constexpr core::Tick kKeyStateInterval = 10 * core::kTicksPerSecond;
inline constexpr std::size_t kRowFrame = 4 + 1 + 8;  // bytes of a row besides its payload
inline constexpr std::uint32_t kMostPhases = 64;
/// Fields of all phases of a tick that a reader accepts: 16 MB of hashes.
inline constexpr std::uint32_t kMostFields = 1u << 22;

enum class RowKind : std::uint8_t { Header = 1, Input = 2, Hashes = 3, KeyState = 4, End = 5, Fields = 6, Motion = 7 };
/// Bytes of the longest honest payload; 0 for kinds that do not exist. A longer row is damage.
std::uint32_t longest_payload(RowKind kind);

/// A text that the recording carries: a tour, by the name of its file.
struct CarriedText {
  std::string name, text;
};
/// A file that the scenario names; not carried.
struct FileHash {
  std::string name;
  std::uint64_t hash = 0;
};
/// A part of what computed: "compiler", "g++ 12.2.0".
struct PartVersion {
  std::string part, version;
};

struct LogHeader {
  std::uint32_t version = kLogVersion;
  std::uint32_t input_version = frame::kFrameInputVersion;
  std::string build;     // program version and compiler, for people
  std::string scenario;  // as the user named it
  std::uint64_t scenario_hash = 0;
  std::string config = "{}";  // the effective configuration, JSON text
  std::uint64_t config_hash = 0;
  std::int64_t ticks_per_second = core::kTicksPerSecond;
  std::vector<std::string> phases;  // names, in the order of PhaseHash entries
  // Since format 4:
  std::string scenario_text;          // the scenario's file as it was; empty: only its name and hash are known
  std::vector<FileHash> files;        // models of the scenario
  std::string files_folder;           // where they were; empty when there are none
  std::vector<CarriedText> tours;     // of scripted users; what they did is in the input rows
  std::vector<PartVersion> versions;  // of everything that computes
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

/// Which fields the hashes of a phase are of. Not every tick has the same ones: `key` tells its kinds of ticks apart.
struct FieldNames {
  std::uint32_t phase = 0;  // index
  std::uint64_t key = 0;
  std::vector<std::uint32_t> names;  // name_hash() of each field's path
};
std::uint32_t name_hash(std::string_view field_path);

struct KeyState {
  core::Tick tick = 0;
  std::uint64_t layout = 0;   // hash of the paths of all fields in `bytes`; 0 is unknown (format 2)
  bool after_damage = false;  // readers: what comes before it is lost; the world is to be taken up from here
  std::vector<std::byte> bytes;
};

std::string to_json_text(const LogHeader& header);
core::Result<LogHeader> header_from_json_text(std::string text);

/// Word-wise difference of input rows; users who were not there before count as FrameInput{}. decode() refuses
/// malformed payloads.
void encode_inputs(const frame::FrameInputs& before, const frame::FrameInputs& now, std::vector<std::byte>& out);
bool decode_inputs(std::span<const std::byte> payload, frame::FrameInputs& io_before_then_now);

/// The same for field hashes; a phase with another number of fields than before counts as all zero before.
void encode_hashes(const TickHashes& before, const TickHashes& now, std::vector<std::byte>& out);
bool decode_hashes(std::span<const std::byte> payload, TickHashes& io_before_then_now);

void encode_names(const FieldNames& names, std::vector<std::byte>& out);
bool decode_names(std::span<const std::byte> payload, FieldNames& names);

}  // namespace fh::session
