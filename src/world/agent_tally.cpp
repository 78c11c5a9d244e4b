#include "world/agent_tally.h"

#include <algorithm>

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kTouching = 0.43;  // m between body axes: shoulders meet
constexpr double kFree = 0.50;      // m: apart again

double apart(const Vec3& a, const Vec3& b) {
  const double dx = a.x - b.x, dz = a.z - b.z;
  return std::sqrt(dx * dx + dz * dz);
}

void tally_nearness(Agent& agent, std::span<const Agent> agents, const Avatar& avatar) {
  AgentTally& tally = agent.tally;
  double person = 1e9;
  for (const auto& other : agents) {
    if (other.person != agent.person && std::abs(other.gait.root.y - agent.gait.root.y) < 1.5) {
      person = std::min(person, apart(other.gait.root, agent.gait.root));
    }
  }
  const double user = avatar.present() ? apart(avatar.fit().posture.world_from_pelvis.position, agent.gait.root) : 1e9;
  tally.nearest_person = std::min(tally.nearest_person, person);
  tally.nearest_user = std::min(tally.nearest_user, user);
  const bool touching = person < kTouching, touching_user = user < kTouching;
  if (touching && !(tally.near_people & 1)) ++tally.people_contacts;
  if (touching_user && !(tally.near_people & 2)) ++tally.user_contacts;
  if (touching) tally.near_people |= 1;
  if (touching_user) tally.near_people |= 2;
  if (person > kFree) tally.near_people &= 2;
  if (user > kFree) tally.near_people &= 1;
}

void tally_way(Agent& agent) {
  AgentTally& tally = agent.tally;
  const bool waiting = agent.mind.way() == planning::NavStatus::Waiting;
  if (waiting && !tally.waiting) ++tally.waits;
  tally.waiting = waiting ? 1 : 0;
  const bool stuck = agent.mind.attempt() >= planning::Attempt::GiveWay;
  if (stuck && !tally.stuck) ++tally.jams;
  if (!stuck && tally.stuck && agent.mind.way() != planning::NavStatus::GaveUp) ++tally.jams_resolved;
  tally.stuck = stuck ? 1 : 0;
}

}  // namespace

void tally_agents(std::span<Agent> agents, std::span<const Person> people, const Avatar& avatar, core::Tick now,
                  double dt) {
  for (auto& agent : agents) {
    agent.tally.walked += glm::length(agent.gait.velocity) * dt;
    tally_nearness(agent, agents, avatar);
    tally_way(agent);
    const auto user = vision::ItemId::of(people[0].id);
    if (agent.tally.user_seen_at < 0 && agent.mind.memory().find(user, now)) agent.tally.user_seen_at = now;
  }
}

}  // namespace fh::world
