// SPDX-License-Identifier: Apache-2.0
#include "world/agents/body_separation.h"

#include <algorithm>

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kLeast = BodySeparation::kTwoTrunks;  // m: bodies closer than this touch
constexpr double kShove = 0.5;         // m: bodies pushed farther than this in a tick are parted in the next
constexpr double kElbowHeight = 1.05;  // m: where upright bodies that push each other meet
constexpr int kRounds = 4;

/// Moves two roots apart by their shares; the metres by which they were apart too little.
double part_roots(Vec3& a, Vec3& b, double share_a, double share_b, double least = kLeast) {
  Vec3 between(b.x - a.x, 0.0, b.z - a.z);
  const double distance = glm::length(between);
  if (distance >= least || std::abs(a.y - b.y) > 1.5) return 0.0;
  between = distance > 1e-9 ? between / distance : Vec3(1.0, 0.0, 0.0);
  a -= share_a * (least - distance) * between;
  b += share_b * (least - distance) * between;
  return least - distance;
}

/// Somebody at `other` pushed it by `moved` metres within the tick.
void feel_person(Agent& agent, core::BodyId who, const Vec3& other, double moved, double dt) {
  const Vec3 between = 0.5 * (agent.wanted_root + other) + Vec3(0.0, kElbowHeight, 0.0);
  agent.touch.add({senses::ItemId::of(who), between, agent.person->body.masses.total * moved / dt});
}

void part_agents(Agent& a, Agent& b, double dt) {
  const double overlap = part_roots(a.wanted_root, b.wanted_root, 0.5, 0.5);
  if (overlap <= 0.0) return;
  feel_person(a, b.person->id, b.wanted_root, 0.5 * overlap, dt);
  feel_person(b, a.person->id, a.wanted_root, 0.5 * overlap, dt);
}

}  // namespace

void BodySeparation::find_pairs(std::span<const Agent> agents) {
  constexpr double kReach = kLeast + kShove;
  bins_.spots.clear();
  for (const Agent& agent : agents) bins_.spots.push_back({agent.wanted_root.x, agent.wanted_root.z});
  bins_.grid.build(bins_.spots, kReach);
  pairs_.clear();
  for (std::uint32_t i = 0; i < bins_.spots.size(); ++i) {
    const std::size_t first = pairs_.size();
    bins_.grid.for_each_near(bins_.spots[i], kReach, [&](std::uint32_t other, double) {
      if (other > i) pairs_.push_back({i, other});
    });
    std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(first), pairs_.end(),
              [](const Pair& a, const Pair& b) { return a.b < b.b; });
  }
}

void BodySeparation::add(const User& user, std::vector<Fixed>& out) {
  constexpr double kLeg = 0.06;  // m: the radius of a shank
  const Vec3 feet = user.feet();
  out.push_back({user.id, feet});
  const auto add_leg = [&](const Vec3& at) { out.push_back({user.id, {at.x, feet.y, at.z}, kTrunk + kLeg}); };
  const human::Frames<double>& frames = user.avatar.fit().frames;
  for (const human::Side side : human::kSides) {
    const auto at = [&](human::Joint right) { return frames.position(human::on_side(right, side)); };
    add_leg(0.5 * (at(human::Joint::RightShank) + at(human::Joint::RightFoot)));
    add_leg(at(human::Joint::RightToes));
  }
}

void BodySeparation::part(std::span<Agent> agents, std::span<const Fixed> users, double dt) {
  find_pairs(agents);
  for (int round = 0; round < kRounds; ++round) {
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
      for (; at < pairs_.size() && pairs_[at].a == i; ++at) part_agents(agents[i], agents[pairs_[at].b], dt);
      for (const Fixed& user : users) {
        Vec3 fixed = user.at;
        const double overlap = part_roots(agents[i].wanted_root, fixed, 1.0, 0.0, user.apart);
        if (overlap > 0.0) feel_person(agents[i], user.id, fixed, overlap, dt);
      }
    }
  }
}

}  // namespace fh::world
