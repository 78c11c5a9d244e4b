// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

constexpr std::array kPronouns{"it",      "them",       "him",    "her",     "me",       "you",       "yourself",
                               "that",    "this",       "those",  "these",   "everyone", "everybody", "nobody",
                               "someone", "somebody",   "anyone", "anybody", "i",        "he",        "she",
                               "they",    "everything", "us",     "we"};

std::string known_pronoun(const std::string& word) {
  if (word == "i" || word == "us" || word == "we") return "me";
  if (word == "yourself") return "you";
  if (word == "he") return "him";
  if (word == "she") return "her";
  if (word == "that" || word == "this") return "it";
  if (word == "they" || word == "those" || word == "these") return "them";
  if (word == "everybody") return "everyone";
  if (word == "somebody" || word == "anyone" || word == "anybody") return "someone";
  return word;
}

}  // namespace

std::string Grammar::said(std::size_t begin, std::size_t end) const {
  std::string text;
  for (std::size_t i = begin; i < end && i < tokens_.size(); ++i)
    text += (text.empty() || tokens_[i].word == "'s" || tokens_[i].word == "," ? "" : " ") + tokens_[i].word;
  return text;
}

bool Grammar::is_noun_word(std::size_t i) const {
  const std::string& w = word(i);
  static constexpr std::array kNever{"to",   "the",    "of", "and", "on",  "in", "a", "between",
                                     "your", "before", "kg", "is",  "for", ",",  "."};
  if (w.empty() || std::find(kNever.begin(), kNever.end(), w) != kNever.end()) return false;
  // "the front of the press" names a place on it.
  if (is(i + 1, "of") && is_area_word(w)) return true;
  if (setting_.words.contains(w) || setting_.words.contains(w + "s")) return true;  // "rag carton": of rags
  for (const auto& singular : singulars_of(w)) {
    if (setting_.words.contains(singular)) return true;
  }
  return false;
}

/// "left", "biggest", "second", "12 kg": words before a noun that compare. False when there is none at `i`.
bool Grammar::take_descriptor(std::size_t& i, NounPhrase& phrase) const {
  if (const auto number = number_of(word(i))) {
    const auto found = in_table(i + 1, units());
    for (const auto& [name, next] : found) {
      if (std::string_view(name) != "kg") continue;
      phrase.kilograms = *number;
      i = next;
      return true;
    }
  }
  if (const int ordinal = ordinal_of(word(i)); ordinal > 0) {
    phrase.ordinal = ordinal;
    ++i;
    return true;
  }
  // "the open drawer", "an empty pallet"
  static constexpr std::pair<const char*, const char*> kLooks[] = {
      {"open", "open"},         {"opened", "open"}, {"closed", "closed"}, {"shut", "closed"}, {"locked", "locked"},
      {"unlocked", "unlocked"}, {"empty", "empty"}, {"full", "full"},     {"loaded", "full"}};
  for (const auto& [look, state] : kLooks) {
    if (!is(i, look) || !is_noun_word(i + 1)) continue;
    Modifier looks;
    looks.words = {state};
    phrase.modifiers.push_back(std::move(looks));
    ++i;
    return true;
  }
  for (const auto& [name, next] : in_table(i, sides())) {
    phrase.sides.emplace_back(name);
    // The word itself may belong to a label: "Large wrench".
    for (std::size_t k = i; k < next; ++k) phrase.words.push_back(word(k));
    i = next;
    return true;
  }
  return false;
}

/// Descriptors and nouns from `i` on; every length that ends in a noun is a reading, the longest the cheapest.
void Grammar::described(std::size_t i, NounPhrase base, std::size_t begin, Readings<NounPhrase>& all) {
  Readings<NounPhrase> found;
  for (std::size_t k = i; k < tokens_.size();) {
    std::size_t next = k;
    // "the can nearest to her" compares behind the noun.
    const bool behind = !base.words.empty() && any_of(k + 1, {"to", "from"}) && !in_table(k, sides()).empty();
    if (behind) break;
    const bool descriptor = take_descriptor(next, base);
    if (!descriptor) {
      const bool number_in_name = number_of(word(k)) && !base.words.empty() && setting_.words.contains(word(k));
      const bool numbered = is(k, "number") && number_of(word(k + 1));
      if (numbered) {
        ++k;
        continue;
      }
      // "desk two" is desk 2.
      const auto number = number_of(word(k));
      const std::string digits = number ? std::to_string(static_cast<int>(*number)) : "";
      const bool spelt = number && !base.words.empty() && setting_.words.contains(digits) && !number_in_name;
      if (!is_noun_word(k) && !number_in_name && !spelt) break;
      base.words.push_back(spelt ? digits : word(k));
      next = k + 1;
    }
    k = next;
    // "the left" alone may be a reading too: "take the left".
    base.said = said(begin, k);
    if (!base.words.empty()) found.push_back({base, k, 0});
    if (found.size() > 8) break;
  }
  for (auto& reading : found) {
    reading.cost = kAttachment * static_cast<int>(found.back().next - reading.next);
    all.push_back(std::move(reading));
  }
}

Readings<NounPhrase> Grammar::simple_noun_phrase(std::size_t i) {
  Readings<NounPhrase> all;
  reach(i);
  if (std::find(kPronouns.begin(), kPronouns.end(), word(i)) != kPronouns.end()) {
    NounPhrase phrase;
    phrase.pronoun = known_pronoun(word(i));
    phrase.said = word(i);
    std::size_t next = i + 1;
    if (is(next, "else")) ++next;
    all.push_back({std::move(phrase), next, 0});
  }
  if (is(i, "no") && is(i + 1, "one")) {
    NounPhrase phrase;
    phrase.pronoun = "nobody";
    phrase.said = "no one";
    all.push_back({std::move(phrase), i + 2, 0});
  }
  NounPhrase base;
  std::size_t k = i;
  base.bare = true;
  if (any_of(k, {"all", "every", "each", "both", "any", "either"})) {
    base.quantity = any_of(k, {"any", "either"}) ? Quantity::Indefinite : Quantity::All;
    if (is(k, "both")) base.count = 2;
    ++k;
    if (is(k, "one")) ++k;
    if (is(k, "of")) ++k;
    base.bare = false;
  } else if (const auto number = number_of(word(k)); number && is(k + 1, "of") && *number >= 1.0 && *number < 50.0) {
    base.quantity = Quantity::Indefinite;
    base.count = static_cast<int>(*number);
    k += 2;
    base.bare = false;
  }
  if (any_of(k, {"the", "that", "this", "those", "these"})) {
    ++k;
    base.bare = false;
  } else if (any_of(k, {"my", "your", "our", "his", "her", "their", "its"})) {  // whose it is, is not known
    if (is(k, "its")) {
      NounPhrase it;
      it.pronoun = it.said = "it";
      base.modifiers.push_back({find_relation("of"), {it}});
    }
    ++k;
    base.bare = false;
  } else if (any_of(k, {"a", "an", "some", "another"})) {
    base.quantity = Quantity::Indefinite;
    ++k;
    base.bare = false;
  }
  if (k > i && any_of(k, {"whole", "entire"}) && is_noun_word(k + 1)) ++k;
  if (const auto number = number_of(word(k)); number && *number >= 1.0 && *number < 50.0 && is_noun_word(k + 1)) {
    NounPhrase counted = base;
    counted.count = static_cast<int>(*number);
    if (base.bare) counted.quantity = Quantity::Indefinite;
    described(k + 1, counted, i, all);
  }
  described(k, base, i, all);
  most_of(k, base, i, all);
  return all;
}

/// "the heaviest of the crates": of all of them that which is most so.
void Grammar::most_of(std::size_t i, const NounPhrase& base, std::size_t begin, Readings<NounPhrase>& all) {
  for (const auto& [side, next] : in_table(i, sides())) {
    if (!is(next, "of") || base.quantity != Quantity::Definite || is_area_word(word(i))) continue;
    for (const auto& group : simple_noun_phrase(next + 1)) {
      NounPhrase one = group.value;
      const auto singulars = one.words.empty() ? std::vector<std::string>{} : singulars_of(one.words.back());
      const auto known = std::find_if(singulars.begin(), singulars.end(),
                                      [&](const std::string& w) { return setting_.words.contains(w); });
      if (known == singulars.end() || one.quantity == Quantity::Indefinite) continue;
      one.words.back() = *known;
      one.quantity = Quantity::Definite;
      one.sides.insert(one.sides.begin(), side);
      for (std::size_t k = i; k < next; ++k) one.words.insert(one.words.begin(), word(k));
      one.said = said(begin, group.next);
      all.push_back({std::move(one), group.next, group.cost});
    }
  }
}

/// "everything on the bench", "whatever is in the locker", "what is on the shelf": all things there.
void Grammar::all_there(std::size_t i, Readings<NounPhrase>& all) {
  std::size_t k = 0;
  for (const char* phrase :
       {"everything", "everything that is", "everything which is", "anything that is", "whatever is", "all that is",
        "what is", "anything", "everything you find", "whatever you find", "all that lies", "whatever lies",
        "everything that lies", "everything lying"}) {
    k = std::max(k, after_phrase(i, phrase));
  }
  if (k == 0) return;
  NounPhrase base;
  base.words = {"things"};
  base.quantity = Quantity::All;
  for (const auto& found : modifier(k)) {
    Reading<NounPhrase> whole{base, found.next, found.cost};
    whole.value.modifiers.push_back(found.value);
    whole.value.said = said(i, found.next);
    all.push_back(std::move(whole));
  }
}

/// "what you are holding": what the hands hold.
void Grammar::what_is_held(std::size_t i, Readings<NounPhrase>& all) {
  const std::size_t next = after_any(
      i,
      "what you are holding|whatever you are holding|everything you are holding|what you hold|what you are carrying|"
      "whatever you are carrying|what you have in your hand|what you have in your hands|what is in your hand|"
      "what is in your hands|whatever is in your hands|everything in your hands|the thing you are holding|"
      "the thing in your hand");
  if (next == 0) return;
  NounPhrase held;
  held.words = {"things"};
  held.quantity = Quantity::All;
  held.said = said(i, next);
  Modifier in_hand;
  in_hand.held = true;
  held.modifiers = {in_hand};
  all.push_back({std::move(held), next, 0});
}

/// "whichever can is nearest to you": the can nearest to you.
void Grammar::whichever(std::size_t i, Readings<NounPhrase>& all) {
  if (any_of(i, {"whoever", "whomever"}) || after_phrase(i, "the person who") > 0) {
    NounPhrase person;
    person.words = {"person"};
    const std::size_t who = is(i, "the") ? i + 2 : i;
    if (is(who + 1, "is")) {
      for (const auto& found : modifier(who + 2)) {
        Reading<NounPhrase> whole{person, found.next, found.cost};
        whole.value.modifiers.push_back(found.value);
        whole.value.said = said(i, found.next);
        all.push_back(std::move(whole));
      }
    }
  }
  if (!is(i, "whichever")) return;
  NounPhrase base;
  Readings<NounPhrase> things;
  described(i + 1, base, i, things);
  for (const auto& thing : things) {
    if (!is(thing.next, "is")) continue;
    for (const auto& found : modifier(thing.next + 1)) {
      Reading<NounPhrase> whole{thing.value, found.next, thing.cost + found.cost};
      whole.value.modifiers.push_back(found.value);
      all.push_back(std::move(whole));
    }
  }
}

/// "the door to the store": the store door.
void Grammar::leads_to(const Reading<NounPhrase>& way, Readings<NounPhrase>& all) {
  static constexpr std::array kWays{"door", "window", "entrance", "gate"};
  const auto& words = way.value.words;
  if (words.empty() || std::find(kWays.begin(), kWays.end(), words.back()) == kWays.end()) return;
  std::size_t next = 0;
  for (const char* phrase : {"to the", "into the", "leading to the", "that leads to the"})
    next = std::max(next, after_phrase(way.next, phrase));
  if (next == 0) return;
  Readings<NounPhrase> rooms;
  described(next, NounPhrase{}, next, rooms);
  for (const auto& room : rooms) {
    if (!room.value.sides.empty() || room.value.ordinal > 0) continue;
    Reading<NounPhrase> whole{way.value, room.next, way.cost + room.cost + 1};
    whole.value.words.insert(whole.value.words.begin(), room.value.words.begin(), room.value.words.end());
    whole.value.said += " " + said(way.next, room.next);
    all.push_back(std::move(whole));
  }
}

Readings<NounPhrase> Grammar::read_noun_phrase(std::size_t i) {
  Readings<NounPhrase> all;
  whichever(i, all);
  all_there(i, all);
  what_is_held(i, all);
  for (const auto& simple : simple_noun_phrase(i)) {
    modified(simple, simple.value.pronoun.empty() ? 3 : 0, all);
    leads_to(simple, all);
    // "the bench's vice": the owner tells the thing apart.
    if (!is(simple.next, "'s")) continue;
    Readings<NounPhrase> owned;
    described(simple.next + 1, NounPhrase{}, i, owned);
    for (const auto& thing : owned) {
      Reading<NounPhrase> whole{thing.value, thing.next, simple.cost + thing.cost};
      whole.value.modifiers.push_back({find_relation("of"), {simple.value}});
      modified(whole, 1, all);
    }
  }
  return all;
}

const Readings<NounPhrase>& Grammar::noun_phrase(std::size_t i) {
  const auto known = noun_phrases_.find(i);
  if (known != noun_phrases_.end()) return known->second;
  noun_phrases_[i] = {};  // what begins here cannot hold itself
  const bool either = is(i, "either"), pair_of = is(i, "both");
  Readings<NounPhrase> all = read_noun_phrase(either || pair_of ? i + 1 : i);
  Readings<NounPhrase> joined;
  for (const auto& first : all) {
    std::size_t k = first.next;
    const bool comma = is(k, ",");
    if (comma) ++k;
    const bool both = is(k, "and") || (is(k, "or") && first.value.pronoun.empty());
    if (!comma && !both) continue;
    const bool choice = is(k, "or");
    if (either && !choice && !comma) continue;
    if (is(k, "and") || choice) ++k;
    if (is(k, "also")) ++k;
    for (const auto& second : noun_phrase(k)) {
      // After a comma alone a list must go on: "the hammer, the wrench and the drill".
      if (comma && !both && second.value.also.empty()) continue;
      // "the wrench, the drill or the hammer" is a choice throughout; "and" and "or" together are not read.
      if (both && !second.value.also.empty() && second.value.either != choice) continue;
      if (joined.size() > 60) break;
      // "watch the lamp and press stop": a verb without an article begins an instruction of its own.
      const bool verb = second.value.bare && std::any_of(verb_forms().begin(), verb_forms().end(),
                                                         [&](const VerbForm& f) { return f.head[0] == word(k); });
      Reading<NounPhrase> pair{first.value, second.next, first.cost + second.cost + (verb ? 3 * kAttachment : 0)};
      pair.value.also.push_back(second.value);
      pair.value.either = choice || (!both && second.value.either);
      joined.push_back(std::move(pair));
    }
  }
  if (pair_of) {  // "both cans", "both the hammer and the wrench"
    all = read_noun_phrase(i);
    std::erase_if(joined, [](const auto& reading) { return reading.value.either; });
  }
  if (either) {
    all.clear();
    std::erase_if(joined, [](const auto& reading) { return !reading.value.either; });
  }
  all.insert(all.end(), joined.begin(), joined.end());
  for (const auto& reading : all) reach(reading.next);
  return noun_phrases_[i] = std::move(all);
}

}  // namespace fh::language
