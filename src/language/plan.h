// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a sentence came to: steps with an action, its objects by their names in the scenario, where, how, when and until
// when (the parameterised actions of CA-33, the task actions of JB-78). Plain values.
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"

namespace fh::language {

/// Things, people or places that are meant.
struct Target {
  std::vector<std::string> names;   // of the scenario, in its order; empty: nothing
  std::string site;                 // a named place on it: "handle"
  int any = 0;                      // above 0: so many of the names, whichever
  std::vector<std::string> unseen;  // of the names: the agent does not know where they are and has to look for them

  bool empty() const { return names.empty(); }
  bool operator==(const Target&) const = default;
};

/// A place by its relation to something.
struct PlaceGoal {
  std::string relation;  // "behind"; empty: none
  Target of;
  bool operator==(const PlaceGoal&) const = default;
};

struct Amount {
  double value = 0.0;
  std::string unit;       // "s", "m", "steps", "deg", "turns", "percent", "bar", "position"; empty: none
  bool absolute = false;  // "to 90 degrees", not "by 90 degrees"
  bool operator==(const Amount&) const = default;
};

/// What must be so: for a step to begin ("when", "if", "unless", "after", "before") or to go on ("until", "while").
struct Condition {
  std::string kind;
  bool negated = false;
  Target subject;     // empty: time alone, or nobody for state "nobody"
  std::string state;  // "open", "at", "has", "sees", "above", "says", "elapsed" …
  PlaceGoal place;    // for "at"
  Target object;      // for "has", "sees", "hears"
  Amount amount;      // for "above", "below", "elapsed"
  std::string text;   // for "says"
  bool operator==(const Condition&) const = default;
};

struct Step {
  std::string verb;
  bool meanwhile = false;         // together with the step before, not after it
  bool otherwise = false;         // when the condition of the step before does not hold
  bool forbidden = false;         // to be left undone from now on
  bool only_if_previous = false;  // under the condition of the step before: "if it is open, close it and press start"
  Target object;
  std::vector<std::string> acts_on;  // the moving parts of the object that are meant: doors of a cabinet
  PlaceGoal place, from, via;        // where to, where from, which way
  PlaceGoal also_at;                 // the place is there as well: beside the soap, on the shelf
  Target recipient, with, about;
  std::vector<std::string> manner;
  std::string hand, direction, text;
  std::string
      question;  // of "answer": whether, where, who, what, which, how_many, how_far, value, doing, holding, sees
  Amount amount;
  double seconds = 0.0;  // how long; 0: until it is done
  int times = 1;
  double every_seconds = 0.0;
  std::string purpose;               // the verb of the next step, when this one is done for it
  PlaceGoal expected;                // where the object is expected to be (JB-80)
  std::vector<std::string> look_in;  // closed things there that may hold it (JB-81)
  std::vector<Condition> conditions;
  std::vector<Step> asked;  // what somebody else is told or asked to do
  bool operator==(const Step&) const = default;
};

/// The answer to a sentence: either steps, or a question or reason.
struct Answer {
  enum class Kind : std::uint8_t { Understood, Question, Refused } kind = Kind::Refused;
  std::vector<Step> steps;
  std::string message;               // the question asked back, or why not
  std::vector<std::string> choices;  // of a question: scenario names
};

core::Json to_json(const Answer& answer);
/// The steps in plain words, numbered, one line each.
std::string to_text(const std::vector<Step>& steps);
/// "bench.panel.ready is green", without its kind.
std::string to_text(const Condition& condition);

}  // namespace fh::language
