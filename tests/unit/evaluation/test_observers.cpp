// SPDX-License-Identifier: Apache-2.0
// Observers over moments made by hand: every figure follows from what the moments say.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "evaluation/agent_walks.h"
#include "evaluation/observers.h"
#include "evaluation/user_extremes.h"

using namespace fh;
using namespace fh::evaluation;
using frame::HeldBy;
using frame::PointKnown;
using frame::RouteState;

namespace {

constexpr std::size_t kUser = 0, kAda = 1, kBob = 2;

/// A user and two agents, 3 m apart from each other.
frame::Moment start() {
  frame::Moment moment;
  for (std::uint32_t i = 0; i < 3; ++i) {
    frame::MomentPerson person;
    person.id = {i + 1};
    person.is_user = i == 0 ? 1 : 0;
    person.present = 1;
    person.first_joint = i;
    person.joint_count = 1;
    person.root = {3.0 * i, 0.0, 0.0};
    moment.people.push_back(person);
    moment.rotations.push_back(math::kIdentity);
    moment.world_from_joint.push_back({math::kIdentity, {3.0 * i, 0.9, 0.0}});
  }
  moment.people[kUser].head = {{math::kIdentity, {0.0, 1.6, 0.0}}, {}, PointKnown::Tracked};
  return moment;
}

Surroundings people() {
  Surroundings surroundings;
  for (std::uint32_t i = 1; i <= 3; ++i) surroundings.people.push_back({{i}, "p" + std::to_string(i), {}, nullptr});
  return surroundings;
}

struct Watch {
  Observers observers{people()};
  frame::Moment moment = start();

  Watch() { observers.begin(moment); }
  void tick() {
    ++moment.tick;
    observers.observe(moment);
  }
  const AgentWalks::Tally& agent(std::size_t person) const {
    return static_cast<const AgentWalks*>(observers.find("agent_walks"))->agents()[person - 1];
  }
  const UserExtremes::Extremes& user() const {
    return static_cast<const UserExtremes*>(observers.find("user_extremes"))->users()[0];
  }
};

}  // namespace

TEST_CASE("observers: names are unique, rows are written for everybody, unknown names are null") {
  std::set<std::string> names;
  for (const auto& entry : observer_table()) CHECK(names.insert(entry.name).second);
  Watch watch;
  watch.tick();
  const core::Json report = watch.observers.report();
  CHECK(report["users"].size() == 1);
  CHECK(report["agents"].size() == 2);
  CHECK(report["agents"][1]["name"] == "p3");
  CHECK(watch.observers.find("no such measure") == nullptr);
  CHECK(watch.observers.moments() == 1);
}

TEST_CASE("observers: head heights, hand speed and lost tracking of a user") {
  Watch watch;
  auto& user = watch.moment.people[kUser];
  watch.tick();
  user.head.world_from_point.position.y = 1.2;
  user.hands[0] = {{}, {0.0, 3.0, 4.0}, PointKnown::Tracked};
  user.walked = 2.5;
  watch.tick();
  user.head.world_from_point.position.y = 1.4;
  user.hands[0].known = PointKnown::Held;  // lost; the other was never there and does not count
  watch.tick();
  CHECK(watch.user().lowest_head == 1.2);
  CHECK(watch.user().highest_head == 1.6);
  CHECK(watch.user().fastest_hand == 5.0);
  CHECK(watch.user().ticks_untracked == 1);
  CHECK(watch.user().walked == 2.5);
}

TEST_CASE("observers: contacts begin once, with structure, things, people and the user") {
  Watch watch;
  auto& ada = watch.moment.people[kAda];
  for (const auto held : {HeldBy::Structure, HeldBy::Structure, HeldBy::Nothing, HeldBy::Thing, HeldBy::Nothing}) {
    ada.held = held;
    watch.tick();
  }
  CHECK(watch.agent(kAda).wall_contacts == 1);
  CHECK(watch.agent(kAda).thing_contacts == 1);
  // Bob: 0.4 touches, 0.45 is not yet apart, 0.6 is.
  for (const double distance : {0.4, 0.45, 0.4, 0.6, 0.4}) {
    ada.root.x = watch.moment.people[kBob].root.x - distance;
    watch.tick();
  }
  CHECK(watch.agent(kAda).people_contacts == 2);
  CHECK(watch.agent(kBob).people_contacts == 2);
  CHECK(watch.agent(kAda).user_contacts == 0);
  ada.root.x = 0.41;
  watch.tick();
  CHECK(watch.agent(kAda).user_contacts == 1);
  CHECK(std::abs(watch.agent(kAda).nearest_user - 0.41) < 1e-12);
}

TEST_CASE("observers: only an agent's own steps bring it closer to the user") {
  Watch watch;
  auto& ada = watch.moment.people[kAda];
  watch.tick();  // stands
  CHECK(watch.agent(kAda).came_to_user == 1e9);
  ada.velocity = {1.0, 0.0, 0.0};  // away
  watch.tick();
  CHECK(watch.agent(kAda).came_to_user == 1e9);
  ada.velocity = {-0.9, 0.0, 0.0};
  ada.root.x = 2.5;
  watch.tick();
  CHECK(watch.agent(kAda).came_to_user == 2.5);
  CHECK(std::abs(watch.agent(kAda).walked - (1.0 + 0.9) / 90.0) < 1e-15);
}

TEST_CASE("observers: waits, jams, errands, looks and first knowledge of the user") {
  Watch watch;
  auto& ada = watch.moment.people[kAda];
  const auto route = [&](RouteState state, bool stuck) {
    ada.route = state;
    ada.stuck = stuck ? 1 : 0;
    watch.tick();
  };
  route(RouteState::Waiting, false);
  route(RouteState::Waiting, true);
  route(RouteState::Going, false);  // got on
  route(RouteState::Going, true);
  route(RouteState::GaveUp, false);  // did not
  CHECK(watch.agent(kAda).waits == 1);
  CHECK(watch.agent(kAda).jams == 2);
  CHECK(watch.agent(kAda).jams_resolved == 1);
  ada.arrived = 1;
  ada.looked = 1;
  ada.percepts = 7;
  ada.users_known = 1;
  watch.tick();
  CHECK(watch.agent(kAda).first_arrival == watch.moment.tick - 1);
  CHECK(watch.agent(kAda).user_seen_at == watch.moment.tick - 1);
  ada.looked = 0;
  ada.percepts = 0;
  watch.tick();
  CHECK(watch.agent(kAda).looks == 1);
  CHECK(watch.agent(kAda).percepts == 7);
  CHECK(watch.agent(kAda).last_arrival == watch.agent(kAda).first_arrival);
}

TEST_CASE("observers: a planted foot skates by the less of heel and ball") {
  Watch watch;
  auto& ada = watch.moment.people[kAda];
  ada.planted = {1, 0};
  watch.tick();
  ada.soles[0].x += 0.01;  // heel
  ada.soles[1].x += 0.003;
  ada.soles[2].x += 0.5;  // the other foot swings
  watch.tick();
  CHECK(watch.agent(kAda).steps == 1);
  CHECK(std::abs(watch.agent(kAda).skate - 0.003) < 1e-12);
}
