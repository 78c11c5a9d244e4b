// SPDX-License-Identifier: Apache-2.0
#include "evaluation/agent_walks.h"

#include <algorithm>

#include "planning/navigation/navigator.h"

namespace fh::evaluation {
namespace {

using math::Vec3;
using Tally = AgentWalks::Tally;

constexpr double kTouchingAxes = 0.43;   // m between body axes: shoulders meet
constexpr double kApartAxes = 0.50;      // m: apart again
constexpr double kApproachSpeed = 0.05;  // m/s towards somebody: slower, a body only shifts its weight

double level_distance(const Vec3& a, const Vec3& b) {
  const double dx = a.x - b.x, dz = a.z - b.z;
  return std::sqrt(dx * dx + dz * dz);
}

/// A contact begins below the one distance and ends beyond the other.
void note_contact(double distance, bool& near, std::int64_t& contacts) {
  if (distance < kTouchingAxes && !near) ++contacts;
  if (distance < kTouchingAxes) near = true;
  if (distance > kApartAxes) near = false;
}

void note_users(const frame::MomentPerson& agent, const frame::Moment& moment, Tally& tally) {
  double nearest = 1e9;
  for (const auto& user : moment.people) {
    if (!user.is_user || !user.present) continue;
    const Vec3& pelvis = moment.world_from_joint[user.first_joint].position;
    const double distance = level_distance(pelvis, agent.root);
    nearest = std::min(nearest, distance);
    // Who closed the distance: only the agent's own motion counts here, whatever the user did.
    const Vec3 towards(pelvis.x - agent.root.x, 0.0, pelvis.z - agent.root.z);
    if (glm::dot(agent.velocity, towards) > kApproachSpeed * distance)
      tally.came_to_user = std::min(tally.came_to_user, distance);
  }
  tally.nearest_user = std::min(tally.nearest_user, nearest);
  note_contact(nearest, tally.near_user, tally.user_contacts);
}

void note_route(const frame::MomentPerson& agent, core::Tick now, Tally& tally) {
  const bool waiting = agent.route == frame::RouteState::Waiting, stuck = agent.stuck != 0;
  if (waiting && !tally.waiting) ++tally.waits;
  tally.waiting = waiting;
  if (stuck && !tally.stuck) ++tally.jams;
  if (!stuck && tally.stuck && agent.route != frame::RouteState::GaveUp) ++tally.jams_resolved;
  tally.stuck = stuck;
  const bool wall = agent.held == frame::HeldBy::Structure;
  if (wall && !tally.at_wall) ++tally.wall_contacts;
  tally.at_wall = wall;
  if (agent.held != frame::HeldBy::Thing) return;
  // A thing that is pushed along slips away and is caught up with: one contact.
  if (agent.held_by != tally.thing || now > tally.thing_until) ++tally.thing_contacts;
  tally.thing = agent.held_by;
  tally.thing_until = now + core::kTicksPerSecond;
}

/// What slides of a planted foot: the less of heel and ball, since a rolling foot turns about one of them.
void note_feet(const frame::MomentPerson& agent, Tally& tally) {
  for (std::size_t foot = 0; foot < 2; ++foot) {
    const Vec3 &heel = agent.soles[2 * foot], &ball = agent.soles[2 * foot + 1];
    const bool planted = agent.planted[foot] != 0;
    if (planted && tally.planted[foot]) {
      tally.skate +=
          std::min(level_distance(heel, tally.soles[2 * foot]), level_distance(ball, tally.soles[2 * foot + 1]));
    }
    if (planted && !tally.planted[foot]) ++tally.steps;
  }
  tally.planted = agent.planted;
  tally.soles = agent.soles;
}

core::Json seconds_or_null(core::Tick tick) {
  return maybe(core::seconds_of(tick), tick >= 0);
}

}  // namespace

void AgentWalks::begin(const frame::Moment& moment) {
  agents_.clear();
  for (const auto& person : moment.people) {
    if (person.is_user) continue;
    Tally tally;
    tally.id = person.id;
    tally.leg_start = person.root;
    tally.arrived = person.arrived;
    tally.failed = person.failed;
    agents_.push_back(tally);
  }
}

void AgentWalks::observe(const frame::Moment& moment) {
  constexpr double kBin = 1.0;  // m: people seldom come nearer than this
  now_.clear();
  spots_.clear();
  for (const auto& person : moment.people) {
    if (person.is_user) continue;
    now_.push_back(&person);
    spots_.push_back({person.root.x, person.root.z});
  }
  if (now_.size() != agents_.size()) return;
  grid_.build(spots_, kBin);
  for (std::size_t i = 0; i < agents_.size(); ++i) take(*now_[i], nearest_agent(i), moment, agents_[i]);
}

void AgentWalks::take(const frame::MomentPerson& person, double nearest_person, const frame::Moment& moment,
                      Tally& tally) const {
  tally.walked += glm::length(person.velocity) * core::kTickSeconds;
  tally.nearest_person = std::min(tally.nearest_person, nearest_person);
  note_contact(nearest_person, tally.near_person, tally.people_contacts);
  note_users(person, moment, tally);
  note_route(person, moment.tick, tally);
  note_feet(person, tally);
  const core::Tick closed = moment.tick - 1;  // the tick that led to this moment
  tally.failed = person.failed;
  if (person.arrived != tally.arrived) {
    tally.arrived = person.arrived;
    tally.last_arrival = closed;
    if (tally.first_arrival < 0) tally.first_arrival = closed;
    tally.optimum += shortest_route(moment, person.id, tally.leg_start, person.root);
    tally.walked_on_errands += tally.walked - tally.walked_before;
    tally.walked_before = tally.walked;
    tally.leg_start = person.root;
  }
  tally.looks += person.looked;
  tally.percepts += person.percepts;
  if (tally.user_seen_at < 0 && person.users_known != 0) tally.user_seen_at = closed;
}

/// Metres to the nearest agent on the same level; 1e9 when that is neither nearer than ever before nor close enough to
/// matter.
double AgentWalks::nearest_agent(std::size_t self) const {
  const double reach = std::max(agents_[self].nearest_person, kApartAxes);
  const double height = now_[self]->root.y;
  double least = 1e18;
  grid_.for_each_near(spots_[self], reach, [&](std::uint32_t other, double squared) {
    if (other != self && std::abs(now_[other]->root.y - height) < 1.5) least = std::min(least, squared);
  });
  return std::sqrt(least);
}

/// Metres of the shortest route for this body, for somebody who knows where everything is now.
double AgentWalks::shortest_route(const frame::Moment& moment, core::BodyId who, const Vec3& from,
                                  const Vec3& to) const {
  if (!surroundings_->floor || who.value > surroundings_->people.size()) return 0.0;
  planning::NavigatorScratch scratch;
  planning::Navigator all_knowing(*surroundings_->floor, *surroundings_->solids,
                                  surroundings_->people[who.value - 1].walking);
  std::vector<planning::Obstacle> obstacles;
  std::size_t moving = 0;  // both lists are sorted by id
  for (const auto& object : surroundings_->scene->objects) {
    while (moving < moment.objects.size() && moment.objects[moving].id < object.id) ++moving;
    const bool moves = moving < moment.objects.size() && moment.objects[moving].id == object.id;
    const math::Pose& pose = moves ? moment.objects[moving].world_from_object : object.world_from_object;
    obstacles.push_back({object.id, pose, object.openable, object.locked, false});
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

void AgentWalks::write(core::Json& report) const {
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const Tally& tally = agents_[i];
    core::Json& row = agent_row(report, i);
    row["name"] = tally.id.value <= surroundings_->people.size() ? surroundings_->people[tally.id.value - 1].name : "";
    row["errands_done"] = tally.arrived;
    row["errands_failed"] = tally.failed;
    row["first_arrival_s"] = seconds_or_null(tally.first_arrival);
    row["last_arrival_s"] = seconds_or_null(tally.last_arrival);
    row["walked_m"] = tally.walked;
    row["walked_on_errands_m"] = tally.walked_on_errands;
    row["optimum_m"] = tally.optimum;
    row["walked_over_optimum"] = maybe(tally.walked_on_errands / tally.optimum, tally.optimum > 0.5);
    row["contacts"] = {{"walls", tally.wall_contacts},
                       {"objects", tally.thing_contacts},
                       {"people", tally.people_contacts},
                       {"user", tally.user_contacts}};
    row["nearest_person_m"] = maybe(tally.nearest_person, tally.nearest_person < 1e8);
    row["nearest_user_m"] = maybe(tally.nearest_user, tally.nearest_user < 1e8);
    row["came_to_user_m"] = maybe(tally.came_to_user, tally.came_to_user < 1e8);
    row["waits"] = tally.waits;
    row["jams"] = tally.jams;
    row["jams_resolved"] = tally.jams_resolved;
    row["steps"] = tally.steps;
    row["foot_skate_cm_per_step"] = maybe(100.0 * tally.skate / static_cast<double>(tally.steps), tally.steps > 0);
    const double per_look =
        static_cast<double>(tally.percepts) / static_cast<double>(std::max<std::int64_t>(1, tally.looks));
    row["percepts"] = {{"looks", tally.looks},
                       {"things_per_look", tally.looks > 0 ? per_look : 0.0},
                       {"user_known_from_s", seconds_or_null(tally.user_seen_at)}};
  }
}

std::unique_ptr<Observer> make_agent_walks(const Surroundings& surroundings) {
  return std::make_unique<AgentWalks>(surroundings);
}

}  // namespace fh::evaluation
