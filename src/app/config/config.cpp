// SPDX-License-Identifier: Apache-2.0
#include "app/config/config.h"

#include "app/config/profiles.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"

namespace fh::app {
namespace {

using core::Json;

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const auto& key : config_keys()) names.push_back(key.name);
  return names;
}

/// What is wrong with a value for a key; empty when nothing is.
std::string complaint(const ConfigKey& key, const Json& value) {
  switch (key.kind) {
    case KeyKind::Boolean:
      return value.is_boolean() ? "" : "must be true or false";
    case KeyKind::Choice:
      if (value.is_string() && std::count(key.choices.begin(), key.choices.end(), value.get<std::string>()) > 0)
        return "";
      return fmt::format("must be one of: {}", fmt::join(key.choices, ", "));
    case KeyKind::Text: {
      if (!value.is_string()) return fmt::format("must be {}", key.form);
      const auto checked = key.check(value.get<std::string>());
      return checked ? "" : checked.error().message;
    }
    case KeyKind::Number:
    case KeyKind::Integer:
      break;
  }
  const char* what = key.kind == KeyKind::Integer ? "a whole number" : "a number";
  const double number = value.is_number() ? value.get<double>() : NAN;
  const bool whole = key.kind == KeyKind::Number || number == std::floor(number);
  if (number >= key.minimum && number <= key.maximum && whole) return "";
  return fmt::format("must be {} between {} and {}", what, key.minimum, key.maximum);
}

std::string unknown_key(const std::string& name) {
  const std::string nearest = core::nearest_word(name, key_names());
  if (nearest.empty()) return fmt::format("unknown configuration key \"{}\"; see docs/configuration.md", name);
  return fmt::format("unknown configuration key \"{}\"; did you mean \"{}\"?", name, nearest);
}

/// Nothing, or a profile itself instead of its name.
bool is_profile_content(const std::string& text) {
  return text.empty() || text[0] == '{';
}

/// Leaves of nested objects as ("user.snap_turn_deg", pointer, value).
struct Leaf {
  std::string name, pointer;
  const Json* value;
};
void collect_leaves(const Json& node, const std::string& name, const std::string& pointer, std::vector<Leaf>& out) {
  for (const auto& [key, value] : node.items()) {
    const std::string full = name.empty() ? key : name + "." + key;
    if (value.is_object())
      collect_leaves(value, full, pointer + "/" + key, out);
    else if (key != "$schema")
      out.push_back({full, pointer + "/" + key, &value});
  }
}

}  // namespace

const ConfigKey* find_key(std::string_view name) {
  for (const auto& key : config_keys()) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

Config::Config() {
  for (const auto& key : config_keys()) values_.push_back(key.fallback);
}

core::Result<Config> Config::load(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  Config config;
  const auto merge_file = [&](const std::filesystem::path& path) -> core::Result<> {
    FH_TRY(json, core::JsonFile::read(path));
    return config.merge(json);
  };
  const auto defaults = core::data_folder() / "config" / "default.json";
  if (std::filesystem::exists(defaults)) {
    FH_TRY_VOID(merge_file(defaults));
  }
  if (!file.empty()) {
    FH_TRY_VOID(merge_file(file));
  }
  for (const auto& setting : settings) {
    FH_TRY_VOID(config.set(setting));
  }
  return config;
}

core::Result<Config> Config::from_json_text(const std::string& text, const std::string& name) {
  FH_TRY(file, core::JsonFile::parse(text, name));
  Config config;
  FH_TRY_VOID(config.merge(file));
  return config;
}

core::Result<> Config::merge(const core::JsonFile& file) {
  core::Problems problems(file);
  if (!file.root().is_object()) problems.add("", "must be an object of configuration keys");
  std::vector<Leaf> leaves;
  if (file.root().is_object()) collect_leaves(file.root(), "", "", leaves);
  for (const auto& leaf : leaves) {
    const ConfigKey* key = find_key(leaf.name);
    const auto taken = key ? take(*key, *leaf.value) : core::fail("{}", unknown_key(leaf.name));
    if (!taken) problems.add(leaf.pointer, taken.error().message);
  }
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  return {};
}

core::Result<> Config::take(const ConfigKey& key, Json value) {
  const bool names_profile =
      key.name == "user.profile" && value.is_string() && !is_profile_content(value.get<std::string>());
  if (names_profile) {
    FH_TRY(profile, load_profile(value.get<std::string>()));
    value = profile_text(profile);
    if (profile.seated) values_[index_of("user.posture")] = "seated";
  }
  if (const std::string wrong = complaint(key, value); !wrong.empty()) return core::fail("{}", wrong);
  values_[index_of(key.name)] = std::move(value);
  return {};
}

core::Result<> Config::set(const std::string& key_and_value) {
  const auto equals = key_and_value.find('=');
  if (equals == std::string::npos) return core::fail("--set {}: must have the form key=value", key_and_value);
  const std::string name = key_and_value.substr(0, equals), text = key_and_value.substr(equals + 1);
  const ConfigKey* key = find_key(name);
  if (!key) return core::fail("--set: {}", unknown_key(name));
  Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded() || key->kind == KeyKind::Choice || key->kind == KeyKind::Text) value = text;
  if (auto taken = take(*key, value); !taken) {
    if (key->name == "user.profile") return taken;  // names its file
    return core::fail("--set {}: {}, is \"{}\"", name, taken.error().message, text);
  }
  return {};
}

std::size_t Config::index_of(std::string_view name) const {
  const auto& keys = config_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const ConfigKey& key) { return key.name == name; });
  FH_ASSERT(found != keys.end(), name);
  return static_cast<std::size_t>(found - keys.begin());
}

double Config::number(std::string_view key) const {
  return values_[index_of(key)].get<double>();
}
int Config::integer(std::string_view key) const {
  return static_cast<int>(values_[index_of(key)].get<double>());
}
bool Config::boolean(std::string_view key) const {
  return values_[index_of(key)].get<bool>();
}
std::string Config::text(std::string_view key) const {
  return values_[index_of(key)].get<std::string>();
}

Json Config::to_json() const {
  Json json = Json::object();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    std::string pointer = "/" + config_keys()[i].name;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    json[Json::json_pointer(pointer)] = values_[i];
  }
  return json;
}

std::uint64_t Config::simulation_hash() const {
  std::string text;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (config_keys()[i].scope != KeyScope::Simulation) continue;
    // Numbers by value: 45 and 45.0 are the same setting.
    const Json& value = values_[i];
    text += config_keys()[i].name + "=" +
            (value.is_number() ? fmt::format("{}", value.get<double>()) : core::to_text(value)) + "\n";
  }
  return core::hash_text(text);
}

}  // namespace fh::app
