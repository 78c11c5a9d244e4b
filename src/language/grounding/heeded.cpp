// SPDX-License-Identifier: Apache-2.0
#include "language/grounding/heeded.h"

#include <fmt/format.h>

namespace fh::language {
namespace {

/// Where a noun phrase stands in its clause.
enum class Role : std::uint8_t { Object, Place, Other };

/// Takes the part of a reading with one number out of it, counting all parts that must not be lost.
class Omission {
 public:
  explicit Omission(int number) : left_(number) {}

  /// False: there are fewer parts.
  bool take_out_of(std::vector<Clause>& reading) {
    for (Clause& each : reading) clause(each);
    return found_;
  }
  const std::string& said() const { return said_; }
  /// It says where something is, in a clause that names a place as well.
  bool may_be_place() const { return may_be_place_; }

 private:
  bool is_it() {
    if (found_ || left_-- > 0) return false;
    return found_ = true;
  }

  template <class T>
  void field(T& value, const T& none, std::string said) {
    if (found_ || value == none || !is_it()) return;
    value = none;
    said_ = std::move(said);
  }

  void noun(NounPhrase& phrase, const Clause& of, Role role) {
    for (std::size_t i = 0; i < phrase.modifiers.size() && !found_; ++i) {
      Modifier& each = phrase.modifiers[i];
      if (!only_describes(each, of, role) && is_it()) {
        said_ = each.said;
        may_be_place_ = true;
        phrase.modifiers.erase(phrase.modifiers.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
      for (NounPhrase& inner : each.of) noun(inner, of, Role::Other);
    }
    for (NounPhrase& other : phrase.also) noun(other, of, role);
  }

  /// Only what stands beside a verb that puts things somewhere can be taken for where something is by mistake.
  static bool only_describes(const Modifier& modifier, const Clause& of, Role role) {
    if (modifier.relation == nullptr || modifier.by_clause || modifier.aside || modifier.except || modifier.counted)
      return true;
    if (named_so(modifier.relation->name, {"of", "with"}) || role != Role::Object || of.form == nullptr) return true;
    const Verb& verb = *of.form->verb;
    if ((verb.takes & (kGoal | kNeedGoal)) == 0 || (verb.takes & kHands) == 0) return true;
    bool open_goal = false;  // "on the shelf" says where to, and could say where from
    for (const Phrase& phrase : of.phrases) {
      const bool goal = !named_so(phrase.relation->name, {"from", "off", "out_of", "with"});
      open_goal = open_goal || (goal && !phrase.goal_only);
    }
    return !open_goal;
  }

  void clause(Clause& each) {
    for (NounPhrase& object : each.objects) noun(object, each, Role::Object);
    for (std::size_t i = 0; i < each.phrases.size() && !found_; ++i) {
      if (is_it()) {
        said_ = fmt::format("{} {}", each.phrases[i].relation->name, each.phrases[i].of.said);
        each.phrases.erase(each.phrases.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
      noun(each.phrases[i].of, each, Role::Place);
    }
    for (std::size_t i = 0; i < each.manner.size() && !found_; ++i) {
      if (each.manner[i] == each.form->manner || !is_it()) continue;
      said_ = each.manner[i];
      each.manner.erase(each.manner.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    field(each.hand, std::string(), each.hand);
    field(each.direction, std::string(), each.direction);
    field(each.text, std::string(), each.text);
    field(each.amount.unit, std::string(), fmt::format("{} {}", each.amount.value, each.amount.unit));
    field(each.seconds, 0.0, fmt::format("{} s", each.seconds));
    field(each.times, 1, fmt::format("{} times", each.times));
    field(each.every_seconds, 0.0, fmt::format("every {} s", each.every_seconds));
    conditions(each);
    for (Clause& aim : each.purpose) clause(aim);
    for (Clause& asked : each.asked) clause(asked);
  }

  void conditions(Clause& each) {
    for (std::size_t i = 0; i < each.conditions.size() && !found_; ++i) {
      Subordinate& one = each.conditions[i];
      for (Clause& own : one.own) clause(own);
      const bool over_then = one.state == "done";  // "when you are done": with what was told before, which is over
      if (found_ || over_then || !is_it()) continue;
      said_ = one.kind + (one.subject ? " " + one.subject->said : "");
      each.conditions.erase(each.conditions.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  int left_;
  bool found_ = false, may_be_place_ = false;
  std::string said_;
};

}  // namespace

std::optional<Problem> unheeded(const Setting& setting, const std::vector<Clause>& reading) {
  constexpr int kMostParts = 200;
  const auto plan = Grounding(setting, false).instructions(reading);
  for (int number = 0; plan && number < kMostParts; ++number) {
    std::vector<Clause> without = reading;
    Omission omission(number);
    if (!omission.take_out_of(without)) return {};
    const auto same = Grounding(setting, false).instructions(without);
    if (!same || *same != *plan) continue;
    if (omission.may_be_place())
      return Problem{true, fmt::format("Is \"{}\" where it is now, or where it shall be?", omission.said()), {}};
    return Problem{true, fmt::format("I do not understand \"{}\" here.", omission.said()), {}};
  }
  return Problem{true, "That is too much at once; say it in shorter sentences.", {}};
}

}  // namespace fh::language
