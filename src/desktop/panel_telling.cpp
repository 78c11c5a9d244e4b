// SPDX-License-Identifier: Apache-2.0
#include <imgui.h>

#include <fmt/format.h>

#include <algorithm>

#include "desktop/panel.h"

namespace fh::desktop {

/// What agents do, what they say, and a line to tell one of them what to do.
void Panel::lay_out_telling(const PanelFacts& facts) {
  if (facts.agents.empty() || !ImGui::CollapsingHeader("Agents")) return;
  if (ImGui::TreeNode("Who does what")) {
    for (const auto& line : facts.board) ImGui::TextWrapped("%s", line.c_str());
    ImGui::TreePop();
  }
  for (const auto& line : facts.doing) ImGui::TextWrapped("%s", line.c_str());
  ImGui::Separator();
  lay_out_agent(facts);
  ImGui::PushItemWidth(260.0f);
  const bool entered =
      ImGui::InputText("##tell", sentence_.data(), sentence_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopItemWidth();
  ImGui::SameLine();
  if ((ImGui::Button("Tell") || entered) && sentence_[0] != 0) {
    const auto who = static_cast<std::size_t>(std::clamp(choices.agent, 0, agent_count_ - 1));
    const std::string text = fmt::format("{}: {}", facts.agents[who], sentence_.data());
    if (choices.commands.add(frame::Command{frame::CommandId::Tell, {}, 0.0, {}}, text)) sentence_[0] = 0;
  }
  for (const auto& line : facts.said) ImGui::TextWrapped("%s", line.c_str());
}

}  // namespace fh::desktop
