// SPDX-License-Identifier: Apache-2.0
#include "session/record/log_format.h"

#include <algorithm>
#include <cstring>

#include "core/archive.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/text.h"

namespace fh::session {
namespace {

constexpr std::size_t kWords = sizeof(frame::FrameInput) / 8;
constexpr std::size_t kGroupWords = 32;
constexpr std::size_t kGroups = (kWords + kGroupWords - 1) / kGroupWords;
constexpr std::uint32_t kMostUsersRead = 1024;  // a row with more is damage
static_assert(sizeof(frame::FrameInput) % 8 == 0 && kGroups <= 32);

/// The form of input rows in each format.
std::uint32_t input_version_of(std::uint32_t format) {
  return std::min(format, 3u);
}
static_assert(frame::kFrameInputVersion == 3);

const frame::FrameInput kNobody{};

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  out.insert(out.end(), bytes, bytes + size);
}

/// False, and nothing taken, where less is left.
bool take_bytes(std::span<const std::byte>& from, void* to, std::size_t size) {
  if (from.size() < size) return false;
  std::memcpy(to, from.data(), size);
  from = from.subspan(size);
  return true;
}

/// Bytes of a group of words; the last one may be short.
std::span<const std::byte> group_of(const frame::FrameInput& input, std::size_t group) {
  const auto bytes = std::as_bytes(std::span(&input, 1)).subspan(group * kGroupWords * 8);
  return bytes.first(std::min(bytes.size(), kGroupWords * 8));
}

void encode_user(const frame::FrameInput& before, const frame::FrameInput& now, std::vector<std::byte>& out) {
  const std::size_t groups_at = out.size();
  std::uint32_t groups = 0;
  out.resize(groups_at + sizeof(groups));
  for (std::size_t g = 0; g < kGroups; ++g) {
    const auto old_bytes = group_of(before, g), bytes = group_of(now, g);
    if (std::memcmp(old_bytes.data(), bytes.data(), bytes.size()) == 0) continue;
    groups |= 1u << g;
    const std::size_t mask_at = out.size();
    std::uint32_t mask = 0;
    out.resize(mask_at + sizeof(mask) + bytes.size());
    std::size_t at = mask_at + sizeof(mask);
    for (std::size_t i = 0; i < bytes.size() / 8; ++i) {
      if (std::memcmp(&old_bytes[8 * i], &bytes[8 * i], 8) == 0) continue;
      mask |= 1u << i;
      std::memcpy(&out[at], &bytes[8 * i], 8);
      at += 8;
    }
    std::memcpy(&out[mask_at], &mask, sizeof(mask));
    out.resize(at);
  }
  std::memcpy(&out[groups_at], &groups, sizeof(groups));
}

bool decode_user(std::span<const std::byte>& payload, frame::FrameInput& input) {
  std::array<std::byte, sizeof(frame::FrameInput)> bytes;
  std::memcpy(bytes.data(), &input, sizeof(input));
  std::uint32_t groups = 0;
  if (!take_bytes(payload, &groups, sizeof(groups))) return false;
  for (std::size_t g = 0; g < 32; ++g) {
    if ((groups >> g & 1u) == 0) continue;
    std::uint32_t mask = 0;
    if (g >= kGroups || !take_bytes(payload, &mask, sizeof(mask))) return false;
    for (std::size_t i = 0; i < kGroupWords; ++i) {
      if ((mask >> i & 1u) == 0) continue;
      const std::size_t word = g * kGroupWords + i;
      if (word >= kWords || !take_bytes(payload, &bytes[8 * word], 8)) return false;
    }
  }
  std::memcpy(static_cast<void*>(&input), bytes.data(), sizeof(input));
  return true;
}

std::uint64_t hash_from_text(const std::string& text, bool& good) {
  std::uint64_t value = 0;
  good = good && text.size() == 16;
  for (const char c : text) {
    const auto digit = std::string_view("0123456789abcdef").find(c);
    good = good && digit != std::string_view::npos;
    value = value * 16 + (digit & 15u);
  }
  return value;
}

/// Of untrusted JSON: empty where there is no text of this name.
std::string text_at(const core::Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class Take>
void each_of(const core::Json* rows, Take&& take) {
  if (!rows || !rows->is_array()) return;
  for (const core::Json& row : *rows) take(row);
}

/// What format 4 added. Recordings without it are read as before.
void read_origin(core::JsonReader& reader, LogHeader& header) {
  bool good = true;
  header.scenario_text = reader.text("scenario_text");
  header.files_folder = reader.text("files_folder");
  each_of(reader.raw("files"), [&](const core::Json& row) {
    header.files.push_back({text_at(row, "name"), hash_from_text(text_at(row, "hash"), good)});
  });
  each_of(reader.raw("tours"), [&](const core::Json& row) {
    header.tours.push_back({text_at(row, "name"), text_at(row, "text")});
  });
  each_of(reader.raw("versions"), [&](const core::Json& row) {
    header.versions.push_back({text_at(row, "part"), text_at(row, "version")});
  });
  if (!good) reader.problem("files", "each needs a hash of 16 hexadecimal digits");
}

}  // namespace

std::uint32_t longest_payload(RowKind kind) {
  constexpr std::uint32_t kMegabyte = 1u << 20;
  switch (kind) {
    case RowKind::Header:
      return 48 * kMegabyte;  // a scenario of 16 MB with every character escaped
    case RowKind::Input:
      return 8 * kMegabyte;
    case RowKind::Hashes:
      return 20 * kMegabyte;
    case RowKind::KeyState:
      return 256 * kMegabyte;
    case RowKind::End:
      return 1u << 16;
    case RowKind::Fields:
      return 20 * kMegabyte;
    case RowKind::Motion:
      return 64 * kMegabyte;
  }
  return 0;
}

void encode_inputs(const frame::FrameInputs& before, const frame::FrameInputs& now, std::vector<std::byte>& out) {
  const auto users = static_cast<std::uint32_t>(now.users.size());
  append(out, &now.ticks, sizeof(now.ticks));
  append(out, &users, sizeof(users));
  append(out, &now.display_time_ns, sizeof(now.display_time_ns));
  for (std::size_t i = 0; i < now.users.size(); ++i) {
    encode_user(i < before.users.size() ? before.users[i] : kNobody, now.users[i], out);
  }
}

bool decode_inputs(std::span<const std::byte> payload, frame::FrameInputs& inputs) {
  const auto take = [&](void* to, std::size_t size) { return take_bytes(payload, to, size); };
  std::uint32_t users = 0;
  if (!take(&inputs.ticks, sizeof(inputs.ticks)) || !take(&users, sizeof(users))) return false;
  if (!take(&inputs.display_time_ns, sizeof(inputs.display_time_ns)) || users > kMostUsersRead) return false;
  inputs.users.resize(users);
  for (auto& user : inputs.users) {
    if (!decode_user(payload, user)) return false;
  }
  return payload.empty() && frame::is_plausible(inputs);
}

std::uint32_t name_hash(std::string_view field_path) {
  return static_cast<std::uint32_t>(core::hash_bytes(std::as_bytes(std::span(field_path))));
}

void encode_names(const FieldNames& names, std::vector<std::byte>& out) {
  append(out, &names.phase, sizeof(names.phase));
  append(out, &names.key, sizeof(names.key));
  append(out, names.names.data(), names.names.size() * sizeof(std::uint32_t));
}

bool decode_names(std::span<const std::byte> payload, FieldNames& names) {
  if (!take_bytes(payload, &names.phase, sizeof(names.phase)) || names.phase >= kMostPhases) return false;
  if (!take_bytes(payload, &names.key, sizeof(names.key)) || payload.size() % sizeof(std::uint32_t) != 0) return false;
  names.names.resize(payload.size() / sizeof(std::uint32_t));
  return payload.empty() || take_bytes(payload, names.names.data(), payload.size());
}

void encode_hashes(const TickHashes& before, const TickHashes& now, std::vector<std::byte>& out) {
  append(out, &now.tick, sizeof(now.tick));
  const auto phases = static_cast<std::uint32_t>(now.phases.size());
  append(out, &phases, sizeof(phases));
  for (std::size_t p = 0; p < now.phases.size(); ++p) {
    const auto& fields = now.phases[p].fields;
    const bool comparable = p < before.phases.size() && before.phases[p].fields.size() == fields.size();
    const auto count = static_cast<std::uint32_t>(fields.size());
    append(out, &now.phases[p].all, sizeof(now.phases[p].all));
    append(out, &count, sizeof(count));
    const std::size_t mask_at = out.size(), changed_at = mask_at + (fields.size() + 7) / 8;
    out.resize(changed_at + fields.size() * sizeof(std::uint32_t));
    std::size_t at = changed_at;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == (comparable ? before.phases[p].fields[i] : 0)) continue;
      out[mask_at + i / 8] |= std::byte(1u << (i % 8));
      std::memcpy(out.data() + at, &fields[i], sizeof(std::uint32_t));
      at += sizeof(std::uint32_t);
    }
    out.resize(at);
  }
}

bool decode_hashes(std::span<const std::byte> payload, TickHashes& hashes) {
  const auto take = [&](void* to, std::size_t size) { return take_bytes(payload, to, size); };
  std::uint32_t phases = 0, room = kMostFields;
  if (!take(&hashes.tick, sizeof(hashes.tick)) || !take(&phases, sizeof(phases)) || phases > kMostPhases) return false;
  hashes.phases.resize(phases);
  for (auto& phase : hashes.phases) {
    std::uint32_t count = 0;
    if (!take(&phase.all, sizeof(phase.all)) || !take(&count, sizeof(count)) || count > room) return false;
    room -= count;
    const std::size_t mask_size = (std::size_t{count} + 7) / 8;
    if (mask_size > payload.size()) return false;
    const auto mask = payload.first(mask_size);
    payload = payload.subspan(mask_size);
    if (phase.fields.size() != count) phase.fields.assign(count, 0);
    for (std::size_t i = 0; i < mask_size * 8; ++i) {
      if ((mask[i / 8] & std::byte(1u << (i % 8))) == std::byte(0)) continue;
      if (i >= count || !take(&phase.fields[i], sizeof(std::uint32_t))) return false;
    }
  }
  return payload.empty();
}

std::string to_json_text(const LogHeader& header) {
  core::Json json;
  json["version"] = header.version;
  json["input_version"] = header.input_version;
  json["build"] = header.build;
  json["scenario"] = header.scenario;
  json["scenario_hash"] = core::hash_string(header.scenario_hash);
  json["config"] = core::Json::parse(header.config, nullptr, false);
  json["config_hash"] = core::hash_string(header.config_hash);
  json["ticks_per_second"] = header.ticks_per_second;
  json["phases"] = header.phases;
  json["scenario_text"] = header.scenario_text;
  json["files_folder"] = header.files_folder;
  json["files"] = json["tours"] = json["versions"] = core::Json::array();
  for (const auto& file : header.files)
    json["files"].push_back({{"name", file.name}, {"hash", core::hash_string(file.hash)}});
  for (const auto& tour : header.tours) json["tours"].push_back({{"name", tour.name}, {"text", tour.text}});
  for (const auto& row : header.versions) json["versions"].push_back({{"part", row.part}, {"version", row.version}});
  return core::to_text(json);
}

core::Result<LogHeader> header_from_json_text(std::string text) {
  const auto file = core::JsonFile::parse(std::move(text), "recording header");
  if (!file) return tl::make_unexpected(file.error());
  core::Problems problems(*file);
  core::JsonReader reader(file->root(), problems);
  LogHeader header;
  header.version = static_cast<std::uint32_t>(reader.integer("version", 0, 0, 1 << 30));
  header.input_version = static_cast<std::uint32_t>(reader.integer("input_version", 0, 0, 1 << 30));
  header.build = reader.text("build");
  header.scenario = reader.text("scenario", "", true);
  bool good = true;
  header.scenario_hash = hash_from_text(reader.text("scenario_hash"), good);
  header.config_hash = hash_from_text(reader.text("config_hash"), good);
  if (!good) reader.problem("scenario_hash", "must be 16 hexadecimal digits");
  if (const auto* config = reader.raw("config")) header.config = config->dump();
  header.ticks_per_second = reader.integer("ticks_per_second", 0, 1, 10000);
  header.phases = reader.texts("phases");
  read_origin(reader, header);
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  if (header.version < kOldestLogVersion || header.version > kLogVersion) {
    return core::fail("recording has format version {}, this program reads versions {} to {}", header.version,
                      kOldestLogVersion, kLogVersion);
  }
  if (header.input_version != input_version_of(header.version)) {
    return core::fail("recording of format {} has input version {}, this program reads version {}", header.version,
                      header.input_version, input_version_of(header.version));
  }
  if (header.ticks_per_second != core::kTicksPerSecond) {
    return core::fail("recording ran at {} ticks per second, this program runs at {}", header.ticks_per_second,
                      core::kTicksPerSecond);
  }
  return header;
}

}  // namespace fh::session
