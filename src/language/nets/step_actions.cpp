// SPDX-License-Identifier: Apache-2.0
#include "language/nets/step_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/verbs.h"

namespace fh::language {
namespace {

using core::Json;

constexpr double kFast = 1.9, kSlow = 0.7;  // m/s, of "quickly", and of "slowly", "carefully", "quietly"
constexpr double kPace = 0.7;               // m, "two steps"
constexpr double kUntilTold = 86400.0;      // s
constexpr double kMoment = 5.0;             // s, "wait" before something else

}  // namespace

bool has_manner(const Step& step, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) {
    return std::find(step.manner.begin(), step.manner.end(), name) != step.manner.end();
  });
}

static double speed_of(const Step& step) {
  if (has_manner(step, {"quickly"})) return kFast;
  return has_manner(step, {"slowly", "carefully", "quietly", "gently"}) ? kSlow : 0.0;
}

std::string chosen(const Target& target) {
  for (const auto& name : target.names) {
    if (std::find(target.unseen.begin(), target.unseen.end(), name) == target.unseen.end()) return name;
  }
  return target.names.empty() ? "" : target.names[0];
}

std::vector<std::string> all_of(const Target& target) {
  if (target.any <= 0) return target.names;
  std::vector<std::string> names = target.names;
  std::stable_partition(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(target.unseen.begin(), target.unseen.end(), name) == target.unseen.end();
  });
  names.resize(std::min(names.size(), static_cast<std::size_t>(target.any)));
  return names;
}

Actions StepWriter::write() {
  const std::string& verb = step_.verb;
  static constexpr const char* kWays[] = {"", "through", "up", "around", "past", "along"};
  if (std::none_of(std::begin(kWays), std::end(kWays), [&](const char* way) { return step_.via.relation == way; }))
    return refuse(fmt::format("I cannot yet choose my way \"{}\" something.", step_.via.relation));
  if (verb == "go" || verb == "enter" || verb == "leave" || verb == "climb" || verb == "stand") return go();
  if (verb == "follow" || verb == "chase") return with_person(verb, step_.object);
  if (verb == "flee") return with_person(verb, step_.object.empty() ? speaker() : step_.object);
  if (verb == "hide") return hide();
  if (verb == "lead") return lead();
  if (verb == "search") return search();
  if (verb == "wait" || verb == "stop" || verb == "listen") return wait();
  if (verb == "queue") return queue();
  if (verb == "look_at" || verb == "point_at") return towards(verb);
  if (verb == "look_around" || verb == "wander" || verb == "crouch" || verb == "kneel") return in_place(verb);
  if (verb == "turn_to") return turn();
  if (verb == "wave") return wave();
  if (verb == "say" || verb == "ask") return speak(verb);
  if (verb == "touch") return touch();
  if (verb == "pick_up" || verb == "remove") return pick_up();
  if (verb == "put" || verb == "bring" || verb == "carry") return put(verb);
  if (verb == "open" || verb == "close" || verb == "press") return operate(verb);
  if (verb == "hand_over") return hand_over(step_.recipient.empty() ? step_.place.of : step_.recipient);
  if (verb == "take_over") return take_over();
  if (verb == "shake_hands") return shake_hands();
  if (verb == "ratchet") return ratchet();
  if (verb == "push") return push();
  if (verb == "turn" || verb == "switch_on" || verb == "switch_off") return turn_thing(verb);
  if (verb == "sit") return sit();
  return refuse(fmt::format("I would need my hands to {}, and cannot use them for that yet.", spaced(verb)));
}

std::string StepWriter::spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

Actions StepWriter::refuse(std::string why) {
  Actions nothing;
  nothing.refused = std::move(why);
  return nothing;
}

Actions& StepWriter::add(Json node) {
  actions_.nodes.push_back(std::move(node));
  return actions_;
}

bool StepWriter::is_person(const std::string& name) const {
  const auto found = setting_.named(name);
  return found && setting_.at(*found).person;
}

bool StepWriter::is_known(const std::string& name) const {
  const auto found = setting_.named(name);
  return found && setting_.at(*found).known;
}

Target StepWriter::speaker() const {
  Target target;
  if (setting_.speaker) target.names = {setting_.at(*setting_.speaker).name};
  return target;
}

/// What is not known is looked for first.
void StepWriter::find(const std::string& name) {
  if (!is_known(name) && !is_person(name)) add({{"do", "search"}, {"what", name}});
}

/// Goes to a place; false when there is no action for it.
bool StepWriter::go_to(const PlaceGoal& place, const Json& more) {
  const std::string of = chosen(place.of);
  if (of.empty()) return false;
  const double speed = speed_of(step_);
  if (is_person(of)) {
    if (!more.empty() || place.relation == "away_from") return false;
    add({{"do", "pursue"}, {"whom", of}, {"speed", speed}});
    return true;
  }
  static constexpr const char* kPlain[] = {"at",      "near",        "beside",  "on",       "in",
                                           "behind",  "in_front_of", "left_of", "right_of", "opposite",
                                           "outside", "towards",     "between"};
  const bool plain =
      std::any_of(std::begin(kPlain), std::end(kPlain), [&](const char* word) { return place.relation == word; });
  const std::string where = place.relation == "among" || place.relation == "against" ? "beside" : place.relation;
  if (!plain && where != "beside") return false;
  find(of);
  Json node{{"do", "go"}, {"to", of}, {"where", where}};
  if (where == "between") {
    if (place.of.names.size() < 2) return false;
    find(place.of.names[1]);
    node["and"] = place.of.names[1];
  }
  if (speed > 0.0) node["speed"] = speed;
  node.update(more);
  add(std::move(node));
  return true;
}

Actions StepWriter::cannot_go() {
  return refuse(fmt::format("I do not know how to go {} {}.", spaced(step_.place.relation), chosen(step_.place.of)));
}

Actions StepWriter::go() {
  if (!step_.via.relation.empty()) {
    if (step_.place.relation.empty() && step_.via.relation == "through") return refuse("And where to, behind it?");
    if (step_.place.relation.empty() && step_.via.relation == "around") return go_round();
    const PlaceGoal way{step_.via.relation == "up" ? "on" : "near", step_.via.of};
    if (!go_to(way)) return cannot_go();
  }
  if (!step_.place.relation.empty()) return go_to(step_.place) ? actions_ : cannot_go();
  if (!step_.via.relation.empty()) return actions_;
  if (step_.verb == "stand" && step_.direction.empty()) return add({{"do", "get_up"}});
  double metres = step_.amount.unit == "m"       ? step_.amount.value
                  : step_.amount.unit == "steps" ? kPace * step_.amount.value
                                                 : 2.0;
  if (!step_.amount.unit.empty() && step_.amount.unit != "m" && step_.amount.unit != "steps")
    return refuse(fmt::format("I cannot walk {} {}.", step_.amount.value, step_.amount.unit));
  if (step_.direction == "forward") return add({{"do", "move"}, {"ahead", metres}});
  if (step_.direction == "back") return add({{"do", "move"}, {"ahead", -metres}});
  if (step_.direction == "left") return add({{"do", "move"}, {"aside", -metres}});
  if (step_.direction == "right" || step_.direction == "away") return add({{"do", "move"}, {"aside", metres}});
  return refuse(fmt::format("I do not know where \"{}\" leads from here.", step_.direction));
}

/// From side to side of it, and back to the first.
Actions StepWriter::go_round() {
  for (const char* side : {"left_of", "behind", "right_of", "in_front_of"}) {
    if (!go_to({side, step_.via.of})) return cannot_go();
  }
  return actions_;
}

Actions StepWriter::with_person(const std::string& verb, const Target& target) {
  const std::string whom = chosen(target);
  if (whom.empty() || !is_person(whom)) return refuse(fmt::format("I can {} people, not things.", verb));
  if (!step_.place.relation.empty()) return refuse(fmt::format("I can {} {}, but not only to a place.", verb, whom));
  actions_.endless = verb != "chase";
  Json node{{"do", verb}, {"whom", whom}};
  if (verb == "flee") node["at_most"] = kUntilTold;
  if (verb == "flee" && step_.amount.value > 0.0)
    node["within"] = step_.amount.unit == "steps" ? kPace * step_.amount.value : step_.amount.value;
  if (const double speed = speed_of(step_); speed > 0.0) node["speed"] = speed;
  return add(std::move(node));
}

Actions StepWriter::hide() {
  if (!step_.place.relation.empty()) return go_to(step_.place) ? actions_ : cannot_go();
  const std::string whom = chosen(step_.from.of.empty() ? speaker() : step_.from.of);
  if (!is_person(whom)) return refuse("From whom shall I hide?");
  return add({{"do", "hide"}, {"whom", whom}, {"seconds", step_.seconds > 0.0 || !last_ ? step_.seconds : kUntilTold}});
}

Actions StepWriter::lead() {
  const std::string whom = chosen(step_.object), to = chosen(step_.place.of);
  if (!is_person(whom) || to.empty() || is_person(to)) return refuse("Whom shall I lead, and where to?");
  find(to);
  const std::string where =
      step_.place.relation == "in" || step_.place.relation == "on" ? step_.place.relation : "near";
  return add({{"do", "lead"}, {"whom", whom}, {"to", to}, {"where", where}});
}

Actions StepWriter::search() {
  if (!step_.place.relation.empty() && !go_to(step_.place)) return cannot_go();
  for (const auto& name : all_of(step_.object)) add({{"do", "search"}, {"what", name}});
  return actions_.nodes.empty() ? refuse("What shall I look for?") : actions_;
}

Actions StepWriter::wait() {
  if (!step_.place.relation.empty() && !go_to(step_.place)) return cannot_go();
  const bool until = std::any_of(step_.conditions.begin(), step_.conditions.end(),
                                 [](const Condition& c) { return c.kind == "until" || c.kind == "while"; });
  actions_.endless = until;
  const double seconds = step_.seconds > 0.0 ? step_.seconds : until || last_ ? kUntilTold : kMoment;
  Json node{{"do", "wait"}, {"seconds", seconds}};
  if (!step_.object.empty()) node["look_at"] = chosen(step_.object);
  return add(std::move(node));
}

/// In front of the thing, facing it, as it is believed to stand now.
Actions StepWriter::queue() {
  const std::string of = chosen(step_.place.of.empty() ? step_.about : step_.place.of);
  if (of.empty() || is_person(of)) return refuse("Where shall I queue?");
  if (!is_known(of)) return refuse(fmt::format("I do not know where {} is.", of));
  const Whereabouts& where = setting_.at(*setting_.named(of)).where;
  const Facing axes = facing(where, setting_.at(setting_.self).where.pose.position);
  const math::Vec3 half = 0.5 * where.box.size();
  const double depth = std::abs(axes.forward.x) * half.x + std::abs(axes.forward.z) * half.z;
  const math::Vec3 at = where.box.centre() - (depth + 0.6) * axes.forward;
  const double yaw = math::atan2(-axes.forward.x, -axes.forward.z);
  return add({{"do", "queue"},
              {"at", {at.x, where.box.low.y, at.z}},
              {"yaw_deg", math::degrees(yaw)},
              {"within", 0.4},
              {"seconds", step_.seconds}});
}

Actions StepWriter::towards(const std::string& verb) {
  for (const auto& name : all_of(step_.object)) {
    if (!is_known(name)) add({{"do", "search"}, {"what", name}});
    if (verb == "point_at" && !low_) add({{"do", "turn"}, {"what", name}});
    add({{"do", verb}, {"what", name}, {"seconds", step_.seconds > 0.0 ? step_.seconds : 1.5}});
  }
  actions_.repeats = true;
  return actions_.nodes.empty() ? refuse("At what?") : actions_;
}

Actions StepWriter::in_place(const std::string& verb) {
  if (verb == "wander" && !step_.place.relation.empty())
    return refuse("I can walk about, but not keep to one room yet.");
  if (!step_.place.relation.empty() && !go_to(step_.place)) return cannot_go();
  actions_.endless = verb == "wander";
  if (verb == "wander") return add({{"do", verb}, {"at_most", kUntilTold}});
  if (verb == "kneel") return low_for_a_while({{"do", verb}, {"seconds", step_.seconds}});
  if (verb != "crouch") return add({{"do", verb}});
  return add({{"do", verb}, {"seconds", step_.seconds > 0.0 ? step_.seconds : kMoment}});
}

/// An agent that was told how long gets up after that.
Actions StepWriter::low_for_a_while(Json node) {
  add(std::move(node));
  return step_.seconds > 0.0 ? add({{"do", "get_up"}}) : actions_;
}

/// On the seat that was named; else on the nearest chair or stool that is known.
Actions StepWriter::sit() {
  constexpr double kBeside = 1.5;  // m from what the agent is to sit at
  std::string on = chosen(step_.place.of);
  const auto named = setting_.named(on);
  if (on.empty() || (named && !setting_.at(*named).seat && step_.place.relation != "on")) {
    const math::Vec3 here = setting_.at(on.empty() ? setting_.self : *named).where.box.centre();
    const double most = on.empty() ? 1e9 : kBeside;
    on.clear();
    double least = most;
    for (const Entity& entity : setting_.entities) {
      const double far = glm::length(entity.where.box.centre() - here);
      const bool made_for_it = std::find(entity.sites.begin(), entity.sites.end(), "seat") != entity.sites.end();
      if (!entity.seat || !made_for_it || !entity.known || far >= least) continue;
      least = far;
      on = entity.name;
    }
  }
  const auto seat = setting_.named(on);
  if (!seat || !setting_.at(*seat).seat) return refuse("On what shall I sit?");
  find(on);
  return low_for_a_while({{"do", "sit"}, {"what", on}, {"seconds", step_.seconds}});
}

Actions StepWriter::turn() {
  const std::string of = chosen(step_.place.of);
  if (!of.empty() && step_.place.relation != "away_from") {
    if (!is_known(of)) add({{"do", "search"}, {"what", of}});
    return add({{"do", "turn"}, {"what", of}});
  }
  const bool degrees = step_.amount.unit == "deg";
  if (!degrees && !step_.amount.unit.empty() && step_.amount.unit != "turns") return refuse("By how many degrees?");
  const double by = degrees ? step_.amount.value : step_.amount.unit == "turns" ? 360.0 * step_.amount.value : 90.0;
  if (step_.direction == "left" || step_.direction == "anticlockwise") return add({{"do", "turn"}, {"turn_deg", by}});
  if (step_.direction == "right" || step_.direction == "clockwise") return add({{"do", "turn"}, {"turn_deg", -by}});
  if (step_.direction == "around" || step_.direction == "back")
    return add({{"do", "turn"}, {"turn_deg", degrees ? by : 180.0}});
  return refuse("Which way shall I turn?");
}

Actions StepWriter::wave() {
  actions_.repeats = true;
  for (const std::string& whom : all_of(step_.object)) {
    if (!is_known(whom) && !low_) add({{"do", "search"}, {"what", whom}});
    if (!low_) add({{"do", "turn"}, {"what", whom}});
    add({{"do", "wave"}, {"seconds", step_.seconds}, {"whom", whom}});
  }
  return step_.object.empty() ? add({{"do", "wave"}, {"seconds", step_.seconds}}) : actions_;
}

Actions StepWriter::speak(const std::string& verb) {
  if (!step_.asked.empty()) return pass_on();
  if (verb == "ask" && !step_.about.empty() && !step_.recipient.empty())
    return fetch_from(step_.recipient, step_.about);
  // What is said to several people is said to nobody in particular.
  const bool several = verb == "say" && step_.recipient.any == 0 && step_.recipient.names.size() > 1;
  const std::string to = several ? "" : chosen(step_.recipient.empty() && verb == "ask" ? speaker() : step_.recipient);
  std::string text = step_.text;
  if (text.empty() && !step_.about.empty()) text = fmt::format("Can I have {}, please?", chosen(step_.about));
  if (text.empty()) return refuse("What shall I say?");
  if (verb == "ask" && to.empty()) return refuse("Whom shall I ask?");
  Json node{{"do", verb}, {"text", text}};
  if (!to.empty()) {
    if (to != chosen(speaker())) add({{"do", "pursue"}, {"whom", to}});
    node["whom"] = to;
  }
  return add(std::move(node));
}

/// "tell jonas to open the door": goes up to him and says so.
Actions StepWriter::pass_on() {
  if (step_.text.empty()) return refuse("What shall I tell them to do?");
  for (const std::string& whom : all_of(step_.recipient.empty() ? step_.object : step_.recipient)) {
    if (!is_person(whom)) return refuse("Whom shall I tell?");
    if (whom == chosen(speaker())) continue;  // who says so knows it
    add({{"do", "pursue"}, {"whom", whom}});
    add({{"do", "tell"}, {"whom", whom}, {"text", step_.text}});
  }
  return actions_.nodes.empty() ? refuse("Whom shall I tell?") : actions_;
}
Actions actions_of(const Setting& setting, const Step& step, bool last, bool low) {
  return StepWriter(setting, step, last, low).write();
}

}  // namespace fh::language
