// SPDX-License-Identifier: Apache-2.0
#include "world/agents/telling.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/grounding/understand.h"
#include "language/nets/plan_net.h"
#include "mind/choice.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kInSight = 0.7;  // s since it was last seen

std::string in_words(std::string word) {
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

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
    entity.in_sight = seen->source == senses::Source::Sight && core::seconds_of(now - seen->seen) < kInSight;
    // A door that was closed at the start and is not as it was is open, as nets ask (mind::holds).
    const math::Pose& start = entity.where.pose;
    const bool moved = glm::length(seen->pose.position - start.position) > 0.05 ||
                       glm::dot(seen->pose.direction(math::kForward), start.direction(math::kForward)) < 0.99;
    if (entity.openable && moved) entity.open = true;
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
  for (const core::ObjectId held : agent.handling.feel.held) {
    if (held.valid()) setting.held.push_back(catalogue.thing(held).name);
  }
  setting.low = agent.stance.stance != mind::Stance::Upright;
  const bool busy = agent.mind.told() || agent.mind.task().stage != mind::Stage::Done;
  if (busy) setting.doing = agent.mind.why();
  self.where.pose = math::standing_at(agent.gait.root, agent.gait.yaw);
  self.where.box = {};
  self.where.box.add(agent.gait.root - Vec3(0.25, 0.0, 0.25));
  self.where.box.add(agent.gait.root + Vec3(0.25, 1.7, 0.25));
}

/// Why the agent will not do this though it understands it: it is not qualified, or somebody else is in charge of the
/// thing (CA-26). Empty: it will.
std::string unwilling(const scene::Scenario& scenario, const Agent& agent, const std::vector<scene::Net>& nets) {
  const auto has = [](const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  for (const scene::Net& net : nets) {
    for (const scene::NetNode& node : net.nodes) {
      const std::string action = scene::kind_of(node).word;
      if (has(agent.plan->cannot, action)) return fmt::format("I am not qualified to {}.", in_words(action));
      const auto& errands = node.plan.errands;
      const std::string& thing = errands.empty()                                     ? node.name
                                 : !errands[0].thing.empty()                         ? errands[0].thing
                                 : node.plan.behaviour == scene::Behaviour::HandOver ? errands[0].what
                                                                                     : errands[0].reach;
      if (errands.empty() || thing.empty() || has(agent.plan->in_charge_of, thing)) continue;
      for (const scene::AgentSpec& other : scenario.agents) {
        if (has(other.in_charge_of, thing)) return fmt::format("{} is in charge of {}: ask them.", other.name, thing);
      }
    }
  }
  return {};
}

/// What came of a sentence: the net that the agent will run, or what it answers instead.
struct Order {
  std::string answer;
  std::string text;  // of the nets
  mind::Nets nets;   // null: nothing is done
  bool resumes = false;
  std::vector<std::string> forbids = {};  // what it will leave undone from now on
};

/// What it was told to leave undone among these steps; empty: nothing.
std::string forbidden_of(const Agent& agent, const std::vector<language::Step>& steps) {
  const auto& rules = agent.mind.forbidden();
  for (const language::Step& step : steps) {
    for (const std::string& key : language::rule_keys(step)) {
      if (!step.forbidden && std::find(rules.begin(), rules.end(), key) != rules.end()) return key;
    }
  }
  return {};
}

Order order_for(const scene::Scenario& scenario, const Agent& agent, const std::string& by, const std::string& sentence,
                core::Tick now) {
  auto setting = language::make_setting(scenario, agent.plan->name);
  if (!setting) return {setting.error().message, {}, {}, false};
  put_beliefs(agent, now, *setting, agent.mind.catalogue());
  setting->speaker = setting->named(by);
  const language::Answer understood = language::understand(*setting, sentence);
  if (understood.kind != language::Answer::Kind::Understood) return {understood.message, {}, {}, false};
  language::NetPlan plan = language::plan_net(*setting, understood.steps);
  if (!plan.refused.empty()) return {plan.refused, {}, {}, false};
  if (!plan.answer.empty()) return {std::move(plan.answer), {}, {}, false};
  if (plan.resumes) return {"All right.", {}, {}, true};
  if (const std::string rule = forbidden_of(agent, understood.steps); !rule.empty())
    return {fmt::format("I was told not to {}.", in_words(rule)), {}, {}, false};
  if (plan.nets.empty()) return {"I will not.", {}, {}, false, std::move(plan.forbids)};
  auto nets = scene::parse_nets(plan.nets, scenario);
  if (!nets) return {"I cannot do that: " + nets.error().message, {}, {}, false};
  if (std::string why = unwilling(scenario, agent, **nets); !why.empty()) return {std::move(why), {}, {}, false};
  return {"All right.", std::move(plan.nets), std::move(*nets), false, std::move(plan.forbids)};
}

void carry_out(Agent& agent, const std::string& by, const std::string& sentence, Order order) {
  if (order.resumes) agent.mind.forget_told();
  for (std::string& rule : order.forbids) agent.mind.forbid(std::move(rule));
  if (order.nets) agent.mind.carry_out(sentence, by, std::move(order.text), std::move(order.nets));
  agent.mind.say({std::move(order.answer), by});
}

void tell_anyone(const scene::Scenario& scenario, std::span<Agent> agents, const std::string& by,
                 const std::string& sentence, core::Tick now) {
  std::vector<Order> orders;
  std::size_t best = agents.size();
  double most = -1.0;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    orders.push_back(order_for(scenario, agents[i], by, sentence, now));
    const double ready = mind::readiness(*agents[i].plan, by);
    if (!orders[i].nets || agents[i].mind.told() || ready <= most) continue;
    most = ready;
    best = i;
  }
  if (best < agents.size()) return carry_out(agents[best], by, sentence, std::move(orders[best]));
  for (std::size_t i = 0; i < agents.size(); ++i)
    agents[i].mind.say({orders[i].nets ? "I am busy." : std::move(orders[i].answer), by});
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
  if (who == "anyone") return tell_anyone(scenario, agents, telling.by, sentence, now);
  for (Agent& agent : agents) {
    if (agent.plan->name != who) continue;
    const bool answers = agent.mind.awaits_answer_from(telling.by);
    agent.mind.hear(agent.mind.catalogue().person_named(telling.by), sentence, now);
    if (!answers) carry_out(agent, telling.by, sentence, order_for(scenario, agent, telling.by, sentence, now));
  }
}

void obey_each_other(const scene::Scenario& scenario, std::span<Agent> agents, core::Tick now) {
  for (Agent& agent : agents) {
    const auto told = agent.mind.take_instruction(now);
    if (!told) continue;
    const std::string by = agent.mind.catalogue().person(told->from);
    carry_out(agent, by, told->text, order_for(scenario, agent, by, told->text, now));
  }
}

}  // namespace fh::world
