#pragma once
// The senses of all agents: the true place is looked at through each agent's eyes, and what comes of it is written into
// its memory. The only bridge from the truth to the minds (K-01).
#include <memory>
#include <span>
#include <vector>

#include "core/jobs.h"
#include "physics/world.h"
#include "vision/memory.h"
#include "vision/retina.h"
#include "world/agent.h"

namespace fh::world {

class Senses {
 public:
  explicit Senses(const scene::Scene& scene);

  /// Everybody who can be seen, in the order of the people.
  void add(const Person& person, const human::Frames<double>& frames);

  /// Agents whose turn it is at `now` look. `user`: null while the user is not in the place.
  void look(const physics::World& physics, const scene::Scene& scene, const human::Frames<double>* user,
            std::span<Agent> agents, core::Tick now, core::JobPool& pool);

  /// The last look of an agent (by index), for display; empty before the first.
  const vision::Retina& retina(std::size_t agent) const { return eyes_[agent].retina; }

 private:
  struct Eye {
    vision::Retina retina;
    vision::PerceptScratch scratch;
    vision::Percepts fresh;
  };
  void look_through(Agent& agent, Eye& eye, core::Tick now);

  vision::RetinaScene truth_;
  vision::Field field_;
  std::vector<Eye> eyes_;
  bool user_shown_ = true;
  std::vector<std::size_t> due_;
};

/// Whether an agent (by index) looks at this tick: looks are spread evenly over the ticks.
bool looks_at(const scene::AgentPlan& plan, std::size_t index, core::Tick now);

}  // namespace fh::world
