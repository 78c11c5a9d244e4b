// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the keys of one object of a scenario file into variables that hold their defaults. Every call states key,
// range, default and meaning once: for the file that is being read, and for the JSON Schema and the reference in
// docs/scenarios.md, which are made from the same calls (scenario_schema()).
//
//   KeyReader keys(reader);
//   double mass = 8.0;
//   keys.number("mass", mass, "kg", {0.1, 1000.0});  // a wrong value is a problem and leaves the default
//   keys.end();                                      // keys that nobody asked for are problems
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "scene/place/scene_builder.h"

namespace fh::scene {

struct Range {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
};
inline constexpr Range kSizes{1e-3, 1000.0};        // m
inline constexpr Range kHeadings{-3600.0, 3600.0};  // degrees

enum class Need : std::uint8_t { Optional, Required };

class KeyReader {
 public:
  /// `description`: the JSON Schema of this level of the file, to be filled in; null where a file is only read.
  explicit KeyReader(core::JsonReader& reader, core::Json* description = nullptr);

  core::JsonReader& json() const { return *reader_; }
  bool describes() const { return description_ != nullptr; }
  bool has(const char* key) const { return reader_->has(key); }
  void problem(const char* key, std::string message) const { reader_->problem(key, std::move(message)); }

  void number(const char* key, double& value, const char* text, const Range& range = {});
  std::optional<double> optional_number(const char* key, const char* text, const Range& range = {});
  void integer(const char* key, int& value, const char* text, int minimum, int maximum);
  void boolean(const char* key, bool& value, const char* text);
  /// `most`: letters; 0: any number. Longer texts are a problem and cut.
  void text(const char* key, std::string& value, const char* text, std::size_t most = 0, Need need = Need::Optional);
  void word(const char* key, std::string& value, const std::vector<std::string>& words, const char* text,
            Need need = Need::Optional);
  /// Enumerators count through `words` from 0.
  template <class Enum>
  void choice(const char* key, Enum& value, const std::vector<std::string>& words, const char* text,
              Need need = Need::Optional) {
    std::string chosen = words[static_cast<std::size_t>(value)];
    word(key, chosen, words, text, need);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == chosen) value = static_cast<Enum>(i);
    }
  }
  /// Exactly `count` finite numbers; empty when absent or wrong. `range` is described here and checked by the caller.
  std::vector<double> numbers(const char* key, std::size_t count, const char* text, const Range& range = {});
  std::vector<std::string> texts(const char* key, const char* text);

  /// Letters, digits, '_', '-' and '.', at most 80; anything else is a problem and gives "".
  std::string name(const char* text = "Unique, stable name");
  /// Within 10 km of the origin.
  void position(const char* key, math::Vec3& value, const char* text);
  /// "at" and "yaw_deg".
  math::Pose standing_pose(const char* at_text, const char* yaw_text);
  /// "at" and "rotation_deg": [yaw, pitch, roll], or "rotation": a unit quaternion [x, y, z, w].
  math::Pose free_pose();
  /// "#rrggbb".
  void colour(const char* key, std::string& value, const char* text, const char* example = "#c02010");
  /// A material of the palette and another colour for it.
  void finish(Finish& value, const char* text, const char* material = "material", const char* colour = "colour");

  /// Objects of another level of the file, each to be read by a KeyReader of its own. While the level is described
  /// there is always one, empty if need be. `fewest` (0: the key is optional) and `most` (0: no bound) are
  /// described here and checked by the caller.
  std::optional<core::JsonReader> object(const char* key, const char* level, const char* text,
                                         Need need = Need::Optional);
  std::vector<core::JsonReader> objects(const char* key, const char* level, const char* text, std::size_t fewest = 0,
                                        std::size_t most = 0);
  /// The raw value, for what the calls above cannot express; `schema` is what it has to be.
  const core::Json* raw(const char* key, core::Json schema, const char* text, Need need = Need::Optional);
  /// States a key's schema without reading it.
  void describe(const char* key, core::Json schema, const char* text, Need need = Need::Optional);

  void end() const { reader_->finish(); }

 private:
  core::JsonReader* reader_;
  core::Json* description_;
};

/// What the values above refer to: the definitions "name", "point", "colour" and "material".
core::Json value_definitions();
/// Whole numbers are written without a decimal point.
core::Json json_number(double value);

}  // namespace fh::scene
