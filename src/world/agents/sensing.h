// SPDX-License-Identifier: Apache-2.0
#pragma once
// The senses of all agents: the true place is looked at through each agent's eyes, and what comes of it is written into
// its memory. The only bridge from the truth to the minds (K-01).
#include <memory>
#include <span>
#include <vector>

#include "core/jobs.h"
#include "physics/world.h"
#include "senses/perception/hearing_and_touch.h"
#include "senses/perception/memory.h"
#include "senses/retina/retina.h"
#include "world/agents/agent.h"
#include "world/ground/noises.h"
#include "world/ground/sound_way.h"

namespace fh::world {

class Senses {
 public:
  /// `poses`: where the objects are, by id - 1; empty: as in the scene.
  explicit Senses(const scene::Scene& scene, std::span<const math::Pose> poses = {});

  /// Everybody who can be seen, in the order of the people.
  void add(const Person& person, const human::Frames<double>& frames);
  /// The person has got another body.
  void replace(const Person& person, const human::Frames<double>& frames);

  /// A user as others sense them; `frames` is null while nobody is there.
  struct SeenUser {
    core::BodyId id;
    const human::Frames<double>* frames = nullptr;
    math::Vec3 velocity{0.0};  // m/s
  };
  /// Agents whose turn it is at `now` look, listen and feel. `noises`: of the things about them, the oldest first.
  void look(const physics::World& physics, const scene::Scene& scene, std::span<const SeenUser> users,
            std::span<const Noise> noises, std::span<Agent> agents, core::Tick now, core::JobPool& pool);

  /// The last look of an agent (by index), for display; empty before the first.
  const senses::Retina& retina(std::size_t agent) const;

 private:
  struct Eye {
    senses::Retina retina;
    senses::PerceptScratch scratch;
    senses::Percepts fresh;
    std::vector<senses::Percept> noticed;  // by other senses
    planning::SeenGround ground;
    std::vector<senses::SoundWay> ways;  // of the sounds to these ears
    std::vector<physics::RayHit> hits;
  };
  void look_through(Agent& agent, Eye& eye, core::Tick now);
  /// What the look shows of floors, stairs and edges, for a mind that does not know them.
  void look_at_ground(Agent& agent, Eye& eye) const;
  /// Everybody who walks or speaks can be heard.
  void gather_sounds(std::span<const SeenUser> users, std::span<const Agent> agents);
  void listen(const physics::World& physics, const scene::Scene& scene, Agent& agent, Eye& eye, core::Tick now) const;
  /// The loudest noise since its last look that it did not make itself.
  void listen_to_things(const physics::World& physics, const scene::Scene& scene, std::span<const Noise> noises,
                        Agent& agent, Eye& eye, core::Tick now) const;
  /// What touched it since its last look.
  void feel(const scene::Scene& scene, Agent& agent, Eye& eye, core::Tick now) const;

  senses::RetinaScene truth_;
  senses::Field field_;
  std::vector<std::uint8_t> is_ground_;  // by object id - 1
  std::vector<Eye> eyes_;
  struct Request {  // to make way, spoken
    core::BodyId from, whom;
  };
  struct Words {
    core::BodyId from;
    const std::string* text;  // of the speaker's intent
    core::BodyId told;        // who is told to do it; invalid: nobody
  };
  std::vector<senses::Sound> sounds_;
  std::vector<Request> requests_;
  std::vector<Words> words_;
  std::vector<std::size_t> due_;
};

}  // namespace fh::world
