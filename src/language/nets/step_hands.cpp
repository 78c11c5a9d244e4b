// SPDX-License-Identifier: Apache-2.0
// What is done with hands.
#include <fmt/format.h>

#include "language/nets/step_writer.h"

namespace fh::language {
namespace {

constexpr double kFetching = 90.0;  // s that somebody who is asked for a thing may take to fetch it

}  // namespace

Actions StepWriter::touch() {
  for (const auto& name : all_of(step_.object)) {
    find(name);
    add({{"do", "go"}, {"to", name}, {"where", "at"}, {"reach", name}, {"seconds", step_.seconds}});
  }
  return actions_.nodes.empty() ? refuse("What shall I touch?") : actions_;
}

Actions StepWriter::pick_up() {
  for (const auto& name : all_of(step_.object)) {
    find(name);
    add({{"do", "take"}, {"take", name}});
  }
  return actions_.nodes.empty() ? refuse("What shall I pick up?") : actions_;
}

/// Takes each thing, unless a hand holds it already, and puts it on the other.
Actions StepWriter::put(const std::string& verb) {
  const std::string onto = chosen(step_.place.of);
  if (is_person(onto) || !step_.recipient.empty())
    return hand_over(step_.recipient.empty() ? step_.place.of : step_.recipient);
  const bool on = step_.place.relation == "on" || (verb != "put" && step_.place.relation == "at");
  if (onto.empty() || !on) return refuse("I can only put things on others yet.");
  for (const auto& name : all_of(step_.object)) {
    find(name);
    add({{"do", "take"}, {"take", name}});
    find(onto);
    add({{"do", "put"}, {"put", name}, {"on", step_.place.of.site.empty() ? onto : onto + "." + step_.place.of.site}});
  }
  return actions_.nodes.empty() ? refuse(fmt::format("What shall I {}?", verb)) : actions_;
}

/// What is not in the hand is fetched first: the net puts that in front.
Actions StepWriter::hand_over(const Target& to) {
  const std::string whom = chosen(to.empty() ? speaker() : to);
  if (!is_person(whom)) return refuse("To whom shall I give it?");
  for (const auto& name : all_of(step_.object)) add({{"do", "hand_over"}, {"what", name}, {"whom", whom}});
  return actions_.nodes.empty() ? refuse("What shall I give?") : actions_;
}

/// From a user's hand, or from somebody who is asked for it.
Actions StepWriter::fetch_from(const Target& from, const Target& what) {
  const std::string whom = chosen(from);
  if (!is_person(whom)) return refuse("From whom shall I take it?");
  const bool user = setting_.at(*setting_.named(whom)).user;
  for (const auto& name : all_of(what)) {
    if (!user) {
      add({{"do", "pursue"}, {"whom", whom}});
      add({{"do", "tell"}, {"whom", whom}, {"text", fmt::format("give me {}", name)}});
    }
    add({{"do", "take_over"}, {"what", name}, {"whom", whom}, {"seconds", kFetching}});
  }
  return actions_.nodes.empty() ? refuse("What shall I take?") : actions_;
}

Actions StepWriter::take_over() {
  return fetch_from(step_.from.of.empty() ? speaker() : step_.from.of, step_.object);
}

Actions StepWriter::shake_hands() {
  const std::string whom = chosen(step_.object.empty() ? speaker() : step_.object);
  if (!is_person(whom)) return refuse("Whose hand shall I shake?");
  return add({{"do", "shake_hands"}, {"whom", whom}});
}

/// Valves close clockwise; other things that turn and switches go from one end to the other.
Actions StepWriter::turn_thing(const std::string& verb) {
  for (const auto& name : all_of(step_.object)) {
    const auto thing = setting_.named(name);
    const auto joint = thing ? setting_.at(*thing).joint : scene::JointKind::None;
    if (joint == scene::JointKind::None) return refuse(fmt::format("{} does not turn.", name));
    if (!step_.amount.unit.empty()) return refuse("I can turn things to their ends only.");
    if (joint == scene::JointKind::Button && verb == "turn") return refuse(fmt::format("{} is to be pressed.", name));
    const bool clockwise = step_.direction == "clockwise" || step_.direction == "off" || step_.direction == "right" ||
                           step_.direction == "down";
    const bool back = step_.direction == "anticlockwise" || step_.direction == "on" || step_.direction == "left" ||
                      step_.direction == "up";
    if (verb == "turn" && !clockwise && !back) return refuse(fmt::format("Which way shall I turn {}?", name));
    const char* state = joint == scene::JointKind::Button ? "pressed"
                        : verb == "switch_on" || back     ? "maximum"
                                                          : "minimum";
    add({{"do", "operate"}, {"operate", name}, {"state", state}});
  }
  return actions_.nodes.empty() ? refuse("What shall I turn?") : actions_;
}

Actions StepWriter::operate(const std::string& verb) {
  const char* state = verb == "open" ? "open" : verb == "close" ? "closed" : "pressed";
  for (const auto& name : step_.acts_on.empty() ? all_of(step_.object) : step_.acts_on) {
    find(name);
    add({{"do", "operate"}, {"operate", name}, {"state", state}});
  }
  return actions_.nodes.empty() ? refuse(fmt::format("What shall I {}?", verb)) : actions_;
}

}  // namespace fh::language
