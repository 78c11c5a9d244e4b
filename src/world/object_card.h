// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of a thing, for users who point at it and for reports.
#include <string>
#include <vector>

#include "world/world.h"

namespace fh::world {

struct ObjectCard {
  core::ObjectId id;
  std::string name, label;
  std::vector<std::string> classes;  // from special to general
  math::Vec3 size{0.0};              // m, along the thing's own axes
  double mass = 0.0;                 // kg; 0: immovable
  std::string state;                 // "fixed", "at rest", "moves", "open 35 %, locked", "held by user"
  std::vector<std::string> seen_by;  // agents whose last look shows it
  std::string source;                // the file that it comes from
  math::Pose world_from_object;
};

ObjectCard card_of(const World& world, core::ObjectId object);
/// Several lines.
std::string text_of(const ObjectCard& card);
/// Over the thing, readable from `eyes`.
void draw_card(const ObjectCard& card, const math::Vec3& eyes, frame::Snapshot& snapshot);

}  // namespace fh::world
