// SPDX-License-Identifier: Apache-2.0
// Where a net is, and what its edges and monitors may ask: beliefs alone (CA-37).
#include <algorithm>

#include "mind/net.h"

namespace fh::mind {
namespace {

using scene::NetBelief;
using scene::NetNode;

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

void NetFrame::visit(core::Archive& archive) {
  archive.field("net", net);
  archive.field("node", node);
  archive.field("parent", parent);
  archive.field("branch", branch);
  archive.field("held", held);
  archive.field("seconds", seconds);
  archive.field("status", status);
  archive.field("over", over);
  archive.field("task", task);
  archive.field("enabling", enabling);
  archive.field("tried", tried);
  if (enabling != Enabling::None) archive.field("first", first);
}

void NetTransition::visit(core::Archive& archive) {
  archive.field("at", at);
  archive.field("net", net);
  archive.field("from", from);
  archive.field("to", to);
  archive.field("edge", edge);
  archive.field("status", status);
  archive.field("failure", failure);
}

void NetState::visit(core::Archive& archive) {
  archive.field("frames", frames);
  archive.field("log", log);
  archive.field("transitions", transitions);
}

bool fits(const scene::AgentSpec& plan, const NetState& net) {
  const auto& nets = *plan.nets;
  const auto& frames = net.frames;
  if (frames.empty() || frames.size() > static_cast<std::size_t>(scene::kMostRunningNets)) return false;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const NetFrame& f = frames[i];
    const bool begins = i == 0 && f.node == -1 && frames.size() == 1;
    if (f.net < 0 || f.net >= static_cast<std::int32_t>(nets.size()) ||
        (i == 0 && (f.net != plan.net || f.parent != -1)))
      return false;
    const auto& nodes = nets[static_cast<std::size_t>(f.net)].nodes;
    if (!begins && (f.node < 0 || f.node >= static_cast<std::int32_t>(nodes.size()))) return false;
    if (begins) continue;
    const NetNode& node = nodes[static_cast<std::size_t>(f.node)];
    if (f.enabling > Enabling::Take || (f.enabling != Enabling::None && f.first.outcomes.size() != 1)) return false;
    const auto errands = static_cast<std::int32_t>(node.plan.errands.size());
    const bool leaves =
        node.plan.behaviour == scene::Behaviour::Queue && f.task.errand == errands;  // done, on its way out
    if ((f.task.errand != 0 && !leaves) || f.task.outcomes.size() != node.plan.errands.size()) return false;
    // What a monitor runs comes first. Its nets follow in order, or are gone because the node has ended.
    std::size_t inner = 0;
    const auto& monitors = nets[static_cast<std::size_t>(f.net)].monitors;
    for (std::size_t k = i + 1; k < frames.size(); ++k) {
      if (frames[k].parent != static_cast<std::int32_t>(i)) continue;
      const auto monitor = static_cast<std::size_t>(-1 - static_cast<std::int64_t>(frames[k].branch));
      if (k == i + 1 && frames[k].branch < 0 && monitor < monitors.size() && frames[k].net == monitors[monitor].net)
        continue;
      if (inner >= node.nets.size() || frames[k].net != node.nets[inner] ||
          frames[k].branch != static_cast<std::int32_t>(inner))
        return false;
      ++inner;
    }
    const bool runs = f.status == NetStatus::Running && f.over == NetStatus::Running;
    if (inner != (runs ? node.nets.size() : 0)) return false;
    // A net stands right behind the one before it or behind all that an earlier one runs.
    auto ancestor = static_cast<std::int32_t>(i) - 1;
    while (ancestor >= 0 && ancestor != f.parent) ancestor = frames[static_cast<std::size_t>(ancestor)].parent;
    if (i > 0 && ancestor < 0) return false;
  }
  return true;
}

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
