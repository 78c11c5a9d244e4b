// SPDX-License-Identifier: Apache-2.0
#include "world/agents/sensing.h"

namespace fh::world {

namespace {

constexpr double kHeardFrom = 0.4;       // m/s: slower people are not heard
constexpr double kFootstepDb = 45.0;     // at one metre, on concrete
constexpr double kAsExpected = 0.1;      // m: felt so near to where a thing is believed to be, it is no news
constexpr double kOwnWork = 1.2;         // m: what sounds so near is the agent's own doing, or is seen and felt
constexpr double kSpeechDb = 60.0;       // at one metre
constexpr double kLower = 0.15;          // m below the feet: seen as deep, the ground is not level
constexpr double kIntoGround = 0.03;     // m beyond the surface that is seen: sides belong to what lies behind them
constexpr double kEdgeRange = 8.0;       // m from which a missing floor is noticed
constexpr double kSampleSpacing = 0.04;  // rad: samples of the eye away from its middle

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

Senses::Senses(const scene::Scene& scene, std::span<const math::Pose> poses)
    : truth_(scene, poses), field_(senses::Field::human()) {
  for (const auto& object : scene.objects) is_ground_.push_back(planning::is_floor(object) ? 1 : 0);
}

void Senses::add(const Person& person, const human::Frames<double>& frames) {
  truth_.add_body(person.id, person.solids, frames);
}

void Senses::replace(const Person& person, const human::Frames<double>& frames) {
  truth_.replace_body(person.id, person.solids, frames);
}

void Senses::look(const physics::World& physics, const scene::Scene& scene, std::span<const SeenUser> users,
                  std::span<const Noise> noises, std::span<Agent> agents, core::Tick now, core::JobPool& pool) {
  eyes_.resize(agents.size());
  due_.clear();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    agents[i].looked = agents[i].clock.due(now, agents[i].person->id, agents[i].plan->sensing_hz);
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
      listen(physics, scene, agents[due_[i]], eyes_[due_[i]], now);
      listen_to_things(physics, scene, noises, agents[due_[i]], eyes_[due_[i]], now);
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
  words_.clear();
  for (const auto& agent : agents) {
    add(agent.person->id, agent.frames.position(human::Joint::Pelvis), agent.gait.velocity);
    if (!agent.intent.ask.valid() && agent.intent.say.empty()) continue;
    sounds_.push_back(
        {senses::ItemId::of(agent.person->id), agent.frames.position(human::Joint::Head), kSpeechDb, true});
    if (agent.intent.ask.valid()) requests_.push_back({agent.person->id, agent.intent.ask});
    if (!agent.intent.say.empty()) {
      const core::BodyId told = agent.intent.instructs ? agent.intent.say_to : core::BodyId{};
      words_.push_back({agent.person->id, &agent.intent.say, told});
    }
  }
}

void Senses::listen(const physics::World& physics, const scene::Scene& scene, Agent& agent, Eye& eye,
                    core::Tick now) const {
  eye.noticed.clear();
  const math::Vec3 ears = agent.frames.position(human::Joint::Head);
  const senses::HearingSettings hearing;
  eye.ways.clear();
  for (const senses::Sound& sound : sounds_) {
    const senses::SoundWay open{glm::length(sound.position - ears), 0.0};
    const bool own = sound.source == senses::ItemId::of(agent.person->id);
    const bool faint = senses::heard_level(sound, open) < hearing.threshold_db;
    eye.ways.push_back(own || faint ? open : sound_way(physics, scene, sound.position, ears, eye.hits));
  }
  senses::hear(sounds_, eye.ways, agent.person->id, ears, hearing, eye.noticed);
  agent.mind.hear_request({});
  for (const auto& percept : eye.noticed) {
    agent.mind.memory().notice(percept, now);
    if (percept.kind != senses::Kind::Person) continue;
    for (const Request& request : requests_) {
      if (request.whom == agent.person->id && percept.item == senses::ItemId::of(request.from)) {
        agent.mind.hear_request(request.from);
      }
    }
    for (const Words& words : words_) {
      if (percept.item == senses::ItemId::of(words.from))
        agent.mind.hear(words.from, *words.text, now, words.told == agent.person->id);
    }
  }
}

void Senses::listen_to_things(const physics::World& physics, const scene::Scene& scene, std::span<const Noise> noises,
                              Agent& agent, Eye& eye, core::Tick now) const {
  const math::Vec3 ears = agent.frames.position(human::Joint::Head);
  const senses::HearingSettings hearing;
  const core::Tick since = agent.mind.noise().listened;
  senses::Sound loudest;
  senses::SoundWay its_way;
  double most = hearing.threshold_db;
  for (const Noise& noise : noises) {
    if (noise.at < since || noise.who == agent.person->id || glm::length(noise.position - ears) < kOwnWork) continue;
    const senses::Sound sound{senses::ItemId::of(noise.object), noise.source(ears), noise.level_db, false};
    const senses::SoundWay open{glm::length(sound.position - ears), 0.0};
    if (senses::heard_level(sound, open) < most) continue;
    const senses::SoundWay way = sound_way(physics, scene, sound.position, ears, eye.hits);
    const double level = senses::heard_level(sound, way);
    if (level < most) continue;
    most = level;
    loudest = sound;
    its_way = way;
  }
  eye.noticed.clear();
  if (its_way.length > 0.0) senses::hear({&loudest, 1}, {&its_way, 1}, agent.person->id, ears, hearing, eye.noticed);
  for (const auto& percept : eye.noticed) agent.mind.hear_noise(percept.nearest_point, most, now);
  agent.mind.has_listened(now);
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

void Senses::look_at_ground(Agent& agent, Eye& eye) const {
  const senses::Retina& retina = eye.retina;
  const math::Vec3& from = retina.world_from_eye.position;
  const double feet = agent.gait.root.y;
  eye.ground.clear();
  eye.ground.eye = from;
  eye.ground.spacing = kSampleSpacing;
  for (std::size_t i = 0; i < retina.labels.size(); ++i) {
    if (!retina.mirrors.empty() && retina.mirrors[i] != 0) continue;
    const math::Vec3 way = retina.direction(i);
    if (way.y > -0.02) continue;
    const double distance = retina.distance(i);
    const std::uint32_t label = retina.labels[i];
    const core::ObjectId object = label == 0 ? core::ObjectId{} : senses::item_of(label).object();
    if (object.valid() && is_ground_[object.value - 1])
      eye.ground.surface.push_back(from + (distance + kIntoGround) * way);
    const double level = (feet - kLower - from.y) / way.y;  // m along the look to a step below the feet
    if (level < distance && level < kEdgeRange) eye.ground.through.push_back(from + (feet - from.y) / way.y * way);
  }
  agent.mind.learn_ground(eye.ground, agent.gait.root, agent.scratch);
}

void Senses::look_through(Agent& agent, Eye& eye, core::Tick now) {
  senses::SeeSettings settings;
  settings.viewer = agent.person->id;
  settings.mirrors = agent.plan->sees_mirrors;
  senses::see(truth_, field_, agent.world_from_eye(), settings, eye.retina);
  senses::PerceptSettings perception;
  perception.pieces = !agent.mind.knows_ground();
  senses::perceive(truth_, eye.retina, now, perception, agent.percepts, eye.scratch, eye.fresh);
  if (perception.pieces) look_at_ground(agent, eye);
  agent.mind.memory().look(truth_, eye.retina, eye.fresh);
  agent.mind.has_looked();
  std::swap(agent.percepts, eye.fresh);
}

}  // namespace fh::world
