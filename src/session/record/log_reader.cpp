// SPDX-License-Identifier: Apache-2.0
#include "session/record/log_reader.h"

#include <algorithm>
#include <cstring>

#include "core/hash.h"

namespace fh::session {
namespace {

constexpr core::Tick kLastTick = core::Tick{1} << 40;  // 387 years
constexpr std::size_t kMostNamesHeld = 1u << 24;       // 64 MB
constexpr std::size_t kMostNameRows = 1u << 14;

template <class T>
T value_of(std::span<const std::byte> bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

bool is_tick(core::Tick tick) {
  return tick >= 0 && tick < kLastTick;
}

}  // namespace

std::string text_of(const Damage& damage) {
  const std::string what =
      fmt::format("{} at byte {} ({})", damage.is_cut ? "cut" : "damaged", damage.byte, damage.reason);
  if (damage.is_cut) return what + fmt::format("; the last tick is {}", damage.from - 1);
  if (!damage.to) return what + fmt::format(": everything from tick {} on is lost", damage.from);
  if (*damage.to < damage.from) return what;
  return what + fmt::format(": ticks {} to {} are lost", damage.from, *damage.to);
}

core::Result<LogReader> LogReader::open(const std::filesystem::path& path) {
  FH_TRY(file, LogFile::open(path));
  return from_file(std::move(file), path.string());
}

core::Result<LogReader> LogReader::from_bytes(std::vector<std::byte> bytes, std::string name) {
  return from_file(LogFile::of(std::move(bytes)), std::move(name));
}

core::Result<LogReader> LogReader::from_file(LogFile file, std::string name) {
  LogReader reader;
  reader.name_ = std::move(name);
  reader.file_ = std::move(file);
  const auto magic = reader.file_.view(0, kMagic.size());
  if (magic.empty() || std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0) {
    return core::fail("{}: not a Firsthand recording (wrong first bytes)", reader.name_);
  }
  reader.at_ = kMagic.size();
  if (reader.read_row() != RowStatus::Good || reader.kind_ != RowKind::Header) {
    return core::fail("{}: the recording's header is damaged; nothing can be replayed", reader.name_);
  }
  const auto& text = reader.payload_;
  auto header = header_from_json_text({reinterpret_cast<const char*>(text.data()), text.size()});
  if (!header) return core::fail_within(reader.name_, header.error());
  reader.header_ = std::move(*header);
  reader.first_row_ = reader.at_;
  reader.rewind();
  return reader;
}

void LogReader::rewind() {
  at_ = first_row_;
  last_input_ = {};
  upgrade_ = {};
  last_hashes_ = {};
  field_names_.clear();
  names_held_ = 0;
  first_tick_.reset();
  last_tick_ = last_seen_ = 0;
  search_left_ = 8 * file_.size() + (256u << 20);
  ended_ = skipping_ = false;
  damage_.clear();
}

LogReader::RowStatus LogReader::read_row() {
  const std::uint64_t left = file_.size() - at_;
  if (left < kRowFrame) return RowStatus::Cut;
  const auto head = file_.view(at_, 5);
  if (head.empty()) return RowStatus::Damaged;
  const auto length = value_of<std::uint32_t>(head, 0);
  kind_ = static_cast<RowKind>(head[4]);
  if (length > longest_payload(kind_)) return RowStatus::Damaged;
  if (left < kRowFrame + length) return RowStatus::Cut;
  // Kind, payload and checksum; the first and the last do not stay.
  payload_.resize(1ull + length + 8ull);
  if (!file_.read(at_ + 4, payload_)) return RowStatus::Damaged;
  const auto checksum = value_of<std::uint64_t>(payload_, 1ull + length);
  payload_.resize(1ull + length);
  if (core::hash_bytes(payload_) != checksum) return RowStatus::Damaged;
  payload_.erase(payload_.begin());
  at_ += kRowFrame + length;
  return RowStatus::Good;
}

/// `bytes`: from the start of a row on, as many as are at hand; `left`: in the file. Cheap: what is left is hashed.
bool LogReader::could_be_row(std::span<const std::byte> bytes, std::uint64_t left) const {
  const auto length = value_of<std::uint32_t>(bytes, 0);
  const auto kind = static_cast<RowKind>(bytes[4]);
  if (kind == RowKind::Header || length > longest_payload(kind) || left < kRowFrame + length) return false;
  const auto payload = bytes.subspan(5);
  const auto has = [&](std::size_t size) { return length >= size; };
  const bool at_hand = payload.size() >= 12;
  switch (kind) {
    case RowKind::Input:
      if (header_.version == 2) return length < 4096;
      return has(16) && (!at_hand || value_of<std::uint32_t>(payload, 0) <= frame::kMostTicksPerFrame);
    case RowKind::Hashes:
      return has(12) && (!at_hand || (is_tick(value_of<core::Tick>(payload, 0)) &&
                                      value_of<std::uint32_t>(payload, 8) <= kMostPhases));
    case RowKind::KeyState:
      return has(8) && (!at_hand || is_tick(value_of<core::Tick>(payload, 0)));
    case RowKind::Fields:
      return has(12) && length % 4 == 0 && (!at_hand || value_of<std::uint32_t>(payload, 0) < kMostPhases);
    case RowKind::Motion:
      return has(13) && (!at_hand || (payload[0] <= std::byte{1} && is_tick(value_of<core::Tick>(payload, 1))));
    default:
      return true;
  }
}

bool LogReader::find_row() {
  std::uint64_t at = row_at_ + 1;
  while (at + kRowFrame <= file_.size()) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(LogFile::kWindow, file_.size() - at));
    const auto window = file_.view(at, count);
    if (window.empty()) return false;
    std::size_t i = 0;
    const std::size_t places = count - (kRowFrame - 1);
    while (i < places && !could_be_row(window.subspan(i), file_.size() - at - i)) ++i;
    at += i;
    if (i == places) continue;
    // Somebody might have made a file in which every place looks like a long row.
    const std::uint64_t cost = LogFile::kWindow + value_of<std::uint32_t>(window, i);
    if (cost > search_left_) return false;
    search_left_ -= cost;
    at_ = at;
    if (read_row() == RowStatus::Good) {
      at_ = at;
      return true;
    }
    ++at;
  }
  return false;
}

void LogReader::lose(std::string why, bool is_cut) {
  if (skipping_) return;  // it goes on
  skipping_ = true;
  if (header_.version < kResumableVersion && !is_cut)
    why += fmt::format("; a recording of format {} cannot be taken up behind damage", header_.version);
  damage_.push_back({last_tick_ + 1, std::nullopt, row_at_, std::move(why), is_cut});
}

void LogReader::cannot_resume(const std::string& why) {
  if (damage_.empty()) return;
  damage_.back().to.reset();
  damage_.back().reason += "; " + why;
  skipping_ = true;
}

std::optional<LogRow> LogReader::next() {
  while (!ended_) {
    row_at_ = at_;
    if (at_ == file_.size()) {
      lose(file_.is_being_written() ? "it is still being recorded"
                                    : "it has no end row: the visit was not ended properly",
           true);
      ended_ = true;
      break;
    }
    const RowStatus status = read_row();
    if (status != RowStatus::Good) {
      const bool first = !skipping_;
      lose("the checksum of a row does not match");
      if (find_row()) continue;
      ended_ = true;
      if (!first || status != RowStatus::Cut) break;
      damage_.back().is_cut = true;
      damage_.back().reason = file_.is_being_written() ? "it is still being recorded"
                                                       : "in the middle of a row: the visit was not ended properly";
      break;
    }
    if (auto row = take_row()) return row;
  }
  return std::nullopt;
}

/// The order of ticks shows rows that are missing as a whole.
bool LogReader::take_tick(core::Tick tick) {
  if (!is_tick(tick) || (first_tick_ && tick != last_tick_ + 1)) return false;
  if (!first_tick_) first_tick_ = tick - 1;
  last_tick_ = last_seen_ = tick;
  return true;
}

bool LogReader::take_names() {
  FieldNames names;
  if (!decode_names(payload_, names)) return false;
  const auto same = std::find_if(field_names_.begin(), field_names_.end(), [&](const FieldNames& row) {
    return row.phase == names.phase && row.key == names.key;
  });
  if (same != field_names_.end()) names_held_ -= same->names.size();
  names_held_ += names.names.size();
  if (names_held_ > kMostNamesHeld || field_names_.size() > kMostNameRows) return false;
  if (same != field_names_.end())
    *same = std::move(names);
  else
    field_names_.push_back(std::move(names));
  return true;
}

std::optional<LogRow> LogReader::take_state() {
  KeyState state;
  const std::size_t layout_size = header_.version == 2 ? 0 : sizeof(state.layout);
  const std::size_t head = sizeof(state.tick) + layout_size;
  if (payload_.size() < head || !is_tick(value_of<core::Tick>(payload_, 0))) {
    lose("an impossible state");
    return std::nullopt;
  }
  state.tick = value_of<core::Tick>(payload_, 0);
  std::memcpy(&state.layout, payload_.data() + sizeof(state.tick), layout_size);
  last_seen_ = std::max(last_seen_, state.tick);
  if (skipping_ && (header_.version < kResumableVersion || state.tick < last_tick_)) return std::nullopt;
  if (!skipping_ && first_tick_ && state.tick != last_tick_) {
    lose("a state of another tick");
    return std::nullopt;
  }
  state.after_damage = skipping_;
  if (skipping_) damage_.back().to = state.tick;
  if (!first_tick_) first_tick_ = skipping_ ? 0 : state.tick;
  skipping_ = false;
  last_tick_ = state.tick;
  if (header_.version >= kResumableVersion) {  // as the writer did
    last_input_ = {};
    last_hashes_ = {};
  }
  state.bytes.assign(payload_.begin() + static_cast<std::ptrdiff_t>(head), payload_.end());
  return state;
}

/// Nothing for rows that are of no use.
std::optional<LogRow> LogReader::take_row() {
  switch (kind_) {
    case RowKind::Input:
      if (skipping_) return std::nullopt;
      if (header_.version == 2 ? upgrade_.decode(payload_, last_input_) : decode_inputs(payload_, last_input_))
        return last_input_;
      lose("an impossible input");
      return std::nullopt;
    case RowKind::Fields:
      if (!skipping_ && !take_names()) lose("impossible names of fields");
      return std::nullopt;
    case RowKind::Hashes:
      if (skipping_) {
        const core::Tick tick = payload_.size() < sizeof(core::Tick) ? -1 : value_of<core::Tick>(payload_, 0);
        if (is_tick(tick)) last_seen_ = std::max(last_seen_, tick);
        if (!first_tick_) first_tick_ = 0;
        return std::nullopt;
      }
      if (decode_hashes(payload_, last_hashes_) && take_tick(last_hashes_.tick)) return last_hashes_;
      lose("impossible hashes, or ticks are missing");
      return std::nullopt;
    case RowKind::KeyState:
      return take_state();
    case RowKind::Motion:
      return MotionRow{payload_};
    case RowKind::End:
      ended_ = true;
      if (at_ != file_.size()) damage_.push_back({last_tick_ + 1, last_tick_, at_, "bytes behind the end row", false});
      return EndRow{{reinterpret_cast<const char*>(payload_.data()), payload_.size()}};
    case RowKind::Header:
      break;
  }
  lose("a second header");
  return std::nullopt;
}

}  // namespace fh::session
