// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sentence as words: lower case, contractions written out, numbers and units apart. Names of the scenario that hold
// dots or underscores ("bench.panel.stop") stay whole.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace fh::language {

/// Longer sentences are refused: an instruction is one unit of attention, and reading costs time.
inline constexpr std::size_t kMostLetters = 400, kMostWords = 60;

struct Token {
  std::string word;     // "," and "." stand for themselves
  bool quoted = false;  // `word` is the text between quotation marks, as written
};

/// The words of a sentence. Fails on empty and overlong text, and on characters that are not English.
core::Result<std::vector<Token>> split_sentence(std::string_view sentence);
/// The words of a name or label ("bench.panel.stop", "Crate of bolts, 12 kg"), without punctuation.
std::vector<std::string> split_name(std::string_view name);

/// "3", "2.5" and "three"; none for other words.
std::optional<double> number_of(const std::string& word);
/// 1 for "first" … 12 for "twelfth"; 0 for other words.
int ordinal_of(const std::string& word);
/// What the word may be the plural of ("boxes": "box", "boxe"); empty when it cannot be a plural.
std::vector<std::string> singulars_of(const std::string& word);

enum class Inflection : std::uint8_t { Base, Third, Gerund, Past };  // open, opens, opening, opened (took, taken)
/// Whether `word` is that form of `base`.
bool is_form_of(const std::string& word, const std::string& base, Inflection inflection);

}  // namespace fh::language
