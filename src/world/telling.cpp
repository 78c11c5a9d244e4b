// SPDX-License-Identifier: Apache-2.0
#include "world/telling.h"

#include "language/plan_net.h"
#include "language/understand.h"

namespace fh::world {
namespace {

using math::Vec3;

/// Where things are, as the agent believes; what it does not know of stays as the scenario's author means the words.
void put_beliefs(const Agent& agent, core::Tick now, language::Setting& setting, const mind::Catalogue& catalogue) {
  const senses::Memory& memory = agent.mind.memory();
  for (language::Entity& entity : setting.entities) {
    const core::BodyId body = catalogue.person_named(entity.name);
    const core::ObjectId thing = entity.person ? core::ObjectId{} : catalogue.thing_named(entity.name);
    entity.known = false;
    if (!body.valid() && !thing.valid()) continue;
    const auto* seen = memory.find(entity.person ? senses::ItemId::of(body) : senses::ItemId::of(thing), now);
    if (!seen) continue;
    entity.known = true;
    entity.where.pose = seen->pose;
    if (!entity.person) {
      entity.where.box = math::transformed(seen->pose, catalogue.thing(thing).bounds);
      continue;
    }
    const Vec3 at = senses::Memory::believed_position(*seen, now);
    entity.where.box = {};
    entity.where.box.add(at - Vec3(0.25, 0.0, 0.25));
    entity.where.box.add(at + Vec3(0.25, 1.7, 0.25));
  }
  language::Entity& self = setting.entities[setting.self];
  self.known = true;
  self.where.pose = math::standing_at(agent.gait.root, agent.gait.yaw);
  self.where.box = {};
  self.where.box.add(agent.gait.root - Vec3(0.25, 0.0, 0.25));
  self.where.box.add(agent.gait.root + Vec3(0.25, 1.7, 0.25));
}

void obey(const scene::Scenario& scenario, Agent& agent, const Telling& telling, const std::string& sentence,
          core::Tick now) {
  const auto answer = [&](std::string text) { agent.mind.say({std::move(text), telling.by}); };
  auto setting = language::make_setting(scenario, agent.plan->name);
  if (!setting) return answer(setting.error().message);
  put_beliefs(agent, now, *setting, agent.mind.catalogue());
  setting->speaker = setting->named(telling.by);
  const language::Answer understood = language::understand(*setting, sentence);
  if (understood.kind != language::Answer::Kind::Understood) return answer(understood.message);
  language::NetPlan plan = language::plan_net(*setting, understood.steps);
  if (!plan.refused.empty()) return answer(plan.refused);
  if (plan.resumes) {
    agent.mind.forget_told();
    return answer("All right.");
  }
  auto nets = scene::parse_nets(plan.nets, scenario);
  if (!nets) return answer("I cannot do that: " + nets.error().message);
  agent.mind.carry_out(sentence, telling.by, std::move(plan.nets), std::move(*nets));
  answer("All right.");
}

}  // namespace

void Telling::visit(core::Archive& archive) {
  archive.field("by", by);
  archive.field("text", text);
}

void tell(const scene::Scenario& scenario, std::span<Agent> agents, const Telling& telling, core::Tick now) {
  const std::size_t colon = telling.text.find(": ");
  if (colon == std::string::npos) return;
  const std::string who = telling.text.substr(0, colon), sentence = telling.text.substr(colon + 2);
  for (Agent& agent : agents) {
    if (agent.plan->name != who) continue;
    const bool answers = agent.mind.awaits_answer_from(telling.by);
    agent.mind.hear(agent.mind.catalogue().person_named(telling.by), sentence, now);
    if (!answers) obey(scenario, agent, telling, sentence, now);
  }
}

}  // namespace fh::world
