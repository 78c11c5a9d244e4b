// SPDX-License-Identifier: Apache-2.0
#include "language/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace fh::language {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Typographic quotation marks, dashes and signs as ASCII; other characters stay.
std::string plain_characters(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
      {"\u2018", "'"}, {"\u2019", "'"}, {"\u201c", "\""},        {"\u201d", "\""}, {"\u2013", "-"},
      {"\u2014", ","}, {"\u2026", "."}, {"\u00b0", " degrees "}, {"\u00a0", " "}};
  std::string plain(text);
  for (const auto& [from, to] : kPlain) {
    for (std::size_t at = plain.find(from); at != std::string::npos; at = plain.find(from, at + to.size()))
      plain.replace(at, from.size(), to);
  }
  return plain;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// What an apostrophe and the letters after it stand for.
void add_contraction(std::vector<Token>& tokens, std::string word) {
  static constexpr std::pair<std::string_view, std::string_view> kWhole[] = {
      {"can't", "can"}, {"won't", "will"}, {"cannot", "can"}, {"let's", "let us"}};
  for (const auto& [from, to] : kWhole) {
    if (word != from) continue;
    const bool together = from == "let's";
    tokens.push_back({together ? "let" : std::string(to)});
    tokens.push_back({together ? "us" : "not"});
    return;
  }
  static constexpr std::pair<std::string_view, std::string_view> kTails[] = {
      {"n't", "not"}, {"'re", "are"}, {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}, {"'m", "am"}, {"'s", "'s"}};
  for (const auto& [tail, meaning] : kTails) {
    if (word.size() <= tail.size() || word.compare(word.size() - tail.size(), tail.size(), tail) != 0) continue;
    tokens.push_back({word.substr(0, word.size() - tail.size())});
    tokens.push_back({std::string(meaning)});
    return;
  }
  if (word.size() > 2 && word.ends_with("s'")) {  // of several
    tokens.push_back({word.substr(0, word.size() - 1)});
    tokens.push_back({"'s"});
    return;
  }
  tokens.push_back({std::move(word)});
}

/// "10s" is a number and a unit; "crate_1" and "b2" are names.
void add_word(std::vector<Token>& tokens, const std::string& word) {
  std::size_t digits = 0;
  while (digits < word.size() && (is_digit(word[digits]) || word[digits] == '.')) ++digits;
  static constexpr std::array kUnitLetters{"s",   "m",   "cm", "kg", "min", "deg", "x",
                                           "sec", "bar", "th", "st", "nd",  "rd"};
  const std::string unit = word.substr(digits);
  if (digits > 0 && std::find(kUnitLetters.begin(), kUnitLetters.end(), unit) != kUnitLetters.end()) {
    const bool ordinal = unit == "th" || unit == "st" || unit == "nd" || unit == "rd";
    tokens.push_back({ordinal ? word : word.substr(0, digits)});
    if (!ordinal) tokens.push_back({unit == "x" ? "times" : unit});
    return;
  }
  add_contraction(tokens, word);
}

/// Words that are written together or apart.
void join_compounds(std::vector<Token>& tokens) {
  static constexpr std::pair<std::string_view, std::string_view> kCompounds[] = {
      {"tool", "box"},       {"work", "bench"}, {"screw", "driver"}, {"store", "room"},  {"stock", "room"},
      {"cup", "board"},      {"stair", "case"}, {"hand", "wheel"},   {"dust", "bin"},    {"counter", "clockwise"},
      {"anti", "clockwise"}, {"work", "shop"},  {"peg", "board"},    {"switch", "gear"}, {"half", "way"},
      {"no", "body"},        {"any", "body"}};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    for (const auto& [first, second] : kCompounds) {
      if (tokens[i].word != first || (tokens[i + 1].word != second && tokens[i + 1].word != std::string(second) + "s"))
        continue;
      tokens[i].word += tokens[i + 1].word;
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      break;
    }
  }
}

bool is_inside_word(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (is_letter(c) || is_digit(c) || c == '_' || c == '\'') return true;
  // A dot between letters or digits belongs to a name or a number.
  const auto is_part = [&](std::size_t at) { return at < text.size() && (is_letter(text[at]) || is_digit(text[at])); };
  return c == '.' && i > 0 && is_part(i - 1) && is_part(i + 1);
}

/// The end of a quotation that begins at `i`; npos when none does.
std::size_t quotation_end(std::string_view text, std::size_t i) {
  if (text[i] == '"') return text.find('"', i + 1);
  const bool opens = text[i] == '\'' && (i == 0 || text[i - 1] == ' ');
  if (!opens) return std::string_view::npos;
  for (std::size_t end = text.find('\'', i + 1); end != std::string_view::npos; end = text.find('\'', end + 1)) {
    if (end + 1 == text.size() || !is_letter(text[end + 1])) return end;
  }
  return std::string_view::npos;
}

}  // namespace

core::Result<std::vector<Token>> split_sentence(std::string_view sentence) {
  const std::string text = plain_characters(sentence);
  if (text.size() > kMostLetters) return core::fail("the sentence has more than {} letters", kMostLetters);
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (const std::size_t close = quotation_end(text, i); close != std::string::npos) {
      tokens.push_back({text.substr(i + 1, close - i - 1), true});
      i = close + 1;
    } else if (is_inside_word(text, i) && c != '\'') {
      std::size_t end = i;
      while (end < text.size() && is_inside_word(text, end)) ++end;
      add_word(tokens, lower(std::string_view(text).substr(i, end - i)));
      i = end;
    } else {
      if (c == ',' || c == ';' || c == ':') tokens.push_back({","});
      if (c == '.' || c == '!' || c == '?') tokens.push_back({"."});
      if (c == '%') tokens.push_back({"percent"});
      if (std::string_view(",;:.!?% \t\n-#()'\"/").find(c) == std::string_view::npos)
        return core::fail("only English letters, digits and punctuation can be read");
      ++i;
    }
  }
  join_compounds(tokens);
  if (tokens.size() > kMostWords) return core::fail("the sentence has more than {} words", kMostWords);
  if (std::all_of(tokens.begin(), tokens.end(), [](const Token& t) { return t.word == "," || t.word == "."; }))
    return core::fail("nothing was said");
  return tokens;
}

std::vector<std::string> split_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool part = is_letter(c) || is_digit(c) ||
                      (c == '.' && i > 0 && i + 1 < name.size() && is_digit(name[i - 1]) && is_digit(name[i + 1]));
    if (!part) {
      if (c == '\'') {  // "Foreman's" is read as in sentences: two words
        end_word();
        if (i + 1 < name.size() && (name[i + 1] == 's' || name[i + 1] == 'S')) words.emplace_back("'s"), ++i;
        continue;
      }
      end_word();
      continue;
    }
    if (!word.empty() && is_digit(c) != is_digit(word.back()) && c != '.' && word.back() != '.') end_word();
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  end_word();
  return words;
}

std::optional<double> number_of(const std::string& word) {
  static constexpr std::array kNumbers{"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                       "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    if (word == kNumbers[i]) return static_cast<double>(i);
  }
  static constexpr std::pair<std::string_view, double> kTens[] = {
      {"thirteen", 13},   {"fourteen", 14}, {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18},
      {"nineteen", 19},   {"seventy", 70},  {"eighty", 80},  {"twenty", 20},  {"thirty", 30},    {"forty", 40},
      {"forty-five", 45}, {"fifty", 50},    {"sixty", 60},   {"ninety", 90},  {"hundred", 100}};
  for (const auto& [text, value] : kTens) {
    if (word == text) return value;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

int ordinal_of(const std::string& word) {
  static constexpr std::array kOrdinals{"first",   "second", "third", "fourth", "fifth",    "sixth",
                                        "seventh", "eighth", "ninth", "tenth",  "eleventh", "twelfth"};
  for (std::size_t i = 0; i < kOrdinals.size(); ++i) {
    if (word == kOrdinals[i]) return static_cast<int>(i) + 1;
  }
  if (word.size() > 2 && is_digit(word[0]) && !is_digit(word.back())) {
    const auto number = number_of(word.substr(0, word.size() - 2));
    if (number && *number >= 1.0 && *number < 100.0) return static_cast<int>(*number);
  }
  return 0;
}

std::vector<std::string> singulars_of(const std::string& word) {
  static constexpr std::pair<std::string_view, std::string_view> kIrregular[] = {
      {"people", "person"}, {"men", "man"}, {"women", "woman"}};
  for (const auto& [plural, singular] : kIrregular) {
    if (word == plural) return {std::string(singular)};
  }
  if (word.size() < 3 || word.back() != 's' || word.ends_with("ss")) return {};
  std::vector<std::string> result{word.substr(0, word.size() - 1)};
  if (word.ends_with("es")) result.push_back(word.substr(0, word.size() - 2));
  if (word.ends_with("ves")) {
    result.push_back(word.substr(0, word.size() - 3) + "f");
    result.push_back(word.substr(0, word.size() - 3) + "fe");
  }
  if (word.ends_with("ies")) result.push_back(word.substr(0, word.size() - 3) + "y");
  return result;
}

bool is_form_of(const std::string& word, const std::string& base, Inflection inflection) {
  if (inflection == Inflection::Base) return word == base;
  const bool silent_e = base.size() > 2 && base.back() == 'e' && base[base.size() - 2] != 'e';
  const std::string stem = silent_e ? base.substr(0, base.size() - 1) : base;
  const bool y = base.size() > 2 && base.back() == 'y' &&
                 std::string_view("aeiou").find(base[base.size() - 2]) == std::string_view::npos;
  if (inflection == Inflection::Third) {
    return word == base + "s" || word == base + "es" || (y && word == base.substr(0, base.size() - 1) + "ies") ||
           (base == "have" && word == "has");
  }
  if (inflection == Inflection::Gerund) return word == stem + "ing" || word == base + base.back() + "ing";
  static constexpr std::pair<std::string_view, std::string_view> kIrregular[] = {
      {"take", "taken"},   {"go", "gone"},      {"see", "seen"},    {"bring", "brought"},  {"give", "given"},
      {"put", "put"},      {"hold", "held"},    {"sit", "sat"},     {"stand", "stood"},    {"come", "come"},
      {"do", "done"},      {"shut", "shut"},    {"hide", "hidden"}, {"leave", "left"},     {"keep", "kept"},
      {"get", "got"},      {"make", "made"},    {"say", "said"},    {"tell", "told"},      {"lead", "led"},
      {"find", "found"},   {"catch", "caught"}, {"set", "set"},     {"let", "let"},        {"run", "run"},
      {"shake", "shaken"}, {"throw", "thrown"}, {"kneel", "knelt"}, {"flee", "fled"},      {"hang", "hung"},
      {"pay", "paid"},     {"lay", "laid"},     {"show", "shown"},  {"drive", "driven"},   {"swing", "swung"},
      {"slide", "slid"},   {"stick", "stuck"},  {"meet", "met"},    {"spin", "spun"},      {"lend", "lent"},
      {"read", "read"},    {"hit", "hit"},      {"cut", "cut"},     {"unlock", "unlocked"}};
  static constexpr std::pair<std::string_view, std::string_view> kSimple[] = {
      {"take", "took"}, {"go", "went"}, {"see", "saw"},     {"give", "gave"},   {"come", "came"}, {"do", "did"},
      {"hide", "hid"},  {"run", "ran"}, {"shake", "shook"}, {"throw", "threw"}, {"lie", "lay"}};
  for (const auto& [verb, past] : kSimple) {
    if (base == verb && word == past) return true;
  }
  for (const auto& [verb, past] : kIrregular) {
    if (base == verb) return word == past;
  }
  return word == stem + "ed" || word == base + base.back() + "ed" ||
         (y && word == base.substr(0, base.size() - 1) + "ied");
}

}  // namespace fh::language
