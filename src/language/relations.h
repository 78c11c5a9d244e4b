// SPDX-License-Identifier: Apache-2.0
#pragma once
// How things stand to each other: the words for it, and the test on where things are. A relation names a place to go
// to ("behind the press") and tells things apart ("the crate behind the press").
#include <span>
#include <string>
#include <vector>

#include "math/pose.h"
#include "math/shapes.h"

namespace fh::language {

struct Relation {
  const char* name;
  const char* phrases;       // separated by "|"; for places and for telling apart
  const char* goal_phrases;  // for places only: "to", "onto"
  const char* meaning;       // for people
  bool tells_apart;          // has a test
};

std::span<const Relation> relations();
const Relation* find_relation(std::string_view name);

/// One phrase of a relation, as words.
struct RelationPhrase {
  const Relation* relation = nullptr;
  std::vector<std::string> words;
  bool goal_only = false;
};
/// All phrases, the longest first.
const std::vector<RelationPhrase>& relation_phrases();

/// Where something is, as relations ask.
struct Whereabouts {
  math::Aabb box;           // scene
  math::Pose pose;          // scene; the front is +Z
  bool has_front = false;   // a front of its own: furniture, machines, doors
  bool is_room = false;     // a floor or an area
  bool has_levels = false;  // things stand inside its outline at several heights: shelves, cabinets
  bool is_person = false;   // the front is -Z
};

/// Axes of somebody who faces the anchor: where they look, and their right hand; of a person their own. Level.
struct Facing {
  math::Vec3 forward, right;
};
/// `eye`: where the agent stands, for anchors without a front.
Facing facing(const Whereabouts& anchor, const math::Vec3& eye);

/// Whether `thing` is so to `anchor`; `second` is the other anchor of "between"; `eye` is where the agent stands, for
/// anchors without a front.
bool holds(const Relation& relation, const Whereabouts& thing, const Whereabouts& anchor, const Whereabouts* second,
           const math::Vec3& eye);
/// m between two boxes seen from above; 0 when they overlap.
double plan_distance(const math::Aabb& a, const math::Aabb& b);

}  // namespace fh::language
