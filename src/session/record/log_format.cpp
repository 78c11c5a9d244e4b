#include "session/record/log_format.h"

#include <cstring>

#include "core/archive.h"
#include "core/hash.h"
#include "core/json.h"
#include "core/text.h"

namespace fh::session {
namespace {

constexpr std::size_t kWords = sizeof(frame::FrameInput) / 8;
constexpr std::size_t kMaskBytes = (kWords + 7) / 8;
static_assert(sizeof(frame::FrameInput) % 8 == 0);

using Words = std::array<std::uint64_t, kWords>;

Words words_of(const frame::FrameInput& input) {
  Words words;
  std::memcpy(words.data(), &input, sizeof(input));
  return words;
}

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  out.insert(out.end(), bytes, bytes + size);
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

}  // namespace

void encode_input(const frame::FrameInput& before, const frame::FrameInput& now, std::vector<std::byte>& out) {
  const Words old_words = words_of(before), words = words_of(now);
  const std::size_t mask_at = out.size();
  out.resize(mask_at + kMaskBytes);
  for (std::size_t i = 0; i < kWords; ++i) {
    if (words[i] == old_words[i]) continue;
    out[mask_at + i / 8] |= std::byte(1u << (i % 8));
    append(out, &words[i], 8);
  }
}

bool decode_input(std::span<const std::byte> payload, frame::FrameInput& input) {
  if (payload.size() < kMaskBytes) return false;
  Words words = words_of(input);
  std::size_t at = kMaskBytes;
  for (std::size_t i = 0; i < kMaskBytes * 8; ++i) {
    if ((payload[i / 8] & std::byte(1u << (i % 8))) == std::byte(0)) continue;
    if (i >= kWords || payload.size() - at < 8) return false;
    std::memcpy(&words[i], payload.data() + at, 8);
    at += 8;
  }
  if (at != payload.size()) return false;
  std::memcpy(static_cast<void*>(&input), words.data(), sizeof(input));
  return frame::is_plausible(input);
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
  const auto take = [&](void* to, std::size_t size) {
    if (payload.size() < size) return false;
    std::memcpy(to, payload.data(), size);
    payload = payload.subspan(size);
    return true;
  };
  std::uint32_t phases = 0;
  if (!take(&hashes.tick, sizeof(hashes.tick)) || !take(&phases, sizeof(phases)) || phases > 64) return false;
  hashes.phases.resize(phases);
  for (auto& phase : hashes.phases) {
    std::uint32_t count = 0;
    if (!take(&phase.all, sizeof(phase.all)) || !take(&count, sizeof(count))) return false;
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
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  if (header.version != kLogVersion) {
    return core::fail("recording has format version {}, this program reads version {}", header.version, kLogVersion);
  }
  if (header.input_version != frame::kFrameInputVersion) {
    return core::fail("recording has input version {}, this program reads version {}", header.input_version,
                      frame::kFrameInputVersion);
  }
  if (header.ticks_per_second != core::kTicksPerSecond) {
    return core::fail("recording ran at {} ticks per second, this program runs at {}", header.ticks_per_second,
                      core::kTicksPerSecond);
  }
  return header;
}

}  // namespace fh::session
