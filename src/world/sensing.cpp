// SPDX-License-Identifier: Apache-2.0
#include "world/sensing.h"

namespace fh::world {

namespace {

constexpr double kHeardFrom = 0.4;    // m/s: slower people are not heard
constexpr double kFootstepDb = 45.0;  // at one metre, on concrete
constexpr double kAsExpected = 0.1;   // m: felt so near to where a thing is believed to be, it is no news
constexpr double kSpeechDb = 60.0;    // at one metre

/// The thing that is felt is known to be there.
bool is_expected(const scene::Scene& scene, const senses::Memory& memory, const senses::TouchContact& contact,
                 core::Tick now) {
  const scene::Object* object = scene.find(contact.item.object());
  const senses::Observation* seen = memory.find(contact.item, now);
  if (!object || !seen) return false;
  const math::Vec3 local = math::inverse(seen->pose).point(contact.point);
  const math::Vec3 nearest = glm::clamp(local, object->bounds.low, object->bounds.high);
  return glm::length(local - nearest) <= memory.uncertainty(*seen, now) + kAsExpected;
}

}  // namespace

Senses::Senses(const scene::Scene& scene) : truth_(scene), field_(senses::Field::human()) {}

void Senses::add(const Person& person, const human::Frames<double>& frames) {
  truth_.add_body(person.id, person.solids, frames);
}

void Senses::replace(const Person& person, const human::Frames<double>& frames) {
  truth_.replace_body(person.id, person.solids, frames);
}

void Senses::look(const physics::World& physics, const scene::Scene& scene, std::span<const SeenUser> users,
                  std::span<Agent> agents, core::Tick now, core::JobPool& pool) {
  eyes_.resize(agents.size());
  due_.clear();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const senses::SensingSettings rate{.rate = agents[i].plan->sensing_hz};
    agents[i].looked = agents[i].clock.due(now, agents[i].person->id, 0.0, rate);
    if (agents[i].looked) due_.push_back(i);
  }
  if (due_.empty()) return;
  for (const auto& object : scene.objects) {
    if (!object.is_static()) truth_.place_object(object.id, physics.pose(object.id));
  }
  for (const auto& agent : agents) truth_.place_body(agent.person->id, agent.frames);
  for (const SeenUser& user : users) {
    if (user.frames)
      truth_.place_body(user.id, *user.frames);
    else
      truth_.remove_body(user.id);
  }
  truth_.settle();
  gather_sounds(users, agents);
  pool.parallel_for(due_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      look_through(agents[due_[i]], eyes_[due_[i]], now);
      listen(agents[due_[i]], eyes_[due_[i]], now);
      feel(scene, agents[due_[i]], eyes_[due_[i]], now);
    }
  });
}

void Senses::gather_sounds(std::span<const SeenUser> users, std::span<const Agent> agents) {
  sounds_.clear();
  const auto add = [&](core::BodyId who, const math::Vec3& at, const math::Vec3& velocity) {
    if (glm::length(velocity) < kHeardFrom) return;
    sounds_.push_back({senses::ItemId::of(who), at, kFootstepDb, false});
  };
  for (const SeenUser& user : users) {
    if (user.frames) add(user.id, user.frames->position(human::Joint::Pelvis), user.velocity);
  }
  requests_.clear();
  for (const auto& agent : agents) {
    add(agent.person->id, agent.frames.position(human::Joint::Pelvis), agent.gait.velocity);
    if (!agent.intent.ask.valid()) continue;
    sounds_.push_back(
        {senses::ItemId::of(agent.person->id), agent.frames.position(human::Joint::Head), kSpeechDb, true});
    requests_.push_back({agent.person->id, agent.intent.ask});
  }
}

void Senses::listen(Agent& agent, Eye& eye, core::Tick now) const {
  eye.noticed.clear();
  senses::hear(sounds_, agent.person->id, agent.frames.position(human::Joint::Head), {}, eye.noticed);
  agent.mind.hear_request({});
  for (const auto& percept : eye.noticed) {
    agent.mind.memory().notice(percept, now);
    if (percept.kind != senses::Kind::Person) continue;
    for (const Request& request : requests_) {
      if (request.whom == agent.person->id && percept.item == senses::ItemId::of(request.from)) {
        agent.mind.hear_request(request.from);
      }
    }
  }
}

void Senses::feel(const scene::Scene& scene, Agent& agent, Eye& eye, core::Tick now) const {
  senses::Memory& memory = agent.mind.memory();
  eye.noticed.clear();
  for (const auto& contact : agent.touch.felt()) {
    if (!is_expected(scene, memory, contact, now)) senses::feel(std::span(&contact, 1), eye.noticed);
  }
  for (const auto& percept : eye.noticed) memory.notice(percept, now);
  agent.touch.clear();
}

const senses::Retina& Senses::retina(std::size_t agent) const {
  static const senses::Retina kNothing;
  return agent < eyes_.size() ? eyes_[agent].retina : kNothing;
}

void Senses::look_through(Agent& agent, Eye& eye, core::Tick now) {
  senses::SeeSettings settings;
  settings.viewer = agent.person->id;
  settings.mirrors = agent.plan->sees_mirrors;
  senses::see(truth_, field_, agent.world_from_eye(), settings, eye.retina);
  senses::perceive(truth_, eye.retina, now, {}, agent.percepts, eye.scratch, eye.fresh);
  agent.mind.memory().look(truth_, eye.retina, eye.fresh);
  agent.mind.has_looked();
  std::swap(agent.percepts, eye.fresh);
}

}  // namespace fh::world
