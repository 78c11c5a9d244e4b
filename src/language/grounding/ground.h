// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a reading of a sentence to steps: what its words stand for in the scenario, and whether it can be done at all.
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/grounding/resolve.h"

namespace fh::language {

inline bool named_so(const Verb& verb, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), verb.name) != names.end();
}

inline tl::unexpected<Problem> refuse(std::string message) {
  return tl::make_unexpected(Problem{false, std::move(message), {}});
}

inline bool named_so(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Grounding {
 public:
  /// `completes`: what goes without saying is added. A plan without that holds what was said and nothing else.
  explicit Grounding(const Setting& setting, bool completes = true)
      : setting_(setting), resolver_(setting), completes_(completes) {}

  Outcome<std::vector<Step>> instructions(const std::vector<Clause>& clauses);

 private:
  Grounding(const Setting& setting, const Grounding& of)
      : setting_(setting), resolver_(setting, of.resolver_), completes_(of.completes_) {}
  Outcome<std::vector<Step>> clause(const Clause& clause, const PlaceGoal* expected);
  Outcome<void> taken_from(std::size_t anchor, const Clause& clause, const Step& step, Found& found);
  Outcome<void> mention(const Clause& said, const Clause* next);
  Outcome<void> completed(Step& step);
  Outcome<void> put_home(Step& step) const;
  Outcome<Step> question(const Clause& clause);
  Outcome<void> announced(std::vector<Step>& steps, bool first) const;
  Outcome<Step> step(const Clause& clause, const PlaceGoal* expected);
  Outcome<void> places(const Clause& clause, Step& step);
  Outcome<void> objects(const Clause& clause, const PlaceGoal* expected, Step& step);
  std::string relayed(const std::string& text) const;
  Outcome<void> shared(const Clause& clause, Step& step);
  Outcome<void> conditions(const Clause& clause, bool leading, Step& step);
  Outcome<void> acted_on(const Clause& clause, const Found& found, Step& step) const;
  Outcome<Condition> condition(const Subordinate& subordinate);
  Outcome<PlaceGoal> place(const Relation& relation, const NounPhrase& of, const Verb& verb);
  Outcome<void> goal(const Phrase& phrase, const Verb& verb, Step& step);
  std::optional<std::size_t> closer_place(const NounPhrase& said, const Target* there) const;
  Outcome<NounPhrase> put_beside(const Clause& clause, NounPhrase object, Step& step);
  Outcome<std::vector<Step>> purpose(const Clause& clause, std::vector<Step> steps);
  std::vector<std::string> closed_things_in(const PlaceGoal& place) const;

  const Setting& setting_;
  Resolver resolver_;
  bool completes_;
  PlaceGoal last_place_;
  std::vector<std::size_t> moved_;  // what the step puts somewhere, as far as that is known already
};

}  // namespace fh::language
