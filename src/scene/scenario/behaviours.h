// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of what agents may be about. A behaviour is one line here and one file, mind/behaviour_WORD.cpp, with the
// function behave_WORD(); the enumeration, the words of the scenario file, its JSON Schema, the reference in
// docs/scenarios.md and the call of the function follow from the line.
//
//   LINE(enumerator, word in the file, what it needs of the agent, what it does)
#include <cstdint>

#define FH_BEHAVIOURS(LINE)                                                    \
  LINE(Stand, stand, Nothing, "stays where it is")                             \
  LINE(Errands, errands, Errands, "does its errands once")                     \
  LINE(Patrol, patrol, Errands, "does its errands again and again")            \
  LINE(Wander, wander, Nothing, "goes to places it takes for free, at random") \
  LINE(Follow, follow, Person, "keeps 1.5 m behind `whom`")                    \
  LINE(Pursue, pursue, Person, "goes to `whom` and is done")                   \
  LINE(Queue, queue, Errands, "does its errands, waiting behind those already there")

namespace fh::scene {

enum class Behaviour : std::uint8_t {
#define FH_LINE(name, word, needs, text) name,
  FH_BEHAVIOURS(FH_LINE)
#undef FH_LINE
};

enum class BehaviourNeeds : std::uint8_t {
  Nothing,
  Errands,  // at least one
  Person,   // `whom`: an agent's name or the user's
};

struct BehaviourKind {
  const char* word;
  BehaviourNeeds needs;
  const char* text;  // what the agent does
};
inline constexpr BehaviourKind kBehaviours[] = {
#define FH_LINE(name, word, needs, text) {#word, BehaviourNeeds::needs, text},
    FH_BEHAVIOURS(FH_LINE)
#undef FH_LINE
};

inline constexpr const BehaviourKind& kind_of(Behaviour behaviour) {
  return kBehaviours[static_cast<std::size_t>(behaviour)];
}

}  // namespace fh::scene
