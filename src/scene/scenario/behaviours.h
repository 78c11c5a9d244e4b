// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of what agents may be about, and of what the nodes of action nets may do. A behaviour is one line here and
// one file, mind/behaviours/behaviour_WORD.cpp, with the function behave_WORD(); the enumeration, the words of the
// scenario file, its JSON Schema, its checks, the reference in docs/scenarios.md and the call of the function follow
// from the line.
//
//   LINE(enumerator, word in the file, what it needs of the agent, parts of the body, keys of a net's node, how it
//   ends,
//        what it does)
//
// A key that a node may leave out ends with "?"; without a list of keys (kNotInNets) no node does it.
#include <cstdint>

// clang-format off
#define FH_BEHAVIOURS(LINE)                                                                                            \
  LINE(Stand, stand, Nothing, kNoPart, kNotInNets, Never, "stays where it is")                                         \
  LINE(Errands, errands, Errands, kLegs, kNotInNets, Either, "does its errands once")                                  \
  LINE(Patrol, patrol, Errands, kLegs, kNotInNets, Never, "does its errands again and again")                          \
  LINE(Wander, wander, Nothing, kLegs, "", Never, "goes to places it takes for free, at random")                       \
  LINE(Follow, follow, Person, kLegs, "whom speed?", Failed,                                                           \
       "keeps 1.5 m behind `whom`; in a net it fails when they are not found")                                         \
  LINE(Pursue, pursue, Person, kLegs, "whom speed?", Either, "goes to `whom` and is done")                             \
  LINE(Queue, queue, Errands, kLegs, "at yaw_deg? within? seconds? look_at?", Either,                                  \
       "does its errands, waiting behind those already there")                                                         \
  LINE(Chase, chase, Person, kLegs, "whom within? speed?", Either,                                                     \
       "runs after `whom`, to where they will be, until they are within 1 m; in a net `within`")                       \
  LINE(Flee, flee, Person, kLegs, "whom within? speed?", Never,                                                        \
       "keeps at least 6 m away from `whom`; in a net `within`")                                                       \
  LINE(Hide, hide, Person, kLegs, "whom seconds?", Either,                                                             \
       "goes where `whom` cannot see it, as it believes; in a net it stays for `seconds`")                             \
  LINE(Search, search, Node, kLegs, "what seconds?", Either,                                                           \
       "looks for `what`, place by place, until it is seen; gives up after `seconds` (0: 180) or when all was looked at") \
  LINE(Lead, lead, Node, kLegs, "whom at? to? where? and? within? speed?", Either,                                     \
       "walks ahead of `whom` to a place and waits for them on the way")                                               \
  LINE(Turn, turn, Node, kLegs, "what? turn_deg? yaw_deg?", Either, "turns on the spot: to `what`, by `turn_deg` or to `yaw_deg`") \
  LINE(Move, move, Node, kLegs, "ahead? aside?", Either, "walks `ahead` and `aside` metres from where it stands and faces") \
  LINE(Push, push, Node, kLegs | kHand | kGaze, "what at? to? where? ahead? within?", Either,                          \
       "pushes the light object `what` with palms or a foot until it is `within` 0.15 m of `at`, beside the object `to` " \
       "(`where` on or under: at its middle), or `ahead` metres farther from where the agent came") \
  LINE(LookAt, look_at, Node, kGaze, "what seconds?", Either, "looks at `what` until it has seen it for `seconds`")    \
  LINE(LookAround, look_around, Node, kLegs | kGaze, "", Done, "turns round once and looks about")                     \
  LINE(PointAt, point_at, Node, kHand | kGaze, "what seconds?", Either, "points with an arm at `what`")                \
  LINE(Wave, wave, Node, kHand, "whom? seconds?", Done, "waves a hand, to `whom`")                                     \
  LINE(Say, say, Node, kVoice, "text whom?", Done, "says `text`, to `whom`; those who are near hear it")               \
  LINE(Ask, ask, Node, kVoice | kGaze, "text whom seconds?", Either,                                                   \
       "says `text` to `whom` and waits for an answer for `seconds` (0: 10)")                                          \
  LINE(Report, report, Node, kVoice, "what whom?", Done,                                                               \
       "says where `what` is, as the agent believes, to `whom`; those who are near hear it")                           \
  LINE(Signal, signal, Node, kNoPart, "text", Done, "a message to the agent's own nets, which `heard` asks for")       \
  LINE(Crouch, crouch, Node, kPosture, "seconds?", Done, "bends its knees, for `seconds`")                             \
  LINE(Kneel, kneel, Node, kLegs | kPosture, "seconds?", Either,                                                       \
       "kneels down on both knees, for `seconds`; stays so until its legs or hands have work")                         \
  LINE(Sit, sit, Node, kLegs | kPosture, "what seconds?", Either,                                                      \
       "goes to the object `what`, sits down on it, for `seconds`; stays seated until its legs or hands have work")    \
  LINE(GetUp, get_up, Node, kLegs | kPosture, "", Either, "stands up")                                                 \
  LINE(Tell, tell, Node, kVoice | kGaze, "text whom", Done,                                                            \
       "tells `whom` to do `text`, an instruction in English (docs/instructions.md): an agent who hears it does it, "  \
       "asks back or says why not")                                                                                    \
  LINE(HandOver, hand_over, Node, kLegs | kHand | kGaze, "what whom seconds?", Either,                                 \
       "goes up to `whom`, holds the object `what` out to them and lets go when they pull; gives up after `seconds` "  \
       "(0: 20) of holding it out; takes it first when no hand holds it")                                              \
  LINE(TakeOver, take_over, Node, kLegs | kHand | kGaze | kVoice, "what whom seconds?", Either,                        \
       "goes up to `whom`, asks for the object `what`, reaches for it and takes it over when they hold it out; gives " \
       "up after `seconds` (0: 20)")                                                                                   \
  LINE(ShakeHands, shake_hands, Node, kLegs | kHand | kGaze, "whom seconds?", Either,                                  \
       "goes up to `whom`, holds out the right hand and shakes theirs; gives up after `seconds` (0: 15)")
// clang-format on

namespace fh::scene {

enum class Behaviour : std::uint8_t {
#define FH_LINE(name, word, needs, parts, keys, ends, text) name,
  FH_BEHAVIOURS(FH_LINE)
#undef FH_LINE
};

enum class BehaviourNeeds : std::uint8_t {
  Nothing,
  Errands,  // at least one
  Person,   // `whom`: an agent's name or the user's
  Node,     // a node of a net: no agent has it as its behaviour
};

/// How it comes to an end by itself.
enum class Ends : std::uint8_t { Never, Done, Failed, Either };

/// Parts of the body that an action needs for itself (CA-44), as bits.
enum BodyParts : std::uint8_t { kNoPart = 0, kLegs = 1, kHand = 2, kGaze = 4, kVoice = 8, kPosture = 16 };
inline constexpr const char* kNotInNets = nullptr;

struct BehaviourKind {
  const char* word;
  BehaviourNeeds needs;
  std::uint8_t parts;  // BodyParts
  const char* keys;    // of a node, separated by spaces; kNotInNets
  Ends ends;
  const char* text;  // what the agent does
};
inline constexpr BehaviourKind kBehaviours[] = {
#define FH_LINE(name, word, needs, parts, keys, ends, text) \
  {#word, BehaviourNeeds::needs, static_cast<std::uint8_t>(parts), keys, Ends::ends, text},
    FH_BEHAVIOURS(FH_LINE)
#undef FH_LINE
};

inline constexpr const BehaviourKind& kind_of(Behaviour behaviour) {
  return kBehaviours[static_cast<std::size_t>(behaviour)];
}

}  // namespace fh::scene
