// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/json.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

constexpr std::size_t kMostDrives = 256, kMostOfDrive = 64;
constexpr double kMost = 1e9;

/// What `wanted` tells of an object: a problem, or "".
const Object* find_for(KeyReader& keys, const char* key, const Scene& scene, const std::string& name) {
  const Object* object = scene.find(name);
  if (object) return object;
  std::vector<std::string> names;
  for (const Object& each : scene.objects) names.push_back(each.name);
  const std::string nearest = core::nearest_word(name, names);
  keys.problem(key, fmt::format("there is no object \"{}\"{}", name,
                                nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)));
  return nullptr;
}

core::ObjectId read_control(KeyReader& keys, const char* key, const char* text, const Scene& scene) {
  std::string name;
  keys.text(key, name, text);
  if (keys.describes() || name.empty()) return {};
  const Object* object = find_for(keys, key, scene, name);
  if (!object) return {};
  if (object->joint.kind != JointKind::None && object->joint.maximum > object->joint.minimum) return object->id;
  keys.problem(key, fmt::format("\"{}\" is on no joint: nobody can operate it", name));
  return {};
}

void read_change(KeyReader keys, const Scene& scene, Drive& drive) {
  Drive::Change change;
  change.control = read_control(keys, "control", "A thing on a joint; absent: always", scene);
  const auto words = keys.texts("states", "Of the control, as events tell them; one of them is enough");
  keys.number("per_s", change.per_s, "By how much the value changes per second", {-kMost, kMost});
  keys.end();
  if (keys.describes()) return;
  if (keys.has("control") == words.empty()) {
    keys.problem(words.empty() ? "control" : "states",
                 words.empty() ? "needs \"states\": in which states does it change the value?"
                               : "mean something only with \"control\"");
  }
  const Object* control = scene.find(change.control);
  for (const std::string& word : words) {
    const auto& known = control_state_words();
    const auto at = std::find(known.begin(), known.end(), word);
    const auto state = static_cast<ControlState>(at - known.begin());
    if (at == known.end())
      keys.problem("states", fmt::format("there is no state \"{}\"; states are: {}", word, fmt::join(known, ", ")));
    else if (control && !can_be(control->joint, state))
      keys.problem("states", fmt::format("\"{}\" is never {}", control->name, word));
    else
      change.states.push_back(state);
  }
  drive.changes.push_back(std::move(change));
}

void read_lamp_of(KeyReader keys, const Scene& scene, Drive& drive) {
  Drive::Lamp lamp;
  std::string name;
  keys.text("lamp", name, "A lamp of a panel, or a siren, which sounds while it is lit", 0, Need::Required);
  lamp.from = 0.5 * (drive.minimum + drive.maximum);
  lamp.to = drive.maximum;
  const auto from = keys.optional_number("from", "It is lit from this value on; absent: the middle of the range");
  const auto to = keys.optional_number("to", "It is lit up to this value; absent: the upper end of the range");
  keys.end();
  if (keys.describes()) return;
  lamp.from = from.value_or(lamp.from);
  lamp.to = to.value_or(lamp.to);
  if (lamp.from > lamp.to) keys.problem("from", fmt::format("{:g} is above \"to\", {:g}", lamp.from, lamp.to));
  const Object* object = name.empty() ? nullptr : find_for(keys, "lamp", scene, name);
  if (!object) return;
  if (!object->is_a("signal_lamp") && !object->is_a("siren"))
    return keys.problem("lamp", fmt::format("\"{}\" is no lamp of a panel", name));
  lamp.object = object->id;
  drive.lamps.push_back(lamp);
}

void read_gauges(KeyReader& keys, const Scene& scene, Drive& drive) {
  for (const std::string& name : keys.texts("gauges", "Gauges of panels whose needles show the value")) {
    const Object* object = find_for(keys, "gauges", scene, name);
    if (!object) continue;
    if (object->is_a("gauge"))
      drive.gauges.push_back(object->id);
    else
      keys.problem("gauges", fmt::format("\"{}\" is no gauge", name));
  }
}

void read_values(KeyReader& keys, Drive& drive) {
  keys.text("unit", drive.unit, "Of the value, as events tell it", 20);
  const auto range = keys.numbers("range", 2, "The value's ends; absent: 0 and 1", {-kMost, kMost});
  if (range.size() == 2 && std::abs(range[0]) <= kMost && std::abs(range[1]) <= kMost && range[0] < range[1]) {
    drive.minimum = range[0];
    drive.maximum = range[1];
  } else if (!range.empty()) {
    keys.problem("range", "must be two numbers, the lower one first");
  }
  const auto start = keys.optional_number("start", "At the start; absent: the lower end of the range");
  drive.start = start.value_or(drive.minimum);
  if (!keys.describes() && (drive.start < drive.minimum || drive.start > drive.maximum)) {
    keys.problem("start", fmt::format("{:g} is outside the range", drive.start));
    drive.start = drive.minimum;
  }
}

/// Nobody can show two values.
void check_shown_once(KeyReader& keys, const std::vector<Drive>& drives, const Drive& drive) {
  const auto shows = [](const Drive& other, core::ObjectId id) {
    return std::count(other.gauges.begin(), other.gauges.end(), id) +
           std::count_if(other.lamps.begin(), other.lamps.end(), [&](const auto& lamp) { return lamp.object == id; });
  };
  const auto check = [&](const char* key, core::ObjectId id) {
    auto times = shows(drive, id);
    for (const Drive& other : drives) times += shows(other, id);
    if (times > 1) keys.problem(key, "one of them shows a value already");
  };
  for (const core::ObjectId gauge : drive.gauges) check("gauges", gauge);
  for (const Drive::Lamp& lamp : drive.lamps) check("lamps", lamp.object);
}

}  // namespace

void read_drives(PlaceReader& scenario, KeyReader& root, Scenario& result) {
  const Scene& scene = scenario.builder.scene();
  auto entries =
      root.objects("drives", "drive", "Values that controls change and gauges and lamps show", 0, kMostDrives);
  if (entries.size() > kMostDrives) {
    root.problem("drives", fmt::format("holds more than {} drives", kMostDrives));
    entries.clear();
  }
  for (auto& entry : entries) {
    KeyReader keys = scenario.keys(entry, "drive");
    Drive drive;
    drive.name = keys.name("Of the value: events tell it as their object");
    read_values(keys, drive);
    drive.follows =
        read_control(keys, "follows", "The value goes with the way of this thing on a joint, from end to end", scene);
    auto changes = keys.objects("changes", "drive.change", "What changes the value; several add up", 0, kMostOfDrive);
    for (auto& change : changes) read_change(scenario.keys(change, "drive.change"), scene, drive);
    read_gauges(keys, scene, drive);
    auto lamps = keys.objects("lamps", "drive.lamp", "Lamps that tell of the value", 0, kMostOfDrive);
    for (auto& lamp : lamps) read_lamp_of(scenario.keys(lamp, "drive.lamp"), scene, drive);
    keys.end();
    if (keys.describes()) continue;
    if (changes.size() > kMostOfDrive || lamps.size() > kMostOfDrive)
      keys.problem("name", fmt::format("a drive has at most {} changes and lamps", kMostOfDrive));
    if (keys.has("follows") == keys.has("changes"))
      keys.problem("name", "a drive has either \"follows\" or \"changes\"");
    const auto same = [&](const Drive& other) { return other.name == drive.name; };
    if (std::any_of(result.drives.begin(), result.drives.end(), same) || scene.find(drive.name))
      keys.problem("name", fmt::format("the name \"{}\" is already taken", drive.name));
    check_shown_once(keys, result.drives, drive);
    result.drives.push_back(std::move(drive));
  }
}

}  // namespace fh::scene
