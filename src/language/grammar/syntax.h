// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sentence as grammar sees it, before it is known what its words stand for. Several readings of one sentence are
// usual; language/grounding/understand.cpp tries them in the order of their cost.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/plan.h"
#include "language/relations.h"
#include "language/verbs.h"
#include "language/vocabulary.h"

namespace fh::language {

struct NounPhrase;

/// What tells a thing apart behind its noun: "by the door", "on the left", "labelled STOP", "that is open".
struct Modifier {
  const Relation* relation = nullptr;
  std::vector<NounPhrase> of;      // one phrase, for a relation
  std::string side;                // "left", "nearest" …
  std::vector<std::string> words;  // of a label, or a state or colour
  bool is_label = false;
  bool negated = false;
  bool aside = false;      // ", who is at the press": said by the way; tells apart only where it can
  bool held = false;       // "that you are holding"
  bool counted = false;    // "second … from the top": the ordinal counts from `side`
  bool except = false;     // "except the red one": what it may not be is in `of`
  bool by_clause = false;  // "that is by the door": a clause of its own, which says how it is now
  std::string said;        // for questions
};

enum class Quantity : std::uint8_t { Definite, Indefinite, All };

struct NounPhrase {
  std::string pronoun;             // "it", "me", "everyone", "nobody"; then nothing else is set
  std::vector<std::string> words;  // "large red crate 1", as said, without articles
  std::vector<std::string> sides;  // of the words: "left", "biggest", as side names
  int ordinal = 0;                 // "second"
  int count = 0;                   // "two"; 0: not said
  double kilograms = 0.0;          // "12 kg"
  Quantity quantity = Quantity::Definite;
  bool bare = false;  // without an article
  std::vector<Modifier> modifiers;
  std::vector<NounPhrase> also;  // "… and the hammer"
  bool either = false;           // "… or the hammer": one of them will do
  std::string said;              // for questions
};

struct Clause;

/// "when the lamp is red", "until jonas is at the bench", "after 5 seconds", "before leaving the store"
struct Subordinate {
  std::string kind;
  bool negated = false;
  std::optional<NounPhrase> subject;
  std::string state;
  const State* known_state = nullptr;
  const Relation* relation = nullptr;
  std::optional<NounPhrase> object;
  std::optional<NounPhrase> doer;  // who brings it about that `subject` is there: "her" later on
  Amount amount;
  std::string text;
  bool leading = false;           // stands before the instruction
  bool event = false;             // says what happens, not how it is: "if the lamp lights up"
  bool yours = false;             // own: said with "you"
  std::vector<Clause> own;        // what the agent does itself: "before closing the door"
  std::vector<Subordinate> also;  // "… and nobody is there", of the same kind
};

struct Phrase {
  const Relation* relation = nullptr;
  NounPhrase of;
  bool goal_only = false;  // said by words that name a place to go to and nothing else: "onto", "to"
};

/// An instruction: a verb and what it takes.
struct Clause {
  const VerbForm* form = nullptr;
  bool meanwhile = false;
  bool new_sentence = false;  // a full stop before it: conditions of the sentence before do not reach it
  bool otherwise = false;     // "…, otherwise wait": when the condition before it does not hold
  bool forbidden = false;     // "do not …"
  bool sealed = false;        // of what is forbidden: "leave it alone and …" forbids nothing more
  bool mentioned = false;     // "there is a bucket under the bench": nothing is to be done, "it" is that
  bool fronted = false;       // "that drill, bring it here": what follows has to be about it
  bool particle_seen = false;
  std::vector<NounPhrase> objects;  // the last is the thing, one before it the recipient
  std::vector<Phrase> phrases;
  std::optional<NounPhrase> about;
  std::optional<NounPhrase> favour;  // "open the door for sofia": nothing but that they are known
  std::vector<std::string> manner;
  std::string hand, direction, text;
  std::string question;  // "whether", "where", "who" … of what is asked
  Amount amount;
  double seconds = 0.0;
  int times = 1;
  double every_seconds = 0.0;
  std::vector<Subordinate> conditions;
  std::vector<Clause> purpose;  // one
  std::vector<Clause> asked;    // one: "tell jonas to wait"; for "stop following" what is stopped
};

/// "here" and "there" stand for a place.
inline bool is_place_word(std::string_view direction) {
  return direction == "here" || direction == "there";
}

}  // namespace fh::language
