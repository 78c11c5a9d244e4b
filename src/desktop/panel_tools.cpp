// SPDX-License-Identifier: Apache-2.0
// The tools in the operator's panel: a button for every command of the table that has its place here, and fields for
// what some of them take.
#include <imgui.h>

#include <utility>

#include "desktop/panel.h"
#include "frame/carry_way.h"
#include "math/quaternion.h"

namespace fh::desktop {
namespace {

constexpr const char* kPresets[] = {"too narrow", "out of reach", "hard to see", "hazard", "good"};

/// Starts a new line when the next button would not fit.
void next_button(float width) {
  const float right = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width;
  if (right < ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
}

}  // namespace

void Panel::lay_out_tools() {
  if (!ImGui::CollapsingHeader("Tools")) return;
  bool first = true;
  for (const frame::CommandRow& row : frame::kCommands) {
    if (row.panel != frame::PanelPlace::Tools) continue;
    if (!std::exchange(first, false)) next_button(ImGui::CalcTextSize(row.label).x + 60.0f);
    lay_out_command(row);
  }
  lay_out_texts();
  lay_out_moves();
}

/// Commands that take a text take it from one field.
void Panel::lay_out_texts() {
  ImGui::PushItemWidth(220.0f);
  ImGui::InputText("Text", tool_text_.data(), tool_text_.size());
  ImGui::PopItemWidth();
  bool first = true;
  for (const frame::CommandRow& row : frame::kCommands) {
    if (row.payload != frame::kPayloadText) continue;
    if (!std::exchange(first, false)) next_button(ImGui::CalcTextSize(row.label).x + 20.0f);
    if (ImGui::Button(row.label) && tool_text_[0] != '\0')
      choices.commands.add(frame::Command{row.id, {}, 0.0, {}}, tool_text_.data());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", row.meaning);
  }
  for (const char* preset : kPresets) {
    if (preset != kPresets[0]) next_button(ImGui::CalcTextSize(preset).x + 20.0f);
    if (ImGui::Button(preset)) choices.commands.add(frame::Command{frame::CommandId::Note, {}, 0.0, {}}, preset);
  }
}

void Panel::lay_out_moves() {
  ImGui::PushItemWidth(220.0f);
  ImGui::InputFloat3("x, y, z, mm", move_mm_.data(), "%.0f");
  if (ImGui::Button("Move")) {
    const math::Vec3 by{move_mm_[0] / 1000.0, move_mm_[1] / 1000.0, move_mm_[2] / 1000.0};
    choices.commands.add(frame::Command{frame::CommandId::MoveBy, {}, 0.0, {math::kIdentity, by}});
  }
  ImGui::InputFloat3("wider, higher, deeper, %", scale_percent_.data(), "%.0f");
  if (ImGui::Button("Scale")) {
    const math::Vec3 by{scale_percent_[0] / 100.0, scale_percent_[1] / 100.0, scale_percent_[2] / 100.0};
    choices.commands.add(frame::Command{frame::CommandId::ScaleBy, {}, 0.0, {math::kIdentity, by}});
  }
  ImGui::InputFloat("degrees", &turn_deg_, 0.0f, 0.0f, "%.1f");
  if (ImGui::Button("Turn")) {
    const math::Pose upright{math::looking_along(math::kUp, {0.0, 0.0, 1.0}), {}};
    choices.commands.add(frame::Command{frame::CommandId::TurnBy, {}, turn_deg_, upright});
  }
  ImGui::SameLine();
  ImGui::InputFloat("m", &section_m_, 0.0f, 0.0f, "%.3f");
  for (const auto id : {frame::CommandId::SectionAround, frame::CommandId::SectionMove}) {
    if (ImGui::Button(frame::find_command(id)->label)) choices.commands.add(frame::Command{id, {}, section_m_, {}});
    ImGui::SameLine();
  }
  ImGui::NewLine();
  for (const frame::CarryWayRow& row : frame::kCarryWays) {
    if (row.way != frame::CarryWay::Free) next_button(ImGui::CalcTextSize(row.label).x + 20.0f);
    if (ImGui::Button(row.label))
      choices.commands.add(frame::Command{frame::CommandId::CarryAs, {}, 0.0, {}}, row.word);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", row.notice);
  }
  ImGui::PopItemWidth();
}

}  // namespace fh::desktop
