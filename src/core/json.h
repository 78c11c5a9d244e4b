// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON files of people: comments allowed, every problem reported with file, line, column and JSON pointer.
//
//   JsonFile file = …;  Problems problems(file);
//   JsonReader root(file.root(), problems);
//   double mass = root.number("mass", {.minimum = 0.0});      // notes a problem and returns the fallback
//   root.finish();                                            // unknown keys are problems that name the nearest known
//   if (!problems.empty()) return problems.as_error();
#include <cstddef>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace fh::core {

using Json = nlohmann::ordered_json;

struct TextPosition {
  std::size_t line = 1, column = 1;  // both from 1; columns in bytes
};

class JsonFile {
 public:
  static Result<JsonFile> read(const std::filesystem::path& path);
  /// `name` stands for the file in messages. Depth over 64 levels is refused.
  static Result<JsonFile> parse(std::string text, std::string name);

  const Json& root() const { return root_; }
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  /// Where the value (or, failing that, its nearest existing parent) stands in the text.
  TextPosition locate(std::string_view pointer) const;

 private:
  std::string name_;
  std::string text_;
  Json root_;
};

struct Problem {
  std::string pointer;  // RFC 6901, "/objects/3/mass"
  std::string message;
};

/// All problems of one file, in the order found.
class Problems {
 public:
  explicit Problems(const JsonFile& file) : file_(&file) {}

  void add(std::string pointer, std::string message) { list_.push_back({std::move(pointer), std::move(message)}); }
  bool empty() const { return list_.empty(); }
  const std::vector<Problem>& list() const { return list_; }
  /// "file:line:column: /pointer: message", one line each; after 200 the rest is only counted (locating is not free,
  /// and a hostile file may hold a million).
  std::vector<std::string> lines() const;
  Error as_error() const;

 private:
  const JsonFile* file_;
  std::vector<Problem> list_;
};

struct NumberRule {
  double fallback = 0.0;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool required = false;
};

/// Typed, checked access to one JSON object; remembers which keys were asked for.
class JsonReader {
 public:
  JsonReader(const Json& object, Problems& problems, std::string pointer = "");

  bool has(const char* key) const;
  const std::string& pointer() const { return pointer_; }
  Problems& problems() const { return *problems_; }

  double number(const char* key, const NumberRule& rule = {});
  std::optional<double> optional_number(const char* key, const NumberRule& rule = {});
  int integer(const char* key, int fallback, int minimum, int maximum);
  bool boolean(const char* key, bool fallback);
  std::string text(const char* key, std::string fallback = "", bool required = false);
  /// One of `choices`; a wrong word is a problem that names the nearest choice.
  std::string choice(const char* key, const std::vector<std::string>& choices, std::string fallback,
                     bool required = false);
  /// Exactly `count` finite numbers; empty when absent or wrong.
  std::vector<double> numbers(const char* key, std::size_t count, bool required = false);
  std::vector<std::string> texts(const char* key);
  /// A nested object; nullopt when absent or not an object (the latter is a problem).
  std::optional<JsonReader> object(const char* key, bool required = false);
  /// The elements of an array of objects; non-objects are problems and left out.
  std::vector<JsonReader> objects(const char* key, bool required = false);
  /// The raw value, for what the typed calls cannot express; marks the key as known.
  const Json* raw(const char* key);
  std::vector<std::string> keys() const;
  /// The keys asked for so far: what this level of the file may hold.
  const std::vector<std::string>& known() const { return known_; }

  void problem(const char* key, std::string message) const;
  /// Every key that nobody asked for becomes a problem.
  void finish() const;

 private:
  const Json* find(const char* key, bool required);
  std::string child(std::string_view key) const;

  const Json* object_;
  Problems* problems_;
  std::string pointer_;
  std::vector<std::string> known_;
};

/// The candidate with the smallest edit distance to `word`, if it is plausible as a misspelling; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace fh::core
