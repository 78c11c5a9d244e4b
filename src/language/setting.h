// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can be spoken of in a scenario, and what the agent that is spoken to knows of it. Made of the scenario as it
// stands at its start; plain values that need neither scenario nor scene afterwards.
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "language/relations.h"
#include "language/verbs.h"
#include "scene/scenario/scenario.h"

namespace fh::language {

/// A thing, person or room.
struct Entity {
  std::string name, label;
  std::vector<std::string> name_words, label_words;
  std::vector<std::string> kind;      // words of its most special class: "crate"
  std::vector<std::string> synonyms;  // other nouns for that class: "box"
  std::vector<std::string> general;   // words of its general classes: "container", "goods"
  std::vector<std::string> looks;     // colours and materials: "red", "wooden"
  std::vector<std::string> sites;
  struct Level {
    std::string site;
    double height = 0.0;  // scene, m
  };
  std::vector<Level> levels;  // boards to put things on, the lowest first
  std::optional<std::size_t> parent;
  std::vector<std::size_t> children;
  Whereabouts where;
  double mass = 0.0;  // kg
  scene::JointKind joint = scene::JointKind::None;
  bool movable = false, openable = false, locked = false, open = false;
  bool person = false, user = false, female = false;
  bool room = false, climbable = false, seat = false, light = false, container = false, support = false;
  bool powered = false;   // can be switched on and off
  bool known = false;     // the agent knows where it is
  bool in_sight = false;  // it sees it now
  double liking = 0.5;    // how much the agent likes this person, 0 … 1
  std::string home;       // what it stood on or in at the start; empty: nothing that is known
};

struct Setting {
  std::vector<Entity> entities;
  std::size_t self = 0;                // the agent that is spoken to
  std::optional<std::size_t> speaker;  // the first user
  std::set<std::string> words;         // all that entities can be called by
  bool low = false;                    // it sits or kneels now
  std::string doing;                   // what it is doing, for answers: "on the way to the bench"; empty: nothing
  std::vector<std::string> held;       // what it has in its hands

  const Entity& at(std::size_t index) const { return entities[index]; }
  std::optional<std::size_t> named(const std::string& name) const;
};

/// Fails when there is no agent of that name; the message names the nearest.
core::Result<Setting> make_setting(const scene::Scenario& scenario, const std::string& who);

/// Whether an action that wishes this is possible with the entity. Else `reason` says why not: "does not open".
bool satisfies(const Setting& setting, std::size_t entity, Wish wish, std::string* reason);
/// Its parts that open: itself, or the doors and drawers that belong to it.
std::vector<std::size_t> opening_parts(const Setting& setting, std::size_t entity);

/// Words for the colours and materials of an object: those of at least three tenths of its surface, and what glows.
std::vector<std::string> looks_of(const scene::Scene& scene, const scene::Object& object);

}  // namespace fh::language
