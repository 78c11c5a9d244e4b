// SPDX-License-Identifier: Apache-2.0
// The world as a moment for measures: copies, never changes.
#include <algorithm>

#include "frame/moment.h"
#include "world/world.h"

namespace fh::world {
namespace {

using human::Joint;

frame::RouteState route_of(planning::NavStatus status) {
  switch (status) {
    case planning::NavStatus::Idle:
      return frame::RouteState::Idle;
    case planning::NavStatus::Walking:
      return frame::RouteState::Going;
    case planning::NavStatus::Waiting:
      return frame::RouteState::Waiting;
    case planning::NavStatus::Arrived:
      return frame::RouteState::Arrived;
    case planning::NavStatus::Blocked:
      return frame::RouteState::Blocked;
    case planning::NavStatus::GaveUp:
      return frame::RouteState::GaveUp;
  }
  return frame::RouteState::Idle;
}

/// `tracking`: what the loss policy makes of a hand; a hand on its way back is measured again.
frame::PointKnown known_of(human::HandTracking tracking) {
  switch (tracking) {
    case human::HandTracking::Absent:
      return frame::PointKnown::Absent;
    case human::HandTracking::Tracked:
    case human::HandTracking::Returning:
      return frame::PointKnown::Tracked;
    case human::HandTracking::Held:
      return frame::PointKnown::Held;
    case human::HandTracking::Easing:
      return frame::PointKnown::Easing;
    case human::HandTracking::Resting:
      return frame::PointKnown::Resting;
  }
  return frame::PointKnown::Absent;
}

frame::MomentPoint point_of(const TrackedPoint& point, frame::PointKnown known) {
  return {point.world_from_point, point.velocity, known};
}

void add_joints(const human::Posture& posture, const human::Frames<double>& frames, frame::MomentPerson& person,
                frame::Moment& moment) {
  person.first_joint = static_cast<std::uint32_t>(moment.rotations.size());
  person.joint_count = human::kJointCount;
  moment.rotations.insert(moment.rotations.end(), posture.rotations.begin(), posture.rotations.end());
  for (std::size_t i = 0; i < human::kJointCount; ++i)
    moment.world_from_joint.push_back(frames.pose(human::joint_at(i)));
}

void observe_soles(const Agent& agent, frame::MomentPerson& person) {
  for (std::size_t foot = 0; foot < 2; ++foot) {
    const math::Pose ankle = agent.frames.pose(foot == 0 ? Joint::LeftFoot : Joint::RightFoot);
    person.soles[2 * foot] = ankle.point({0.0, -agent.walker.ankle, agent.walker.heel});
    person.soles[2 * foot + 1] = agent.frames.position(foot == 0 ? Joint::LeftToes : Joint::RightToes);
    person.planted[foot] = agent.gait.feet.feet[foot].planted ? 1 : 0;
  }
}

void observe_balance(const Avatar& avatar, frame::MomentPerson& person) {
  const human::FitResult& fit = avatar.fit();
  const auto bears = [&](std::size_t foot) { return fit.feet[foot].contact != human::SoleContact::None; };
  person.borne_by =
      static_cast<std::uint8_t>((bears(0) ? frame::kLeftFootBears : 0) | (bears(1) ? frame::kRightFootBears : 0) |
                                (fit.on_knees ? frame::kKneeBears : 0));
  if (person.borne_by != 0) person.balance_margin = fit.balance_margin;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const human::HeldLoad& load = avatar.loads()[side];
    if (load.mass > 0.0) person.loads[side] = {load.mass, fit.frames.pose(load.joint).point(load.offset)};
  }
}

/// Of the feet that stand; those that roll over the ball stand on the ball.
void observe_balance(const Agent& agent, frame::MomentPerson& person) {
  constexpr double kHeelUp = 0.1;  // sine of the foot's slope
  std::array<human::FootContact, 2> feet;
  for (std::size_t foot = 0; foot < 2; ++foot) {
    feet[foot].world_from_foot = agent.frames.pose(foot == 0 ? Joint::LeftFoot : Joint::RightFoot);
    const bool heel_up = feet[foot].world_from_foot.direction(math::kForward).y < -kHeelUp;
    feet[foot].contact = !person.planted[foot] ? human::SoleContact::None
                         : heel_up             ? human::SoleContact::Ball
                                               : human::SoleContact::Whole;
    if (person.planted[foot])
      person.borne_by |= static_cast<std::uint8_t>(foot == 0 ? frame::kLeftFootBears : frame::kRightFootBears);
  }
  if (person.borne_by == 0) return;
  const auto support = human::support_polygon(agent.person->soles[0], feet[0], agent.person->soles[1], feet[1]);
  person.balance_margin =
      human::balance_of(support, human::centre_of_mass(agent.person->body.masses, agent.frames)).margin;
}

/// `last`: the tick the moment closes; what the agent knew then.
void observe_mind(const Agent& agent, core::Tick last, std::span<const User> users, frame::MomentPerson& person) {
  person.route = route_of(agent.mind.nav_status());
  person.stuck = agent.mind.attempt() >= planning::Attempt::GiveWay ? 1 : 0;
  person.arrived = agent.mind.task().tally.arrived;
  person.failed = agent.mind.task().tally.failed;
  person.looked = agent.looked ? 1 : 0;
  person.percepts = agent.looked ? static_cast<std::uint32_t>(agent.percepts.items.size()) : 0;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (agent.mind.memory().find(senses::ItemId::of(users[i].id), last)) person.users_known |= 1u << i;
  }
}

bool meets_body(const physics::Contact& contact) {
  return contact.first.body.valid() || contact.second.body.valid();
}

/// Several parts of a body may touch the same thing: one contact, begun when the first of them began.
void observe_contacts(std::span<const physics::Contact> contacts, std::vector<frame::MomentContact>& out) {
  const auto key = [](const frame::MomentContact& c) { return std::tuple(c.body, c.other, c.object); };
  for (const auto& contact : contacts) {
    if (!meets_body(contact)) continue;
    const auto& [a, b] = std::tie(contact.first, contact.second);
    frame::MomentContact touch;
    touch.body = a.body.valid() && (!b.body.valid() || a.body < b.body) ? a.body : b.body;
    touch.other = a.body.valid() && b.body.valid() ? std::max(a.body, b.body) : core::BodyId{};
    touch.object = a.body.valid() ? b.object : a.object;
    touch.began = contact.began ? 1 : 0;
    const auto at =
        std::lower_bound(out.begin(), out.end(), touch, [&](const auto& x, const auto& y) { return key(x) < key(y); });
    if (at == out.end() || key(*at) != key(touch))
      out.insert(at, touch);
    else
      at->began = at->began & touch.began;
  }
}

}  // namespace

frame::MomentPerson World::observe_user(const User& user, frame::Moment& moment) const {
  frame::MomentPerson person;
  person.id = user.id;
  person.is_user = 1;
  person.present = user.avatar.present() ? 1 : 0;
  person.body_number = static_cast<std::uint32_t>(user.state.bodies);
  const frame::PointKnown held = user.state.placed ? frame::PointKnown::Held : frame::PointKnown::Absent;
  person.head = point_of(user.state.head, user.state.head.tracked ? frame::PointKnown::Tracked : held);
  for (std::size_t side = 0; side < frame::kHands; ++side)
    person.hands[side] = point_of(user.state.hands[side].grip, known_of(user.state.hands[side].tracking));
  person.walked = user.state.walked;
  person.jumps = static_cast<std::int32_t>(user.state.jumps());
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const HeldGrip& grip = user.grips.hand(side);
    person.grips[side] = {grip.object, grip.refused, user.solids.squeezes(side) ? std::uint8_t{1} : std::uint8_t{0}};
  }
  if (!user.avatar.present()) return person;
  add_joints(user.avatar.fit().posture, user.avatar.fit().frames, person, moment);
  observe_balance(user.avatar, person);
  return person;
}

frame::MomentPerson World::observe_agent(const Agent& agent, frame::Moment& moment) const {
  frame::MomentPerson person;
  person.id = agent.person->id;
  person.present = 1;
  person.root = agent.gait.root;
  person.velocity = agent.gait.velocity;
  // A thing that it pushes is a thing that it touches.
  const bool pushes = agent.held == frame::HeldBy::Nothing && agent.pushed.valid();
  person.held = pushes ? frame::HeldBy::Thing : agent.held;
  person.held_by = pushes ? agent.pushed : agent.held_by;
  for (std::size_t side = 0; side < frame::kHands; ++side) person.grips[side].object = agent.handling.feel.held[side];
  observe_soles(agent, person);
  observe_balance(agent, person);
  observe_mind(agent, simulated_ - 1, users_, person);
  add_joints(agent.posture, agent.frames, person, moment);
  return person;
}

void World::observe(frame::Moment& moment) const {
  const bool follows = moment.tick + 1 == tick_ && moment.people.size() == people_.size();
  moment.tick = tick_;
  moment.events.clear();
  moment.rotations.clear();
  moment.world_from_joint.clear();
  if (moment.parents.size() != human::kJointCount) {
    moment.parents.resize(human::kJointCount);
    for (std::size_t i = 0; i < human::kJointCount; ++i)
      moment.parents[i] = static_cast<std::uint8_t>(human::index_of(human::parent_of(human::joint_at(i))));
  }
  moment.people.resize(people_.size());
  for (std::size_t i = 0; i < moment.people.size(); ++i) {
    const auto person =
        i < users_.size() ? observe_user(users_[i], moment) : observe_agent(agents_[i - users_.size()], moment);
    if (follows) frame::find_events(moment.people[i], person, moment.events);
    moment.people[i] = person;
  }
  moment.objects.clear();
  for (const auto& object : scenario_->scene.objects) {
    if (physics_.is_moving_kind(object.id)) moment.objects.push_back({object.id, physics_.pose(object.id)});
  }
  moment.drives.assign(drives_.shares().begin(), drives_.shares().end());
  moment.contacts.clear();
  observe_contacts(physics_.contacts(), moment.contacts);
  frame::find_touches(moment.contacts, moment.events);
}

}  // namespace fh::world
