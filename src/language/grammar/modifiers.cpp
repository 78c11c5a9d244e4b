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
    if (any_of(k, {"right", "just", "directly", "somewhere"}) && !phrase.words.empty() && word(k) != phrase.words[0])
      ++k;
    for (const auto& w : phrase.words) same = same && word(k++) == w;
    if (same) all.push_back({{phrase.relation, phrase.goal_only}, k, 0});
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

Readings<Modifier> Grammar::modifier(std::size_t i) {
  Readings<Modifier> all;
  if (any_of(i, {"that", "which", "who"})) relative_clause(i, all);
  std::size_t k = i;
  if (any_of(k, {"lying", "standing", "sitting", "hanging", "kept", "stored", "located", "placed"})) ++k;
  for (const auto& found : relation(k)) {
    const Relation* with = found.value.first;
    if (!with->tells_apart || found.value.second) continue;
    const int cost = std::string_view(with->name) == "of" ? 0 : kAttachment;  // else it may as well belong to the verb
    for (const auto& anchor : noun_phrase(found.next))
      all.push_back({Modifier{with, {anchor.value}}, anchor.next, anchor.cost + cost});
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
  for (const char* lead : {"on the", "on your", "to the", "to your", "at the", "in the", "on"}) {
    const std::size_t next = after_phrase(i, lead);
    if (next == 0) continue;
    for (const auto& [name, end] : in_table(next, sides())) {
      std::size_t after = end;
      if (is(after, "side")) ++after;
      if (!is(after, "of")) all.push_back({Modifier{nullptr, {}, name}, after, kAttachment});
    }
  }
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
  for (const auto& found : modifier(bare.next)) {
    Reading<NounPhrase> longer{bare.value, found.next, bare.cost + found.cost};
    longer.value.modifiers.push_back(found.value);
    longer.value.said += " " + said(bare.next, found.next);
    modified(longer, depth - 1, all);
  }
}

}  // namespace fh::language
