// SPDX-License-Identifier: Apache-2.0
#include "session/record/log_reader.h"

#include <cstring>

#include "core/files.h"
#include "core/hash.h"

namespace fh::session {

core::Result<LogReader> LogReader::open(const std::filesystem::path& path) {
  auto bytes = core::read_file(path, 8ull << 30);
  if (!bytes) return tl::make_unexpected(bytes.error());
  return from_bytes(std::move(*bytes), path.string());
}

core::Result<LogReader> LogReader::from_bytes(std::vector<std::byte> bytes, std::string name) {
  LogReader reader;
  reader.name_ = std::move(name);
  reader.bytes_ = std::move(bytes);
  if (reader.bytes_.size() < kMagic.size() || std::memcmp(reader.bytes_.data(), kMagic.data(), kMagic.size()) != 0) {
    return core::fail("{}: not a Firsthand recording (wrong first bytes)", reader.name_);
  }
  reader.at_ = kMagic.size();
  const auto row = reader.raw_row();
  if (!row || row->kind != RowKind::Header) {
    return core::fail("{}: the recording's header is damaged; nothing can be replayed", reader.name_);
  }
  auto header = header_from_json_text({reinterpret_cast<const char*>(row->payload.data()), row->payload.size()});
  if (!header) return core::fail_within(reader.name_, header.error());
  reader.header_ = std::move(*header);
  reader.first_row_ = reader.at_;
  return reader;
}

void LogReader::rewind() {
  at_ = first_row_;
  last_input_ = {};
  upgrade_ = {};
  last_hashes_ = {};
  field_names_.clear();
  ended_ = false;
  damage_.clear();
}

std::optional<LogReader::RawRow> LogReader::raw_row() {
  const std::size_t left = bytes_.size() - at_;
  std::uint32_t length = 0;
  if (left < 5) return std::nullopt;
  std::memcpy(&length, bytes_.data() + at_, 4);
  if (length > kLongestRow || left < 5ull + length + 8ull) return std::nullopt;
  const auto checked = std::span(bytes_).subspan(at_ + 4, 1ull + length);
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, bytes_.data() + at_ + 5 + length, 8);
  if (core::hash_bytes(checked) != checksum) return std::nullopt;
  at_ += 5ull + length + 8ull;
  return RawRow{static_cast<RowKind>(checked[0]), checked.subspan(1)};
}

std::optional<LogRow> LogReader::stop(std::string why) {
  damage_ = fmt::format("{}: {}", name_, why);
  ended_ = true;
  return std::nullopt;
}

bool LogReader::decode(const RawRow& row, KeyState& state) const {
  auto bytes = row.payload;
  const std::size_t layout_size = header_.version == 2 ? 0 : sizeof(state.layout);
  if (bytes.size() < sizeof(state.tick) + layout_size) return false;
  std::memcpy(&state.tick, bytes.data(), sizeof(state.tick));
  std::memcpy(&state.layout, bytes.data() + sizeof(state.tick), layout_size);
  bytes = bytes.subspan(sizeof(state.tick) + layout_size);
  state.bytes.assign(bytes.begin(), bytes.end());
  return true;
}

std::optional<LogRow> LogReader::next() {
  if (ended_) return std::nullopt;
  const std::size_t row_at = at_;
  if (at_ == bytes_.size()) return stop("the recording is cut: it has no end row");
  const auto row = raw_row();
  if (!row) return stop(fmt::format("damaged or cut at byte {}; replaying up to there", row_at));
  switch (row->kind) {
    case RowKind::Input: {
      const bool good =
          header_.version == 2 ? upgrade_.decode(row->payload, last_input_) : decode_inputs(row->payload, last_input_);
      if (!good) return stop(fmt::format("impossible input row at byte {}", row_at));
      return last_input_;
    }
    case RowKind::Fields:
      if (!decode_names(row->payload, field_names_.emplace_back()))
        return stop(fmt::format("impossible row of fields at byte {}", row_at));
      return next();
    case RowKind::Hashes:
      if (!decode_hashes(row->payload, last_hashes_))
        return stop(fmt::format("impossible hash row at byte {}", row_at));
      return last_hashes_;
    case RowKind::KeyState: {
      KeyState state;
      if (!decode(*row, state)) return stop(fmt::format("impossible state row at byte {}", row_at));
      return state;
    }
    case RowKind::Motion:
      return MotionRow{{row->payload.begin(), row->payload.end()}};
    case RowKind::End:
      ended_ = true;
      return EndRow{{reinterpret_cast<const char*>(row->payload.data()), row->payload.size()}};
    case RowKind::Header:
      break;
  }
  return stop(fmt::format("unknown row kind {} at byte {}", static_cast<int>(row->kind), row_at));
}

}  // namespace fh::session
