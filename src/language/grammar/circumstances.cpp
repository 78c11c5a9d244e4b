// SPDX-License-Identifier: Apache-2.0
// How, how much, how long and how often.
#include <algorithm>

#include "language/grammar/grammar.h"

namespace fh::language {

/// "quickly", "very carefully", "as slowly as you can".
void Grammar::manner(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const auto go_on = [&](const char* name, std::size_t next) {
    Clause more = clause;
    // "walk backwards three steps"
    const bool back = std::string_view(name) == "backwards" && std::string_view(clause.form->verb->name) == "go";
    if (back && clause.direction.empty())
      more.direction = "back";
    else
      more.manner.emplace_back(name);
    arguments(more, next, cost + 1, depth + 1, all);
  };
  for (const auto& [name, next] : in_table(i, manners())) go_on(name, next);
  const std::size_t much = std::max(
      {after_phrase(i, "a bit more"), after_phrase(i, "a little more"), after_phrase(i, "a bit"),
       any_of(i, {"very", "really", "quite", "pretty", "rather", "more", "extremely", "most", "but", "so", "and"})
           ? i + 1
           : 0});
  if (much > 0) {
    for (const auto& [name, next] : in_table(much, manners())) go_on(name, next);
  }
  if (!is(i, "as")) return;
  for (const auto& [name, next] : in_table(i + 1, manners())) {
    for (const char* tail : {"as possible", "as you can", "as you are able", "as you are able to", "as ever you can"}) {
      if (const std::size_t after = after_phrase(next, tail)) go_on(name, after);
    }
  }
}

void Grammar::small_words(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const std::size_t k = is(i, ",") ? i + 1 : i;
  manner(clause, k, cost, depth, all);
  for (const auto& [name, next] : in_table(k, hands())) {
    if (!clause.hand.empty() || !uses_hand(*clause.form->verb)) continue;
    Clause more = clause;
    more.hand = name;
    arguments(more, next, cost, depth + 1, all);
  }
  if (clause.direction.empty()) {
    const std::uint32_t takes = clause.form->verb->takes;
    for (const auto& [name, next] : in_table(i, directions())) {
      if (std::string_view(name) == "away" && is(next, "from")) continue;  // a relation
      if (std::string_view(name) == "here" && is(next, "to")) continue;    // "closer to me"
      const bool place = is_place_word(name) && (takes & (kGoal | kNeedGoal)) != 0;
      if (!place && (takes & (kDirection | kNeedDirectionOrGoal)) == 0) continue;
      Clause more = clause;
      more.direction = name;
      arguments(more, next, cost, depth + 1, all);
    }
  }
  // "bring the blue can, not the red one": which one it is not says nothing new.
  for (const char* lead : {"not", "and not", "instead of", "rather than", "but not"}) {
    const std::size_t next = after_phrase(k, lead);
    if (next == 0 || clause.objects.empty() || (k == i && (is(i, "not") || is(i, "and")))) continue;
    for (const auto& other : noun_phrase(next)) {
      const std::size_t end = is(other.next, ",") && k > i ? other.next + 1 : other.next;
      arguments(clause, end, cost + other.cost, depth + 1, all);
      if (end > other.next) arguments(clause, other.next, cost + other.cost, depth + 1, all);
    }
  }
  // "close the door behind you"
  const std::size_t behind =
      std::string_view(clause.form->verb->name) == "close" || std::string_view(clause.form->verb->name) == "lock"
          ? after_any(i, "behind you|behind him|behind her|behind them|after you|after him|after her|after them")
          : 0;
  if (behind > 0) arguments(clause, behind, cost, depth + 1, all);
  // "follow jonas wherever he goes"
  const std::string_view verb = clause.form->verb->name;
  const std::size_t everywhere =
      verb == "follow" || verb == "chase"
          ? after_any(
                k,
                "wherever he goes|wherever she goes|wherever they go|everywhere|wherever he walks|wherever she walks")
          : 0;
  if (everywhere > 0) arguments(clause, everywhere, cost, depth + 1, all);
  // "for me", "please" in the middle: politeness without meaning.
  for (const char* polite : {"please", "for me", "for us"}) {
    if (is(k, "for") && is_for_somebody(clause)) continue;
    if (const std::size_t next = after_phrase(k, polite)) arguments(clause, next, cost, depth + 1, all);
  }
}

/// "3", "twenty five", "two hundred"; moves `i` behind it.
std::optional<double> Grammar::number_at(std::size_t& i) const {
  auto value = number_of(word(i));
  if (!value) return std::nullopt;
  const bool tens = *value >= 20.0 && *value < 100.0 && *value == 10.0 * static_cast<int>(*value / 10.0);
  const auto next = number_of(word(i + 1));
  const bool digits = word(i).find_first_of("0123456789") != std::string::npos;
  ++i;
  if (digits || !next) return value;
  if (tens && *next >= 1.0 && *next < 10.0) {
    value = *value + *next;
    ++i;
  } else if (*value < 10.0 && *next == 100.0) {
    value = *value * 100.0;
    ++i;
  }
  return value;
}

Readings<Amount> Grammar::amount(std::size_t i) const {
  Readings<Amount> all;
  double value = 0.0;
  std::size_t k = i;
  if (const auto number = number_at(k)) {
    value = *number;
    if (is(k, "and") && is(k + 1, "a") && is(k + 2, "half")) value += 0.5, k += 3;
    if (is(k, "more")) ++k;
  } else if (const std::size_t half =
                 std::max({after_phrase(k, "half a"), after_phrase(k, "a half"), after_phrase(k, "half an")})) {
    value = 0.5, k = half;
  } else if (const std::size_t quarter =
                 std::max({after_phrase(k, "a quarter of a"), after_phrase(k, "a quarter"),
                           after_phrase(k, "quarter of a"), after_phrase(k, "a quarter of an")})) {
    value = 0.25, k = quarter;
  } else if (const std::size_t couple = std::max(after_phrase(k, "a couple of"), after_phrase(k, "a couple"))) {
    value = 2.0, k = couple;
  } else if (any_of(k, {"a", "an"})) {
    value = 1.0, ++k;
    if (any_of(k, {"full", "whole", "complete", "single"})) ++k;
  } else {
    return all;
  }
  for (const auto& [unit, next] : in_table(k, units())) {
    Amount found{value, unit};
    std::size_t end = next;
    if (after_phrase(end, "and a half") > 0) found.value += 0.5, end += 3;
    // "two minutes and thirty seconds"
    std::size_t more = is(end, "and") ? end + 1 : end;
    if (const auto seconds = found.unit == "min" ? number_at(more) : std::nullopt) {
      for (const auto& [second, after] : in_table(more, units())) {
        if (std::string_view(second) == "s") all.push_back({{60.0 * found.value + *seconds, "s"}, after, 0});
      }
    }
    all.push_back({found, end, 0});
  }
  return all;
}

/// Times without a number: "for a moment", "every minute", "twice a minute".
void Grammar::unmeasured(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  static constexpr std::pair<const char*, double> kLong[] = {
      {"a moment", 5.0},        {"a bit", 5.0},           {"a little bit", 5.0},    {"a few seconds", 5.0},
      {"a little", 5.0},        {"a little while", 10.0}, {"a while", 20.0},        {"a short while", 10.0},
      {"some seconds", 5.0},    {"a few moments", 10.0},  {"some time", 20.0},      {"a short time", 10.0},
      {"a few minutes", 180.0}, {"a bit longer", 5.0},    {"a while longer", 20.0}, {"several seconds", 5.0},
      {"a quick moment", 5.0},  {"one moment", 5.0},      {"a tick", 5.0},          {"a sec", 5.0}};
  const bool stays = std::string_view(clause.form->verb->name) == "wait";
  if (clause.seconds == 0.0 && (is(i, "for") || stays)) {
    for (const auto& [words, seconds] : kLong) {
      const std::size_t next = after_phrase(is(i, "for") ? i + 1 : i, words);
      if (next == 0) continue;
      Clause more = clause;
      more.seconds = seconds;
      arguments(more, next, cost, depth + 1, all);
    }
  }
  if (clause.every_seconds > 0.0) return;
  static constexpr std::pair<const char*, double> kOften[] = {
      {"every minute", 60.0},        {"each minute", 60.0},          {"once a minute", 60.0},
      {"every second", 1.0},         {"every hour", 3600.0},         {"twice a minute", 30.0},
      {"every other minute", 120.0}, {"once per minute", 60.0},      {"every half minute", 30.0},
      {"every half a minute", 30.0}, {"once every minute", 60.0},    {"hourly", 3600.0},
      {"twice per minute", 30.0},    {"three times a minute", 20.0}, {"four times a minute", 15.0},
      {"once an hour", 3600.0}};
  for (const auto& [words, seconds] : kOften) {
    const std::size_t next = after_phrase(i, words);
    if (next == 0) continue;
    Clause more = clause;
    more.every_seconds = seconds;
    arguments(more, next, cost, depth + 1, all);
  }
  if (is(i, "once") && (is(i + 1, "every") || is(i + 1, "each"))) measures(clause, i + 1, cost, depth, all);
}

/// "to auto", "to 5", "to position 5"
void Grammar::settings_said(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  if (is(i, "to") && clause.form->verb->object == Wish::Turnable && clause.amount.unit.empty()) {
    for (const Entity& e : setting_.entities) {  // "set the switch to auto", as its label AUTO/MAN has it
      const auto at = std::find(e.label_words.begin(), e.label_words.end(), word(i + 1));
      if (e.label.find('/') == std::string::npos || at == e.label_words.end()) continue;
      Clause more = clause;
      more.text = word(i + 1);
      more.amount = {static_cast<double>(at - e.label_words.begin()), "position", true};
      arguments(more, i + 2, cost, depth + 1, all);
      break;
    }
  }
  // "turn the dial to 5", "to position 5"
  if (is(i, "to") && clause.amount.unit.empty() && (clause.form->verb->takes & kAmount) != 0) {
    const std::size_t k = any_of(i + 1, {"position", "number", "setting"}) ? i + 2 : i + 1;
    if (const auto number = number_of(word(k)); number && in_table(k + 1, units()).empty()) {
      Clause more = clause;
      more.amount = {*number, "position", true};
      arguments(more, k + 1, cost, depth + 1, all);
    }
  }
}

void Grammar::measures(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all) {
  const auto seconds_in = [](const Amount& a) {
    return a.value * (a.unit == "s" ? 1.0 : a.unit == "min" ? 60.0 : a.unit == "h" ? 3600.0 : 0.0);
  };
  std::size_t lead = any_of(i, {"for", "every", "by", "to"}) ? i + 1 : i;
  const bool led = lead > i;
  for (const char* about :
       {"the next", "another", "about", "at least", "roughly", "around", "exactly", "approximately", "up to", "at most",
        "some", "a total of", "just", "only", "no more than", "not more than", "a further"}) {
    const std::size_t next = after_phrase(lead, about);
    if (next > 0) lead = next;
  }
  if (lead > i && !led && amount(lead).empty()) lead = i;
  unmeasured(clause, i, cost, depth, all);
  for (const auto& found : amount(lead)) {
    const double seconds = seconds_in(found.value);
    Clause more = clause;
    if (seconds > 0.0 && is(i, "every") && clause.every_seconds == 0.0) {
      more.every_seconds = seconds;
    } else if (seconds > 0.0 && (is(i, "for") || !led) && clause.seconds == 0.0) {
      more.seconds = seconds;
    } else if (seconds == 0.0 && !is(i, "every") &&
               (!is(i, "for") || found.value.unit == "m" || found.value.unit == "steps" || found.value.unit == "cm") &&
               clause.amount.unit.empty()) {
      more.amount = found.value;
      more.amount.absolute = is(i, "to");
    } else {
      continue;
    }
    const std::size_t about = after_any(found.next,
                                        "or so|or thereabouts|at most|at least|at the most|at the very least|"
                                        "in total|altogether|tops|max|longer|or two|more or less");
    arguments(more, std::max(found.next, about), cost, depth + 1, all);
  }
  settings_said(clause, i, cost, depth, all);
  if (clause.times != 1) return;
  const auto number = number_of(word(i));
  const int times = is(i, "twice")                 ? 2
                    : is(i, "thrice")              ? 3
                    : number && is(i + 1, "times") ? static_cast<int>(*number)
                                                   : 0;
  if (times < 1 || times > 100) return;
  Clause more = clause;
  more.times = times;
  arguments(more, number ? i + 2 : i + 1, cost, depth + 1, all);
}

}  // namespace fh::language
