// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "language/grounding/resolve.h"

namespace fh::language {

Outcome<Found> Resolver::pronoun(const NounPhrase& phrase, const Demand& demand) {
  const std::string& word = phrase.pronoun;
  if (word == "me") {
    if (!setting_.speaker)
      return tl::make_unexpected(Problem{false, "Nobody is there who speaks: this scenario has no user.", {}});
    return Found{{*setting_.speaker}, "", 0};
  }
  if (word == "you") return Found{{you_}, "", 0};
  if (word == "him" || word == "her") return person_mentioned(phrase, demand);
  if (word == "everyone" || word == "someone" || word == "nobody") {
    Found people;
    for (std::size_t i = 0; i < setting_.entities.size(); ++i) {
      if (setting_.at(i).person && i != setting_.self) people.entities.push_back(i);
    }
    std::string reason;
    std::erase_if(people.entities, [&](std::size_t e) { return !meets(e, demand, &reason); });
    if (people.entities.empty() && !reason.empty())
      return tl::make_unexpected(Problem{false, fmt::format("\"{}\" {}.", phrase.said, reason), {}});
    if (people.entities.empty()) return tl::make_unexpected(Problem{false, "There is nobody else here.", {}});
    if (word != "everyone") people.any = 1;
    return people;
  }
  if (word == "it") return things_mentioned(phrase, demand, false);
  if (word == "them") return things_mentioned(phrase, demand, true);
  return tl::make_unexpected(Problem{true, fmt::format("What do you mean by \"{}\"?", phrase.said), {}});
}

Outcome<Found> Resolver::person_mentioned(const NounPhrase& phrase, const Demand& demand) {
  for (auto m = mentions_.rbegin(); m != mentions_.rend(); ++m) {
    for (const std::size_t entity : m->entities) {
      const Entity& e = setting_.at(entity);
      if (!e.person || entity == setting_.self) continue;
      if (!e.user && e.female != (phrase.pronoun == "her")) continue;
      std::string reason;
      if (!meets(entity, demand, &reason))
        return tl::make_unexpected(Problem{false, fmt::format("{} {}.", e.name, reason), {}});
      return Found{{entity}, "", 0};
    }
  }
  return tl::make_unexpected(Problem{true, fmt::format("Whom do you mean by \"{}\"?", phrase.said), {}});
}

/// The thing of the latest instruction that the action is possible with: what was acted on before places, places before
/// what only described something else. When both something acted on and a place fit, the speaker is asked.
Outcome<Found> Resolver::things_mentioned(const NounPhrase& phrase, const Demand& demand, bool several) {
  std::string reason;
  std::vector<std::size_t> refused;
  for (int clause = clause_; clause >= 0; --clause) {
    std::vector<const Mention*> fitting;
    for (auto m = mentions_.rbegin(); m != mentions_.rend(); ++m) {
      if (m->clause != clause || m->entities.empty()) continue;
      const bool pair = !m->words.empty() && m->words.back().ends_with("s");  // "pliers" are them and it
      const bool single = m->entities.size() == 1 || m->any == 1;             // "one of the crates" is it later on
      if (several ? single && !pair : !single) continue;
      const bool person = setting_.at(m->entities[0]).person;
      if (person && !several) continue;
      std::string why;
      const bool all =
          std::all_of(m->entities.begin(), m->entities.end(), [&](std::size_t e) { return meets(e, demand, &why); });
      if (all) {
        fitting.push_back(&*m);
      } else {
        if (refused.empty()) reason = why;
        refused.push_back(m->entities[0]);
      }
    }
    if (fitting.empty()) continue;
    const Mention* best = *std::max_element(fitting.begin(), fitting.end(),
                                            [](const Mention* a, const Mention* b) { return a->role < b->role; });
    std::vector<std::size_t> rivals;
    for (const Mention* m : fitting) {
      const bool rival = m->role >= 2 && m->entities != best->entities && demand.wish != Wish::Movable;
      if (rival || m == best) rivals.push_back(m->entities[0]);
    }
    // What is held is what hands go on with; otherwise two that fit are a question.
    if (rivals.size() > 1 && best->role >= 2) {
      std::sort(rivals.begin(), rivals.end());
      rivals.erase(std::unique(rivals.begin(), rivals.end()), rivals.end());
      if (rivals.size() > 1) return tl::make_unexpected(which(phrase, rivals));
    }
    return Found{best->entities, "", best->any};
  }
  if (!refused.empty())
    return tl::make_unexpected(Problem{false, fmt::format("{} {}.", named(refused[0]), reason), {}});
  return tl::make_unexpected(Problem{true, fmt::format("What do you mean by \"{}\"?", phrase.said), {}});
}

}  // namespace fh::language
