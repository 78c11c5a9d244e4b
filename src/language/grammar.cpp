// SPDX-License-Identifier: Apache-2.0
#include "language/grammar.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace fh::language {

Grammar::Grammar(const Setting& setting, std::vector<Token> tokens) : setting_(setting), tokens_(std::move(tokens)) {}

const std::string& Grammar::word(std::size_t i) const {
  static const std::string none;
  return i < tokens_.size() && !tokens_[i].quoted ? tokens_[i].word : none;
}

bool Grammar::any_of(std::size_t i, std::initializer_list<const char*> words) const {
  return std::any_of(words.begin(), words.end(), [&](const char* w) { return is(i, w); });
}

std::size_t Grammar::after_phrase(std::size_t i, const std::string& phrase) const {
  std::istringstream in(phrase);
  for (std::string part; in >> part; ++i) {
    if (word(i) != part) return 0;
  }
  return i;
}

std::vector<std::pair<const char*, std::size_t>> Grammar::in_table(std::size_t i,
                                                                   std::span<const Meaning> table) const {
  std::vector<std::pair<const char*, std::size_t>> found;
  for (const Meaning& meaning : table) {
    std::size_t best = 0;
    for (const auto& phrase : pieces_of(meaning.phrases)) best = std::max(best, after_phrase(i, phrase));
    if (best > 0) found.emplace_back(meaning.name, best);
  }
  return found;
}

/// The word after the longest run of polite phrases at `i`.
std::size_t Grammar::skip_polite(std::size_t i, const char* kind) const {
  for (bool again = true; again;) {
    again = false;
    for (const auto& [name, next] : in_table(i, politeness())) {
      if (std::string_view(name) != kind) continue;
      i = next;
      again = true;
    }
    if (again && is(i, ",")) ++i;
  }
  return i;
}

Readings<std::vector<Clause>> Grammar::sentence() {
  Readings<std::vector<Clause>> whole;
  for (auto& reading : instructions(0)) {
    if (reading.next == tokens_.size()) whole.push_back(std::move(reading));
  }
  std::stable_sort(whole.begin(), whole.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
  return whole;
}

/// One instruction with what is said around it: conditions in front, polite words, words of order.
Readings<std::vector<Clause>> Grammar::one_instruction(std::size_t i) {
  Readings<std::vector<Clause>> all;
  if (i >= tokens_.size()) return all;
  prohibitions(i, all);
  for (const std::size_t start : {i, skip_polite(i, "before")}) {
    wished_states(start, all);
    passives(start, all);
    finding_out(start, all);
    if (skip_polite(i, "before") == i) break;
  }
  std::vector<std::pair<std::size_t, Inflection>> starts{{i, Inflection::Base}};
  for (const auto& ordering : {"first", "first of all", "firstly", "to begin with", "to start with",
                               "before anything else", "before doing anything else"}) {
    if (const std::size_t next = after_phrase(i, ordering))
      starts.emplace_back(is(next, ",") ? next + 1 : next, Inflection::Base);
  }
  if (const std::size_t next = skip_polite(starts.back().first, "before"); next > starts.back().first)
    starts.emplace_back(next, Inflection::Base);
  for (const std::size_t start : {i, starts.back().first}) {
    if (const std::size_t next = skip_polite(start, "gerund"); next > start)
      starts.emplace_back(next, Inflection::Gerund);
  }
  if (any_of(starts.back().first, {"go", "come", "run"}))
    starts.emplace_back(starts.back().first + 1, Inflection::Base);  // "go get"
  for (const auto& [start, inflection] : starts) {
    for (const auto& read : clause(start, inflection)) all.push_back({{read.value}, read.next, read.cost});
    // "When the lamp is red, press stop": the condition stands in front.
    for (const auto& condition : subordinate(start)) {
      std::size_t next = condition.next;
      if (is(next, ",")) ++next;
      if (is(next, "then")) ++next;
      next = skip_polite(next, "before");
      for (const auto& read : clause(next, Inflection::Base)) {
        Clause conditioned = read.value;
        conditioned.conditions.insert(conditioned.conditions.begin(), condition.value);
        conditioned.conditions.front().leading = true;
        all.push_back({{std::move(conditioned)}, read.next, condition.cost + read.cost});
      }
    }
    for (const auto& [hand, after] : in_table(start, hands())) {
      for (const auto& read : clause(is(after, ",") ? after + 1 : after, inflection)) {
        Clause handed = read.value;
        handed.hand = hand;
        if (uses_hand(*handed.form->verb)) all.push_back({{std::move(handed)}, read.next, read.cost});
      }
    }
    // "Carefully pick up the can": the manner stands in front.
    for (const auto& [manner, after] : in_table(start, manners())) {
      const std::size_t next = is(after, ",") ? after + 1 : after;
      for (const auto& read : clause(next, inflection)) {
        Clause mannered = read.value;
        mannered.manner.insert(mannered.manner.begin(), manner);
        all.push_back({{std::move(mannered)}, read.next, read.cost});
      }
    }
  }
  return all;
}

namespace {

const VerbForm* plain_form(std::string_view verb) {
  for (const VerbForm& form : verb_forms()) {
    if (form.verb->name == verb && form.head.size() == 1 && form.particle.empty() && form.preposition.empty())
      return &form;
  }
  return nullptr;
}

}  // namespace

/// "Make sure that the door is closed": what is to be done so that it is.
void Grammar::wished_states(std::size_t i, Readings<std::vector<Clause>>& all) {
  static constexpr std::pair<const char*, const char*> kDone[] = {{"open", "open"}, {"closed", "close"}};
  for (const char* phrase :
       {"make sure that", "make sure", "ensure that", "ensure", "see to it that", "be sure that"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& thing : noun_phrase(next)) {
      if (!any_of(thing.next, {"is", "are", "gets"}) || !thing.value.pronoun.empty()) continue;
      for (const auto& [state, verb] : kDone) {
        const auto known = std::find_if(states().begin(), states().end(),
                                        [&](const State& one) { return std::string_view(one.name) == state; });
        const VerbForm* form = plain_form(verb);
        if (known == states().end() || !form) continue;
        for (const auto& words : pieces_of(known->phrases)) {
          const std::size_t end = after_phrase(thing.next + 1, words);
          if (end == 0) continue;
          Clause clause;
          clause.form = form;
          clause.objects = {thing.value};
          all.push_back({{std::move(clause)}, end, thing.cost});
        }
      }
    }
  }
}

/// "The crate should be put on the bench", "the door has to be closed".
void Grammar::passives(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (!any_of(i, {"the", "this", "that", "these", "those", "all", "both"})) return;
  const std::size_t before = furthest_, count = all.size();
  for (const auto& thing : noun_phrase(i)) {
    if (!thing.value.pronoun.empty()) continue;
    std::size_t done = 0, goes = 0;
    for (const char* must : {"should", "must", "has to", "have to", "needs to", "need to", "ought to"}) {
      const std::size_t next = after_phrase(thing.next, must);
      if (next > 0 && is(next, "be")) done = next + 1;
      if (next > 0 && is(next, "go")) goes = next + 1;
    }
    if (is(thing.next, "goes") || is(thing.next, "belongs")) goes = thing.next + 1;
    for (const VerbForm& form : verb_forms()) {
      const bool put = goes > 0 && &form == plain_form("put");
      const bool fits = done > 0 && form.head.size() == 1 && form.preposition.empty() &&
                        (form.verb->takes & kNeedObject) != 0 && is_form_of(word(done), form.head[0], Inflection::Past);
      if (!put && !fits) continue;
      Clause begun;
      begun.form = &form;
      begun.objects = {thing.value};
      Readings<Clause> found;
      arguments(begun, put ? goes : done + 1, thing.cost + 2, 0, found);
      for (const auto& read : found) {
        if (read.value.objects.size() == 1) all.push_back({{read.value}, read.next, read.cost});
      }
    }
  }
  if (all.size() == count) furthest_ = before;  // it says how something is, not what to do
}

/// "Keep a distance of two metres from jonas", "stay at least 3 m away from him".
void Grammar::keeping_away(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"keep a distance of at least", "keep a distance of", "keep at least", "stay at least",
                             "keep", "stay", "remain"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& far : amount(next)) {
      const std::size_t from = std::max(after_phrase(far.next, "away from"), after_phrase(far.next, "from"));
      if (from == 0 || (far.value.unit != "m" && far.value.unit != "steps")) continue;
      for (const auto& whom : noun_phrase(from)) {
        Clause clause;
        clause.form = plain_form("flee");
        for (const VerbForm& form : verb_forms()) {
          if (form.head[0] == "avoid") clause.form = &form;
        }
        clause.objects = {whom.value};
        clause.amount = far.value;
        all.push_back({{std::move(clause)}, whom.next, whom.cost});
      }
    }
  }
}

/// "Find out where the hammer is", "let jonas know that the press is ready".
void Grammar::finding_out(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"find out where", "see where", "check where", "look where"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0) continue;
    for (const auto& thing : noun_phrase(next)) {
      if (!any_of(thing.next, {"is", "are"})) continue;
      Clause clause;
      clause.form = plain_form("search");
      for (const VerbForm& form : verb_forms()) {
        if (form.head[0] == "find" && std::string_view(form.verb->name) == "search") clause.form = &form;
      }
      clause.objects = {thing.value};
      all.push_back({{std::move(clause)}, thing.next + 1, thing.cost});
    }
  }
  keeping_away(i, all);
  if (is(i, "give")) {  // "give the stool a push"
    const VerbForm* push = plain_form("push");
    for (const auto& thing : noun_phrase(i + 1)) {
      const std::size_t next = std::max(after_phrase(thing.next, "a push"), after_phrase(thing.next, "a shove"));
      if (next == 0 || !push) continue;
      Clause begun;
      begun.form = push;
      begun.objects = {thing.value};
      Readings<Clause> found;
      arguments(begun, next, thing.cost, 0, found);
      for (const auto& read : found) all.push_back({{read.value}, read.next, read.cost});
    }
  }
  if (!is(i, "let")) return;
  for (const auto& whom : noun_phrase(i + 1)) {
    if (!is(whom.next, "know")) continue;
    for (const VerbForm& form : verb_forms()) {
      if (form.head.size() != 1 || form.head[0] != "tell") continue;
      Clause begun;
      begun.form = &form;
      begun.objects = {whom.value};
      Readings<Clause> found;
      arguments(begun, whom.next + 1, whom.cost, 0, found);
      for (const auto& read : found) all.push_back({{read.value}, read.next, read.cost});
    }
  }
}

/// "Do not press start": what is to be left undone is read like what is to be done.
void Grammar::prohibitions(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t begin = skip_polite(i, "before");
  for (const char* phrase :
       {"do not", "do not ever", "never", "never ever", "you must not", "you must never", "you should not",
        "you should never", "you may not", "you can not", "i do not want you to"}) {
    for (const std::size_t at : {i, begin}) {
      const std::size_t next = after_phrase(at, phrase);
      if (next == 0 || (at == begin && begin == i && at != i)) continue;
      for (const auto& read : clause(next, Inflection::Base)) {
        Clause forbidden = read.value;
        forbidden.forbidden = true;
        all.push_back({{std::move(forbidden)}, read.next, read.cost});
      }
      if (begin == i) break;
    }
  }
}

/// `joint`: how the rest is joined to the head.
void Grammar::add_rest(const Reading<std::vector<Clause>>& head, std::size_t i, Clause joint,
                       Readings<std::vector<Clause>>& all) {
  for (const auto& rest : instructions(i)) {
    if (all.size() > kMostReadings) return;
    Reading<std::vector<Clause>> joined{head.value, rest.next, head.cost + rest.cost};
    joined.value.insert(joined.value.end(), rest.value.begin(), rest.value.end());
    Clause& first = joined.value[head.value.size()];
    first.meanwhile = joint.meanwhile;
    first.new_sentence = joint.new_sentence;
    first.otherwise = joint.otherwise;
    all.push_back(std::move(joined));
  }
}

Readings<std::vector<Clause>> Grammar::instructions(std::size_t i) {
  Readings<std::vector<Clause>> all;
  for (const auto& head : one_instruction(i)) {
    std::size_t end = head.next;
    reach(end);
    // Polite words may close the sentence.
    std::size_t closing = is(end, ",") ? end + 1 : end;
    closing = skip_polite(closing, "after");
    if (closing == end + 1 && is(end, ",")) closing = end;
    while (is(closing, ".")) ++closing;
    if (closing >= tokens_.size()) all.push_back({head.value, tokens_.size(), head.cost});
    // A comma or full stop, then words of order, then the next instruction.
    std::size_t joint = end;
    while (is(joint, ",") || is(joint, ".")) ++joint;
    if (joint >= tokens_.size()) continue;
    bool stop = false;
    for (std::size_t k = end; k < joint; ++k) stop = stop || is(k, ".");
    Clause how;
    how.new_sentence = stop;
    // "Do not open it and press start" may forbid both: only a comma or full stop ends what is forbidden.
    const bool open_end = head.value.back().forbidden && joint == end;
    for (const auto& [name, next] : in_table(joint, connectors())) {
      if (open_end) break;
      std::size_t after = is(next, ",") ? next + 1 : next;
      after = skip_polite(after, "after");
      how.meanwhile = std::string_view(name) == "meanwhile";
      add_rest(head, after, how, all);
    }
    how.meanwhile = false;
    if (joint > end) add_rest(head, joint, how, all);
    for (const char* phrase : {"otherwise", "or else", "else", "if not", "and otherwise", "and if not"}) {
      const std::size_t next = after_phrase(joint, phrase);
      if (next == 0) continue;
      how.otherwise = true;
      add_rest(head, is(next, ",") ? next + 1 : next, how, all);
      how.otherwise = false;
    }
  }
  return all;
}

}  // namespace fh::language
