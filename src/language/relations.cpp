// SPDX-License-Identifier: Apache-2.0
#include "language/relations.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>

namespace fh::language {
namespace {

using math::Aabb;
using math::Vec3;

// The spatial terms of CA-38, as far as they name a place or tell things apart.
constexpr Relation kRelations[] = {
    {"at", "at", "to|over to|as far as|all the way to", "right at it, within 0.8 m", true},
    {"near", "near|by|close to|near to|in the vicinity of|not far from", "over by", "within 1.5 m", true},
    {"beside", "beside|next to|alongside|at the side of|right next to|to the side of|adjacent to", "", "within 0.8 m",
     true},
    {"on", "on|on top of|upon|atop|at the top of", "onto|on to|on the top of", "standing or lying on it", true},
    {"in", "in|inside|inside of|within|in the middle of", "into|in to", "in it: a room, area, box, cabinet or drawer",
     true},
    {"under", "under|underneath|beneath|below", "", "below it, within its outline", true},
    {"above", "above|over", "", "above it, within its outline", true},
    {"behind",
     "behind|in back of|at the back of|on the other side of|on the far side of|at the far side of|at the other side of|"
     "at the rear of|on the opposite side of|in the back of",
     "round the back of|around the back of|to the back of|round to the back of|around to the back of|"
     "to the other side of|to the far side of|to the rear of|to the opposite side of|round the other side of|"
     "around the other side of",
     "on the side away from its front, or from the agent", true},
    {"in_front_of", "in front of|ahead of|at the front of",
     "up in front of|to the front of|round to the front of|around to the front of",
     "before its front, or between it and the agent", true},
    {"left_of", "left of|to the left of|on the left of|on the left side of|at the left of", "to the left side of",
     "on the left for somebody who faces its front", true},
    {"right_of", "right of|to the right of|on the right of|on the right side of|at the right of",
     "to the right side of", "on the right for somebody who faces its front", true},
    {"between", "between|in between", "", "between two things", true},
    {"among", "among|amongst|amid", "", "within 1.5 m of each", true},
    {"opposite", "opposite|across from|opposite to", "", "before its front, within 6 m", true},
    {"against", "against|up against|touching", "", "touching it", true},
    {"outside", "outside|outside of", "", "not in it", true},
    {"around", "", "around|round", "on a way around it", false},
    {"through", "", "through|by way of|via", "on a way through it", false},
    {"along", "", "along", "on a way beside it", false},
    {"across", "", "across", "on a way from one side to the other", false},
    {"towards", "", "towards|toward|in the direction of|closer to|nearer to", "nearer to it", false},
    {"away_from", "", "away from|far from|clear of|far away from", "farther from it", false},
    {"past", "", "past|beyond", "on the far side of it", false},
    {"up", "", "up", "up along it: stairs, a ramp", false},
    {"down", "", "down", "down along it: stairs, a ramp", false},
    {"from", "from", "from|off of|from on|from inside|from under|from behind|from within",
     "where something is taken from", true},
    {"off", "", "off|down from|down off", "from its top", false},
    {"out_of", "", "out of", "from its inside", false},
    {"with", "", "with|using|together with|by means of|with the help of", "with a tool, or together with somebody",
     false},
    {"of", "of|belonging to|that belongs to", "", "a part of it", true},
};

std::vector<std::string> words_of(const std::string& phrase) {
  std::vector<std::string> words;
  std::istringstream in(phrase);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

void add_phrases(std::vector<RelationPhrase>& all, const Relation& relation, const char* phrases, bool goal_only) {
  std::istringstream in(phrases);
  for (std::string phrase; std::getline(in, phrase, '|');) all.push_back({&relation, words_of(phrase), goal_only});
}

bool within_outline(const Vec3& p, const Aabb& box, double margin) {
  return p.x >= box.low.x - margin && p.x <= box.high.x + margin && p.z >= box.low.z - margin &&
         p.z <= box.high.z + margin;
}

bool is_on(const Whereabouts& thing, const Whereabouts& anchor) {
  if (!within_outline(thing.box.centre(), anchor.box, 0.02)) return false;
  const double bottom = thing.box.low.y;
  if (anchor.has_levels) return bottom > anchor.box.low.y + 0.05 && bottom < anchor.box.high.y + 0.06;
  return std::abs(bottom - anchor.box.high.y) < 0.06;
}

bool is_in(const Whereabouts& thing, const Whereabouts& anchor) {
  const Vec3 centre = thing.box.centre();
  if (!within_outline(centre, anchor.box, 0.0)) return false;
  if (anchor.is_room) return centre.y > anchor.box.low.y && centre.y < anchor.box.high.y + 4.0;
  return centre.y > anchor.box.low.y && centre.y < anchor.box.high.y;
}

bool is_beside(const Whereabouts& thing, const Whereabouts& anchor, const Vec3& eye, double sign_forward,
               double sign_right, double reach) {
  const Facing axes = facing(anchor, eye);
  const Vec3 offset = thing.box.centre() - anchor.box.centre();
  const Vec3 half = 0.5 * anchor.box.size();
  const double along = glm::dot(offset, axes.forward), aside = glm::dot(offset, axes.right);
  const auto extent = [&](const Vec3& axis) { return std::abs(axis.x) * half.x + std::abs(axis.z) * half.z; };
  const double main = sign_forward != 0.0 ? sign_forward * along : sign_right * aside;
  const double other = sign_forward != 0.0 ? aside : along;
  const double room = extent(sign_forward != 0.0 ? axes.right : axes.forward) + 0.5;
  return main > 0.05 && std::abs(other) < room && plan_distance(thing.box, anchor.box) < reach;
}

bool is_between(const Whereabouts& thing, const Whereabouts& a, const Whereabouts& b) {
  Vec3 way = b.box.centre() - a.box.centre(), offset = thing.box.centre() - a.box.centre();
  way.y = offset.y = 0.0;
  const double squared = glm::dot(way, way);
  if (squared < 1e-6) return false;
  const double t = glm::dot(offset, way) / squared;
  const double off = glm::length(offset - t * way);
  return t > 0.1 && t < 0.9 && off < std::max(0.6, 0.25 * std::sqrt(squared));
}

}  // namespace

Facing facing(const Whereabouts& anchor, const Vec3& eye) {
  Vec3 forward = anchor.box.centre() - eye;
  if (anchor.has_front) forward = anchor.pose.direction({0.0, 0.0, -1.0});
  if (anchor.is_person) forward = anchor.pose.direction({0.0, 0.0, -1.0});  // their own left and right
  forward.y = 0.0;
  const double length = glm::length(forward);
  forward = length > 1e-6 ? forward / length : math::kForward;
  return {forward, glm::cross(forward, math::kUp)};
}

std::span<const Relation> relations() {
  return kRelations;
}

const Relation* find_relation(std::string_view name) {
  for (const Relation& relation : kRelations) {
    if (name == relation.name) return &relation;
  }
  return nullptr;
}

const std::vector<RelationPhrase>& relation_phrases() {
  static const std::vector<RelationPhrase> phrases = [] {
    std::vector<RelationPhrase> all;
    for (const Relation& relation : kRelations) {
      add_phrases(all, relation, relation.phrases, false);
      add_phrases(all, relation, relation.goal_phrases, true);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const RelationPhrase& a, const RelationPhrase& b) { return a.words.size() > b.words.size(); });
    return all;
  }();
  return phrases;
}

double plan_distance(const Aabb& a, const Aabb& b) {
  const double x = std::max({0.0, a.low.x - b.high.x, b.low.x - a.high.x});
  const double z = std::max({0.0, a.low.z - b.high.z, b.low.z - a.high.z});
  return std::sqrt(x * x + z * z);
}

bool holds(const Relation& relation, const Whereabouts& thing, const Whereabouts& anchor, const Whereabouts* second,
           const Vec3& eye) {
  const std::string_view name = relation.name;
  const double apart = plan_distance(thing.box, anchor.box);
  const bool same_storey = std::abs(thing.box.low.y - anchor.box.low.y) < 2.2;
  if (name == "at" || name == "beside") {
    if (anchor.is_room) return is_in(thing, anchor);
    return apart < 0.8 && same_storey;
  }
  if (name == "near" || name == "among") return apart < 1.5 && same_storey;
  if (name == "on") return is_on(thing, anchor);
  if (name == "in") return is_in(thing, anchor);
  if (name == "from") return is_on(thing, anchor) || is_in(thing, anchor);
  if (name == "under") {
    return within_outline(thing.box.centre(), anchor.box, 0.02) && thing.box.high.y < anchor.box.high.y - 0.01;
  }
  if (name == "above") {
    return within_outline(thing.box.centre(), anchor.box, 0.3) && thing.box.low.y > anchor.box.high.y - 0.02 &&
           !is_on(thing, anchor);
  }
  if (name == "behind") return is_beside(thing, anchor, eye, anchor.is_person ? -1.0 : 1.0, 0.0, 2.5);
  if (name == "in_front_of") return is_beside(thing, anchor, eye, anchor.is_person ? 1.0 : -1.0, 0.0, 2.5);
  if (name == "opposite") return is_beside(thing, anchor, eye, anchor.is_person ? 1.0 : -1.0, 0.0, 6.0);
  if (name == "left_of") return is_beside(thing, anchor, eye, 0.0, -1.0, 2.5);
  if (name == "right_of") return is_beside(thing, anchor, eye, 0.0, 1.0, 2.5);
  if (name == "between") return second != nullptr && is_between(thing, anchor, *second);
  if (name == "against") return apart < 0.1 && same_storey;
  if (name == "outside") return !is_in(thing, anchor);
  return false;
}

}  // namespace fh::language
