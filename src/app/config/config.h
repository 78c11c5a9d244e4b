// SPDX-License-Identifier: Apache-2.0
#pragma once
// The configuration: one table of keys (config_keys.cpp), values from built-in defaults < config/default.json <
// --config FILE < --set key=value. Unknown keys and wrong values are errors that name the nearest known key or the
// range.
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/json.h"
#include "core/result.h"

namespace fh::app {

enum class KeyKind { Number, Integer, Boolean, Choice, Text };
/// Whether a key can change simulation results: those are part of a recording's identity.
enum class KeyScope { Simulation, View };

struct ConfigKey {
  std::string name;  // "user.snap_turn_deg"
  KeyKind kind;
  KeyScope scope;
  core::Json fallback;
  double minimum = 0.0, maximum = 0.0;                         // numbers
  std::vector<std::string> choices;                            // choices; of texts the usual ones
  std::string meaning;                                         // one sentence, with the unit
  std::string form;                                            // texts: what may be written
  core::Result<> (*check)(const std::string& text) = nullptr;  // texts: what is wrong
};

/// Every key there is.
const std::vector<ConfigKey>& config_keys();
/// Null for a name that is no key.
const ConfigKey* find_key(std::string_view name);

class Config {
 public:
  /// The built-in defaults.
  Config();
  /// Defaults, then config/default.json of the data folder if present, then `file` if not empty, then "key=value"s.
  static core::Result<Config> load(const std::filesystem::path& file, const std::vector<std::string>& settings);
  /// From a recording's header.
  static core::Result<Config> from_json_text(const std::string& text, const std::string& name);

  double number(std::string_view key) const;
  int integer(std::string_view key) const;
  bool boolean(std::string_view key) const;
  std::string text(std::string_view key) const;

  /// A profile named in `user.profile` is read at once and its content kept as the value: recordings hold it, and a
  /// replay needs no file.
  core::Result<> merge(const core::JsonFile& file);
  core::Result<> set(const std::string& key_and_value);

  /// Nested objects, every key present.
  core::Json to_json() const;
  /// Of the simulation keys only.
  std::uint64_t simulation_hash() const;

 private:
  std::size_t index_of(std::string_view key) const;
  core::Result<> take(const ConfigKey& key, core::Json value);

  std::vector<core::Json> values_;  // in the order of config_keys()
};

}  // namespace fh::app
