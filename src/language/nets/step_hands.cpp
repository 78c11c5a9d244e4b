// SPDX-License-Identifier: Apache-2.0
// What is done with hands.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

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
  if (step_.place.relation == "in") return put_in(onto);
  if (const std::string side = side_of(step_.place.relation); !side.empty()) return put_beside(onto, side);
  const bool on = step_.place.relation == "on" || (verb != "put" && step_.place.relation == "at");
  if (onto.empty() || !on) return refuse("I can only put things on others, or in drawers.");
  for (const auto& name : all_of(step_.object)) {
    find(name);
    add({{"do", "take"}, {"take", name}});
    find(onto);
    add({{"do", "put"}, {"put", name}, {"on", step_.place.of.site.empty() ? onto : onto + "." + step_.place.of.site}});
  }
  return actions_.nodes.empty() ? refuse(fmt::format("What shall I {}?", verb)) : actions_;
}

/// The side that a relation names, as the nets have it; empty: none that things are put on.
std::string StepWriter::side_of(const std::string& relation) {
  static constexpr std::pair<const char*, const char*> kSides[] = {
      {"beside", "any"},  {"near", "any"},          {"left_of", "left"}, {"right_of", "right"},
      {"behind", "back"}, {"in_front_of", "front"}, {"against", "any"}};
  for (const auto& [name, side] : kSides) {
    if (relation == name) return side;
  }
  return "";
}

/// Beside another thing, on what that stands on.
Actions StepWriter::put_beside(const std::string& anchor, const std::string& side) {
  const auto other = setting_.named(anchor);
  const Target& there = step_.also_at.of;
  std::string on = there.names.empty() ? (other ? setting_.at(*other).home : "") : chosen(there);
  if (on.empty())
    return refuse(fmt::format("I can only put things beside others that stand on something: {} does not.", anchor));
  if (!there.site.empty()) on += "." + there.site;
  for (const auto& name : all_of(step_.object)) {
    find(name);
    add({{"do", "take"}, {"take", name}});
    find(anchor);
    Json node{{"do", "put"}, {"put", name}, {"on", on}, {"beside", anchor}};
    if (side != "any") node["side"] = side;
    add(std::move(node));
  }
  return actions_.nodes.empty() ? refuse("What shall I put there?") : actions_;
}

/// Where the thing has an inside to put things into: a drawer, which is opened first.
Actions StepWriter::put_in(const std::string& into) {
  const auto place = setting_.named(into);
  const Entity* drawer = place ? &setting_.at(*place) : nullptr;
  const bool holds = drawer && std::find(drawer->sites.begin(), drawer->sites.end(), "inside") != drawer->sites.end();
  if (!holds) return refuse(fmt::format("I cannot put things into {}: it has no inside that I can reach.", into));
  if (drawer->locked) return refuse(fmt::format("{} is locked.", into));
  find(into);
  add({{"do", "operate"}, {"operate", into}, {"state", "open"}});
  for (const auto& name : all_of(step_.object)) {
    find(name);
    add({{"do", "take"}, {"take", name}});
    add({{"do", "put"}, {"put", name}, {"on", into + ".inside"}});
  }
  return actions_;
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
    if (joint == scene::JointKind::Button && verb == "turn") return refuse(fmt::format("{} is to be pressed.", name));
    const bool clockwise = step_.direction == "clockwise" || step_.direction == "off" || step_.direction == "right" ||
                           step_.direction == "down";
    const bool back = step_.direction == "anticlockwise" || step_.direction == "on" || step_.direction == "left" ||
                      step_.direction == "up";
    Json node{{"do", "operate"}, {"operate", name}};
    if (verb == "turn" && turns_partly()) {
      if (!turn_partly(name, clockwise, back, node)) return refuse(fmt::format("I do not know the scale of {}.", name));
      find(name);
      add(std::move(node));
      continue;
    }
    if (verb == "turn" && !clockwise && !back) return refuse(fmt::format("Which way shall I turn {}?", name));
    node["state"] = joint == scene::JointKind::Button ? "pressed" : verb == "switch_on" || back ? "maximum" : "minimum";
    find(name);
    add(std::move(node));
  }
  return actions_.nodes.empty() ? refuse("What shall I turn?") : actions_;
}

bool StepWriter::turns_partly() const {
  return !step_.amount.unit.empty() || has_manner(step_, {"halfway", "slightly"});
}

/// By an angle, or to a share of the way. What is said without a direction opens what is closed, and the other way
/// round. False: the amount says nothing of an angle or a share.
bool StepWriter::turn_partly(const std::string& name, bool clockwise, bool back, Json& node) const {
  constexpr double kSlightly = 20.0;  // degrees
  const double sign = clockwise ? -1.0 : back ? 1.0 : setting_.at(*setting_.named(name)).open ? -1.0 : 1.0;
  const Amount& amount = step_.amount;
  const bool slider = setting_.at(*setting_.named(name)).joint == scene::JointKind::Slider;
  const Entity& thing = setting_.at(*setting_.named(name));
  if (amount.unit == "position" && !step_.text.empty() && thing.label_words.size() > 1)  // one of those on its label
    node["share"] = amount.value / (static_cast<double>(thing.label_words.size()) - 1.0);
  else if (amount.unit == "percent" && amount.value >= 0.0 && amount.value <= 100.0 && amount.absolute)
    node["share"] = amount.value / 100.0;
  else if (amount.unit == "deg" && !slider)
    node["by_deg"] = sign * amount.value;
  else if (amount.unit == "turns" && !slider)
    node["by_deg"] = sign * 360.0 * amount.value;
  else if (amount.unit.empty() && has_manner(step_, {"halfway"}))
    node["share"] = 0.5;
  else if (amount.unit.empty() && !slider)
    node["by_deg"] = sign * kSlightly;
  else
    return false;
  return true;
}

/// Turn by turn, with a new grip each time: clockwise, unless it is loosened.
Actions StepWriter::ratchet() {
  constexpr double kStroke = 90.0;  // degrees
  constexpr int kMostStrokes = 40;
  const double degrees = step_.amount.unit == "turns" ? 360.0 * step_.amount.value
                         : step_.amount.unit == "deg" ? step_.amount.value
                                                      : 360.0;
  const int strokes = static_cast<int>(degrees / kStroke + 0.999);
  if (strokes < 1 || strokes > kMostStrokes) return refuse("How far shall I turn it?");
  const double sign = has_manner(step_, {"backwards"}) || step_.direction == "anticlockwise" ? 1.0 : -1.0;
  for (const auto& name : all_of(step_.object)) {
    const auto thing = setting_.named(name);
    const auto joint = thing ? setting_.at(*thing).joint : scene::JointKind::None;
    if (joint != scene::JointKind::Hinge && joint != scene::JointKind::Dial)
      return refuse(fmt::format("{} does not turn.", name));
    find(name);
    for (int i = 0; i < strokes; ++i) {
      const double stroke = std::min(kStroke, degrees - kStroke * i);
      add({{"do", "operate"}, {"operate", name}, {"by_deg", sign * stroke}});
    }
  }
  return actions_.nodes.empty() ? refuse("What shall I turn?") : actions_;
}

/// To a place or a thing, or so far on. "Out of the way" is a metre.
Actions StepWriter::push() {
  constexpr double kAway = 1.0;  // m
  const std::string to = chosen(step_.place.of);
  if (is_person(to)) return refuse("I do not push things at people.");
  for (const auto& name : all_of(step_.object)) {
    const auto thing = setting_.named(name);
    if (!thing || !setting_.at(*thing).movable) return refuse(fmt::format("{} cannot be pushed about.", name));
    find(name);
    Json node{{"do", "push"}, {"what", name}};
    if (!to.empty()) {
      find(to);
      node["to"] = to;
      const std::string& where = step_.place.relation;
      if (where == "on" || where == "in") node["where"] = where;
      if (where == "under") node["where"] = "in";  // at its middle, seen from above
    } else {
      const bool metres = step_.amount.unit == "m";
      if (!metres && !step_.amount.unit.empty() && step_.amount.unit != "cm") return refuse("How far shall I push it?");
      if (step_.direction == "back" || step_.direction == "left" || step_.direction == "right" ||
          step_.direction == "here")
        return refuse("I can push things away from me, or to something.");
      node["ahead"] = step_.amount.unit.empty() ? kAway : step_.amount.value * (metres ? 1.0 : 0.01);
    }
    add(std::move(node));
  }
  return actions_.nodes.empty() ? refuse("What shall I push?") : actions_;
}

Actions StepWriter::operate(const std::string& verb) {
  const char* state = verb == "open" ? "open" : verb == "close" ? "closed" : "pressed";
  for (const auto& name : step_.acts_on.empty() ? all_of(step_.object) : step_.acts_on) {
    find(name);
    if (verb == "open" && has_manner(step_, {"halfway"}))
      add({{"do", "operate"}, {"operate", name}, {"share", 0.5}});
    else
      add({{"do", "operate"}, {"operate", name}, {"state", state}});
  }
  return actions_.nodes.empty() ? refuse(fmt::format("What shall I {}?", verb)) : actions_;
}

}  // namespace fh::language
