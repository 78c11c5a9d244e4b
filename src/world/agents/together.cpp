// SPDX-License-Identifier: Apache-2.0
#include "world/agents/together.h"

#include <algorithm>
#include <optional>

#include "math/trig.h"
#include "world/agents/agent.h"
#include "world/users/users.h"

namespace fh::world {
namespace {

using human::Joint;
using math::Vec3;
using mind::Failure;
using mind::HandStatus;
using mind::Together;

constexpr double kHoldsOut = 0.9;   // s from carrying to holding out
constexpr double kFollows = 1.2;    // m/s at which a hand follows the other one
constexpr double kLooksFor = 0.35;  // m round the place where hands shall meet: there the hand is led by the other
constexpr double kOnThing = 0.09;   // m from the palm to the thing: fingers can close
constexpr double kOnHand = 0.04;    // m between palms that touch (CA-28)
constexpr double kPull = 0.012, kSurely = 0.3;    // m, s with both hands on the thing: the giver lets go
constexpr double kNeverPulls = 6.0;               // s with both hands on the thing before the taker gives in
constexpr double kShakes = 2.0, kShortest = 0.7;  // s of a handshake; after which it may be cut short
constexpr double kHertz = 2.2, kSwing = 0.025;    // Hz, m up and down (adults' handshakes: 2 to 3 Hz)

struct OtherHand {
  math::Pose pose;  // joint frame
  double length;    // m
};

/// The right hand of somebody who is there.
std::optional<OtherHand> right_hand_of(core::BodyId who, std::span<const Agent> agents, std::span<const User> users,
                                       std::span<const Person> people) {
  const double length = people[who.value - 1].body.dimensions[human::Dimension::HandLength];
  for (const User& user : users) {
    if (user.id != who) continue;
    if (!user.avatar.present()) return {};
    return OtherHand{user.avatar.fit().frames.pose(Joint::RightHand), length};
  }
  for (const Agent& agent : agents) {
    if (agent.person->id == who) return OtherHand{agent.frames.pose(Joint::RightHand), length};
  }
  return {};
}

bool is_user(core::BodyId who, std::span<const User> users) {
  return std::any_of(users.begin(), users.end(), [&](const User& user) { return user.id == who; });
}

double hand_length(const Agent& agent) {
  return agent.person->body.dimensions[human::Dimension::HandLength];
}

Vec3 palm_of(const Agent& agent, std::size_t side) {
  return agent.frames.pose(side == 1 ? Joint::RightHand : Joint::LeftHand)
      .point(palm_site(hand_length(agent), side == 1));
}

/// Another body's hand that is on the thing; none: nullopt.
std::optional<physics::HandId> other_on(core::ObjectId thing, core::BodyId self, std::span<const Agent> agents,
                                        std::span<const User> users, const physics::World& physics) {
  const auto find = [&](core::BodyId who) -> std::optional<physics::HandId> {
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (who != self && physics.held_by({who, side}) == thing) return physics::HandId{who, side};
    }
    return {};
  };
  for (const User& user : users) {
    if (const auto hand = find(user.id)) return hand;
  }
  for (const Agent& agent : agents) {
    if (const auto hand = find(agent.person->id)) return hand;
  }
  return {};
}

class Meeting {
 public:
  Meeting(Agent& agent, std::span<const Agent> agents, std::span<const User> users, std::span<const Person> people,
          const scene::Scene& scene, physics::World& physics, double dt)
      : agent_(agent),
        agents_(agents),
        users_(users),
        people_(people),
        scene_(scene),
        physics_(physics),
        dt_(dt),
        state_(agent.together) {}

  void advance() {
    const auto& intent = agent_.intent;
    const bool wanted = intent.together != Together::None && intent.partner.valid();
    const bool same =
        state_.kind == intent.together && state_.partner == intent.partner && state_.thing == intent.thing;
    if (wanted && !same && state_.kind != Together::None && !is_back()) return come_back();  // of something else
    if (wanted && (!same || state_.status == HandStatus::Idle)) begin();
    if (!wanted || state_.status != HandStatus::Busy) return come_back();
    switch (state_.kind) {
      case Together::Give:
        return give();
      case Together::Receive:
        return receive();
      case Together::Shake:
        return shake();
      case Together::None:
        return;
    }
  }

 private:
  std::size_t side() const { return state_.right ? 1 : 0; }
  bool is_back() const { return state_.held_out <= 0.0 && agent_.reach.way == ReachState::Way::None; }

  void begin() {
    const auto& held = agent_.handling.feel.held;
    state_ = {};
    state_.kind = agent_.intent.together;
    state_.partner = agent_.intent.partner;
    state_.thing = agent_.intent.thing;
    state_.point = agent_.intent.place;
    state_.status = HandStatus::Busy;
    if (state_.kind == Together::Give) {
      if (held[0] != state_.thing && held[1] != state_.thing) return end(Failure::NotHeld);
      state_.right = held[1] == state_.thing ? 1 : 0;
      return;
    }
    if (state_.kind == Together::Receive && held[1].valid()) state_.right = 0;
    if (held[side()].valid()) end(Failure::HandsFull);
  }

  void end(Failure failure) {
    state_.status = failure == Failure::None ? HandStatus::Done : HandStatus::Failed;
    state_.failure = failure;
  }

  /// The hand goes back to where it was; what came of it is felt until the mind wants something else.
  void come_back() {
    if (agent_.intent.together == Together::None && state_.status == HandStatus::Busy) {
      if (state_.kind == Together::Receive && state_.touching > 0.0) give_in();
      state_.status = HandStatus::Idle;
    }
    state_.held_out = std::max(0.0, state_.held_out - dt_ / kHoldsOut);
    if (agent_.intent.together == Together::None && is_back()) state_ = {};
  }

  void give_in() {
    const auto other = other_on(state_.thing, agent_.person->id, agents_, users_, physics_);
    if (other && physics_.held_by({agent_.person->id, static_cast<std::uint32_t>(side())}) == state_.thing) let_go();
    state_.touching = 0.0;
  }

  void let_go() {
    physics_.release({agent_.person->id, static_cast<std::uint32_t>(side())});
    agent_.handling.feel.held[side()] = {};
  }

  void lead_to(const Vec3& target) {
    const Vec3 way = target - state_.point;
    const double length = glm::length(way), most = kFollows * dt_;
    state_.point = length <= most ? target : state_.point + most / length * way;
  }

  /// Held out; released when the other hand has it and pulls, or has had it for a moment.
  void give() {
    lead_to(agent_.intent.place);
    state_.held_out = std::min(1.0, state_.held_out + dt_ / kHoldsOut);
    const physics::HandId own{agent_.person->id, static_cast<std::uint32_t>(side())};
    if (physics_.held_by(own) != state_.thing) return end(Failure::NotHeld);
    const auto other = other_on(state_.thing, own.body, agents_, users_, physics_);
    if (!other || other->body != state_.partner) {
      state_.touching = 0.0;
      return;
    }
    state_.touching += dt_;
    if (state_.touching < kSurely && physics_.grab_stretch(own) < kPull) return;
    let_go();
    end(Failure::None);
  }

  /// Whether the partner holds the thing out: users do by holding it, agents say so with their bodies.
  bool is_held_out(const physics::HandId& by) const {
    if (by.body != state_.partner) return false;
    if (is_user(by.body, users_)) return true;
    return std::any_of(agents_.begin(), agents_.end(), [&](const Agent& other) {
      return other.person->id == by.body && other.together.kind == Together::Give &&
             other.together.thing == state_.thing && other.together.partner == agent_.person->id &&
             other.together.held_out >= 1.0;
    });
  }

  void receive() {
    const physics::HandId own{agent_.person->id, static_cast<std::uint32_t>(side())};
    const auto other = other_on(state_.thing, own.body, agents_, users_, physics_);
    if (physics_.held_by(own) == state_.thing) {
      state_.touching += dt_;
      if (!other) return end(Failure::None);
      state_.stayed += dt_;
      if (state_.stayed < kNeverPulls) return;
      let_go();
      return end(Failure::NotGiven);
    }
    const scene::Object* object = scene_.find(state_.thing);
    if (!object) return end(Failure::NotGiven);
    const Vec3 middle = physics_.pose(state_.thing).point(object->bounds.centre());
    const bool near = glm::length(middle - agent_.intent.place) < kLooksFor;
    lead_to(near ? middle : agent_.intent.place);
    if (!near || !other || !is_held_out(*other) || agent_.reach.weight < 1.0) return;
    const auto palm = physics::make_sphere({palm_of(agent_, side()), 0.01});
    std::vector<physics::Near> nears;
    physics::near(physics_, palm, kOnThing, nears);
    const bool at_it = std::any_of(nears.begin(), nears.end(),
                                   [&](const physics::Near& one) { return one.what.object == state_.thing; });
    if (!at_it) return;
    if (!take_hold(agent_, physics_, state_.thing, side())) return end(Failure::Stuck);
    state_.point = palm_of(agent_, side());  // it stays there until the other one lets go
    state_.touching = dt_;
    state_.stayed = 0.0;
  }

  void shake() {
    const auto other = right_hand_of(state_.partner, agents_, users_, people_);
    if (!other) return end(Failure::NoAnswer);
    const bool user = is_user(state_.partner, users_);
    const Vec3 theirs = other->pose.point(palm_site(other->length, true)), own = palm_of(agent_, 1);
    const bool near = glm::length(theirs - agent_.intent.place) < kLooksFor;
    const bool was_touching = state_.touching > 0.0;
    // The user leads; two agents meet half-way and swing together.
    Vec3 target = agent_.intent.place;
    if (near) target = user ? theirs : 0.5 * (theirs + own);
    if (near && !user && was_touching) {
      const double phase = math::kTau * kHertz;
      target.y += kSwing * (math::sin(phase * (state_.touching + dt_)) - math::sin(phase * state_.touching));
    }
    lead_to(target);
    const double gap = glm::length(theirs - own);
    if (gap < kOnHand && agent_.reach.weight >= 1.0)
      state_.touching += dt_;
    else if (state_.touching > kShortest && gap > 2.0 * kOnHand)
      return end(Failure::None);  // they took their hand back
    if (state_.touching >= kShakes) end(Failure::None);
  }

  Agent& agent_;
  std::span<const Agent> agents_;
  std::span<const User> users_;
  std::span<const Person> people_;
  const scene::Scene& scene_;
  physics::World& physics_;
  double dt_;
  TogetherState& state_;
};

}  // namespace

void TogetherState::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("partner", partner.value);
  archive.field("thing", thing.value);
  archive.field("right", right);
  archive.field("point", point);
  archive.field("held_out", held_out);
  archive.field("touching", touching);
  archive.field("stayed", stayed);
  archive.field("status", status);
  archive.field("failure", failure);
}

Vec3 palm_site(double length, bool right) {
  constexpr double kSkin = 0.014;  // m from the joint's plane to the skin
  return {(right ? -1.0 : 1.0) * kSkin, -0.45 * length, 0.0};
}

math::Quat meeting_turn(const TogetherState& together, const Vec3& way) {
  const Vec3 y = -way;
  // The back of the hand: the joint frame's X points out of a right hand's back.
  const Vec3 aside = math::normalized_or(glm::cross(way, math::kUp), Vec3(1.0, 0.0, 0.0));
  const double sign = together.right ? 1.0 : -1.0;
  Vec3 x = together.kind == mind::Together::Shake ? aside : -sign * math::kUp;
  x = math::normalized_or(x - glm::dot(x, y) * y, Vec3(1.0, 0.0, 0.0));
  return math::from_matrix(math::Mat3(x, y, glm::cross(x, y)));
}

bool leads_free_hand(const Agent& agent) {
  const TogetherState& state = agent.together;
  const bool free = state.kind == mind::Together::Receive || state.kind == mind::Together::Shake;
  return free && state.status == HandStatus::Busy;
}

void advance_together(std::span<Agent> agents, std::span<User> users, std::span<const Person> people,
                      const scene::Scene& scene, physics::World& physics, double dt) {
  for (Agent& agent : agents) {
    Meeting(agent, agents, users, people, scene, physics, dt).advance();
    agent.handling.feel.together = agent.together.status;
    agent.handling.feel.apart = agent.together.failure;
  }
  for (User& user : users) {
    user.grips.held_out.clear();
    for (const Agent& agent : agents) {
      if (agent.together.kind == mind::Together::Give && agent.together.partner == user.id &&
          agent.together.held_out >= 1.0)
        user.grips.held_out.push_back(agent.together.thing);
    }
  }
}

}  // namespace fh::world
