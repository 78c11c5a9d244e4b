// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

constexpr std::pair<const char*, const char*> kSubordinators[] = {{"as soon as", "when"},
                                                                  {"the moment", "when"},
                                                                  {"when", "when"},
                                                                  {"once", "when"},
                                                                  {"whenever", "whenever"},
                                                                  {"every time", "whenever"},
                                                                  {"each time", "whenever"},
                                                                  {"only if", "if"},
                                                                  {"only when", "when"},
                                                                  {"in case", "if"},
                                                                  {"if", "if"},
                                                                  {"unless", "unless"},
                                                                  {"until", "until"},
                                                                  {"till", "until"},
                                                                  {"after", "after"},
                                                                  {"before", "before"},
                                                                  {"while", "while"},
                                                                  {"as long as", "while"},
                                                                  {"the instant", "when"},
                                                                  {"the second", "when"},
                                                                  {"directly", "when"},
                                                                  {"immediately after", "after"},
                                                                  {"straight after", "after"},
                                                                  {"right after", "after"},
                                                                  {"just after", "after"},
                                                                  {"shortly after", "after"},
                                                                  {"soon after", "after"},
                                                                  {"just before", "before"},
                                                                  {"right before", "before"},
                                                                  {"up until", "until"},
                                                                  {"until such time as", "until"},
                                                                  {"until after", "until"},
                                                                  {"every time that", "whenever"},
                                                                  {"any time", "whenever"},
                                                                  {"anytime", "whenever"},
                                                                  {"always when", "whenever"},
                                                                  {"provided that", "if"},
                                                                  {"provided", "if"},
                                                                  {"on condition that", "if"},
                                                                  {"assuming that", "if"},
                                                                  {"assuming", "if"},
                                                                  {"in the event that", "if"},
                                                                  {"if ever", "whenever"},
                                                                  {"but only if", "if"},
                                                                  {"but only when", "when"},
                                                                  {"but only after", "after"},
                                                                  {"not until", "after"},
                                                                  {"only after", "after"},
                                                                  {"only once", "when"},
                                                                  {"whilst", "while"},
                                                                  {"during the time", "while"},
                                                                  {"for as long as", "while"},
                                                                  {"except if", "unless"},
                                                                  {"except when", "unless"},
                                                                  {"so long as", "while"}};

}  // namespace

Readings<Subordinate> Grammar::subordinate(std::size_t i) {
  Readings<Subordinate> all;
  for (const auto& [phrase, kind] : kSubordinators) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (auto& found : state_clause(next, kind)) {
      // "If the lamp lights up" is asked when it does, "if the lamp is on" at once.
      const bool plain_if = std::string_view(phrase) == "if" || std::string_view(phrase) == "in case";
      if (plain_if && found.value.event) found.value.kind = "when";
      all.push_back(std::move(found));
    }
    own_actions(kind, next, all);
    if (std::string_view(kind) == "until") until_told(next, all);
    if (std::string_view(kind) == "after") {
      for (const auto& time : amount(next)) {
        if (time.value.unit != "s" && time.value.unit != "min" && time.value.unit != "h") continue;
        Subordinate wait;
        wait.kind = "after";
        wait.state = "elapsed";
        wait.amount = time.value;
        all.push_back({wait, time.next, 0});
      }
    }
  }
  for (const auto& time : amount(i)) {  // "ten seconds after jonas has left"
    const std::size_t after = after_any(time.next, "after|once|from when|after the moment");
    if (after == 0 || (time.value.unit != "s" && time.value.unit != "min")) continue;
    for (auto found : state_clause(after, "when")) {
      Subordinate wait;
      wait.kind = "after";
      wait.state = "elapsed";
      wait.amount = time.value;
      found.value.also.push_back(wait);
      all.push_back(std::move(found));
    }
  }
  if (is(i, "in")) {
    for (const auto& time : amount(i + 1)) {
      if (time.value.unit != "s" && time.value.unit != "min" && time.value.unit != "h") continue;
      Subordinate wait;
      wait.kind = "after";
      wait.state = "elapsed";
      wait.amount = time.value;
      all.push_back({wait, is(time.next, "time") ? time.next + 1 : time.next, 0});
    }
  }
  joined_states(all);
  return all;
}

/// "until told otherwise", "until I tell you to stop": until the speaker says something.
void Grammar::until_told(std::size_t i, Readings<Subordinate>& all) const {
  const char* kOtherwise =
      "told otherwise|further notice|i tell you otherwise|i say otherwise|i say so|i tell you so|i tell you|i call you|"
      "you are told otherwise|you hear from me|i give the word|i give you the word|i tell you something else|"
      "i say something|i say|you hear otherwise|i ask you to do something else|i have told you|i give the signal";
  const char* kStop =
      "told to stop|i tell you to stop|you are told to stop|i ask you to stop|i say that is enough|i call stop|"
      "you hear stop|i shout stop|you hear me say stop";
  Subordinate said;
  said.kind = "until";
  said.state = "says";
  said.event = true;
  NounPhrase me;
  me.pronoun = "me";
  me.said = "i";
  said.subject = me;
  if (const std::size_t next = after_any(i, kOtherwise)) all.push_back({said, next, 3});
  said.text = "stop";
  if (const std::size_t next = after_any(i, kStop)) all.push_back({said, next, 0});
}

/// "if the door is open and nobody is in the store"; "until jonas or mira is here". What several conditions come to is
/// known where all have to hold for doing something, and where any of them ends or prevents it.
void Grammar::joined_states(Readings<Subordinate>& all) {
  const std::size_t count = all.size();
  for (std::size_t n = 0; n < count; ++n) {
    const Reading<Subordinate> first = all[n];
    if (!first.value.own.empty() || !first.value.subject) continue;
    const std::string& kind = first.value.kind;
    const bool all_hold = kind == "if" || kind == "when" || kind == "while",
               any_ends = kind == "until" || kind == "unless";
    if (!(all_hold && is(first.next, "and")) && !(any_ends && is(first.next, "or"))) continue;
    for (const auto& second : state_clause(first.next + 1, kind)) {
      if (all.size() > kMostReadings) return;
      Reading<Subordinate> both{first.value, second.next, first.cost + second.cost + 1};
      both.value.also.push_back(second.value);
      all.push_back(std::move(both));
    }
  }
}

/// "because the store is empty", "so that jonas can get past".
void Grammar::after_reason(std::size_t i, Readings<Subordinate>& reasons) {
  const std::size_t so = std::max(after_phrase(i, "so that"), after_phrase(i, "so"));
  if (so > 0) {
    for (const auto& who : noun_phrase(so)) {
      if (!any_of(who.next, {"can", "could", "will", "may", "might", "does", "do"})) continue;
      const std::size_t k = is(who.next + 1, "not") ? who.next + 2 : who.next + 1;
      for (const auto& can : clause(k, Inflection::Base)) reasons.push_back({{}, can.next, who.cost + can.cost + 2});
    }
  }
  const std::size_t why = after_any(i, "because|since|seeing that|now that|given that");
  if (why == 0) return;
  for (const auto& found : state_clause(why, "because")) reasons.push_back({{}, found.next, found.cost + 2});
}

/// "closing the door", "you close the door", "you have closed the door" after before, after, once and when.
void Grammar::own_actions(const std::string& kind, std::size_t i, Readings<Subordinate>& all) {
  const bool ordering = kind == "before" || kind == "after" || kind == "when";
  if (!ordering && kind != "while") return;
  std::vector<std::pair<std::size_t, Inflection>> starts;
  if (kind != "when") starts.emplace_back(i, Inflection::Gerund);
  if (kind == "while" && is(i, "you")) {
    starts.emplace_back(i + 1, Inflection::Base);
    if (is(i + 1, "are")) starts.emplace_back(i + 2, Inflection::Gerund);
  }
  if (ordering && is(i, "you")) {
    if (kind != "when") starts.emplace_back(i + 1, Inflection::Base);
    if (is(i + 1, "have")) starts.emplace_back(i + 2, Inflection::Past);
    if (kind != "when") starts.emplace_back(i + 1, Inflection::Past);
  }
  if (ordering && is(i, "you") && any_of(i + 1, {"start", "begin", "go"}))
    starts.emplace_back(i + 2, Inflection::Gerund);
  if (ordering && is(i, "having")) starts.emplace_back(i + 1, Inflection::Past);
  for (const auto& [start, inflection] : starts) {
    for (const auto& done : clause(start, inflection)) {
      Subordinate own;
      own.kind = kind == "when" ? "after" : kind == "while" ? "during" : kind;
      own.own = {done.value};
      own.yours = start > i && is(i, "you");
      all.push_back({own, done.next, done.cost});
    }
  }
}

Readings<Subordinate> Grammar::state_clause(std::size_t i, const std::string& kind) {
  Readings<Subordinate> all;
  Subordinate begun;
  begun.kind = kind;
  if (is(i, "there") && any_of(i + 1, {"is", "are", "'s"})) {  // "there is nobody in the store"
    for (const auto& subject : noun_phrase(i + 2)) {
      begun.subject = subject.value;
      for (const auto& by : relation(subject.next)) {
        if (!by.value.first->tells_apart) continue;
        for (const auto& anchor : noun_phrase(by.next)) {
          Subordinate there = begun;
          there.state = "at";
          there.relation = by.value.first;
          there.object = anchor.value;
          all.push_back({there, anchor.next, subject.cost + anchor.cost});
        }
      }
    }
    return all;
  }
  for (const auto& subject : noun_phrase(i)) {
    begun.subject = subject.value;
    predicates(begun, subject.next, subject.cost, all);
  }
  return all;
}

void Grammar::predicates(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all) {
  reach(i);
  if (any_of(i, {"is", "are", "'s", "am"})) is_predicates(begun, i + 1, cost, all);
  if (any_of(i, {"has", "have"}) && is(i + 1, "been")) is_predicates(begun, i + 2, cost, all);
  if (any_of(i, {"does", "do"}) && is(i + 1, "not")) {
    Subordinate negated = begun;
    negated.negated = true;
    verb_predicates(negated, i + 2, cost, true, all);
    return;
  }
  if (any_of(i, {"can", "could"})) {  // "you can not find it": it is not seen
    Subordinate able = begun;
    able.negated = is(i + 1, "not");
    object_predicates(able, able.negated ? i + 2 : i + 1, cost, all);
    for (auto& found : all) found.value.event = false;
    return;
  }
  if (any_of(i, {"already", "still", "just", "also", "finally", "really", "ever"}) && i + 1 < tokens_.size())
    predicates(begun, i + 1, cost, all);
  if (any_of(i, {"does", "do"})) verb_predicates(begun, i + 1, cost, true, all);
  verb_predicates(begun, i, cost, false, all);
  object_predicates(begun, i, cost, all);
  comparisons(begun, i, cost, all);
}

void Grammar::is_predicates(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all) {
  Subordinate now = begun;
  if (any_of(i, {"not", "no"})) {
    now.negated = true;
    ++i;
    if (is(i, "longer")) ++i;
  }
  if (any_of(i, {"still", "already", "really", "actually", "properly", "also", "currently"}) &&
      i + 1 < tokens_.size() && !is(i + 1, ".") && !is(i + 1, ","))
    is_predicates(now, i + 1, cost, all);
  for (const State& state : states()) {
    const std::size_t best = after_any(i, state.phrases);
    const bool own_doing = now.kind == "while" && now.subject && now.subject->pronoun == "you" &&
                           std::string_view(state.name) == "still";  // "while you are waiting": to be done
    if (best == 0 || own_doing) continue;
    Subordinate found = now;
    found.state = state.name;
    found.known_state = &state;
    all.push_back({found, is(best, "again") ? best + 1 : best, cost});
  }
  // "is working at the bench" is to be there.
  const bool busy = any_of(i, {"working", "standing", "waiting", "sitting", "walking", "kneeling", "staying", "lying",
                               "hanging", "busy", "still", "located", "kept", "stored", "left", "back", "always"});
  for (auto by : relation(busy ? i + 1 : i)) {
    if (std::string_view(by.value.first->name) == "out_of") by.value.first = find_relation("outside");
    if (!by.value.first->tells_apart) continue;
    for (const auto& anchor : noun_phrase(by.next)) {
      Subordinate found = now;
      found.state = "at";
      found.relation = by.value.first;
      found.object = anchor.value;
      all.push_back({found, anchor.next, cost + anchor.cost});
    }
  }
  if (any_of(i, {"holding", "carrying"})) {
    for (const auto& thing : noun_phrase(i + 1)) {
      Subordinate found = now;
      found.state = "has";
      found.object = thing.value;
      all.push_back({found, thing.next, cost + thing.cost});
    }
  }
  comparisons(now, i, cost, all);
}

void Grammar::comparisons(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all) {
  static constexpr std::pair<const char*, const char*> kComparisons[] = {
      {"above", "above"},        {"over", "above"},         {"more than", "above"},    {"at least", "above"},
      {"below", "below"},        {"under", "below"},        {"less than", "below"},    {"reaches", "above"},
      {"exceeds", "above"},      {"rises above", "above"},  {"drops below", "below"},  {"falls below", "below"},
      {"drops to", "below"},     {"falls to", "below"},     {"rises to", "above"},     {"goes above", "above"},
      {"goes below", "below"},   {"goes over", "above"},    {"gets to", "above"},      {"shows", "equals"},
      {"reads", "equals"},       {"at", "equals"},          {"gets above", "above"},   {"higher than", "above"},
      {"lower than", "below"},   {"climbs above", "above"}, {"rises over", "above"},   {"falls under", "below"},
      {"greater than", "above"}, {"higher than", "above"},  {"no more than", "below"}, {"at most", "below"},
      {"sinks below", "below"},  {"hits", "above"},         {"passes", "above"},       {"is over", "above"},
      {"climbs to", "above"},    {"indicates", "equals"},   {"climbs over", "above"},  {"drops under", "below"},
      {"goes under", "below"},   {"goes up to", "above"},   {"goes down to", "below"}, {"comes down to", "below"},
      {"gets below", "below"},   {"equals", "equals"},      {"equal to", "equals"}};
  for (const auto& [phrase, state] : kComparisons) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    const auto number = number_of(word(next));
    if (!number) continue;
    Subordinate found = begun;
    found.state = state;
    found.amount = {*number, ""};
    found.event = std::string_view(phrase).find_first_of(' ') != std::string_view::npos
                      ? any_of(i, {"rises", "drops", "falls", "goes", "gets"})
                      : any_of(i, {"reaches", "exceeds"});
    std::size_t end = next + 1;
    for (const auto& [unit, after] : in_table(end, units())) {
      found.amount.unit = unit;
      end = after;
      break;
    }
    all.push_back({found, end, cost});
  }
}

void Grammar::verb_predicates(const Subordinate& begun, std::size_t i, int cost, bool infinitive,
                              Readings<Subordinate>& all) {
  std::vector<std::pair<std::size_t, Inflection>> starts;
  const std::string& subject = begun.subject->pronoun;
  const bool plain = subject == "me" || subject == "you" || subject == "them" ||
                     (!begun.subject->also.empty() && !begun.subject->either) || infinitive;
  starts.emplace_back(i, plain ? Inflection::Base : Inflection::Third);
  if (!plain) starts.emplace_back(i, Inflection::Base);  // "the doors open": plurals are told apart later
  if (any_of(i, {"has", "have"})) starts.emplace_back(i + 1, Inflection::Past);
  for (const auto& [start, inflection] : starts) {
    for (const State& state : states()) {
      std::size_t best = 0;
      for (const auto& phrase : pieces_of(state.verbs)) {
        const std::size_t space = std::min(phrase.find(' '), phrase.size());
        if (!is_form_of(word(start), phrase.substr(0, space), inflection)) continue;
        const std::size_t end = space == phrase.size() ? start + 1 : after_phrase(start + 1, phrase.substr(space + 1));
        best = std::max(best, end);
      }
      // "while you wait at the shelf" is something to be done.
      const bool own_doing = subject == "you" && begun.kind == "while";
      if (best == 0 || own_doing) continue;
      Subordinate found = begun;
      found.state = state.name;
      found.known_state = &state;
      // These go on; the others happen.
      static constexpr std::array kGoesOn{"moving", "still", "sitting", "hidden", "waving"};
      found.event = !infinitive && inflection != Inflection::Past && word(start) != "run" && word(start) != "runs" &&
                    std::find(kGoesOn.begin(), kGoesOn.end(), std::string_view(state.name)) == kGoesOn.end();
      if (is(best, "again")) ++best;
      all.push_back({found, best, cost});
    }
  }
  if (infinitive) {
    if (is(i, "be")) is_predicates(begun, i + 1, cost, all);
    object_predicates(begun, i, cost, all);
  }
}

/// "for the lamp to turn red" after "wait".
Readings<Subordinate> Grammar::awaited(std::size_t i) {
  Readings<Subordinate> all;
  for (const auto& subject : noun_phrase(i)) {
    if (!is(subject.next, "to")) continue;
    Subordinate begun;
    begun.kind = "until";
    begun.subject = subject.value;
    verb_predicates(begun, subject.next + 1, subject.cost, true, all);
  }
  return all;
}

}  // namespace fh::language
