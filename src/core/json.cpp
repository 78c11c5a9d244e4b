// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

#include "core/files.h"

namespace fh::core {
namespace {

constexpr int kDeepest = 64;

TextPosition position_of(std::string_view text, std::size_t offset) {
  TextPosition position;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    if (text[i] == '\n') {
      ++position.line;
      position.column = 1;
    } else {
      ++position.column;
    }
  }
  return position;
}

/// Nesting depth of the text, strings and comments left out; guards the recursive parser.
int depth_of(std::string_view text) {
  int depth = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      while (i < text.size() && text[i] != '\n') ++i;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '*') {
      const std::size_t close = text.find("*/", i + 2);
      i = close == std::string_view::npos ? text.size() : close + 1;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return deepest;
}

/// Walks valid JSON text (already parsed once) to the place of a pointer.
class Locator {
 public:
  explicit Locator(std::string_view text) : text_(text) {}

  std::size_t find(std::string_view pointer) {
    skip_space();
    std::size_t here = at_;
    while (!pointer.empty()) {
      pointer.remove_prefix(1);
      const std::size_t slash = pointer.find('/');
      std::string token(pointer.substr(0, slash));
      pointer = slash == std::string_view::npos ? std::string_view{} : pointer.substr(slash);
      unescape(token);
      if (!enter(token)) return here;
      here = at_;
    }
    return here;
  }

 private:
  static void unescape(std::string& token) {
    for (std::size_t at = 0; (at = token.find('~', at)) != std::string::npos; ++at) {
      if (at + 1 < token.size()) token.replace(at, 2, token[at + 1] == '1' ? "/" : "~");
    }
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    for (;;) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
      if (text_.substr(at_, 2) == "//") {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
      } else {
        return;
      }
    }
  }
  std::string_view take_string() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    const auto inside = text_.substr(begin, std::min(at_, text_.size()) - begin);
    ++at_;
    return inside;
  }
  void skip_value() {
    int depth = 0;
    do {
      skip_space();
      const char c = peek();
      if (c == '"') {
        take_string();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
      } else if (c == '}' || c == ']') {
        --depth;
        ++at_;
      } else if (c == ',' || c == ':') {
        ++at_;
      } else {
        while (at_ < text_.size() && !std::strchr(",]}{[:\" \t\r\n/", text_[at_])) ++at_;
      }
      skip_space();
    } while (depth > 0 && at_ < text_.size());
  }
  bool enter(const std::string& token) {
    skip_space();
    const char open = peek();
    if (open != '{' && open != '[') return false;
    ++at_;
    for (std::size_t index = 0;; ++index) {
      skip_space();
      if (peek() == '}' || peek() == ']' || at_ >= text_.size()) return false;
      bool wanted = open == '[' && token == std::to_string(index);
      if (open == '{') {
        wanted = take_string() == token;
        skip_space();
        ++at_;  // the colon
        skip_space();
      }
      if (wanted) return true;
      skip_value();
      if (peek() == ',') ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

std::string with_suggestion(std::string message, std::string_view word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  if (!nearest.empty()) message += fmt::format("; did you mean \"{}\"?", nearest);
  return message;
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 2) + 1;
  // A key without its unit: "yaw" means "yaw_deg".
  for (const auto& candidate : candidates) {
    if (!word.empty() && candidate.starts_with(std::string(word) + "_")) return candidate;
  }
  for (const auto& candidate : candidates) {
    const std::size_t distance = edit_distance(word.substr(0, 100), candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

Result<JsonFile> JsonFile::read(const std::filesystem::path& path) {
  FH_TRY(text, read_text(path));
  return parse(std::move(text), path.string());
}

Result<JsonFile> JsonFile::parse(std::string text, std::string name) {
  JsonFile file;
  file.name_ = std::move(name);
  file.text_ = std::move(text);
  if (depth_of(file.text_) > kDeepest) return fail("{}: nested deeper than {} levels", file.name_, kDeepest);
  try {
    file.root_ = Json::parse(file.text_, nullptr, true, true);
  } catch (const Json::parse_error& error) {
    const TextPosition at = position_of(file.text_, error.byte > 0 ? error.byte - 1 : 0);
    std::string reason = error.what();
    if (const auto cut = reason.find("column"); cut != std::string::npos) {
      if (const auto colon = reason.find(": ", cut); colon != std::string::npos) reason.erase(0, colon + 2);
    }
    return fail("{}:{}:{}: not valid JSON: {}", file.name_, at.line, at.column, reason);
  } catch (const Json::exception& error) {  // a number that no double holds, in quotes in what the library says
    std::string reason = error.what();
    if (const auto end = reason.find("] "); end != std::string::npos) reason.erase(0, end + 2);
    const auto quote = reason.find('\''), last = reason.rfind('\'');
    const std::size_t found = quote < last ? file.text_.find(reason.substr(quote + 1, last - quote - 1)) : 0;
    const TextPosition at = position_of(file.text_, found == std::string::npos ? 0 : found);
    return fail("{}:{}:{}: not valid JSON: {}", file.name_, at.line, at.column, reason);
  }
  return file;
}

TextPosition JsonFile::locate(std::string_view pointer) const {
  return position_of(text_, Locator(text_).find(pointer));
}

std::vector<std::string> Problems::lines() const {
  std::vector<std::string> lines;
  for (const auto& problem : list_) {
    if (lines.size() == 200) {
      lines.push_back(fmt::format("{}: and {} more problems", file_->name(), list_.size() - lines.size()));
      break;
    }
    const TextPosition at = file_->locate(problem.pointer);
    lines.push_back(fmt::format("{}:{}:{}: {}: {}", file_->name(), at.line, at.column,
                                problem.pointer.empty() ? "/" : problem.pointer, problem.message));
  }
  return lines;
}

Error Problems::as_error() const {
  return {fmt::format("{}", fmt::join(lines(), "\n"))};
}

JsonReader::JsonReader(const Json& object, Problems& problems, std::string pointer)
    : object_(&object), problems_(&problems), pointer_(std::move(pointer)) {
  static const Json kEmpty = Json::object();
  if (!object.is_object()) {
    problems.add(pointer_, fmt::format("must be an object, is {}", object.type_name()));
    object_ = &kEmpty;
  }
}

bool JsonReader::has(const char* key) const {
  return object_->contains(key);
}

std::string JsonReader::child(std::string_view key) const {
  std::string escaped;
  for (const char c : key) {
    if (c == '~')
      escaped += "~0";
    else if (c == '/')
      escaped += "~1";
    else
      escaped += c;
  }
  return pointer_ + "/" + escaped;
}

void JsonReader::problem(const char* key, std::string message) const {
  problems_->add(child(key), std::move(message));
}

const Json* JsonReader::find(const char* key, bool required) {
  known_.emplace_back(key);
  const auto found = object_->find(key);
  if (found != object_->end()) return &*found;
  if (required) problems_->add(pointer_, fmt::format("\"{}\" is missing", key));
  return nullptr;
}

const Json* JsonReader::raw(const char* key) {
  return find(key, false);
}

std::optional<double> JsonReader::optional_number(const char* key, const NumberRule& rule) {
  const Json* value = find(key, rule.required);
  if (!value) return std::nullopt;
  if (!value->is_number()) {
    problem(key, fmt::format("must be a number, is {}", value->type_name()));
    return std::nullopt;
  }
  const double number = value->get<double>();
  if (!(number >= rule.minimum && number <= rule.maximum)) {
    if (std::isinf(rule.maximum))
      problem(key, fmt::format("must be at least {}, is {}", rule.minimum, number));
    else
      problem(key, fmt::format("must be between {} and {}, is {}", rule.minimum, rule.maximum, number));
    return std::nullopt;
  }
  return number;
}

double JsonReader::number(const char* key, const NumberRule& rule) {
  return optional_number(key, rule).value_or(rule.fallback);
}

int JsonReader::integer(const char* key, int fallback, int minimum, int maximum) {
  const auto number = optional_number(key, {.minimum = double(minimum), .maximum = double(maximum)});
  if (!number) return fallback;
  if (*number != std::floor(*number)) {
    problem(key, fmt::format("must be a whole number, is {}", *number));
    return fallback;
  }
  return static_cast<int>(*number);
}

bool JsonReader::boolean(const char* key, bool fallback) {
  const Json* value = find(key, false);
  if (!value) return fallback;
  if (value->is_boolean()) return value->get<bool>();
  problem(key, fmt::format("must be true or false, is {}", value->type_name()));
  return fallback;
}

std::string JsonReader::text(const char* key, std::string fallback, bool required) {
  const Json* value = find(key, required);
  if (!value) return fallback;
  if (value->is_string()) return value->get<std::string>();
  problem(key, fmt::format("must be a text, is {}", value->type_name()));
  return fallback;
}

std::string JsonReader::choice(const char* key, const std::vector<std::string>& choices, std::string fallback,
                               bool required) {
  const Json* value = find(key, required);
  if (!value) return fallback;
  if (value->is_string()) {
    const auto word = value->get<std::string>();
    if (std::find(choices.begin(), choices.end(), word) != choices.end()) return word;
    problem(key,
            with_suggestion(fmt::format("\"{}\" is not one of: {}", word, fmt::join(choices, ", ")), word, choices));
    return fallback;
  }
  problem(key, fmt::format("must be one of: {}", fmt::join(choices, ", ")));
  return fallback;
}

std::vector<double> JsonReader::numbers(const char* key, std::size_t count, bool required) {
  const Json* value = find(key, required);
  if (!value) return {};
  std::vector<double> numbers;
  if (value->is_array() && value->size() == count) {
    for (const auto& element : *value) {
      if (element.is_number() && std::isfinite(element.get<double>())) numbers.push_back(element.get<double>());
    }
  }
  if (numbers.size() == count) return numbers;
  problem(key, fmt::format("must be a list of {} numbers", count));
  return {};
}

std::vector<std::string> JsonReader::texts(const char* key) {
  const Json* value = find(key, false);
  if (!value) return {};
  std::vector<std::string> texts;
  if (value->is_array()) {
    for (const auto& element : *value) {
      if (element.is_string()) texts.push_back(element.get<std::string>());
    }
    if (texts.size() == value->size()) return texts;
  }
  problem(key, "must be a list of texts");
  return {};
}

std::optional<JsonReader> JsonReader::object(const char* key, bool required) {
  const Json* value = find(key, required);
  if (!value) return std::nullopt;
  if (value->is_object()) return JsonReader(*value, *problems_, child(key));
  problem(key, fmt::format("must be an object, is {}", value->type_name()));
  return std::nullopt;
}

std::vector<JsonReader> JsonReader::objects(const char* key, bool required) {
  const Json* value = find(key, required);
  if (!value) return {};
  std::vector<JsonReader> readers;
  if (!value->is_array()) {
    problem(key, fmt::format("must be a list, is {}", value->type_name()));
    return readers;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    const std::string pointer = fmt::format("{}/{}", child(key), i);
    if ((*value)[i].is_object())
      readers.emplace_back((*value)[i], *problems_, pointer);
    else
      problems_->add(pointer, fmt::format("must be an object, is {}", (*value)[i].type_name()));
  }
  return readers;
}

std::vector<std::string> JsonReader::keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object_->items()) keys.push_back(key);
  return keys;
}

void JsonReader::finish() const {
  for (const auto& [key, value] : object_->items()) {
    const bool for_editors = key == "$schema" && pointer_.empty();
    if (for_editors || std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    problems_->add(child(key), with_suggestion(fmt::format("unknown key \"{}\"", key), key, known_));
  }
}

}  // namespace fh::core
