// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scene/scenario/scenario_reader.h"
#include "scene/scenario/target.h"

namespace fh::scene {
namespace {

const std::vector<std::string> kSides = {"any", "left", "right", "front", "back"};
const std::vector<std::string> kStates = {"open", "closed", "pressed", "minimum", "maximum"};

void set_deed(KeyReader& keys, const char* key, const std::string& thing, Deed deed, Errand& errand) {
  if (thing.empty()) return;
  if (errand.deed != Deed::None) return keys.problem(key, "there is another deed too; an errand has one");
  errand.deed = deed;
  errand.thing = thing;
}

/// Whether a thing can be brought into a state at all.
std::string unfit(const Object& thing, ThingState state) {
  const JointKind kind = thing.joint.kind;
  if (kind == JointKind::None) return fmt::format("\"{}\" is on no joint: it cannot be operated", thing.name);
  const bool partly = state == ThingState::Share || state == ThingState::By;
  if (partly && kind == JointKind::Button) return fmt::format("\"{}\" is pressed or not", thing.name);
  if (state == ThingState::By && kind == JointKind::Slider)
    return fmt::format("\"{}\" slides and does not turn", thing.name);
  if (!partly && (state == ThingState::Pressed) != (kind == JointKind::Button))
    return fmt::format("\"{}\" cannot be {}", thing.name, kStates[static_cast<std::size_t>(state)]);
  return {};
}

void check_deed(const Scene& scene, KeyReader& keys, const Errand& errand) {
  const Object* thing = scene.find(errand.thing);
  const char* key = errand.deed == Deed::Take ? "take" : errand.deed == Deed::Put ? "put" : "operate";
  if (!thing) return keys.problem(key, fmt::format("there is no object \"{}\"", errand.thing));
  if (errand.deed == Deed::Operate) {
    if (const std::string why = unfit(*thing, errand.state); !why.empty()) keys.problem(key, why);
    return;
  }
  if (!thing->movable || thing->joint.kind != JointKind::None)
    return keys.problem(key, fmt::format("\"{}\" cannot be carried", errand.thing));
  if (errand.deed != Deed::Put) return;
  if (errand.onto.empty()) return keys.problem("on", "is missing: where shall it be put?");
  if (auto target = find_target(scene, errand.onto); !target) return keys.problem("on", target.error().message);
  if (errand.onto == errand.thing) keys.problem("on", "a thing cannot be put on itself");
}

}  // namespace

void read_deed(const Scene& scene, KeyReader& keys, Errand& errand) {
  std::string take, put, operate;
  keys.text("take", take, "Object to take into a hand");
  keys.text("put", put, "Object to put down, which a hand holds");
  keys.text("on", errand.onto, "For `put`: the object to put it on, or a site of it as `object.site`");
  keys.text("beside", errand.beside, "For `put`: an object there to put it beside");
  keys.word("side", errand.side, kSides, "For `put`: on which side of `beside`");
  keys.text("operate", operate, "Door, drawer, hatch, lever, valve, dial or button to bring into `state`");
  std::optional<double> share, by;
  share = keys.optional_number(
      "share", "For `operate`, instead of `state`: how much of the way from minimum to maximum", {0.0, 1.0});
  by = keys.optional_number(
      "by_deg", "For `operate`, instead of `state`: degrees by which it turns towards its maximum", {-3600.0, 3600.0});
  keys.choice("state", errand.state, kStates,
              "For `operate`: `open` and `closed` for what opens, `pressed` for buttons, `minimum` and `maximum` for "
              "what turns or slides between two ends");
  if (keys.describes()) return;
  if (keys.has("state") + share.has_value() + by.has_value() > 1)
    keys.problem("state", "give one of \"state\", \"share\" and \"by_deg\"");
  if (share) errand.state = ThingState::Share, errand.amount = *share;
  if (by) errand.state = ThingState::By, errand.amount = math::radians(*by);
  set_deed(keys, "take", take, Deed::Take, errand);
  set_deed(keys, "put", put, Deed::Put, errand);
  set_deed(keys, "operate", operate, Deed::Operate, errand);
  if (errand.deed != Deed::None) check_deed(scene, keys, errand);
  if (errand.deed != Deed::Put && !errand.onto.empty()) keys.problem("on", "means something only with \"put\"");
  if (errand.deed != Deed::Put && keys.has("beside")) keys.problem("beside", "means something only with \"put\"");
  if (!errand.beside.empty() && (!scene.find(errand.beside) || errand.beside == errand.thing))
    keys.problem("beside", fmt::format("there is no other object \"{}\"", errand.beside));
  if (errand.beside.empty() && keys.has("side")) keys.problem("side", "needs \"beside\": of what?");
  for (const char* key : {"state", "share", "by_deg"}) {
    if (errand.deed != Deed::Operate && keys.has(key)) keys.problem(key, "means something only with \"operate\"");
  }
}

}  // namespace fh::scene
