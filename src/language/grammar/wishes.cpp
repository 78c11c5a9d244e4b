// SPDX-License-Identifier: Apache-2.0
// What is to be so, what is needed, what is to be left undone: instructions that do not begin with their verb.
#include <algorithm>
#include <set>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

struct Done {
  const char *state, *verb, *opposite;  // what is done so that it is so, and so that it is not
};
constexpr Done kDone[] = {{"open", "open", "close"},         {"closed", "close", "open"},
                          {"on", "switch_on", "switch_off"}, {"off", "switch_off", "switch_on"},
                          {"pressed", "press", "press"},     {"locked", "lock", "unlock"},
                          {"unlocked", "unlock", "lock"}};

}  // namespace

void Grammar::wishes(std::size_t i, Readings<std::vector<Clause>>& all) {
  wished_states(i, all);
  kept_states(i, all);
  needs(i, all);
  passives(i, all);
  light_verbs(i, all);
  keeping_away(i, all);
  shown_where(i, all);
  caused(i, all);
  given_by(i, all);
  out_of_sight(i, all);
}

/// The clause with all that may follow it.
void Grammar::add_wish(const Clause& begun, std::size_t i, int cost, Readings<std::vector<Clause>>& all) {
  if (begun.form == nullptr) return;
  const std::size_t objects = begun.objects.size();
  Readings<Clause> found;
  arguments(begun, i, cost, 0, found);
  for (auto& read : found) {
    if (read.value.objects.size() == objects) all.push_back({{std::move(read.value)}, read.next, read.cost});
  }
}

/// "closed", "switched off", "on the bench": what is done with the thing so that it is. `opposite`: "not closed".
void Grammar::made_so(const Reading<NounPhrase>& thing, std::size_t i, bool opposite,
                      Readings<std::vector<Clause>>& all) {
  if (!thing.value.pronoun.empty() && thing.value.pronoun != "it" && thing.value.pronoun != "them") return;
  reach(i);
  if (any_of(i, {"always", "properly", "still", "safely", "all", "securely", "already"})) ++i;
  Clause begun;
  begun.objects = {thing.value};
  for (const auto& [state, verb, other] : kDone) {
    for (const State& known : states()) {
      if (std::string_view(known.name) != state) continue;
      for (const auto& words : pieces_of(known.phrases)) {
        const std::size_t end = after_phrase(i, words);
        begun.form = plain_form(opposite ? other : verb);
        if (end > 0) add_wish(begun, is(end, "again") ? end + 1 : end, thing.cost, all);
      }
    }
  }
  if (opposite) return;
  for (const VerbForm& form : verb_forms()) {
    const bool fits = form.head.size() == 1 && form.preposition.empty() && (form.verb->takes & kNeedObject) != 0 &&
                      is_form_of(word(i), form.head[0], Inflection::Past);
    begun.form = &form;
    if (fits) add_wish(begun, i + 1, thing.cost + 2, all);
  }
  begun.form = plain_form("put");
  if (!relation(i).empty() || is(i, "back")) add_wish(begun, i, thing.cost + 3, all);
}

/// "Make sure that the door is closed", "I want the crate on the bench", "get the valve opened".
void Grammar::wished_states(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"make sure that", "make sure", "make certain that", "make certain", "ensure that",
                             "ensure", "see to it that", "see that", "be sure that", "take care that",
                             "be certain that", "it is important that", "i want to be sure that", "it would be good if",
                             "it would be nice if", "i would like it if", "it is essential that"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& thing : noun_phrase(next)) {
      std::size_t k = thing.next;
      if (any_of(k, {"has", "have", "will", "should", "must"}) && any_of(k + 1, {"been", "be"})) {
        k += 2;
      } else if (any_of(k, {"stays", "remains", "stay", "remain"})) {
        keep_so(thing, k + 1, true, all);
        continue;
      } else if (any_of(k, {"is", "are", "gets", "get", "be", "was", "were"})) {
        ++k;
      } else {
        continue;
      }
      const bool negated = is(k, "not");
      made_so(thing, negated ? k + 1 : k, negated, all);
    }
    for (const auto& clear : state_clause(next, "until")) {  // "make sure nobody is near the press": waits for that
      const std::string& who = clear.value.subject ? clear.value.subject->pronoun : std::string();
      if (who != "nobody" && who != "everyone") continue;
      Clause wait;
      wait.form = plain_form("wait");
      wait.conditions = {clear.value};
      add_wish(wait, clear.next, clear.cost, all);
    }
    for (const auto& whom : noun_phrase(next)) {  // "make sure that jonas gets the drill"
      if (!any_of(whom.next, {"gets", "has", "receives"})) continue;
      for (const auto& thing : noun_phrase(whom.next + 1)) {
        Clause begun;
        begun.form = plain_form("hand_over");
        begun.objects = {whom.value, thing.value};
        add_wish(begun, thing.next, whom.cost + thing.cost, all);
      }
    }
  }
  for (const char* phrase : {"i want", "i need", "we need", "we want", "i would like", "we would like",
                             "i would like to have", "i want to have", "get", "have", "i would like to see"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& thing : noun_phrase(next)) {
      if (thing.value.pronoun == "you") continue;
      const std::size_t be = after_phrase(thing.next, "to be");
      // "get the crate onto the pallet" is an instruction of its own.
      if (!relation(be > 0 ? be : thing.next).empty()) continue;
      made_so(thing, be > 0 ? be : thing.next, false, all);
    }
  }
}

/// Makes it so, and what undoes it is left undone.
void Grammar::keep_so(const Reading<NounPhrase>& thing, std::size_t k, bool made, Readings<std::vector<Clause>>& all) {
  for (const auto& [state, verb, other] : kDone) {
    for (const State& known : states()) {
      if (std::string_view(known.name) != state || std::string_view(verb) == other) continue;
      for (const auto& words : pieces_of(known.phrases)) {
        const std::size_t end = after_phrase(k, words);
        if (end == 0) continue;
        Clause first, rule;
        first.form = plain_form(verb);
        rule.form = plain_form(other);
        first.objects = rule.objects = {thing.value};
        rule.forbidden = true;
        if (first.form == nullptr || rule.form == nullptr) continue;
        std::vector<Clause> both{first, rule};
        if (!made) both.erase(both.begin());
        all.push_back({std::move(both), end, thing.cost});
      }
    }
  }
}

/// "Keep the door closed", "leave the lamp on", "the hatch must stay shut": and what undoes it is left undone.
void Grammar::kept_states(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"keep", "leave"}) {
    if (!is(i, phrase)) continue;
    for (const auto& thing : noun_phrase(i + 1)) keep_so(thing, thing.next, is(i, "keep"), all);
  }
  const std::size_t before = furthest_, count = all.size();
  for (const auto& thing : noun_phrase(i)) {
    if (!thing.value.pronoun.empty()) continue;
    for (const char* must :
         {"must stay", "must remain", "should stay", "should remain", "has to stay", "has to remain", "must be kept",
          "should be kept", "needs to stay", "is to stay", "stays", "must be left"}) {
      if (const std::size_t next = after_phrase(thing.next, must)) keep_so(thing, next, true, all);
    }
  }
  if (all.size() == count) furthest_ = before;
}

/// "Get mira to bring the hammer", "have jonas open the door": they are told so.
void Grammar::caused(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t to =
      after_any(i, "get|i want|i need|i would like|we want|we need|we would like|cause|order|instruct");
  const std::size_t bare = after_any(i, "have|let|make|see that|make sure|make sure that|i suggest that");
  for (const std::size_t begin : {to, bare}) {
    if (begin == 0) continue;
    for (const auto& whom : noun_phrase(begin)) {
      if (!whom.value.pronoun.empty() && whom.value.pronoun != "him" && whom.value.pronoun != "her" &&
          whom.value.pronoun != "everyone")
        continue;
      const bool led = is(whom.next, "to");
      if ((begin == to) != led) continue;
      for (const Inflection inflection : {Inflection::Base, Inflection::Third}) {
        for (const auto& request : clause(led ? whom.next + 1 : whom.next, inflection))
          add_told(whom, request, led ? whom.next + 1 : whom.next, 4, all);
      }
    }
  }
}

void Grammar::add_told(const Reading<NounPhrase>& whom, const Reading<Clause>& request, std::size_t begin, int cost,
                       Readings<std::vector<Clause>>& all) {
  Clause told;
  for (const VerbForm& form : verb_forms()) {
    if (form.head.size() == 1 && form.head[0] == "tell" && (form.verb->takes & kNeedText) != 0) told.form = &form;
  }
  told.objects = {whom.value};
  told.asked = {request.value};
  told.text = said(begin, request.next);
  if (told.form != nullptr) all.push_back({{std::move(told)}, request.next, whom.cost + request.cost + cost});
}

/// "Wait for ada to give you the paint": takes it when it is held out.
void Grammar::given_by(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t from = after_any(i, "wait for|let|wait until|wait till");
  if (from == 0) return;
  for (const auto& whom : noun_phrase(from)) {
    const std::size_t give = is(whom.next, "to") ? whom.next + 1 : whom.next;
    if (!any_of(give, {"give", "gives", "hand", "hands", "pass", "passes", "bring", "brings"}) || !is(give + 1, "you"))
      continue;
    for (const auto& thing : noun_phrase(give + 2)) {
      Clause taken;
      taken.form = plain_form("take_over", "take");
      taken.objects = {thing.value};
      taken.phrases = {{find_relation("from"), whom.value}};
      if (taken.form != nullptr) add_wish(taken, thing.next, whom.cost + thing.cost - 4, all);
    }
  }
}

/// "I need the drill at the vice", "can I have the hammer", "jonas needs the pliers", "let mira have the wrench".
void Grammar::needs(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"i need",           "we need",           "i want",         "we want",
                             "i would like",     "we would like",     "i could use",    "we could use",
                             "could i have",     "can i have",        "may i have",     "could i get",
                             "can i get",        "may i get",         "could we have",  "can we have",
                             "could we get",     "i require",         "we require",     "let me have",
                             "could i borrow",   "can i borrow",      "may i borrow",   "i would like to have",
                             "i want to have",   "i will need",       "we will need",   "i am going to need",
                             "let us have",      "i will have",       "i have need of", "i could do with",
                             "we could do with", "please may i have", "might i have"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& thing : noun_phrase(next)) {
      static const std::set<std::string> kPeople{"you", "me", "someone", "everyone", "nobody", "him", "her"};
      if (kPeople.contains(thing.value.pronoun)) continue;
      Clause begun;
      begun.form = plain_form("bring", "fetch");
      for (const VerbForm& form : verb_forms()) {
        if (form.head[0] == "fetch" && std::string_view(form.verb->name) == "bring" && (form.verb->takes & kGoal) != 0)
          begun.form = &form;
      }
      begun.objects = {thing.value};
      add_wish(begun, thing.next, thing.cost + 3, all);
    }
  }
  // "I need you at the press": to come there.
  if (const std::size_t next = after_any(i, "i need you|we need you|i want you|we want you|i would like you")) {
    Clause come;
    come.form = plain_form("go");
    if (!relation(next).empty() || any_of(next, {"here", "over"})) add_wish(come, next, 0, all);
  }
  const std::size_t before = furthest_, count = all.size();
  const std::size_t let = is(i, "let") ? i + 1 : i;
  for (const auto& whom : noun_phrase(let)) {
    const bool has = let > i ? is(whom.next, "have") : any_of(whom.next, {"needs", "need", "wants", "want"});
    if (!has || whom.value.pronoun == "me") continue;
    for (const auto& thing : noun_phrase(whom.next + 1)) {
      Clause begun;
      begun.form = plain_form("hand_over");
      begun.objects = {whom.value, thing.value};
      add_wish(begun, thing.next, whom.cost + thing.cost + 2, all);
    }
  }
  // "The pliers, please."
  for (const auto& thing : noun_phrase(i)) {
    const std::size_t k = is(thing.next, ",") ? thing.next + 1 : thing.next;
    if (!is(k, "please") || !thing.value.pronoun.empty() || thing.value.bare) continue;
    Clause begun;
    for (const VerbForm& form : verb_forms()) {
      if (form.head[0] == "fetch" && (form.verb->takes & kGoal) != 0) begun.form = &form;
    }
    begun.objects = {thing.value};
    all.push_back({{std::move(begun)}, k + 1, thing.cost + 6});
  }
  if (all.size() == count) furthest_ = before;
}

/// "The crate should be put on the bench", "the door has to be closed", "the hatch needs closing".
void Grammar::passives(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t before = furthest_, count = all.size();
  for (const auto& thing : noun_phrase(i)) {
    if (!thing.value.pronoun.empty()) continue;
    std::size_t done = 0, goes = 0, gerund = 0;
    for (const char* must : {"should", "must", "has to", "have to", "needs to", "need to", "ought to", "is to",
                             "are to", "had better", "is supposed to", "are supposed to", "will have to"}) {
      const std::size_t next = after_phrase(thing.next, must);
      if (next > 0 && any_of(next, {"be", "get"})) done = next + 1;
      if (next > 0 && any_of(next, {"go", "come", "stand", "lie", "sit", "hang", "end"}))
        goes = is(next + 1, "up") ? next + 2 : next + 1;
    }
    if (any_of(thing.next, {"goes", "go", "belongs", "belong", "lives", "comes"})) goes = thing.next + 1;
    if (any_of(thing.next, {"needs", "need", "wants", "want", "requires", "require"})) gerund = thing.next + 1;
    if (done > 0) {
      const bool negated = is(done - 1, "not") || is(done - 2, "not");
      if (!negated) made_so(thing, done, false, all);
    }
    // "Jonas should open the door": he is told so.
    for (const char* must : {"should", "must", "has to", "have to", "needs to", "ought to", "is to"}) {
      const std::size_t next = after_phrase(thing.next, must);
      if (next == 0) continue;
      for (const auto& request : clause(next, Inflection::Base)) {
        add_told(thing, request, next, 1, all);
      }
    }
    Clause begun;
    begun.objects = {thing.value};
    begun.form = plain_form("put");
    if (goes > 0) add_wish(begun, goes, thing.cost + 2, all);
    for (const VerbForm& form : verb_forms()) {
      begun.form = &form;
      const bool fits = gerund > 0 && form.head.size() == 1 && form.preposition.empty() &&
                        (form.verb->takes & kNeedObject) != 0 &&
                        is_form_of(word(gerund), form.head[0], Inflection::Gerund);
      if (fits) add_wish(begun, gerund + 1, thing.cost + 2, all);
    }
    for (const char* needed : {"is needed", "are needed", "is wanted", "is required", "are required", "are wanted"}) {
      const std::size_t next = after_phrase(thing.next, needed);
      begun.form = plain_form("carry");
      if (next > 0) add_wish(begun, next, thing.cost + 2, all);
    }
  }
  if (all.size() == count) furthest_ = before;  // it says how something is, not what to do
}

/// "Keep a distance of two metres from jonas", "stay at least 3 m away from him".
void Grammar::keeping_away(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (const std::size_t next = after_any(i, "get out of|keep out of|stay out of|move out of|step out of"); next > 0) {
    for (const auto& whom : simple_noun_phrase(next)) {  // "get out of jonas's way"
      const bool owner = is(whom.next, "'s") && is(whom.next + 1, "way");
      if (!owner && !is(whom.next, "way")) continue;
      if (!owner && whom.value.pronoun.empty()) continue;
      Clause clause;
      clause.form = plain_form("flee", "avoid");
      clause.objects = {whom.value};
      add_wish(clause, whom.next + (owner ? 2 : 1), whom.cost, all);
    }
  }
  for (const char* phrase : {"keep a distance of at least", "keep a distance of", "keep at least", "stay at least",
                             "keep", "stay", "remain", "always keep", "always stay"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& far : amount(next)) {
      std::size_t k = far.next;
      if (any_of(k, {"distance", "clear"})) ++k;
      const std::size_t from = std::max({after_phrase(k, "away from"), after_phrase(k, "from"), after_phrase(k, "of")});
      if (from == 0 || (far.value.unit != "m" && far.value.unit != "steps")) continue;
      for (const auto& whom : noun_phrase(from)) {
        Clause clause;
        clause.form = plain_form("flee", "avoid");
        clause.objects = {whom.value};
        clause.amount = far.value;
        all.push_back({{std::move(clause)}, whom.next, whom.cost});
      }
    }
  }
}

}  // namespace fh::language
