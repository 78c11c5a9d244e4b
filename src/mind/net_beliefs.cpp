// SPDX-License-Identifier: Apache-2.0
// What edges and monitors of nets may ask: beliefs alone (CA-37).
#include <algorithm>

#include "mind/net.h"

namespace fh::mind {
namespace {

using scene::NetBelief;

constexpr double kTurned = 0.985;     // cosine of about 10 degrees
constexpr double kMovesFrom = 0.2;    // m/s
constexpr double kFreshMotion = 1.0;  // s: a motion seen longer ago says nothing

double off_from_above(const math::Vec3& a, const math::Vec3& b) {
  return glm::length(math::Vec2(a.x - b.x, a.z - b.z));
}

bool was_heard(const scene::NetTest& test, const Catalogue& catalogue, const TaskBeliefs& beliefs) {
  const core::BodyId from = test.what.empty() ? core::BodyId{} : catalogue.person_named(test.what);
  return std::any_of(beliefs.heard.begin(), beliefs.heard.end(), [&](const Heard& heard) {
    return (!from.valid() || heard.from == from) && (test.text.empty() || heard.text == test.text) &&
           beliefs.seconds - heard.last <= test.seconds;
  });
}

bool stands(const scene::NetTest& test, const BelievedItem& item, const TaskBeliefs& beliefs) {
  const auto of = beliefs.believed(test.of);
  const auto* relation = language::find_relation(test.where);
  return of && relation && language::holds(*relation, item.where, of->where, nullptr, beliefs.position);
}

}  // namespace

bool holds(const scene::NetTest& test, const Catalogue& catalogue, const TaskBeliefs& beliefs, double in_node) {
  if (test.is == NetBelief::After) return in_node >= test.seconds;
  if (test.is == NetBelief::Clock) return beliefs.seconds >= test.seconds;
  if (test.is == NetBelief::Heard) return was_heard(test, catalogue, beliefs);
  const auto item = beliefs.believed(test.what);
  if (!item) return false;
  switch (test.is) {
    case NetBelief::Sees:
      return item->sighted && item->age <= test.seconds;
    case NetBelief::Near:
      return off_from_above(item->middle, beliefs.position) <= test.within;
    case NetBelief::LiesAt:
      return glm::length(item->pose.position - test.at) <= test.within;
    case NetBelief::Moved:
      return item->sighted &&
             (glm::length(item->pose.position - test.placed.position) > test.within ||
              glm::dot(item->pose.direction(math::kForward), test.placed.direction(math::kForward)) < kTurned);
    case NetBelief::Stands:
      return stands(test, *item, beliefs);
    case NetBelief::Moves:
      return item->sighted && item->age <= kFreshMotion && glm::length(item->velocity) > kMovesFrom;
    default:
      return true;
  }
}

}  // namespace fh::mind
