// SPDX-License-Identifier: Apache-2.0
#include "language/grammar/grammar.h"

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

std::size_t Grammar::after_phrase(std::size_t i, std::string_view phrase) const {
  for (std::size_t begin = 0; begin < phrase.size(); ++i) {
    const std::size_t end = std::min(phrase.find(' ', begin), phrase.size());
    if (word(i) != phrase.substr(begin, end - begin)) return 0;
    begin = end + 1;
  }
  return i;
}

std::size_t Grammar::after_any(std::size_t i, std::string_view phrases) const {
  std::size_t best = 0;
  for (std::size_t begin = 0; begin < phrases.size();) {
    const std::size_t end = std::min(phrases.find('|', begin), phrases.size());
    best = std::max(best, after_phrase(i, phrases.substr(begin, end - begin)));
    begin = end + 1;
  }
  return best;
}

std::vector<std::pair<const char*, std::size_t>> Grammar::in_table(std::size_t i,
                                                                   std::span<const Meaning> table) const {
  std::vector<std::pair<const char*, std::size_t>> found;
  if (word(i).empty()) return found;
  for (const Meaning& meaning : table) {
    if (const std::size_t best = after_any(i, meaning.phrases)) found.emplace_back(meaning.name, best);
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
const Readings<std::vector<Clause>>& Grammar::one_instruction(std::size_t i) {
  const auto known = instructions_.find(i);
  if (known != instructions_.end()) return known->second;
  Readings<std::vector<Clause>> all;
  if (i < tokens_.size()) read_instruction(i, all);
  return instructions_[i] = std::move(all);
}

void Grammar::read_instruction(std::size_t i, Readings<std::vector<Clause>>& all) {
  prohibitions(i, all);
  for (const std::size_t start : {i, skip_polite(i, "before")}) {
    wishes(start, all);
    questions(start, all);
    mentions(start, all);
    if (skip_polite(i, "before") == i) break;
  }
  two_verbs(i, all);
  together_with_me(i, all);
  for (const auto& [start, inflection] : instruction_starts(i)) {
    for (const auto& read : clause(start, inflection)) all.push_back({{read.value}, read.next, read.cost});
    conditioned(start, all);
    placed(start, all);
    timed_lead(start, all);
    with_lead(start, inflection, all);
  }
}

/// "When the lamp is red, press stop": the condition stands in front. A reason says nothing about what to do.
void Grammar::conditioned(std::size_t start, Readings<std::vector<Clause>>& all) {
  const auto then = [&](std::size_t next) {
    if (is(next, ",")) ++next;
    return is(next, "then") ? next + 1 : next;
  };
  for (const auto& condition : subordinate(start)) {
    std::vector<Subordinate> leading = condition.value.also;
    leading.insert(leading.begin(), condition.value);
    for (Subordinate& each : leading) each.leading = true;
    for (auto read : one_instruction(then(condition.next))) {
      if (all.size() > kMostReadings) return;
      auto& conditions = read.value.front().conditions;
      conditions.insert(conditions.begin(), leading.begin(), leading.end());
      all.push_back({std::move(read.value), read.next, condition.cost + read.cost});
    }
  }
  Readings<Subordinate> reasons;
  after_reason(start, reasons);
  for (const auto& reason : reasons) {
    if (!is(reason.next, ",")) continue;
    for (const auto& read : one_instruction(then(reason.next)))
      all.push_back({read.value, read.next, reason.cost + read.cost});
  }
}

/// "In the store, look for the hammer", "at the bench, press start": a place in front.
void Grammar::placed(std::size_t start, Readings<std::vector<Clause>>& all) {
  for (const auto& by : relation(start)) {
    const Relation& relation = *by.value.first;
    const std::string_view name = relation.name;
    for (const auto& of : noun_phrase(by.next)) {
      const std::size_t next = is(of.next, ",") ? of.next + 1 : of.next;
      const Phrase phrase{&relation, of.value};
      for (const auto& read : clause_of(next, Inflection::Base, {phrase}))
        all.push_back({{read.value}, read.next, of.cost + read.cost + 5});
      const bool stands = name == "at" || name == "near" || name == "in" || name == "beside";
      if (!stands || by.value.second) continue;
      for (const auto& read : clause(next, Inflection::Base)) {
        if (takes_place(read.value, relation)) continue;
        Clause go;
        go.form = plain_form("go");
        go.phrases = {phrase};
        all.push_back({{std::move(go), read.value}, read.next, of.cost + read.cost + 6});
      }
    }
  }
}

/// Where its verb may stand: behind polite words and words of order.
std::vector<std::pair<std::size_t, Inflection>> Grammar::instruction_starts(std::size_t i) const {
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
  for (const std::size_t start : {i, starts.front().first}) {
    if (const std::size_t next = skip_polite(start, "past"); next > start) starts.emplace_back(next, Inflection::Past);
    if (start == starts.front().first) break;
  }
  if (any_of(starts.back().first, {"go", "come", "run"}))
    starts.emplace_back(starts.back().first + 1, Inflection::Base);  // "go get"
  return starts;
}

/// "Every 30 seconds, check the lamp", "for the next minute, wait".
void Grammar::timed_lead(std::size_t start, Readings<std::vector<Clause>>& all) {
  if (!any_of(start, {"every", "for"})) return;
  for (const auto& often : amount(after_phrase(start, "for the next") > 0 ? start + 3 : start + 1)) {
    const std::string& unit = often.value.unit;
    const double seconds = often.value.value * (unit == "s" ? 1.0 : unit == "min" ? 60.0 : unit == "h" ? 3600.0 : 0.0);
    if (seconds <= 0.0) continue;
    for (const auto& read : clause(is(often.next, ",") ? often.next + 1 : often.next, Inflection::Base)) {
      Clause timed = read.value;
      double& time = is(start, "every") ? timed.every_seconds : timed.seconds;
      if (time > 0.0) continue;
      time = seconds;
      all.push_back({{std::move(timed)}, read.next, read.cost});
    }
  }
}

/// "With both hands, …", "carefully pick up the can": hand or manner stand in front.
void Grammar::with_lead(std::size_t start, Inflection inflection, Readings<std::vector<Clause>>& all) {
  for (const auto& [hand, after] : in_table(start, hands())) {
    for (const auto& read : clause(is(after, ",") ? after + 1 : after, inflection)) {
      Clause handed = read.value;
      handed.hand = hand;
      if (uses_hand(*handed.form->verb)) all.push_back({{std::move(handed)}, read.next, read.cost});
    }
  }
  for (const auto& [manner, after] : in_table(start, manners())) {
    const std::size_t next = is(after, ",") ? after + 1 : after;
    for (const auto& read : clause(next, inflection)) {
      Clause mannered = read.value;
      mannered.manner.insert(mannered.manner.begin(), manner);
      all.push_back({{std::move(mannered)}, read.next, read.cost});
    }
  }
}

/// "Find and bring me the hammer": both with the same thing.
void Grammar::two_verbs(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t begin = skip_polite(i, "before");
  for (const VerbForm& form : verb_forms()) {
    if ((form.verb->takes & kNeedObject) == 0 || (form.verb->takes & (kNeedGoal | kNeedRecipient | kNeedAbout)) != 0 ||
        word(begin) != form.head[0] || !form.preposition.empty())
      continue;
    std::size_t k = begin;
    bool same = true;
    for (const auto& part : form.head) same = same && word(k++) == part;
    if (same && !form.particle.empty()) {
      k = after_phrase(k, form.particle);
      same = k > 0;
    }
    if (!same || !is(k, "and")) continue;
    for (const auto& read : clause(k + 1, Inflection::Base)) {
      if (read.value.objects.empty() || !read.value.asked.empty()) continue;
      Clause first;
      first.form = &form;
      first.particle_seen = true;
      first.objects = {read.value.objects.back()};
      all.push_back({{std::move(first), read.value}, read.next, read.cost + 6});
    }
  }
}

/// "Let us carry the crate to the dock": together with who says so.
void Grammar::together_with_me(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t begin = std::max(after_phrase(i, "let us"), after_phrase(i, "we will"));
  if (begin == 0) return;
  NounPhrase me;
  me.pronoun = "me";
  me.said = "us";
  for (const auto& read : clause(begin, Inflection::Base)) {
    Clause ours = read.value;
    const std::uint32_t takes = ours.form->verb->takes;
    const bool named = std::any_of(ours.phrases.begin(), ours.phrases.end(), [](const Phrase& phrase) {
      return std::string_view(phrase.relation->name) == "with";
    });
    for (const VerbForm& form : verb_forms()) {
      const bool lifts = (form.verb->takes & kNeedWithPerson) != 0 && form.head == ours.form->head &&
                         form.particle == ours.form->particle;
      if (lifts && (takes & kHands) != 0) ours.form = &form;
    }
    const bool shared = (ours.form->verb->takes & kNeedWithPerson) != 0;
    const bool goes = std::string_view(ours.form->verb->name) == "go" && (takes & kWith) != 0;
    if (named || (!shared && !goes)) continue;
    std::erase(ours.manner, "together");
    ours.phrases.push_back({find_relation("with"), me});
    all.push_back({{std::move(ours)}, read.next, read.cost});
  }
}

/// "Look at the mirror, then at the clock": the verb is not said again.
void Grammar::same_verb(const Reading<std::vector<Clause>>& head, std::size_t i, bool new_sentence,
                        Readings<std::vector<Clause>>& all) {
  const Clause& said_before = head.value.back();
  if (said_before.mentioned || said_before.forbidden || !said_before.question.empty() || !said_before.asked.empty() ||
      !said_before.purpose.empty() || new_sentence)
    return;
  Clause begun;
  begun.form = said_before.form;
  begun.particle_seen = true;
  Readings<Clause> found;
  arguments(begun, i, 6, 0, found);
  // "hand me the pliers and then the hammer": to the same person; "bring the crate to the dock, then the carton".
  if (said_before.objects.size() == 2) begun.objects = {said_before.objects[0]};
  if ((begun.form->verb->takes & kNeedAbout) != 0 && said_before.about) {  // "look for it here and in the store"
    Clause elsewhere = begun;
    elsewhere.about = said_before.about;
    places(elsewhere, i, 6, 0, found);
  }
  if ((begun.form->verb->takes & (kNeedGoal | kNeedRecipient)) != 0) begun.phrases = said_before.phrases;
  if (!begun.objects.empty() || !begun.phrases.empty()) {
    for (const auto& thing : noun_phrase(i)) {
      Clause more = begun;
      more.objects.push_back(thing.value);
      if (thing.value.pronoun.empty() && is_complete(more, thing.next))
        found.push_back({more, thing.next, thing.cost + 7});
    }
  }
  // "turn the desk lamp off and the bench lamp on"
  for (const VerbForm& form : verb_forms()) {
    if (form.particle.empty() || form.particle == said_before.form->particle || form.head != said_before.form->head ||
        said_before.form->particle.empty() || !form.preposition.empty())
      continue;
    Clause other;
    other.form = &form;
    arguments(other, i, 7, 0, found);
  }
  for (const auto& read : found) {
    if (read.next == i) continue;
    if (read.value.objects.empty() && read.value.phrases.empty()) continue;
    if (!read.value.objects.empty() && !read.value.objects.back().pronoun.empty()) continue;
    Reading<std::vector<Clause>> both{head.value, read.next, head.cost + read.cost};
    both.value.push_back(read.value);
    finish(both, all);
  }
}

/// `joint`: how the rest is joined to the head.
void Grammar::add_rest(const Reading<std::vector<Clause>>& head, std::size_t i, const Clause& joint,
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
  for (const auto& head : one_instruction(i)) finish(head, all);
  return all;
}

/// What follows an instruction: nothing, or further instructions and what joins them.
void Grammar::finish(const Reading<std::vector<Clause>>& head, Readings<std::vector<Clause>>& all) {
  if (all.size() > kMostReadings) return;
  std::size_t end = head.next;
  reach(end);
  // Polite words may close the sentence; "get the can for me" says for whom.
  std::size_t closing = is(end, ",") ? end + 1 : end;
  if (!(is(closing, "for") && is_for_somebody(head.value.back()))) closing = skip_polite(closing, "after");
  if (closing == end + 1 && is(end, ",")) closing = end;
  while (is(closing, ".")) ++closing;
  if (closing >= tokens_.size()) all.push_back({head.value, tokens_.size(), head.cost});
  // A comma or full stop, then words of order, then the next instruction.
  std::size_t joint = end;
  while (is(joint, ",") || is(joint, ".")) ++joint;
  if (joint >= tokens_.size()) return;
  bool stop = false;
  for (std::size_t k = end; k < joint; ++k) stop = stop || is(k, ".");
  Clause how;
  how.new_sentence = stop;
  // "Do not open it and press start" may forbid both: only a comma or full stop ends what is forbidden.
  const bool open_end = head.value.back().forbidden && !head.value.back().sealed && joint == end;
  for (const auto& [name, next] : in_table(joint, connectors())) {
    if (open_end) break;
    std::size_t after = is(next, ",") ? next + 1 : next;
    after = skip_polite(after, "after");
    how.meanwhile = std::string_view(name) == "meanwhile";
    add_rest(head, after, how, all);
    if (!how.meanwhile) same_verb(head, after, stop, all);
  }
  how.meanwhile = false;
  // ", who is at the press" goes on with what was said; a question of its own begins behind a full stop.
  const bool goes_on = !stop && any_of(joint, {"who", "which", "whom", "whose"});
  if (joint > end && !goes_on) add_rest(head, joint, how, all);
  for (const char* phrase : {"otherwise", "or else", "else", "if not", "and otherwise", "and if not"}) {
    const std::size_t next = after_phrase(joint, phrase);
    if (next == 0) continue;
    how.otherwise = true;
    add_rest(head, is(next, ",") ? next + 1 : next, how, all);
    how.otherwise = false;
  }
}

}  // namespace fh::language
