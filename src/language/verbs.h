// SPDX-License-Identifier: Apache-2.0
#pragma once
// What people can be told to do: the verbs, the words for them, and what each takes. One row is one way to use a verb;
// rows of the same name mean the same action ("search the store for the wrench", "look for the wrench").
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fh::language {

/// What a thing has to be for an action to be possible with it.
enum class Wish : std::uint8_t {
  Any,
  Thing,      // not a person
  Movable,    // can be carried
  Pushable,   // can be carried, or moves on a joint
  Openable,   // opens, or has doors that do
  Pressable,  // a button
  Turnable,   // a valve, dial, lever or switch
  Valve,
  Switchable,  // a lamp, switch, machine or power tool
  Seat,
  Person,
  Room,      // a floor or an area that people can be in
  Climbable  // stairs, ramps, platforms
};

/// What a verb may take besides its object; Need… must be there.
enum Takes : std::uint32_t {
  kNothing = 0,
  kObject = 1u << 0,
  kNeedObject = 1u << 1,
  kGoal = 1u << 2,  // a place: "to the bench", "behind the press"
  kNeedGoal = 1u << 3,
  kFrom = 1u << 4,  // a source: "from the shelf"
  kNeedFromPerson = 1u << 5,
  kRecipient = 1u << 6,  // a person: "to jonas", "me the wrench"
  kNeedRecipient = 1u << 7,
  kWith = 1u << 8,  // a tool or companion
  kNeedWithPerson = 1u << 9,
  kAbout = 1u << 10,  // "for the wrench", "about the valve"
  kNeedAbout = 1u << 11,
  kText = 1u << 12,       // words to say
  kNeedText = 1u << 13,   // words to say, or what to ask or tell
  kAmount = 1u << 14,     // "90 degrees", "two steps"
  kDirection = 1u << 15,  // "left", "up", "clockwise"
  kNeedDirectionOrGoal = 1u << 16,
  kObjectIsGoal = 1u << 17,  // what grammar calls the object is where to go: "enter the store"
  kGerund = 1u << 18,        // "stop following jonas"
  kHelps = 1u << 19,         // "help jonas carry the crate"
  kHands = 1u << 20,         // done with hands
  kRoute = 1u << 22,         // "through the door"
  kQuestion = 1u << 21,      // said as a question (grammar/questions.cpp)
};

struct Verb {
  const char* name;     // of the action: "pick_up"
  const char* forms;    // separated by "|"; "+up" may stand apart, "=at" comes before the object, "~quickly" is implied
  std::uint32_t takes;  // Takes
  Wish object;
  const char* meaning;             // for people
  const char* goal_relation = "";  // when the object is the goal: how it stands to it
};

/// The names of all actions, each once, in the order of the table.
std::vector<std::string> verb_names();

/// Whether it can be said with which hand.
bool uses_hand(const Verb& verb);

/// One form of a verb, taken apart.
struct VerbForm {
  const Verb* verb = nullptr;
  std::vector<std::string> head;         // the first is inflected
  std::string particle;                  // may follow the object
  std::vector<std::string> preposition;  // before the object
  std::string manner;                    // implied
};
/// All forms of all verbs.
const std::vector<VerbForm>& verb_forms();
/// The first form of that verb that is one word (that word, when it is given); null: there is none.
const VerbForm* plain_form(std::string_view verb, std::string_view head = {});

}  // namespace fh::language
