#include "world/senses.h"

#include <cmath>

namespace fh::world {

bool looks_at(const scene::AgentPlan& plan, std::size_t index, core::Tick now) {
  const auto period = static_cast<core::Tick>(std::lround(core::kTicksPerSecond / plan.sensing_hz));
  return (now + static_cast<core::Tick>(index) * 2) % std::max<core::Tick>(period, 1) == 0;
}

Senses::Senses(const scene::Scene& scene) : truth_(scene), field_(vision::Field::human()) {}

void Senses::add(const Person& person, const human::Frames<double>& frames) {
  truth_.add_body(person.id, person.solids, frames);
}

void Senses::look(const physics::World& physics, const scene::Scene& scene, const human::Frames<double>* user,
                  std::span<Agent> agents, core::Tick now, core::JobPool& pool) {
  eyes_.resize(agents.size());
  due_.clear();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (looks_at(*agents[i].plan, i, now)) due_.push_back(i);
  }
  if (due_.empty()) return;
  for (const auto& object : scene.objects) {
    if (!object.is_static()) truth_.place_object(object.id, physics.pose(object.id));
  }
  for (const auto& agent : agents) truth_.place_body(agent.person->id, agent.frames);
  if (user)
    truth_.place_body(kUserBody, *user);
  else
    truth_.remove_body(kUserBody);
  truth_.settle();
  pool.parallel_for(due_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) look_through(agents[due_[i]], eyes_[due_[i]], now);
  });
}

void Senses::look_through(Agent& agent, Eye& eye, core::Tick now) {
  vision::SeeSettings settings;
  settings.viewer = agent.person->id;
  settings.mirrors = agent.plan->sees_mirrors;
  vision::see(truth_, field_, agent.world_from_eye(), settings, eye.retina);
  vision::perceive(truth_, eye.retina, now, {}, agent.percepts, eye.scratch, eye.fresh);
  agent.mind.memory().look(truth_, eye.retina, eye.fresh);
  agent.mind.has_looked();
  std::swap(agent.percepts, eye.fresh);
  ++agent.tally.looks;
  agent.tally.percepts += static_cast<std::int64_t>(agent.percepts.items.size());
}

}  // namespace fh::world
