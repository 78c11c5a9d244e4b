// SPDX-License-Identifier: Apache-2.0
#include "mind/told.h"

#include <fmt/format.h>

namespace fh::mind {
namespace {

scene::AgentSpec plan_with(const scene::AgentSpec& agent, Nets nets) {
  scene::AgentSpec plan;
  plan.name = agent.name;
  plan.speed = agent.speed;
  plan.net = 0;
  plan.nets = std::move(nets);
  return plan;
}

/// "go to bench"
std::string words_of(const scene::NetNode& node) {
  std::string text = scene::kind_of(node).word;
  for (char& c : text) c = c == '_' ? ' ' : c;
  if (node.plan.errands.empty()) return text;
  const scene::Errand& errand = node.plan.errands[0];
  for (const std::string* name : {&errand.to, &errand.what, &errand.reach, &node.plan.whom}) {
    if (!name->empty()) return text + (name == &errand.to ? " to " : " ") + *name;
  }
  return text;
}

}  // namespace

Told Told::begin(const scene::AgentSpec& agent, std::string sentence, std::string by, std::string text, Nets nets,
                 std::uint64_t chance) {
  Told told;
  told.sentence = std::move(sentence);
  told.by = std::move(by);
  told.text = std::move(text);
  told.plan = plan_with(agent, std::move(nets));
  told.net = begin_net(told.plan);
  told.task.chance = core::Rng(chance);
  return told;
}

std::string Told::failure() const {
  if (net.frames.empty() || net.frames[0].over != NetStatus::Failed) return "";
  for (auto entry = net.log.rbegin(); entry != net.log.rend(); ++entry) {
    if (entry->status != static_cast<std::int32_t>(NetStatus::Failed) || entry->from < 0) continue;
    const auto& nodes = (*plan.nets)[static_cast<std::size_t>(entry->net)].nodes;
    const scene::NetNode& node = nodes[static_cast<std::size_t>(entry->from)];
    if (node.plan.errands.empty()) continue;
    const auto failure = static_cast<Failure>(entry->failure);
    return fmt::format("I could not {}{}{}.", words_of(node), failure == Failure::None ? "" : ": ",
                       mind::words_of(failure));
  }
  return "I could not do that.";
}

void Told::visit(core::Archive& archive, const scene::AgentSpec& agent, const NetsOfText& nets_of) {
  archive.field("sentence", sentence);
  archive.field("by", by);
  archive.field("text", text);
  archive.field("task", task);
  archive.field("net", net);
  if (!archive.is_loading() || !archive.ok()) return;
  Nets nets = nets_of(text);
  if (!nets || nets->empty()) return archive.reject();
  plan = plan_with(agent, std::move(nets));
  if (!fits(plan, net)) archive.reject();
}

}  // namespace fh::mind
