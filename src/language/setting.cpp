// SPDX-License-Identifier: Apache-2.0
#include "language/setting.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/nature.h"
#include "language/vocabulary.h"
#include "language/words.h"

namespace fh::language {
namespace {

void add_all(std::vector<std::string>& to, const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
  }
}

std::vector<std::string> nouns_for(const std::string& class_name) {
  for (const ClassWords& row : class_words()) {
    if (class_name == row.name) return pieces_of(row.nouns);
  }
  return {};
}

void read_classes(const scene::Object& object, Entity& entity) {
  for (std::size_t i = 0; i < object.classes.size(); ++i) {
    const auto words = split_name(object.classes[i]);
    std::string joined;
    for (const auto& word : words) joined += word;
    if (i == 0) {
      if (words.size() == 1) entity.kind = words;
      if (words.size() > 1) entity.kind = {joined};
      for (const auto& noun : nouns_for(object.classes[i])) {
        const bool everyday = noun[0] == '!';
        add_all(everyday ? entity.kind : entity.synonyms, {everyday ? noun.substr(1) : noun});
      }
      if (words.size() > 1) add_all(entity.synonyms, words);
    } else {
      add_all(entity.general, words);
      for (const auto& noun : nouns_for(object.classes[i]))
        add_all(entity.general, {noun[0] == '!' ? noun.substr(1) : noun});
    }
  }
  // A thing without classes is called by the words of its name.
  if (object.classes.empty()) entity.kind = entity.name_words;
}

void read_nature(const scene::Object& object, Entity& entity) {
  const auto is = [&](std::string_view name) { return object.is_a(name); };
  entity.movable = object.movable;
  entity.openable = object.openable;
  entity.locked = object.locked;
  entity.mass = object.mass;
  entity.joint = object.joint.kind;
  entity.open = object.joint.initial > object.joint.minimum + 0.01;
  entity.room = is("floor");
  entity.climbable = is("stairs") || is("ramp");
  entity.seat =
      is("seat") || is("chair") || is("stool") ||
      (!is("table") && !is("floor") && bears_a_sitter(object.bounds.size(), object.is_static() ? 0.0 : object.mass));
  entity.light = is("lamp") || is("signal_lamp");
  entity.container = is("container") || is("bin") || is("bucket") || is("toolbox") || is("machine") || is("can");
  entity.powered = entity.light || is("machine") || is("switch") || is("drill");
  entity.support = !entity.light && !is("tool") && !is("sign") && !is("pane");
}

void read_room(Entity& entity) {
  // "floor.store", "Store floor": the room is the store. "Loading dock" keeps both words: its head is the last.
  for (const auto* words : {&entity.name_words, &entity.label_words}) {
    for (const auto& word : *words) {
      if (word != "floor" && !number_of(word)) add_all(entity.kind, {word});
    }
  }
  static constexpr std::pair<const char*, const char*> kRooms[] = {
      {"store", "storeroom|storage|stockroom|warehouse"}, {"hall", "hallway|workshop"}, {"dock", "platform"}};
  for (const auto& [room, nouns] : kRooms) {
    if (std::find(entity.kind.begin(), entity.kind.end(), room) == entity.kind.end()) continue;
    add_all(entity.synonyms, pieces_of(nouns));
  }
}

Entity thing_of(const scene::Scene& scene, const scene::Object& object, scene::Knowledge knowledge) {
  Entity entity;
  entity.name = object.name;
  entity.label = object.label;
  entity.name_words = split_name(object.name);
  entity.label_words = split_name(object.label);
  read_classes(object, entity);
  read_nature(object, entity);
  if (entity.room) read_room(entity);
  entity.looks = looks_of(scene, object);
  for (const auto& site : object.sites) {
    entity.sites.push_back(site.name);
    if (site.name.rfind("level", 0) == 0)
      entity.levels.push_back({site.name, object.world_from_object.point(site.object_from_site.position).y});
  }
  std::stable_sort(entity.levels.begin(), entity.levels.end(),
                   [](const Entity::Level& a, const Entity::Level& b) { return a.height < b.height; });
  if (object.parent.valid()) entity.parent = object.parent.value - 1;
  entity.where = nature_of(object);
  entity.where.box = math::transformed(object.world_from_object, object.bounds);
  entity.where.pose = object.world_from_object;
  entity.known =
      knowledge == scene::Knowledge::Place || (knowledge == scene::Knowledge::Structure && object.is_static());
  return entity;
}

Entity person_of(const std::string& name, const math::Pose& start, bool user, std::optional<bool> female) {
  Entity entity;
  entity.name = entity.label = name;
  entity.name_words = entity.label_words = split_name(name);
  entity.kind = entity.name_words;
  entity.general = {"person"};
  add_all(entity.general, nouns_for("person"));
  if (user) add_all(entity.general, {"user", "visitor", "guest"});
  if (female) add_all(entity.general, {*female ? "woman" : "man"});
  entity.where.pose = start;
  entity.where.is_person = true;
  entity.where.box.add(start.position - math::Vec3(0.25, 0.0, 0.25));
  entity.where.box.add(start.position + math::Vec3(0.25, 1.7, 0.25));
  entity.person = true;
  entity.user = user;
  entity.female = female.value_or(false);
  return entity;
}

/// The smallest thing that each movable thing stands on or in; else what it hangs on.
void find_homes(Setting& setting) {
  for (Entity& thing : setting.entities) {
    if (!thing.movable || thing.person) continue;
    double least = 1e9;
    for (const Entity& other : setting.entities) {
      const bool fixed = !other.movable && !other.room && !other.person && !other.parent;
      if (fixed && holds(*find_relation("against"), thing.where, other.where, nullptr, math::Vec3(0.0)) &&
          other.where.box.low.y < thing.where.box.high.y && other.where.box.high.y > thing.where.box.low.y &&
          (thing.home.empty() || glm::length(other.where.box.size()) < least)) {
        least = glm::length(other.where.box.size());
        thing.home = other.name;
      }
    }
    least = 1e9;
    for (const Entity& other : setting.entities) {
      if (&other == &thing || other.person || other.parent) continue;
      const bool on = other.support && holds(*find_relation("on"), thing.where, other.where, nullptr, math::Vec3(0.0));
      if (!on && !holds(*find_relation("in"), thing.where, other.where, nullptr, math::Vec3(0.0))) continue;
      const double size = glm::length(other.where.box.size());
      if (size >= least) continue;
      least = size;
      thing.home = other.name;
    }
  }
}

void collect_words(Setting& setting) {
  for (const Entity& entity : setting.entities) {
    for (const auto* words : {&entity.name_words, &entity.label_words, &entity.kind, &entity.synonyms, &entity.general,
                              &entity.looks, &entity.sites}) {
      for (const auto& noun : *words) {
        for (const auto& word : split_name(noun)) setting.words.insert(word);
      }
    }
    setting.words.insert(entity.name);
  }
  for (const char* word : {"room", "area", "thing", "object", "item", "one", "level", "board", "tier"})
    setting.words.insert(word);
}

std::string open_reason(const Setting& setting, std::size_t entity) {
  const auto parts = opening_parts(setting, entity);
  if (parts.empty()) return "does not open or close";
  return std::all_of(parts.begin(), parts.end(), [&](std::size_t p) { return setting.at(p).locked; }) ? "is locked"
                                                                                                      : "";
}

bool has_word(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_control(const Entity& e) {
  return std::find(e.general.begin(), e.general.end(), "control") != e.general.end();
}

std::string turn_reason(const Entity& e) {
  const bool turns = e.joint == scene::JointKind::Dial || e.joint == scene::JointKind::Hinge;
  return turns && is_control(e) ? "" : "cannot be turned";
}

std::string why_not(const Setting& setting, std::size_t index, Wish wish) {
  const Entity& e = setting.at(index);
  switch (wish) {
    case Wish::Any:
      return "";
    case Wish::Thing:
      return e.person ? "is a person" : "";
    case Wish::Movable:
      return e.person ? "is a person and cannot be carried" : e.movable ? "" : "cannot be moved";
    case Wish::Pushable:
      return e.person                                                             ? "is a person"
             : e.movable || (e.joint != scene::JointKind::None && !is_control(e)) ? ""
                                                                                  : "cannot be pushed or pulled";
    case Wish::Openable:
      return open_reason(setting, index);
    case Wish::Pressable:
      return e.joint == scene::JointKind::Button ? "" : "is not a button";
    case Wish::Turnable:
      return turn_reason(e);
    case Wish::Switchable:
      if (has_word(e.synonyms, "signal")) return "shows how something is, and has no switch of its own";
      return e.powered ? "" : "cannot be switched on or off";
    case Wish::Valve:
      return std::find(e.kind.begin(), e.kind.end(), "valve") != e.kind.end() ? "" : "is not a valve";
    case Wish::Seat:
      return e.seat ? "" : "is not a seat";
    case Wish::Person:
      return !e.person ? "is not a person" : index == setting.self ? "is the one who is told" : "";
    case Wish::Room:
      return e.room || e.climbable ? "" : "is not a room or area";
    case Wish::Climbable:
      return e.climbable ? "" : "cannot be climbed";
  }
  return "";
}

}  // namespace

Whereabouts nature_of(const scene::Object& object) {
  Whereabouts where;
  where.is_room = object.is_a("floor");
  where.has_levels = object.is_a("shelf") || object.is_a("cabinet");
  where.has_front = object.is_a("furniture") || object.is_a("equipment") || object.is_a("barrier") ||
                    object.is_a("control") || object.is_a("sign") || object.is_a("window");
  return where;
}

std::optional<std::size_t> Setting::named(const std::string& name) const {
  for (std::size_t i = 0; i < entities.size(); ++i) {
    if (entities[i].name == name) return i;
  }
  return std::nullopt;
}

core::Result<Setting> make_setting(const scene::Scenario& scenario, const std::string& who) {
  std::vector<std::string> names;
  const scene::AgentSpec* told = nullptr;
  for (const auto& agent : scenario.agents) {
    names.push_back(agent.name);
    if (agent.name == who) told = &agent;
  }
  if (told == nullptr) {
    if (names.empty()) return core::fail("\"{}\" has no agents: nobody can be told anything", scenario.name);
    std::string listed;
    for (const auto& name : names) listed += (listed.empty() ? "" : ", ") + name;
    return core::fail("there is no agent \"{}\" in \"{}\"; there are: {}", who, scenario.name, listed);
  }
  Setting setting;
  for (const auto& object : scenario.scene.objects)
    setting.entities.push_back(thing_of(scenario.scene, object, told->knowledge));
  for (std::size_t i = 0; i < setting.entities.size(); ++i) {
    if (const auto parent = setting.entities[i].parent) setting.entities[*parent].children.push_back(i);
  }
  for (const auto& user : scenario.users) {
    if (!setting.speaker) setting.speaker = setting.entities.size();
    setting.entities.push_back(person_of(user.name, user.start, true, std::nullopt));
  }
  for (const auto& agent : scenario.agents) {
    if (&agent == told) setting.self = setting.entities.size();
    setting.entities.push_back(person_of(agent.name, agent.start, false, agent.body.female));
  }
  for (const auto& [name, liking] : told->relations) {
    if (const auto person = setting.named(name)) setting.entities[*person].liking = liking;
  }
  setting.entities[setting.self].known = true;
  find_homes(setting);
  collect_words(setting);
  return setting;
}

bool satisfies(const Setting& setting, std::size_t entity, Wish wish, std::string* reason) {
  std::string why = why_not(setting, entity, wish);
  const bool good = why.empty();
  if (reason != nullptr) *reason = std::move(why);
  return good;
}

std::vector<std::size_t> opening_parts(const Setting& setting, std::size_t entity) {
  const Entity& e = setting.at(entity);
  const bool valve = std::find(e.kind.begin(), e.kind.end(), "valve") != e.kind.end();
  if (e.openable || valve) return {entity};
  std::vector<std::size_t> parts;
  for (const std::size_t child : e.children) {
    if (setting.at(child).openable) parts.push_back(child);
  }
  return parts;
}

}  // namespace fh::language
