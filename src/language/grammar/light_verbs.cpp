// SPDX-License-Identifier: Apache-2.0
// Instructions whose verb says little: "give the door a push", "find out where", "let him know", "use the wrench to".
#include "language/grammar/grammar.h"

namespace fh::language {

/// "Give the stool a push", "give the valve a quarter turn".
void Grammar::given(std::size_t i, Readings<std::vector<Clause>>& all) {
  static constexpr std::pair<const char*, const char*> kGiven[] = {
      {"a push", "push"}, {"a shove", "push"},  {"a pull", "pull"},           {"a tug", "pull"},
      {"a turn", "turn"}, {"a press", "press"}, {"a twist", "turn"},          {"a handshake", "shake_hands"},
      {"a tap", "touch"}, {"a touch", "touch"}, {"your hand", "shake_hands"}, {"a look", "look_at"}};
  if (is(i, "give")) {
    for (const auto& thing : noun_phrase(i + 1)) {
      for (const auto& far : amount(thing.next)) {  // "a quarter turn clockwise"
        if (far.value.unit != "turns" && far.value.unit != "deg") continue;
        Clause begun;
        begun.form = plain_form("turn");
        begun.objects = {thing.value};
        begun.amount = far.value;
        add_wish(begun, far.next, thing.cost, all);
      }
      for (const auto& [words, verb] : kGiven) {
        const std::size_t next = after_phrase(thing.next, words);
        if (next == 0) continue;
        Clause begun;
        for (const VerbForm& form : verb_forms()) {
          if (form.verb->name == std::string_view(verb) && (form.verb->takes & kNeedObject) != 0 &&
              form.particle.empty())
            begun.form = begun.form == nullptr ? &form : begun.form;
        }
        begun.objects = {thing.value};
        add_wish(begun, next, thing.cost, all);
      }
    }
  }
}

/// "Shake his hand", "shake jonas's hand".
void Grammar::hand_shaken(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (!is(i, "shake")) return;
  Clause begun;
  for (const VerbForm& form : verb_forms()) {
    if (std::string_view(form.verb->name) == "shake_hands" && begun.form == nullptr) begun.form = &form;
  }
  for (const auto& whom : noun_phrase(i + 1)) {
    begun.objects = {whom.value};
    if (is(whom.next, "'s") && any_of(whom.next + 1, {"hand", "hands"})) add_wish(begun, whom.next + 2, whom.cost, all);
    if (any_of(whom.next, {"hand", "hands"})) add_wish(begun, whom.next + 1, whom.cost, all);  // "her hand"
  }
  static constexpr std::pair<const char*, const char*> kOwners[] = {{"my", "me"}, {"his", "him"}};
  for (const auto& [owner, person] : kOwners) {
    if (!is(i + 1, owner) || !any_of(i + 2, {"hand", "hands"})) continue;
    NounPhrase whom;
    whom.pronoun = person;
    whom.said = owner;
    begun.objects = {whom};
    add_wish(begun, i + 3, 0, all);
  }
}

/// "Let jonas know that the press is ready", "find out where it is".
void Grammar::light_verbs(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"find out where", "see where", "check where", "look where"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& thing : noun_phrase(next)) {
      if (!any_of(thing.next, {"is", "are"})) continue;
      Clause clause;
      clause.form = plain_form("search", "find");
      clause.objects = {thing.value};
      add_wish(clause, thing.next + 1, thing.cost, all);
    }
  }
  given(i, all);
  hand_shaken(i, all);
  used_for(i, all);
  if (const std::size_t next = after_any(i, "count to|count up to|count slowly to"); next > 0) {  // a second each
    std::size_t end = next;
    const auto number = number_at(end);
    Clause wait;
    wait.form = plain_form("wait");
    wait.seconds = number.value_or(0.0);
    if (number && *number >= 1.0) add_wish(wait, end, 0, all);
  }
  if (!is(i, "let")) return;
  for (const auto& whom : noun_phrase(i + 1)) {
    if (!is(whom.next, "know")) continue;
    for (const VerbForm& form : verb_forms()) {
      if (form.head.size() != 1 || form.head[0] != "tell") continue;
      Clause begun;
      begun.form = &form;
      begun.objects = {whom.value};
      add_wish(begun, whom.next + 1, whom.cost, all);
    }
  }
}

/// "Use the wrench to loosen the vice": with it.
void Grammar::used_for(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (!any_of(i, {"use", "take"})) return;
  const Relation* with = find_relation("with");
  for (const auto& tool : noun_phrase(i + 1)) {
    if (!is(tool.next, "to")) continue;
    for (auto read : clause(tool.next + 1, Inflection::Base)) {
      if (!takes_place(read.value, *with)) continue;
      read.value.phrases.push_back({with, tool.value});
      all.push_back({{std::move(read.value)}, read.next, tool.cost + read.cost + (is(i, "take") ? 6 : 1)});
    }
  }
}

}  // namespace fh::language
