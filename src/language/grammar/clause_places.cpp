// SPDX-License-Identifier: Apache-2.0
// Where to, where from, which way, with whom, for whom.
#include <array>

#include "language/grammar/grammar.h"

namespace fh::language {

void Grammar::places(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::uint32_t takes = clause.form->verb->takes;
  for (const auto& found : relation(i)) {
    const Relation* by = found.value.first;
    if (!takes_place(clause, *by)) continue;
    // "fetch the toolbox on the cabinet": the one that is there, where there is one.
    const bool rather_which = std::string_view(clause.form->verb->name) == "bring" && by->tells_apart &&
                              !found.value.second && std::string_view(by->name) != "at";
    // "to where tomas is"
    const std::size_t where = is(found.next, "where") ? found.next + 1 : found.next;
    for (auto anchor : noun_phrase(where)) {
      if (where > found.next && !any_of(anchor.next++, {"is", "are", "stands", "stand", "lies", "sits"})) continue;
      Clause more = clause;
      more.phrases.push_back({by, anchor.value, found.value.second});
      arguments(more, anchor.next, cost + anchor.cost + (rather_which ? kAttachment + 2 : 0), depth + 1, all);
      // "on the second shelf, next to the paint": which place there
      if (!is(anchor.next, ",") || (takes & kHands) == 0) continue;
      for (const auto& closer : modifier(anchor.next + 1)) {
        if (closer.value.relation == nullptr || closer.value.relation == by) continue;
        more.phrases.back().of = anchor.value;
        more.phrases.back().of.modifiers.push_back(closer.value);
        more.phrases.back().of.modifiers.back().said = said(anchor.next + 1, closer.next);
        arguments(more, closer.next, cost + anchor.cost + closer.cost, depth + 1, all);
      }
    }
  }
  unnamed_places(clause, i, cost, depth, all);
  favours(clause, i, cost, depth, all);
  if ((takes & (kAbout | kNeedAbout)) == 0 || clause.about || !any_of(i, {"for", "about"})) return;
  for (const auto& topic : noun_phrase(i + 1)) {
    Clause more = clause;
    more.about = topic.value;
    arguments(more, topic.next, cost + topic.cost, depth + 1, all);
  }
}

/// Places without a thing's name behind their relation.
void Grammar::unnamed_places(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::uint32_t takes = clause.form->verb->takes;
  // "put it where the oil is": beside it
  if (is(i, "where") && (takes & (kGoal | kNeedGoal)) != 0) {
    const Relation* beside = find_relation((takes & kHands) != 0 ? "beside" : "at");
    for (const auto& anchor : noun_phrase(i + 1)) {
      if (!any_of(anchor.next, {"is", "are", "stands", "stand", "lies", "sits"}) || !takes_place(clause, *beside))
        continue;
      Clause more = clause;
      more.phrases.push_back({beside, anchor.value});
      arguments(more, anchor.next + 1, cost + anchor.cost + 2, depth + 1, all);
    }
  }
  // "open the door, go through": through it
  static constexpr std::array kBareWays{"through", "past", "around"};
  for (const char* way : kBareWays) {
    const Relation* by = find_relation(way);
    const bool ends = i + 1 >= tokens_.size() || any_of(i + 1, {",", ".", "and", "then"});
    if (!is(i, way) || !ends || (takes & kHands) != 0 || (takes & kGoal) == 0 || !takes_place(clause, *by)) continue;
    Clause more = clause;
    NounPhrase it;
    it.pronoun = it.said = "it";
    more.phrases.push_back({by, it});
    arguments(more, i + 1, cost + 2, depth + 1, all);
  }
}

/// For whom something is done.
void Grammar::favours(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::uint32_t takes = clause.form->verb->takes;
  // "fetch the hammer for jonas"
  const Relation* to = find_relation("at");
  if (is(i, "for") && (takes & kHands) != 0 && (takes & kNeedRecipient) != 0 && takes_place(clause, *to)) {
    for (const auto& whom : noun_phrase(i + 1)) {
      Clause more = clause;
      more.phrases.push_back({to, whom.value});
      arguments(more, whom.next, cost + whom.cost, depth + 1, all);
    }
  }
  const bool done_for =
      (takes & kHands) != 0 && (takes & (kRecipient | kNeedRecipient)) == 0 && !clause.objects.empty();
  if (is(i, "for") && done_for && !clause.favour && !is_for_somebody(clause)) {
    for (const auto& whom : noun_phrase(i + 1)) {
      if (whom.value.pronoun == "me") continue;  // politeness
      Clause more = clause;
      more.favour = whom.value;
      arguments(more, whom.next, cost + whom.cost + 2, depth + 1, all);
    }
  }
}

}  // namespace fh::language
