#include "world/agent_tally.h"

#include <algorithm>

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kTouching = 0.43;  // m between body axes: shoulders meet
constexpr double kFree = 0.50;      // m: apart again
constexpr double kComes = 0.05;     // m/s towards somebody: slower, a body only shifts its weight

double apart(const Vec3& a, const Vec3& b) {
  const double dx = a.x - b.x, dz = a.z - b.z;
  return std::sqrt(dx * dx + dz * dz);
}

/// Metres to the nearest agent on the same level; 1e9 when that is neither nearer than ever before nor close enough to
/// matter.
double nearest_agent(std::size_t self, std::span<const Agent> agents, const AgentBins& bins) {
  const double reach = std::max(agents[self].tally.nearest_person, kFree);
  const double height = agents[self].gait.root.y;
  double least = 1e18;
  bins.grid.for_each_near(bins.spots[self], reach, [&](std::uint32_t other, double squared) {
    if (other != self && std::abs(agents[other].gait.root.y - height) < 1.5) least = std::min(least, squared);
  });
  return std::sqrt(least);
}

void tally_nearness(Agent& agent, double person, const Avatar& avatar) {
  AgentTally& tally = agent.tally;
  const Vec3& pelvis = avatar.fit().posture.world_from_pelvis.position;
  const double user = avatar.present() ? apart(pelvis, agent.gait.root) : 1e9;
  tally.nearest_person = std::min(tally.nearest_person, person);
  tally.nearest_user = std::min(tally.nearest_user, user);
  // Who closed the distance: only the agent's own motion counts here, whatever the user did.
  const Vec3 way(pelvis.x - agent.gait.root.x, 0.0, pelvis.z - agent.gait.root.z);
  if (glm::dot(agent.gait.velocity, way) > kComes * user) tally.came_to_user = std::min(tally.came_to_user, user);
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
  const bool waiting = agent.mind.nav_status() == planning::NavStatus::Waiting;
  if (waiting && !tally.waiting) ++tally.waits;
  tally.waiting = waiting ? 1 : 0;
  const bool stuck = agent.mind.attempt() >= planning::Attempt::GiveWay;
  if (stuck && !tally.stuck) ++tally.jams;
  if (!stuck && tally.stuck && agent.mind.nav_status() != planning::NavStatus::GaveUp) ++tally.jams_resolved;
  tally.stuck = stuck ? 1 : 0;
}

/// What slides of a planted foot: the less of heel and ball, since a rolling foot turns about one of them.
void tally_feet(Agent& agent) {
  AgentTally& tally = agent.tally;
  using human::Joint;
  for (std::size_t foot = 0; foot < 2; ++foot) {
    const math::Pose ankle = agent.frames.pose(foot == 0 ? Joint::LeftFoot : Joint::RightFoot);
    const Vec3 heel = ankle.point({0.0, -agent.walker.ankle, agent.walker.heel});
    const Vec3 ball = agent.frames.position(foot == 0 ? Joint::LeftToes : Joint::RightToes);
    const bool planted = agent.gait.feet.feet[foot].planted;
    if (planted && tally.planted[foot]) {
      tally.skate += std::min(apart(heel, tally.soles[2 * foot]), apart(ball, tally.soles[2 * foot + 1]));
    }
    if (planted && !tally.planted[foot]) ++tally.steps;
    tally.planted[foot] = planted ? 1 : 0;
    tally.soles[2 * foot] = heel;
    tally.soles[2 * foot + 1] = ball;
  }
}

/// Metres of the best way from a to b for this body, by somebody who knows where everything is now.
double shortest_way(const Agent& agent, const Truth& truth, const Vec3& from, const Vec3& to) {
  planning::NavigatorScratch scratch;
  planning::Navigator all_knowing(truth.knowledge.floor, truth.knowledge.solids, agent.mind.navigator().settings());
  std::vector<planning::Obstacle> obstacles;
  for (const auto& object : truth.scene.objects) {
    obstacles.push_back({object.id, truth.physics.pose(object.id), object.openable, object.locked, false});
  }
  all_knowing.set_obstacles(obstacles, scratch);
  planning::Goal goal;
  goal.points = {to};
  all_knowing.go_to(goal);
  planning::NavigatorInput input;
  input.position = from;
  (void)all_knowing.step(input, scratch);
  return all_knowing.path().length();
}

void tally_errand(Agent& agent, const Truth& truth) {
  AgentTally& tally = agent.tally;
  const auto& task = agent.mind.task();
  if (task.tally.arrived == tally.arrivals_seen) return;
  tally.arrivals_seen = task.tally.arrived;
  tally.optimum += shortest_way(agent, truth, tally.leg_start, agent.gait.root);
  tally.walked_on_errands += tally.walked - tally.walked_before;
  tally.walked_before = tally.walked;
  tally.leg_start = agent.gait.root;
}

}  // namespace

void tally_agents(std::span<Agent> agents, const Truth& truth, AgentBins& bins, double dt) {
  constexpr double kBin = 1.0;  // m: people seldom come nearer than this
  bins.spots.clear();
  for (const auto& agent : agents) bins.spots.push_back({agent.gait.root.x, agent.gait.root.z});
  bins.grid.build(bins.spots, kBin);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Agent& agent = agents[i];
    agent.tally.walked += glm::length(agent.gait.velocity) * dt;
    tally_nearness(agent, nearest_agent(i, agents, bins), truth.avatar);
    tally_way(agent);
    tally_feet(agent);
    tally_errand(agent, truth);
    const auto user = senses::ItemId::of(kUserBody);
    if (agent.tally.user_seen_at < 0 && agent.mind.memory().find(user, truth.now)) agent.tally.user_seen_at = truth.now;
  }
}

}  // namespace fh::world
