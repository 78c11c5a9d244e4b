// SPDX-License-Identifier: Apache-2.0
// Words against an entity: every word has to be explained by it, the last noun by its kind.
#include <algorithm>
#include <array>

#include "language/grounding/resolve.h"
#include "language/vocabulary.h"
#include "language/words.h"

namespace fh::language {
namespace {

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The word itself and what it may be the plural of.
std::vector<std::string> variants(const std::string& word) {
  std::vector<std::string> all{word};
  const auto singulars = singulars_of(word);
  all.insert(all.end(), singulars.begin(), singulars.end());
  return all;
}

bool has_variant(const std::vector<std::string>& words, const std::string& word) {
  const auto all = variants(word);
  return std::any_of(all.begin(), all.end(), [&](const std::string& w) { return has(words, w); });
}

bool same_words(const std::vector<std::string>& said, const std::vector<std::string>& name) {
  if (said.size() != name.size() || said.empty()) return false;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (!has(variants(said[i]), name[i])) return false;
  }
  return true;
}

/// Words of the same meaning as a word that compares: "large" for "big"; empty for other words.
std::vector<std::string> side_words(const std::string& word) {
  for (const Meaning& side : sides()) {
    auto words = pieces_of(side.phrases);
    if (has(words, word)) return words;
  }
  return {};
}

bool is_thing_word(const std::string& word) {
  return word == "thing" || word == "object" || word == "item";
}

/// The last word of a label that names the thing: of "Crate of bolts, 12 kg" the crate.
std::string label_head(const Entity& entity) {
  std::string head;
  for (const auto& word : entity.label_words) {
    if (word == "of" || number_of(word) || word == "to" || word == "on" || word == "between") break;
    head = word;
  }
  return head;
}

int head_tier(const Entity& entity, const std::string& head) {
  const bool in_name = has_variant(entity.label_words, head) || has_variant(entity.name_words, head);
  if (has_variant(entity.kind, head)) return 1;
  if (has_variant(entity.synonyms, head)) return in_name ? 2 : 3;
  if (has_variant({label_head(entity)}, head)) return 2;
  // Controls are called by what they control: "bench.panel.temperature".
  if (entity.parent && !entity.name_words.empty() && has_variant({entity.name_words.back()}, head)) return 2;
  if (has_variant(entity.general, head)) return 4;
  if (!entity.person) {
    const auto all = variants(head);
    if (std::any_of(all.begin(), all.end(), is_thing_word)) return kWorstTier;
  }
  return -1;
}

bool explains(const Setting& setting, const Entity& entity, const std::string& word) {
  for (const auto* words :
       {&entity.name_words, &entity.label_words, &entity.kind, &entity.synonyms, &entity.general, &entity.looks}) {
    if (has_variant(*words, word)) return true;
  }
  if (has(entity.label_words, word + "s")) return true;  // "the bolt crate": of bolts
  if (word == "'s") return has(entity.label_words, word);
  // "the locker door", "the panel button": what it belongs to.
  for (auto owner = entity.parent; owner; owner = setting.at(*owner).parent) {
    const Entity& whole = setting.at(*owner);
    for (const auto* words : {&whole.name_words, &whole.label_words, &whole.kind, &whole.synonyms}) {
      if (has_variant(*words, word)) return true;
    }
  }
  return false;
}

}  // namespace

int match_tier(const Setting& setting, std::size_t index, const NounPhrase& phrase, bool* literal_sides) {
  const Entity& entity = setting.at(index);
  *literal_sides = true;
  for (std::size_t i = 1; i < phrase.words.size(); ++i) {
    if (phrase.words[i] == phrase.words[i - 1]) return -1;
  }
  if (phrase.words.size() == 1 && phrase.words[0] == entity.name) return 0;
  if (phrase.kilograms > 0.0 && std::abs(phrase.kilograms - entity.mass) > 0.01) return -1;
  if (phrase.kilograms == 0.0 &&
      (same_words(phrase.words, entity.name_words) || same_words(phrase.words, entity.label_words)))
    return 0;
  std::size_t head = phrase.words.size();
  while (head > 0 && number_of(phrase.words[head - 1])) --head;
  if (head == 0) return -1;
  // "the stop button": all that is written on it, and what it is.
  const std::vector<std::string> before(phrase.words.begin(),
                                        phrase.words.begin() + static_cast<std::ptrdiff_t>(head) - 1);
  if (head == phrase.words.size() && same_words(before, entity.label_words) &&
      has_variant(entity.kind, phrase.words[head - 1]))
    return 0;
  const int tier = head_tier(entity, phrase.words[head - 1]);
  if (tier < 0) return -1;
  for (std::size_t i = 0; i < phrase.words.size(); ++i) {
    const std::string& word = phrase.words[i];
    if (i + 1 == head) continue;
    const bool in_name = has_variant(entity.name_words, word) || has_variant(entity.label_words, word);
    if (const auto alike = side_words(word); !alike.empty()) {
      const bool written = std::any_of(alike.begin(), alike.end(), [&](const std::string& w) {
        return has(entity.name_words, w) || has(entity.label_words, w);
      });
      *literal_sides = *literal_sides && written;
    } else if (number_of(word) ? !in_name : !explains(setting, entity, word)) {
      return -1;
    }
  }
  return tier;
}

bool is_plural(const Setting& setting, const NounPhrase& phrase, std::size_t index) {
  const Entity& entity = setting.at(index);
  std::size_t head = phrase.words.size();
  while (head > 0 && number_of(phrase.words[head - 1])) --head;
  if (head == 0) return false;
  const std::string& word = phrase.words[head - 1];
  if (singulars_of(word).empty()) return false;
  for (const auto* words : {&entity.name_words, &entity.label_words, &entity.kind, &entity.synonyms, &entity.general}) {
    if (has(*words, word)) return false;  // "pliers" is what it is called
  }
  return true;
}

}  // namespace fh::language
