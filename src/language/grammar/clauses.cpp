// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

constexpr int kMostArguments = 8;

bool is_source(const Relation& relation) {
  const std::string_view name = relation.name;
  return name == "from" || name == "off" || name == "out_of";
}

bool is_route(const Relation& relation) {
  const std::string_view name = relation.name;
  return name == "through" || name == "along" || name == "past" || name == "across" || name == "around" ||
         name == "up" || name == "down";
}

/// How often each kind of place was named.
struct PlaceCount {
  int goals = 0, routes = 0, sources = 0, withs = 0;
};

PlaceCount count_places(const Clause& clause) {
  PlaceCount count;
  for (const Phrase& phrase : clause.phrases) {
    if (is_source(*phrase.relation))
      ++count.sources;
    else if (std::string_view(phrase.relation->name) == "with")
      ++count.withs;
    else if (is_route(*phrase.relation))
      ++count.routes;
    else
      ++count.goals;
  }
  return count;
}

std::size_t most_objects(std::uint32_t takes) {
  const bool recipient = (takes & (kRecipient | kNeedRecipient)) != 0;
  const bool object = (takes & (kObject | kNeedObject)) != 0;
  return (recipient ? 1u : 0u) + (object ? 1u : 0u);
}

bool named_so_verb(const Clause& clause, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), clause.form->verb->name) != names.end();
}

/// "pick up" without marks, for questions.
std::string verb_words(const Clause& clause) {
  std::string text;
  for (const auto& word : clause.form->head) text += (text.empty() ? "" : " ") + word;
  if (!clause.form->particle.empty()) text += " " + clause.form->particle;
  return text;
}

}  // namespace

/// The question is kept when the sentence may end here and nothing better was asked.
void Grammar::note_missing(std::size_t i, const std::string& question) {
  if (i + 1 >= tokens_.size() && (i >= tokens_.size() || is(i, ".")) && missing_.empty()) missing_ = question;
}

/// Whether the verb has all it needs and nothing it does not take.
bool Grammar::is_complete(const Clause& clause, std::size_t i) {
  const std::uint32_t takes = clause.form->verb->takes;
  const PlaceCount places = count_places(clause);
  const bool goal = places.goals > 0 || is_place_word(clause.direction), route = places.routes > 0;
  const std::uint32_t goals = kGoal | kNeedGoal;
  if (!clause.form->particle.empty() && !clause.particle_seen) return false;
  if (!clause.amount.unit.empty() && (takes & kAmount) == 0) return false;
  const bool directed = (takes & (kDirection | kNeedDirectionOrGoal)) != 0 ||
                        (is_place_word(clause.direction) && (takes & goals) != 0 && places.goals == 0);
  if (!clause.direction.empty() && !directed) return false;
  if (!clause.form->preposition.empty() && clause.objects.empty()) return false;
  // "take two steps to the left"; "take the left" is something else.
  const std::string& head = clause.form->head[0];
  if (std::string_view(clause.form->verb->name) == "go" && clause.form->head.size() == 1 &&
      (head == "take" || head == "make") && clause.amount.unit != "steps")
    return false;
  if (std::string_view(clause.form->verb->name) == "push" && (head == "move" || head == "shift" || head == "get") &&
      clause.direction.empty())
    return false;
  if ((takes & kNeedObject) != 0 && clause.objects.empty()) {
    note_missing(i, fmt::format("What should I {}?", verb_words(clause)));
    return false;
  }
  // A recipient is named by "to …" or stands before the object.
  const bool recipient = goal || clause.objects.size() == 2;
  if ((takes & kNeedRecipient) != 0 && !recipient) {
    note_missing(i, fmt::format("To whom should I {} it?", verb_words(clause)));
    return false;
  }
  const bool way = route && std::string_view(clause.form->verb->name) == "carry";  // "carry it up the ramp"
  if ((takes & kNeedGoal) != 0 && !goal && !way) {
    note_missing(i, fmt::format("Where should I {} it?", verb_words(clause)));
    return false;
  }
  if ((takes & kNeedDirectionOrGoal) != 0 && !goal && !route && places.sources == 0 && clause.direction.empty()) {
    note_missing(i, fmt::format("Where should I {}?", verb_words(clause)));
    return false;
  }
  if ((takes & kNeedFromPerson) != 0 && places.sources == 0) return false;
  if ((takes & kNeedWithPerson) != 0 && places.withs == 0) return false;
  if ((takes & kNeedAbout) != 0 && !clause.about) return false;
  if ((takes & kNeedText) != 0 && clause.text.empty() && clause.asked.empty() && !clause.about) {
    note_missing(i, fmt::format("What should I {}?", verb_words(clause)));
    return false;
  }
  return (takes & (kGerund | kHelps)) == 0 || !clause.asked.empty() || (takes & kHelps) != 0;
}

Readings<Clause> Grammar::clause(std::size_t i, Inflection inflection) {
  const auto key = std::make_pair(i, static_cast<int>(inflection));
  if (const auto known = clauses_.find(key); known != clauses_.end()) return known->second;
  Readings<Clause> all = clause_of(i, inflection, {});
  return clauses_[key] = std::move(all);
}

/// With a place that was said before its verb, where the verb takes one.
Readings<Clause> Grammar::clause_of(std::size_t i, Inflection inflection, const std::vector<Phrase>& given) {
  Readings<Clause> all;
  for (const VerbForm& form : verb_forms()) {
    if (!is_form_of(word(i), form.head[0], inflection)) continue;
    std::size_t k = i + 1;
    bool same = true;
    for (std::size_t h = 1; h < form.head.size(); ++h) same = same && word(k++) == form.head[h];
    if (!same) continue;
    Clause begun;
    begun.form = &form;
    if (!form.manner.empty()) begun.manner.push_back(form.manner);
    const auto fits = [&](const Phrase& phrase) { return takes_place(begun, *phrase.relation); };
    if (!std::all_of(given.begin(), given.end(), fits)) continue;
    reach(k);
    // Of two verbs that fit, the one that takes more words is meant: "go up" before "go".
    const std::size_t words = form.head.size() + form.preposition.size() + (form.particle.empty() ? 0 : 1);
    Readings<Clause> found;
    arguments(begun, k, 4 - static_cast<int>(std::min<std::size_t>(words, 4)), 0, given.empty() ? all : found);
    for (auto& read : found) {
      read.value.phrases.insert(read.value.phrases.end(), given.begin(), given.end());
      const PlaceCount count = count_places(read.value);
      if (std::max({count.goals, count.routes, count.sources, count.withs}) < 2) all.push_back(std::move(read));
    }
  }
  return all;
}

/// Whether the verb may go with one more place of this kind.
bool Grammar::takes_place(const Clause& clause, const Relation& by) const {
  const std::uint32_t takes = clause.form->verb->takes;
  const PlaceCount count = count_places(clause);
  const std::string_view name = by.name;
  if (name == "of") return false;
  if (is_source(by)) return count.sources == 0 && (takes & (kFrom | kNeedFromPerson)) != 0;
  if (name == "with") return count.withs == 0 && (takes & (kWith | kNeedWithPerson)) != 0;
  if (is_route(by)) return count.routes == 0 && (takes & (kGoal | kNeedGoal | kRoute)) != 0;
  return count.goals == 0 && ((takes & (kGoal | kNeedGoal | kNeedDirectionOrGoal)) != 0 ||
                              ((takes & (kRecipient | kNeedRecipient)) != 0 && name == "at"));
}

/// "Get the can for me", "find it for jonas": the verb can as well mean to bring it.
bool Grammar::is_for_somebody(const Clause& clause) const {
  const std::string_view verb = clause.form->verb->name;
  if (verb == "wait") return true;
  if (verb != "pick_up" && verb != "search") return false;
  return std::any_of(verb_forms().begin(), verb_forms().end(), [&](const VerbForm& other) {
    return std::string_view(other.verb->name) == "bring" && other.head == clause.form->head &&
           other.particle == clause.form->particle && other.preposition == clause.form->preposition;
  });
}

void Grammar::arguments(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  if (++work_ > kMostWork || all.size() > kMostReadings || depth > kMostArguments) return;
  if (is_complete(clause, i)) all.push_back({clause, i, cost});
  // "ask omar to get the soap while you wait": who is spoken to does that.
  if (!clause.asked.empty() && (clause.form->verb->takes & (kGerund | kHelps)) == 0) {
    for (const auto& found : subordinate(is(i, ",") ? i + 1 : i)) {
      if (!found.value.yours) continue;
      Clause more = clause;
      more.conditions.push_back(found.value);
      all.push_back({std::move(more), found.next, cost + found.cost});
    }
  }
  // What follows a purpose or a request belongs to it: "go to the store to get the can carefully".
  if (i >= tokens_.size() || !clause.purpose.empty() || !clause.asked.empty()) return;
  if (!clause.form->particle.empty() && !clause.particle_seen) {
    if (const std::size_t next = after_phrase(i, clause.form->particle)) {
      Clause more = clause;
      more.particle_seen = true;
      arguments(more, next, cost, depth + 1, all);
    }
  }
  objects(clause, i, cost, depth, all);
  places(clause, i, cost, depth, all);
  small_words(clause, i, cost, depth, all);
  measures(clause, i, cost, depth, all);
  speech(clause, i, cost, depth, all);
  subordinates(clause, i, cost, depth, all);
  purposes(clause, i, cost, depth, all);
}

void Grammar::objects(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::uint32_t takes = clause.form->verb->takes;
  if ((takes & kGerund) != 0 && clause.asked.empty()) {
    for (const auto& stopped : this->clause(i, Inflection::Gerund)) {
      Clause more = clause;
      more.asked = {stopped.value};
      arguments(more, stopped.next, cost + stopped.cost, depth + 1, all);
    }
  }
  if ((takes & kHelps) != 0 && !clause.objects.empty() && clause.asked.empty()) {
    if (is(i, "with")) {  // "help me with the crate"
      for (const VerbForm& form : verb_forms()) {
        if (std::string_view(form.verb->name) != "pick_up" || form.head[0] != "lift" || !form.particle.empty())
          continue;
        for (const auto& thing : noun_phrase(i + 1)) {
          Clause more = clause, lift;
          lift.form = &form;
          lift.objects = {thing.value};
          more.asked = {lift};
          arguments(more, thing.next, cost + thing.cost, depth + 1, all);
        }
      }
    }
    const std::size_t start = is(i, "to") || is(i, "with") ? i + 1 : i;
    for (const Inflection inflection : {Inflection::Base, Inflection::Gerund}) {
      for (const auto& shared : this->clause(start, inflection)) {
        Clause more = clause;
        more.asked = {shared.value};
        arguments(more, shared.next, cost + shared.cost, depth + 1, all);
      }
    }
  }
  if (clause.objects.size() >= most_objects(takes)) return;
  // Nothing may come between a verb and its object but a particle; two objects follow each other.
  const bool only_objects = clause.phrases.empty() && clause.text.empty() && clause.seconds == 0.0 && !clause.about &&
                            clause.conditions.empty() && clause.direction.empty() && clause.purpose.empty();
  if (!only_objects) return;
  std::size_t k = i;
  if (clause.objects.empty()) {
    for (const auto& preposition : clause.form->preposition) {
      if (word(k++) != preposition) return;
    }
  }
  for (const auto& found : noun_phrase(k)) {
    if (found.value.pronoun == "nobody") continue;
    Clause more = clause;
    more.objects.push_back(found.value);
    arguments(more, found.next, cost + found.cost, depth + 1, all);
  }
}

void Grammar::speech(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::uint32_t takes = clause.form->verb->takes;
  if ((takes & (kText | kNeedText)) == 0 || !clause.text.empty() || !clause.asked.empty()) return;
  const std::size_t start = is(i, ",") ? i + 1 : i;
  if (start < tokens_.size() && tokens_[start].quoted) {
    Clause more = clause;
    more.text = tokens_[start].word;
    arguments(more, start + 1, cost, depth + 1, all);
    return;
  }
  for (const auto& [name, next] : in_table(i, greetings())) {
    Clause more = clause;
    more.text = name;
    arguments(more, next, cost, depth + 1, all);
  }
  if (const std::size_t next = after_phrase(i, "for help")) {
    Clause more = clause;
    more.text = "help";
    arguments(more, next, cost, depth + 1, all);
  }
  const auto add_text = [&](std::size_t end, int more_cost) {
    Clause more = clause;
    more.text = said(i, end);
    arguments(more, end, cost + more_cost, depth + 1, all);
  };
  // "Tell me where it is" is a question.
  const bool to_me = clause.objects.size() == 1 && clause.objects[0].pronoun == "me";
  if (is(i, "that") || (!to_me && any_of(i, {"whether", "if"}))) {
    for (const auto& content : state_clause(i + 1, "that")) add_text(content.next, content.cost);
  }
  if (!to_me && any_of(i, {"where", "who"})) {
    for (const auto& thing : noun_phrase(i + 1)) {
      if (any_of(thing.next, {"is", "are"})) add_text(thing.next + 1, thing.cost);
    }
    if (any_of(i + 1, {"is", "are"})) {
      for (const auto& thing : noun_phrase(i + 2)) add_text(thing.next, thing.cost);
    }
  }
  // "ask mira which wrench she needs": passed on as it is said.
  if (!to_me && !clause.objects.empty() &&
      !any_of(i, {"to", "that", "about", "for", ",", ".", "and", "then", "when", "as"})) {
    std::size_t end = i + 1;
    while (end < tokens_.size() && !any_of(end, {",", ".", "and", "then"})) ++end;
    if (end > i + 2) add_text(end, any_of(i, {"what", "which", "how", "why", "if", "whether"}) ? 4 : 14);
  }
  if (is(i, "to") && !clause.objects.empty()) {
    for (const auto& request : this->clause(i + 1, Inflection::Base)) {
      Clause more = clause;
      more.asked = {request.value};
      more.text = said(i + 1, request.next);
      arguments(more, request.next, cost + request.cost, depth + 1, all);
    }
  }
}

void Grammar::subordinates(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::size_t k = is(i, ",") ? i + 1 : i;
  const auto go_on = [&](const Reading<Subordinate>& found) {
    Clause more = clause;
    more.conditions.push_back(found.value);
    more.conditions.insert(more.conditions.end(), found.value.also.begin(), found.value.also.end());
    arguments(more, found.next, cost + found.cost, depth + 1, all);
  };
  for (const auto& found : subordinate(k)) go_on(found);
  // "because it is heavy", "so that jonas can get past": why, which changes nothing.
  Readings<Subordinate> reasons;
  after_reason(k, reasons);
  if (k > i && any_of(k, {"he", "she", "they"})) {  // "…, he is waiting at the bench"
    for (const auto& found : state_clause(k, "because")) reasons.push_back({{}, found.next, found.cost + 3});
  }
  for (const auto& reason : reasons) arguments(clause, reason.next, cost + reason.cost, depth + 1, all);
  if (is(i, "for") && std::string_view(clause.form->verb->name) == "wait") {
    for (const auto& found : awaited(i + 1)) go_on(found);
  }
  // "look at the lamp while waiting", "stand by the press, facing it"
  const bool stops = std::string_view(clause.form->verb->name) == "stop";
  const bool adjunct = k < tokens_.size() && clause.conditions.empty() && !stops;
  if (is(i, "while") || (is(i, "and") && is(i + 1, "keep")) || adjunct) {
    const std::size_t start = is(i, "and") && is(i + 1, "keep") ? i + 2 : is(i, "while") ? i + 1 : k;
    for (const auto& other : this->clause(start, Inflection::Gerund)) {
      const bool led = start > k;
      if (!led && !named_so_verb(other.value, {"look_at", "point_at", "wave", "say", "wait"})) continue;
      Reading<Subordinate> found;
      found.value.kind = "meanwhile";
      found.value.own = {other.value};
      found.next = other.next;
      found.cost = other.cost;
      go_on(found);
    }
  }
}

void Grammar::purposes(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  if (!clause.purpose.empty() || !clause.conditions.empty()) return;
  const std::string_view verb = clause.form->verb->name;
  if (verb == "say" || verb == "ask" || verb == "help" || (verb == "wait" && clause.about)) return;
  std::size_t start = 0;
  for (const char* lead :
       {"in order to", "so as to", "so that you can", "so you can", "so that you", "so you", "to", "and try to"}) {
    if (const std::size_t next = after_phrase(i, lead); next > 0 && start == 0) start = next;
  }
  if (start == 0) return;
  for (const auto& aim : this->clause(start, Inflection::Base)) {
    Clause more = clause;
    more.purpose = {aim.value};
    arguments(more, aim.next, cost + aim.cost, depth + 1, all);
  }
}

}  // namespace fh::language
