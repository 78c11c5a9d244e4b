// SPDX-License-Identifier: Apache-2.0
// What is only spoken of, so that "it" is known in what follows, and wishes about what can be seen.
#include <algorithm>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

constexpr int kMentioned = 10;  // any reading as an instruction is meant instead

constexpr const char* kThereIs =
    "there is|there are|there 's|there should be|there must be|you see|do you see|can you see|see|you know|do you "
    "know|you remember|remember|you will find|you can find|you should find|here is|here are|i have|i have put|i left|"
    "i have left|i put|you will see|you can see|we have|we have got|i have got|i see|i can see|look there is";

}  // namespace

void Grammar::add_mention(const std::vector<NounPhrase>& things, bool fronted, std::size_t next, int cost,
                          Readings<std::vector<Clause>>& all) {
  Clause mention;
  mention.form = plain_form("touch");
  mention.mentioned = true;
  mention.fronted = fronted;
  mention.objects = things;
  all.push_back({{std::move(mention)}, next, cost + kMentioned});
}

/// "There is a bucket under the bench." "The lamp is on." "That drill on the bench, bring it here."
void Grammar::mentions(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t before = furthest_, count = all.size();
  if (const std::size_t next = after_any(i, kThereIs)) {
    for (const auto& thing : noun_phrase(next)) add_mention({thing.value}, false, thing.next, thing.cost, all);
  }
  for (const auto& thing : noun_phrase(i)) {
    if (!thing.value.pronoun.empty() || thing.value.bare || !is(thing.next, ",")) continue;
    add_mention({thing.value}, true, thing.next, thing.cost + 2, all);
  }
  if (!any_of(i, {"it", "you", "that"})) {
    for (const auto& statement : state_clause(i, "mention")) {
      if (!statement.value.subject || statement.value.state == "says") continue;
      std::vector<NounPhrase> things;
      if (statement.value.object) things.push_back(*statement.value.object);
      things.push_back(*statement.value.subject);
      const bool named = things.back().pronoun.empty() && !things.back().bare;
      if (named) add_mention(things, false, statement.next, statement.cost + 4, all);
    }
  }
  if (all.size() == count) furthest_ = before;
}

/// "Show me where the hammer is": points at it.
void Grammar::shown_where(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t where = after_any(i,
                                      "show me where|show us where|point out where|point to where|show where|"
                                      "show me which one|show me which");
  if (where == 0) return;
  const bool direct = any_of(where, {"is", "are"});
  for (const auto& thing : noun_phrase(direct ? where + 1 : where)) {
    if (!direct && !any_of(thing.next, {"is", "are", "stands", "lies"})) continue;
    Clause point;
    point.form = plain_form("point_at", "indicate");
    point.objects = {thing.value};
    add_wish(point, direct ? thing.next : thing.next + 1, thing.cost, all);
  }
}

/// "Do not let sam see you", "stay out of his sight": hides from them.
void Grammar::out_of_sight(std::size_t i, Readings<std::vector<Clause>>& all) {
  const auto hide = [&](const Reading<NounPhrase>& whom, std::size_t next) {
    Clause hidden;
    hidden.form = plain_form("hide");
    hidden.phrases = {{find_relation("from"), whom.value}};
    add_wish(hidden, next, whom.cost, all);
  };
  if (const std::size_t let = after_any(i,
                                        "do not let|never let|make sure not to let|do not be seen by|"
                                        "make sure you are not seen by|stay out of sight of|keep out of sight of|"
                                        "stay out of the sight of|stay hidden from|keep hidden from")) {
    const bool by = !is(let - 1, "let");
    for (const auto& whom : noun_phrase(let)) {
      const std::size_t seen =
          after_any(whom.next, "see you|find you|spot you|notice you|catch sight of you|look at you");
      if (by) hide(whom, whom.next);
      if (!by && seen > 0) hide(whom, seen);
    }
  }
}

}  // namespace fh::language
