// SPDX-License-Identifier: Apache-2.0
#include "language/grounding/ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace fh::language {
namespace {

/// "Fetch the carton and put it on the desk": it is not brought to the speaker before that.
void fetch_for_next(const Setting& setting, const Clause* said, std::vector<Step>& before,
                    const std::vector<Step>& steps) {
  if (said == nullptr || before.empty() || steps.size() != 1 || !said->phrases.empty() || said->objects.size() != 1)
    return;
  Step& fetched = before.back();
  const bool for_speaker = fetched.verb == "bring" && setting.speaker && fetched.place.relation.empty() &&
                           fetched.recipient.names == std::vector<std::string>{setting.at(*setting.speaker).name};
  if (!for_speaker || steps[0].object.names != fetched.object.names) return;
  if (!named_so(steps[0].verb, {"put", "carry", "bring", "hand_over", "attach"})) return;
  fetched.verb = "pick_up";
  fetched.recipient = {};
}

/// "Take a stool and sit down": it is sat on, not picked up.
void sit_on_taken(const Setting& setting, std::vector<Step>& before, std::vector<Step>& steps) {
  if (before.empty() || steps.size() != 1 || steps[0].verb != "sit" || !steps[0].place.relation.empty()) return;
  const Step& taken = before.back();
  if (taken.verb != "pick_up" || taken.object.names.empty() || !taken.conditions.empty()) return;
  const auto seat = setting.named(taken.object.names[0]);
  if (!seat || !setting.at(*seat).seat) return;
  steps[0].place = {"on", taken.object};
  steps[0].only_if_previous = taken.only_if_previous;
  before.pop_back();
}

}  // namespace

Outcome<std::vector<Step>> Grounding::instructions(const std::vector<Clause>& clauses) {
  std::vector<Step> all;
  bool conditional = false;  // an "if" in front holds for all that its sentence goes on to say
  bool has_other = false;    // the step before hangs on an "if" that has no "otherwise" yet
  for (std::size_t n = 0; n < clauses.size(); ++n) {
    const Clause& each = clauses[n];
    if (each.mentioned) {
      FH_TRY_VOID(mention(each, n + 1 < clauses.size() ? &clauses[n + 1] : nullptr));
      continue;
    }
    FH_TRY(steps, clause(each, nullptr));
    FH_TRY_VOID(announced(steps, all.empty()));
    conditional = conditional && !each.new_sentence;
    if (each.forbidden) {
      if (steps.size() != 1 || !steps[0].conditions.empty() || conditional)
        return refuse("I can leave things undone, but not under a condition.");
      steps.front().forbidden = true;
    }
    if (each.otherwise) {
      if (!has_other || each.forbidden || !steps.front().conditions.empty())
        return tl::make_unexpected(Problem{true, "Otherwise than what? Say \"if …\" first.", {}});
      steps.front().otherwise = true;
      conditional = true;
      has_other = false;
      all.insert(all.end(), steps.begin(), steps.end());
      continue;
    }
    has_other = has_other && conditional && !each.meanwhile;
    if (conditional && !steps.empty()) steps.front().only_if_previous = true;
    for (const Subordinate& condition : each.conditions) {
      const bool optional = condition.kind == "if" || condition.kind == "unless" || condition.kind == "whenever";
      if (condition.leading) conditional = optional;
      if (condition.own.empty() && (condition.kind == "if" || condition.kind == "unless") && steps.size() == 1)
        has_other = true;
    }
    if (!steps.empty()) steps.front().meanwhile = steps.front().meanwhile || each.meanwhile;
    sit_on_taken(setting_, all, steps);
    fetch_for_next(setting_, n == 0 ? nullptr : &clauses[n - 1], all, steps);
    all.insert(all.end(), steps.begin(), steps.end());
  }
  if (!all.empty() && all.front().meanwhile) return refuse("Nothing is said that goes on meanwhile.");
  if (all.empty()) return tl::make_unexpected(Problem{true, "What should I do about that?", {}});
  return all;
}

/// What "it" is in what follows; what was put in front has to be spoken of there.
Outcome<void> Grounding::mention(const Clause& said, const Clause* next) {
  const auto refers = [](const NounPhrase& phrase) { return !phrase.pronoun.empty() && phrase.pronoun != "me"; };
  const bool spoken_of = next != nullptr && (std::any_of(next->objects.begin(), next->objects.end(), refers) ||
                                             std::any_of(next->phrases.begin(), next->phrases.end(),
                                                         [&](const Phrase& phrase) { return refers(phrase.of); }));
  if (said.fronted && !spoken_of) return refuse(fmt::format("What about {}?", said.objects.back().said));
  resolver_.next_clause();
  for (std::size_t i = 0; i < said.objects.size(); ++i) {
    FH_TRY(found, resolver_.resolve(said.objects[i], {}, i + 1 == said.objects.size() ? 3 : 1));
    if (i + 1 < said.objects.size()) last_place_ = {"at", resolver_.target(found)};
  }
  return {};
}

/// The step of a clause, and those that its "before", "after" and "while" name.
Outcome<std::vector<Step>> Grounding::clause(const Clause& clause, const PlaceGoal* expected) {
  std::vector<Step> steps;
  for (const Subordinate& each : clause.conditions) {
    if (each.own.empty() || each.kind != "after") continue;
    FH_TRY(before, this->clause(each.own[0], nullptr));
    steps.insert(steps.end(), before.begin(), before.end());
  }
  resolver_.next_clause();
  FH_TRY(main, step(clause, expected));
  steps.push_back(std::move(main));
  FH_TRY(whole, purpose(clause, std::move(steps)));
  steps = std::move(whole);
  for (const Subordinate& each : clause.conditions) {
    if (each.own.empty() || each.kind == "after") continue;
    FH_TRY(after, this->clause(each.own[0], nullptr));
    if (each.kind != "before") after.front().meanwhile = true;
    steps.insert(steps.end(), after.begin(), after.end());
  }
  return steps;
}

Outcome<std::vector<Step>> Grounding::purpose(const Clause& clause, std::vector<Step> steps) {
  if (clause.purpose.empty()) return steps;
  const bool goes = named_so(*clause.form->verb, {"go", "enter", "climb", "leave"});
  const PlaceGoal place = goes ? steps.back().place : PlaceGoal{};
  const bool expects = !place.relation.empty() && place.relation != "outside";
  FH_TRY(aim, this->clause(clause.purpose[0], expects ? &place : nullptr));
  steps.back().purpose = aim.front().verb;
  const bool of_thing = !aim.front().object.empty() && !aim.front().object.unseen.empty();
  if (expects && of_thing && aim.front().from.relation.empty()) {
    aim.front().expected = place;
    aim.front().look_in = closed_things_in(place);
  }
  steps.insert(steps.end(), aim.begin(), aim.end());
  return steps;
}

/// Cabinet doors and drawers there that open, in the order of the scenario: what is not seen may be in them (JB-81).
std::vector<std::string> Grounding::closed_things_in(const PlaceGoal& place) const {
  std::vector<std::string> names;
  const auto anchor = setting_.named(place.of.names[0]);
  for (std::size_t i = 0; i < setting_.entities.size(); ++i) {
    const Entity& e = setting_.at(i);
    if (!e.openable || e.locked || e.open || !e.parent) continue;
    const bool part = *e.parent == *anchor;
    const bool inside = setting_.at(*anchor).room &&
                        holds(*find_relation("in"), e.where, setting_.at(*anchor).where, nullptr, math::Vec3(0.0));
    if (part || inside) names.push_back(e.name);
  }
  return names;
}

/// "tell me" without words: that what was waited for has happened, or that what was to be done is done.
Outcome<void> Grounding::announced(std::vector<Step>& steps, bool first) const {
  for (Step& step : steps) {
    const auto self_done = [&](const Condition& c) {
      return c.state == "done" && c.subject.names == std::vector<std::string>{setting_.at(setting_.self).name};
    };
    if (step.verb != "say") std::erase_if(step.conditions, self_done);  // what was told before is over then
    if (step.verb != "say" || !step.text.empty() || !step.asked.empty() || step.recipient.empty()) continue;
    const std::size_t conditions = step.conditions.size();
    std::erase_if(step.conditions, self_done);
    const bool done = step.conditions.size() < conditions;  // "when you are done"
    if (!step.conditions.empty())
      step.text = to_text(step.conditions.back()) + ".";
    else if (!first || &step != &steps.front())
      step.text = "Done.";
    else
      return tl::make_unexpected(
          Problem{true,
                  done ? "When I am done with what?" : fmt::format("What should I tell {}?", step.recipient.names[0]),
                  {}});
  }
  return {};
}

/// What is asked, as the step that answers it.
Outcome<Step> Grounding::question(const Clause& clause) {
  Step step;
  step.verb = clause.form->verb->name;
  step.question = clause.question;
  for (const NounPhrase& thing : clause.objects) {
    Demand demand;
    demand.gauge = clause.question == "value";
    FH_TRY(found, resolver_.resolve(thing, demand, 3));
    step.object = resolver_.target(found);
  }
  for (const Phrase& phrase : clause.phrases) {
    FH_TRY(anchor, resolver_.resolve(phrase.of, {}, 2));
    step.place = {phrase.relation->name, resolver_.target(anchor)};
  }
  FH_TRY_VOID(conditions(clause, true, step));
  FH_TRY_VOID(conditions(clause, false, step));
  return step;
}

/// As it is said on: "you" is who says it now, "me" who said it first.
std::string Grounding::relayed(const std::string& text) const {
  const std::string first = setting_.speaker ? setting_.at(*setting_.speaker).name : "me";
  std::istringstream in(text);
  std::string said;
  for (std::string word; in >> word;) {
    if (word == "you" || word == "yourself")
      word = "me";
    else if (word == "me" || word == "us" || word == "i")
      word = first;
    said += (said.empty() ? "" : " ") + word;
  }
  return said;
}

/// "help jonas carry the crate", "tell jonas to wait", "stop following jonas".
Outcome<void> Grounding::shared(const Clause& clause, Step& step) {
  if (clause.asked.empty()) return {};
  const bool others = (clause.form->verb->takes & (kHelps | kGerund)) == 0;
  const Target& whom = step.recipient.empty() ? step.object : step.recipient;
  const auto person = whom.names.size() == 1 ? setting_.named(whom.names[0]) : std::nullopt;
  if (others && person && setting_.at(*person).person) {
    const auto& theirs_own = clause.asked[0].conditions;
    if (std::any_of(theirs_own.begin(), theirs_own.end(), [](const Subordinate& each) { return each.yours; }))
      return tl::make_unexpected(Problem{true, fmt::format("Who is to do that, {} or I?", whom.names[0]), {}});
    Setting theirs = setting_;
    theirs.self = *person;
    FH_TRY(asked, Grounding(theirs, *this).clause(clause.asked[0], nullptr));
    step.asked = std::move(asked);
    step.text = relayed(step.text);
    return {};
  }
  FH_TRY(steps, this->clause(clause.asked[0], nullptr));
  if ((clause.form->verb->takes & kHelps) == 0) {
    step.asked = std::move(steps);
    return {};
  }
  if (steps.size() != 1) return refuse("I can help with one thing at a time.");
  Step together = std::move(steps[0]);
  together.with = step.object;
  if (together.verb == "carry" || together.verb == "pick_up" || together.verb == "bring")
    together.verb = "carry_together";
  step = std::move(together);
  return {};
}

Outcome<void> Grounding::conditions(const Clause& clause, bool leading, Step& step) {
  for (const Subordinate& each : clause.conditions) {
    if (!each.own.empty() || each.leading != leading) continue;
    FH_TRY(found, condition(each));
    step.conditions.push_back(std::move(found));
  }
  return {};
}

Outcome<Condition> Grounding::condition(const Subordinate& said) {
  Condition result;
  result.kind = said.kind;
  result.negated = said.negated;
  result.state = said.state;
  result.amount = said.amount;
  result.text = said.text;
  if (said.doer) FH_TRY_VOID(resolver_.resolve(*said.doer, {Wish::Person}, 1));
  if (said.subject) {
    Demand demand;
    demand.state = said.known_state;
    demand.gauge = said.state == "above" || said.state == "below" || said.state == "equals";
    const bool sentient = said.state == "has" || said.state == "sees" || said.state == "hears" ||
                          said.state == "says" || said.state == "opens" || said.state == "closes" ||
                          said.state == "presses" || said.state == "touches";
    const bool self = said.subject->pronoun == "you" || said.subject->words == setting_.at(setting_.self).name_words;
    if (sentient && !self) demand.wish = Wish::Person;
    FH_TRY(subject, resolver_.resolve(*said.subject, demand, 2));
    if (said.subject->pronoun == "nobody") result.negated = !result.negated;
    result.subject = resolver_.target(subject);
  }
  if (!said.object) return result;
  FH_TRY(object, resolver_.resolve(*said.object, {}, 1));
  if (said.relation != nullptr)
    result.place = {said.relation->name, resolver_.target(object)};
  else
    result.object = resolver_.target(object);
  // "once jonas has left the desk, sit down there"
  if (said.leading && !setting_.at(object.entities[0]).person)
    last_place_ = {said.relation != nullptr ? said.relation->name : "at", resolver_.target(object)};
  return result;
}

}  // namespace fh::language
