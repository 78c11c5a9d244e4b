// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds what a noun phrase stands for: by name, label, kind, looks, size, place, and by what was mentioned before in
// the sentence. Nothing is guessed: several that fit equally well are a question, none is a refusal.
#include <optional>
#include <string>
#include <vector>

#include "language/grammar/syntax.h"
#include "language/setting.h"

namespace fh::language {

/// Why a sentence is not carried out: a question to the speaker, or a reason.
struct Problem {
  bool question = false;
  std::string message;
  std::vector<std::string> choices;
};
template <class T>
using Outcome = tl::expected<T, Problem>;

struct Found {
  std::vector<std::size_t> entities;
  std::string site;
  int any = 0;  // so many of them, whichever
};

/// A condition on what a phrase may stand for beyond its words; the reason says why an entity fails it.
struct Demand {
  Wish wish = Wish::Any;
  const State* state = nullptr;         // must be able to be so
  bool gauge = false;                   // must show a number
  const PlaceGoal* expected = nullptr;  // among several: those that are there
  const Relation* at = nullptr;         // among several: those that stand so to `anchor`
  std::optional<std::size_t> anchor;
  std::vector<std::size_t> other_than;  // nothing is put beside itself
};

class Resolver {
 public:
  explicit Resolver(const Setting& setting) : setting_(setting), you_(setting.self) {}
  /// For what somebody else is asked to do: `setting` is theirs, "you" is still who is spoken to now.
  Resolver(const Setting& setting, const Resolver& of)
      : setting_(setting), you_(of.you_), mentions_(of.mentions_), clause_(of.clause_) {}

  /// What the phrase stands for; remembered as mentioned in `role` (3 what is acted on, 2 a place, 1 within a phrase).
  Outcome<Found> resolve(const NounPhrase& phrase, const Demand& demand, int role);
  Target target(const Found& found) const;
  /// Whether the thing is on, in or at the other, as far as the scenario says.
  bool is_there(std::size_t thing, std::size_t anchor) const;
  /// Whether it is a part of the other, or stands on it or in it.
  bool is_upon(std::size_t thing, std::size_t anchor) const;
  /// Whether it stands on the board of that name.
  bool is_on_level(std::size_t entity, std::size_t anchor, const std::string& site) const {
    return is_on_level(entity, {{anchor}, site, 0});
  }
  /// What was found last is fewer things: "one of the crates" of those on the pallet.
  void narrow(const Found& found) {
    if (!mentions_.empty()) mentions_.back().entities = found.entities, mentions_.back().any = found.any;
  }
  /// A new instruction begins: what is mentioned later wins over what was mentioned before.
  void next_clause() { ++clause_; }

 private:
  struct Mention {
    std::vector<std::size_t> entities;
    int role = 0, clause = 0, any = 0;
    std::vector<std::string> words;
  };
  struct Candidate {
    std::size_t entity = 0;
    int tier = 0;
    bool literal_sides = false;  // words like "large" belong to its name
  };

  Outcome<Found> one_phrase(const NounPhrase& phrase, const Demand& demand);
  Outcome<Found> pronoun(const NounPhrase& phrase, const Demand& demand);
  Outcome<Found> things_mentioned(const NounPhrase& phrase, const Demand& demand, bool several);
  Outcome<Found> person_mentioned(const NounPhrase& phrase, const Demand& demand);
  Outcome<Found> site_of(const NounPhrase& phrase);
  std::optional<Outcome<Found>> level_of(const NounPhrase& phrase);
  bool is_on_level(std::size_t entity, const Found& found) const;
  Outcome<Found> chosen(const NounPhrase& phrase, std::vector<Candidate> candidates, const Demand& demand);
  Outcome<Found> counted(const NounPhrase& phrase, const std::vector<std::size_t>& fitting, bool plural);
  std::vector<Candidate> matching(const NounPhrase& phrase) const;
  std::vector<Candidate> by_label(const NounPhrase& phrase) const;
  Outcome<std::vector<Candidate>> modified(const NounPhrase& phrase, std::vector<Candidate> candidates);
  Outcome<std::vector<Candidate>> by_relation(const Modifier& modifier, std::vector<Candidate> candidates);
  std::vector<Candidate> said_by_the_way(const Modifier& modifier, std::vector<Candidate> candidates);
  std::vector<Candidate> by_side(const std::string& side, std::vector<Candidate> candidates,
                                 std::optional<std::size_t> anchor) const;
  bool is_part_of(std::size_t entity, std::size_t owner) const;
  bool stands_on(std::size_t entity, std::size_t anchor, int depth) const;
  bool meets(std::size_t entity, const Demand& demand, std::string* reason) const;
  std::vector<std::size_t> spoken_of(const NounPhrase& phrase, std::vector<std::size_t> fitting) const;
  std::vector<std::size_t> preferred(std::vector<std::size_t> fitting, const Demand& demand) const;
  Problem none_fits(const NounPhrase& phrase, const std::vector<std::size_t>& refused, const std::string& reason) const;
  Problem which(const NounPhrase& phrase, const std::vector<std::size_t>& fitting) const;
  std::string named(std::size_t entity) const;

  const Setting& setting_;
  std::size_t you_;
  std::vector<Mention> mentions_;
  int clause_ = 0;
};

inline constexpr int kWorstTier = 5;
/// How well the words of a phrase name an entity: 0 by its whole name or label, 1 by its kind, 2 by another word for
/// its kind that is in its name, 3 by any other such word, 4 by a general class, 5 as a mere thing; negative: not at
/// all. `literal_sides`: see Resolver::Candidate.
int match_tier(const Setting& setting, std::size_t entity, const NounPhrase& phrase, bool* literal_sides);
/// Whether the last noun of the phrase is a plural ("crates", not "pliers").
bool is_plural(const Setting& setting, const NounPhrase& phrase, std::size_t entity);

}  // namespace fh::language
