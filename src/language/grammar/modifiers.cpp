// SPDX-License-Identifier: Apache-2.0
// What stands behind a noun and tells the thing apart.
#include <algorithm>

#include "language/grammar/grammar.h"

namespace fh::language {

Readings<std::pair<const Relation*, bool>> Grammar::relation(std::size_t i) const {
  Readings<std::pair<const Relation*, bool>> all;
  for (const RelationPhrase& phrase : relation_phrases()) {
    std::size_t k = i;
    bool same = true;
    const bool led = is(k, "to") && !phrase.words.empty() && phrase.words[0] != "to" && !phrase.goal_only;
    if (led) ++k;  // "from under the bench to beside the bin"
    if (any_of(k, {"right", "just", "directly", "somewhere"}) && !phrase.words.empty() && word(k) != phrase.words[0])
      ++k;
    for (const auto& w : phrase.words) same = same && word(k++) == w;
    if (same && phrase.words.back() == "in" && is(k, "front") && is(k + 1, "of")) continue;  // "in front of"
    if (same && phrase.words.back() == "on" && is(k, "top") && is(k + 1, "of")) continue;    // "on top of"
    if (same) all.push_back({{phrase.relation, phrase.goal_only || led}, k, 0});
  }
  return all;
}

/// "that is on the bench", "which is open", "nearest to the door"
void Grammar::relative_clause(std::size_t i, Readings<Modifier>& all) {
  std::size_t k = i + 1;
  if (any_of(k, {"is", "are", "'s", "stands", "stand", "lies", "lie", "sits", "hangs"})) ++k;
  bool negated = false;
  if (k > i + 1 && is(k, "not")) negated = true, ++k;
  if (k == i + 1) return;
  for (const auto& [name, next] : in_table(k, sides())) all.push_back({Modifier{nullptr, {}, name}, next, 0});
  nearest_to(k, all);
  if (is_noun_word(k)) {
    Modifier look;
    look.words = {word(k)};
    look.negated = negated;
    all.push_back({look, k + 1, 0});
  }
  for (const State& state : states()) {
    for (const auto& phrase : pieces_of(state.phrases)) {
      if (const std::size_t next = after_phrase(k, phrase))
        all.push_back({Modifier{nullptr, {}, "", {state.name}, false, negated}, next, 0});
    }
  }
  if (any_of(k, {"lying", "standing", "sitting", "hanging", "kept", "stored", "located", "placed"})) ++k;
  for (const auto& found : relation(k)) {
    if (!found.value.first->tells_apart) continue;
    for (const auto& anchor : noun_phrase(found.next)) {
      Modifier by{found.value.first, {anchor.value}};
      by.negated = negated;
      all.push_back({by, anchor.next, anchor.cost});
    }
  }
}

/// "nearest to the door", "nearest you"
void Grammar::nearest_to(std::size_t i, Readings<Modifier>& all) {
  for (const auto& [name, next] : in_table(i, sides())) {
    const bool nearest = std::string_view(name) == "nearest", farthest = std::string_view(name) == "farthest";
    if (!nearest && !farthest) continue;
    std::size_t after = next;
    if (any_of(after, {"to", "from"})) ++after;
    for (const auto& anchor : noun_phrase(after))
      all.push_back({Modifier{nullptr, {anchor.value}, name}, anchor.next, anchor.cost});
  }
}

/// "over there", "that you are holding", "that I need": tells a thing apart only by what a hand holds, if at all.
void Grammar::vague(std::size_t i, Readings<Modifier>& all) {
  const char* kHeld =
      "you are holding|that you are holding|which you are holding|you have|that you have|you have got|"
      "you are carrying|that you are carrying|in your hand|in your hands|you picked up|that you picked up|"
      "you just picked up|that you just picked up|you took|that you took|you have in your hand|that you are "
      "still holding|that is in your hand";
  const char* kShown =
      "over there|over here|right there|right here|there|here|i mentioned|that i mentioned|i told you about|we need|"
      "that we need|i need|that i need|in question|you can see|that you can see|you see|that you see|"
      "that is there|that is over there|which is over there|that is standing there|that is lying there|"
      "i was talking about|we talked about|i want|that i want|we want|you like|you want|you can find|you find|"
      "you come across|will do|that you find|that you can find|of your choice";
  Modifier said;
  said.aside = true;
  if (const std::size_t next = after_any(i, kShown)) all.push_back({said, next, kAttachment});
  said.held = true;
  if (const std::size_t next = after_any(i, kHeld)) all.push_back({said, next, kAttachment});
}

/// "except the red one"
void Grammar::excepted(std::size_t i, Readings<Modifier>& all) {
  if (const std::size_t next =
          after_any(i, "except|except for|but not|apart from|other than|besides|but for|excluding")) {
    for (const auto& other : noun_phrase(next)) {
      Modifier not_it;
      not_it.of = {other.value};
      not_it.except = true;
      all.push_back({not_it, other.next, other.cost});
    }
  }
}

/// "with the yellow handle", "with the gloves": what is on it or in it.
void Grammar::told_by_looks(std::size_t i, Readings<Modifier>& all) {
  const std::size_t looks_at = after_any(i, "with the|with a|with an|that has a|that has the|which has a");
  if (looks_at > 0 && is_noun_word(looks_at) &&
      any_of(looks_at + 1,
             {"handle", "grip", "lid", "cap", "label", "body", "stripe", "frame", "top", "case", "paint"})) {
    Modifier look;
    look.words = {word(looks_at)};
    all.push_back({look, looks_at + 2, 0});
  }
  // "the carton with the gloves": what it holds tells it apart.
  for (const char* lead : {"with", "containing", "holding", "that has", "that contains", "full of", "which contains",
                           "that holds", "which has"}) {
    const std::size_t next = after_phrase(i, lead);
    if (next == 0) continue;
    for (const auto& held : noun_phrase(next)) {
      std::size_t end = held.next;
      for (const char* tail : {"in it", "on it", "inside", "on top", "in them", "inside it"})
        end = std::max(end, after_phrase(held.next, tail));
      all.push_back({Modifier{find_relation("with"), {held.value}}, end, held.cost + kAttachment});
    }
  }
}

/// "on the left", "second … from the top", "at the bottom of the cabinet"
void Grammar::told_by_side(std::size_t i, Readings<Modifier>& all) {
  if (const std::size_t next = after_any(i, "from the|counting from the|from your")) {  // "second from the top"
    for (const auto& [name, end] : in_table(next, sides())) {
      Modifier from;
      from.side = name;
      from.counted = true;
      all.push_back({from, end, 0});
    }
  }
  for (const char* lead : {"on the", "on your", "to the", "to your", "at the", "in the", "on"}) {
    const std::size_t next = after_phrase(i, lead);
    if (next == 0) continue;
    for (const auto& [name, end] : in_table(next, sides())) {
      std::size_t after = end;
      if (is(after, "side")) ++after;
      if (!is(after, "of")) all.push_back({Modifier{nullptr, {}, name}, after, kAttachment});
      if (!is(after, "of")) continue;
      for (const auto& whole : noun_phrase(after + 1))
        all.push_back({Modifier{find_relation("of"), {whole.value}, name}, whole.next, whole.cost + kAttachment});
    }
  }
}

Readings<Modifier> Grammar::modifier(std::size_t i) {
  Readings<Modifier> all;
  if (any_of(i, {"that", "which", "who"})) relative_clause(i, all);
  for (auto& found : all) found.value.aside = is(i, "who");  // where people are changes
  if (is(i, ",") && any_of(i + 1, {"which", "who"})) {
    relative_clause(i + 1, all);
    for (auto& found : all) {
      found.value.aside = true;
      if (is(found.next, ",")) ++found.next;
    }
  }
  vague(i, all);
  excepted(i, all);
  std::size_t k = i;
  if (any_of(k, {"lying", "standing", "sitting", "hanging", "kept", "stored", "located", "placed"})) ++k;
  for (const auto& found : relation(k)) {
    const Relation* with = found.value.first;
    if (!with->tells_apart || found.value.second) continue;
    const int cost = std::string_view(with->name) == "of" ? 0 : kAttachment;  // else it may as well belong to the verb
    for (const auto& anchor : noun_phrase(found.next))
      all.push_back({Modifier{with, {anchor.value}}, anchor.next, anchor.cost + cost});
  }
  told_by_looks(i, all);
  told_by_side(i, all);
  nearest_to(i, all);
  if (any_of(i, {"labelled", "labeled", "marked", "called", "named"}) && i + 1 < tokens_.size()) {
    std::size_t end = i + 2;
    Modifier label;
    label.is_label = true;
    label.words = split_name(tokens_[i + 1].word);
    if (!tokens_[i + 1].quoted) {
      while (end < tokens_.size() && is_noun_word(end)) label.words.push_back(word(end++));
    }
    all.push_back({label, end, 0});
  }
  return all;
}

void Grammar::modified(const Reading<NounPhrase>& bare, int depth, Readings<NounPhrase>& all) {
  if (++work_ > kMostWork) return;
  all.push_back(bare);
  if (depth == 0) return;
  if (is(bare.next, ",") && is(bare.next + 1, "the") && !bare.value.words.empty()) {
    for (auto& same : simple_noun_phrase(bare.next + 1)) {
      if (same.value.words.size() < 2 || same.value.words.back() != "one" || same.value.words.size() > 3) continue;
      Reading<NounPhrase> closer{bare.value, same.next, bare.cost + same.cost + 2};
      auto& words = closer.value.words;
      words.insert(words.begin(), same.value.words.begin(), same.value.words.end() - 1);
      closer.value.sides.insert(closer.value.sides.end(), same.value.sides.begin(), same.value.sides.end());
      modified(closer, depth - 1, all);
    }
  }
  if (is(bare.next, ",") && is(bare.next + 1, "the") && is(bare.next + 2, "one")) {  // ", the one on the shelf"
    for (const auto& found : modifier(bare.next + 3)) {
      Reading<NounPhrase> closer{bare.value, found.next, bare.cost + found.cost + 2};
      closer.value.modifiers.push_back(found.value);
      closer.value.modifiers.back().by_clause = true;
      modified(closer, depth - 1, all);
    }
  }
  for (const auto& found : modifier(bare.next)) {
    Reading<NounPhrase> longer{bare.value, found.next, bare.cost + found.cost};
    longer.value.modifiers.push_back(found.value);
    longer.value.modifiers.back().said = said(bare.next, found.next);
    longer.value.modifiers.back().by_clause = any_of(bare.next, {"that", "which", "who", ","});
    longer.value.said += " " + said(bare.next, found.next);
    modified(longer, depth - 1, all);
  }
}

}  // namespace fh::language
