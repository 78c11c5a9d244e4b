// SPDX-License-Identifier: Apache-2.0
#pragma once
// The small words of instructions as tables: manners, states, directions, units, kinds of things, and what is said
// around an instruction.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fh::language {

/// Words that mean one thing: "quickly" for "fast", "in a hurry", "as fast as you can".
struct Meaning {
  const char* name;
  const char* phrases;  // separated by "|"
};

std::span<const Meaning> manners();     // how: "carefully"
std::span<const Meaning> directions();  // "left", "clockwise", "back", "here"
std::span<const Meaning> units();       // "s", "m", "deg", "turns", "steps", "percent", "bar", "kg"
std::span<const Meaning> hands();       // "left_hand", "right_hand", "both_hands"
std::span<const Meaning> sides();       // of several things: "left", "top", "nearest" …
std::span<const Meaning> politeness();  // said around an instruction, without meaning for what is done
std::span<const Meaning> connectors();  // "then", "meanwhile"
std::span<const Meaning> greetings();   // what can be said without quotation marks

/// What may be so with a thing or person in a condition.
enum class StateOf : std::uint8_t { Openable, Light, Locked, Person, Anything, Room, Control, Sound };
struct State {
  const char* name;     // "open"
  const char* phrases;  // after "is": "open|opened"
  const char* verbs;    // instead of "is": "opens|has opened" in their base form: "open"
  StateOf of;
};
std::span<const State> states();

/// Nouns for a class of scenario objects, by everyday use.
struct ClassWords {
  const char* name;   // of the class
  const char* nouns;  // separated by "|": further words; "!lamp" is as good as the class's own
};
std::span<const ClassWords> class_words();

/// The pieces between the marks "|".
std::vector<std::string> pieces_of(std::string_view text);
/// A place on a thing that needs no name in the scenario: "the top of the shelf".
bool is_area_word(const std::string& word);
/// Words by themselves ("the", "to", "until") that the grammar knows.
bool is_grammar_word(const std::string& word);

/// How verbs, relations, manners, directions and states are listed in docs/instructions.md and by `firsthand tell
/// --words`.
std::string vocabulary_tables();

}  // namespace fh::language
