// SPDX-License-Identifier: Apache-2.0
#include "desktop/panel.h"

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_vulkan.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "frame/frame_input.h"

namespace fh::desktop {
namespace {

constexpr const char* kViewNames[] = {"Own eyes", "Third person", "From above", "Agent's eye"};

/// The window's images are sRGB-coded by the hardware; ImGui's colours already are, so they are taken back to linear.
void make_style_linear() {
  for (ImVec4& colour : ImGui::GetStyle().Colors) {
    colour.x = std::pow(colour.x, 2.2f);
    colour.y = std::pow(colour.y, 2.2f);
    colour.z = std::pow(colour.z, 2.2f);
  }
}

/// As ImGui wants it, linear as above.
ImU32 linear(const frame::Inset::Pixel& pixel) {
  static const std::array<std::uint8_t, 256> kLinear = [] {
    std::array<std::uint8_t, 256> table;
    for (std::size_t i = 0; i < table.size(); ++i)
      table[i] = static_cast<std::uint8_t>(std::lround(255.0 * std::pow(static_cast<double>(i) / 255.0, 2.2)));
    return table;
  }();
  return IM_COL32(kLinear[pixel[0]], kLinear[pixel[1]], kLinear[pixel[2]], 255);
}

/// "Snapshot (P)"
std::string button_text(const frame::CommandRow& row) {
  return *row.key ? fmt::format("{} ({})", row.label, row.key) : row.label;
}

[[maybe_unused]] core::Result<> upload_fonts(const WindowDevice& vulkan) {
#if IMGUI_VERSION_NUM < 19000
  VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool_info.queueFamilyIndex = vulkan.queue_family;
  VkCommandPool pool = VK_NULL_HANDLE;
  if (vkCreateCommandPool(vulkan.device, &pool_info, nullptr, &pool) != VK_SUCCESS)
    return core::fail("the panel's letters cannot be uploaded (vkCreateCommandPool)");
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  bool done = vkAllocateCommandBuffers(vulkan.device, &info, &commands) == VK_SUCCESS &&
              vkBeginCommandBuffer(commands, &begin) == VK_SUCCESS && ImGui_ImplVulkan_CreateFontsTexture(commands) &&
              vkEndCommandBuffer(commands) == VK_SUCCESS;
  VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  done = done && vkQueueSubmit(vulkan.queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS &&
         vkQueueWaitIdle(vulkan.queue) == VK_SUCCESS;
  ImGui_ImplVulkan_DestroyFontUploadObjects();
  vkDestroyCommandPool(vulkan.device, pool, nullptr);
  if (!done) return core::fail("the panel's letters cannot be uploaded");
#else
  (void)vulkan;  // newer versions do it themselves
#endif
  return {};
}

}  // namespace

core::Result<std::unique_ptr<Panel>> Panel::create(const Window& window, const WindowDevice& vulkan,
                                                   const WindowImages& images) {
  std::unique_ptr<Panel> made(new Panel(vulkan.device));
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 8};
  VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  pool.maxSets = 8;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  ImGui::CreateContext();
  if (vkCreateDescriptorPool(vulkan.device, &pool, nullptr, &made->pool_) != VK_SUCCESS)
    return core::fail("the panel cannot be drawn (vkCreateDescriptorPool)");
  ImGui::GetIO().IniFilename = nullptr;  // no files of its own
  ImGui::StyleColorsDark();
  make_style_linear();
  ImGui_ImplGlfw_InitForVulkan(window.glfw(), true);
  ImGui_ImplVulkan_InitInfo info{};
  info.Instance = vulkan.instance;
  info.PhysicalDevice = vulkan.physical;
  info.Device = vulkan.device;
  info.QueueFamily = vulkan.queue_family;
  info.Queue = vulkan.queue;
  info.DescriptorPool = made->pool_;
  info.MinImageCount = 2;
  info.ImageCount = std::max(2u, images.image_count());
  info.MSAASamples = VK_SAMPLE_COUNT_1_BIT;
#if IMGUI_VERSION_NUM >= 19030
  info.RenderPass = images.panel_pass();
  ImGui_ImplVulkan_Init(&info);
#else
  ImGui_ImplVulkan_Init(&info, images.panel_pass());
#endif
  FH_TRY_VOID(upload_fonts(vulkan));
  return made;
}

Panel::~Panel() {
  vkDeviceWaitIdle(device_);
  if (ImGui::GetIO().BackendRendererUserData) ImGui_ImplVulkan_Shutdown();
  if (ImGui::GetIO().BackendPlatformUserData) ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  if (pool_ != VK_NULL_HANDLE) vkDestroyDescriptorPool(device_, pool_, nullptr);
}

void Panel::lay_out_view(const PanelFacts& facts) {
  ImGui::TextUnformatted("View");
  for (int kind = 0; kind < 4; ++kind) {
    if (kind == static_cast<int>(ViewKind::Agent) && facts.agents.empty()) break;
    if (kind != 0) ImGui::SameLine();
    if (ImGui::RadioButton(kViewNames[kind], choices.view == static_cast<ViewKind>(kind)))
      choices.view = static_cast<ViewKind>(kind);
  }
  if (choices.view == ViewKind::Agent) lay_out_agent(facts);
}

void Panel::lay_out_agent(const PanelFacts& facts) {
  if (facts.agents.empty()) return;
  const auto current = static_cast<std::size_t>(std::clamp(choices.agent, 0, agent_count_ - 1));
  if (!ImGui::BeginCombo("Agent", facts.agents[current].c_str())) return;
  for (int i = 0; i < agent_count_; ++i) {
    if (ImGui::Selectable(facts.agents[static_cast<std::size_t>(i)].c_str(), choices.agent == i)) choices.agent = i;
  }
  ImGui::EndCombo();
}

void Panel::lay_out_command(const frame::CommandRow& row) {
  if (ImGui::Button(button_text(row).c_str())) choices.commands.add(row.id);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", row.meaning);
}

void Panel::lay_out_time(const PanelFacts& facts) {
  ImGui::Separator();
  ImGui::Text("%.1f s simulated, %.0f frames/s, %.1f ms", facts.simulated_seconds, facts.frames_per_second,
              facts.frame_ms);
  if (facts.steers_time) {
    ImGui::Checkbox("Pause (Space)", &choices.paused);
    ImGui::SameLine();
    if (ImGui::Button("Step (.)")) choices.step = choices.paused = true;
    float speed = static_cast<float>(choices.speed);
    if (ImGui::SliderFloat("Speed", &speed, 0.1f, 4.0f, "%.1fx")) choices.speed = speed;
  }
  bool first = true;
  for (const frame::CommandRow& row : frame::kCommands) {
    if (row.panel != frame::PanelPlace::Visit) continue;
    if (!std::exchange(first, false)) ImGui::SameLine();
    lay_out_command(row);
  }
  lay_out_recording(facts);
  if (!facts.message.empty()) ImGui::TextWrapped("%s", facts.message.c_str());
}

void Panel::lay_out_recording(const PanelFacts& facts) {
  if (facts.can_record) {
    if (ImGui::Button(facts.recording.empty() ? "Start recording (R)" : "Stop recording (R)"))
      choices.toggle_recording = true;
    ImGui::SameLine();
  }
  if (facts.recording.empty())
    ImGui::TextDisabled(facts.can_record ? "not recording" : "not recording (start with --record FILE)");
  else
    ImGui::Text("to %s", facts.recording.c_str());
}

void Panel::lay_out_setting(const PanelSetting& setting, std::size_t index) {
  const auto set = [&](double value) { choices.changes.push_back({index, value}); };
  ImGui::PushID(static_cast<int>(index));
  ImGui::PushItemWidth(150.0f);
  switch (setting.kind) {
    case PanelSetting::Kind::Switch: {
      bool on = setting.value != 0.0;
      if (ImGui::Checkbox(setting.name.c_str(), &on)) set(on ? 1.0 : 0.0);
      break;
    }
    case PanelSetting::Kind::Choice: {
      const auto current = static_cast<std::size_t>(setting.value);
      const char* shown = current < setting.choices.size() ? setting.choices[current].c_str() : "";
      if (ImGui::BeginCombo(setting.name.c_str(), shown)) {
        for (std::size_t i = 0; i < setting.choices.size(); ++i) {
          if (ImGui::Selectable(setting.choices[i].c_str(), i == current)) set(static_cast<double>(i));
        }
        ImGui::EndCombo();
      }
      break;
    }
    case PanelSetting::Kind::Number: {
      auto number = static_cast<float>(setting.value);
      // While dragged it is the panel's own; the visit gets it when the mouse lets go.
      if (dragged_ == static_cast<int>(index)) number = dragged_value_;
      if (ImGui::SliderFloat(setting.name.c_str(), &number, static_cast<float>(setting.minimum),
                             static_cast<float>(setting.maximum), "%.4g")) {
        dragged_ = static_cast<int>(index);
        dragged_value_ = number;
      }
      if (dragged_ == static_cast<int>(index) && !ImGui::IsItemActive()) {
        set(std::clamp(static_cast<double>(dragged_value_), setting.minimum, setting.maximum));
        dragged_ = -1;
      }
      break;
    }
  }
  ImGui::PopItemWidth();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", setting.meaning.c_str());
  ImGui::PopID();
}

void Panel::lay_out_settings(const PanelFacts& facts) {
  if (facts.settings.empty()) return;
  if (ImGui::CollapsingHeader("Settings")) {
    for (std::size_t i = 0; i < facts.settings.size(); ++i) {
      if (facts.settings[i].can_change) lay_out_setting(facts.settings[i], i);
    }
  }
  if (ImGui::CollapsingHeader("Settings fixed for this visit")) {
    ImGui::TextDisabled("for the next one: --set key=value or --config FILE");
    for (const auto& setting : facts.settings) {
      if (setting.can_change) continue;
      const auto choice = static_cast<std::size_t>(setting.value);
      if (setting.kind == PanelSetting::Kind::Choice && choice < setting.choices.size())
        ImGui::Text("%s = %s", setting.name.c_str(), setting.choices[choice].c_str());
      else if (setting.kind == PanelSetting::Kind::Switch)
        ImGui::Text("%s = %s", setting.name.c_str(), setting.value != 0.0 ? "true" : "false");
      else
        ImGui::Text("%s = %g", setting.name.c_str(), setting.value);
    }
  }
}

void Panel::lay_out_body(const PanelFacts& facts) {
  if (!ImGui::CollapsingHeader("Body")) return;
  ImGui::TextWrapped("%s", facts.body.c_str());
  for (const frame::CommandRow& row : frame::kCommands) {
    if (row.panel != frame::PanelPlace::Body) continue;
    lay_out_command(row);
    ImGui::SameLine();
  }
  ImGui::TextWrapped("%s", facts.calibration.empty() ? "stand straight, arms to the sides or forward, hold still"
                                                     : facts.calibration.c_str());
  if (!facts.can_save_profile) return;
  ImGui::PushItemWidth(150.0f);
  ImGui::InputText("##profile", profile_name_.data(), profile_name_.size());
  ImGui::PopItemWidth();
  ImGui::SameLine();
  if (ImGui::Button("Save as profile")) choices.save_profile = profile_name_.data();
}

/// The support and the centre of mass seen from above, ahead is up; a metre is as wide as the drawing.
void Panel::lay_out_balance(const frame::BalanceView& balance) {
  constexpr float kSide = 180.0f;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto place = [&](const math::Vec2& p) {
    const auto within = [](double metres) { return std::clamp(static_cast<float>(metres), -0.47f, 0.47f); };
    return ImVec2(corner.x + kSide * (0.5f + within(p.x)), corner.y + kSide * (0.5f - within(p.y)));
  };
  list.AddRectFilled(corner, {corner.x + kSide, corner.y + kSide}, IM_COL32(10, 10, 12, 255));
  std::vector<ImVec2> outline;
  for (const auto& p : balance.outline) outline.push_back(place(p));
  const auto colour = [&](float alpha) {
    const math::Vec3f c = frame::colour_of(balance.verdict);
    return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, alpha});
  };
  const int count = static_cast<int>(outline.size());
  if (count > 2) {
    list.AddConvexPolyFilled(outline.data(), count, colour(0.35f));
    list.AddPolyline(outline.data(), count, IM_COL32(230, 230, 230, 255), ImDrawFlags_Closed, 1.5f);
  }
  const ImVec2 at = place(balance.centre);
  constexpr float kDot = 6.0f;
  switch (balance.verdict) {
    case frame::BalanceVerdict::Firm:
      list.AddCircleFilled(at, kDot, colour(1.0f));
      break;
    case frame::BalanceVerdict::NearEdge:
      list.AddTriangleFilled({at.x - kDot, at.y + kDot}, {at.x + kDot, at.y + kDot}, {at.x, at.y - kDot}, colour(1.0f));
      break;
    case frame::BalanceVerdict::Outside:
      list.AddLine({at.x - kDot, at.y - kDot}, {at.x + kDot, at.y + kDot}, colour(1.0f), 3.0f);
      list.AddLine({at.x - kDot, at.y + kDot}, {at.x + kDot, at.y - kDot}, colour(1.0f), 3.0f);
      break;
    case frame::BalanceVerdict::NotBorne:
      list.AddCircle(at, kDot, colour(1.0f), 0, 2.0f);
      break;
  }
  ImGui::Dummy({kSide, kSide});
  ImGui::SameLine();
  ImGui::Text("%s\nmargin %+.1f cm\nholding %.1f kg", frame::word_of(balance.verdict), 100.0 * balance.margin,
              balance.held);
}

void Panel::lay_out_lists(const PanelFacts& facts) {
  if (ImGui::CollapsingHeader("Who sees what")) {
    if (facts.seen.empty()) ImGui::TextDisabled("nobody else is here");
    for (const auto& line : facts.seen) ImGui::TextWrapped("%s", line.c_str());
    if (!facts.agents.empty()) {
      ImGui::Checkbox("Show what it sees", &choices.inset);
      if (choices.view != ViewKind::Agent) lay_out_agent(facts);
    }
  }
  lay_out_settings(facts);
  lay_out_body(facts);
  lay_out_telling(facts);
  if (facts.has_balance && ImGui::CollapsingHeader("Balance")) lay_out_balance(facts.balance);
  if (ImGui::CollapsingHeader("Keys")) {
    ImGui::TextUnformatted(
        "W A S D   walk (Shift: faster)      right mouse   look\n"
        "C         squat      Q E   lean     T   hold: aim a teleport\n"
        "1 2 3     left, right, both hands   wheel   reach (Alt: roll)\n"
        "left mouse   use                    middle mouse or G   grab\n"
        "V   next view      R   recording    F1   this panel");
    for (const frame::CommandRow& row : frame::kCommands) {
      if (*row.key) ImGui::Text("%-9s %s", row.key, row.meaning);
    }
  }
}

/// Runs of one colour become rectangles: no texture to keep for a picture of so few edges.
void Panel::lay_out_inset(const frame::Inset& inset) {
  if (inset.empty()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float pixel = display.x / 3.0f / static_cast<float>(inset.columns);
  const ImVec2 size(pixel * static_cast<float>(inset.columns), pixel * static_cast<float>(inset.rows));
  ImGui::SetNextWindowPos({display.x - 10.0f, display.y - 10.0f}, ImGuiCond_Always, {1.0f, 1.0f});
  constexpr auto kFlags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs;
  if (ImGui::Begin("what an agent sees", nullptr, kFlags)) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::uint32_t y = 0, next = 0; y < inset.rows; y = next) {
      const auto* row = inset.row(y);
      for (next = y + 1; next < inset.rows && std::equal(row, row + inset.columns, inset.row(next));) ++next;
      for (std::uint32_t x = 0, from = 0; x < inset.columns; from = x) {
        while (x < inset.columns && row[x] == row[from]) ++x;
        const ImVec2 a(corner.x + pixel * static_cast<float>(from), corner.y + pixel * static_cast<float>(y));
        const ImVec2 b(corner.x + pixel * static_cast<float>(x), corner.y + pixel * static_cast<float>(next));
        list.AddRectFilled(a, b, linear(row[from]));
      }
    }
    ImGui::Dummy(size);
    ImGui::TextUnformatted(inset.title.c_str());
    ImGui::TextUnformatted(inset.words.c_str());
  }
  ImGui::End();
}

void Panel::lay_out(const PanelFacts& facts) {
  ImGui_ImplVulkan_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  agent_count_ = static_cast<int>(facts.agents.size());
  if (choices.open) {
    ImGui::SetNextWindowPos({10, 10}, ImGuiCond_FirstUseEver);
    constexpr float kWidth = 430.0f;
    const float highest = std::max(ImGui::GetIO().DisplaySize.y - 20.0f, 100.0f);  // then it scrolls
    ImGui::SetNextWindowSizeConstraints({kWidth, 0.0f}, {kWidth, highest});
    ImGui::SetNextWindowBgAlpha(0.85f);
    // Tab is the key of the menu: it must not go from slider to slider and take the keyboard.
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNavInputs;
    if (ImGui::Begin("Firsthand (F1)", &choices.open, kFlags)) {
      ImGui::Text("%s, driven by %s", facts.scenario.c_str(), facts.driver.c_str());
      if (facts.steers_view) lay_out_view(facts);
      lay_out_time(facts);
      lay_out_lists(facts);
      lay_out_tools();
    }
    ImGui::End();
  }
  lay_out_inset(facts.inset);
  ImGui::Render();
}

void Panel::draw(VkCommandBuffer commands) const {
  ImGui_ImplVulkan_RenderDrawData(ImGui::GetDrawData(), commands);
}

bool Panel::wants_mouse() const {
  return ImGui::GetIO().WantCaptureMouse;
}
bool Panel::wants_keyboard() const {
  return ImGui::GetIO().WantTextInput;
}

void Panel::next_view() {
  const int kinds = agent_count_ > 0 ? 4 : 3;
  choices.view = static_cast<ViewKind>((static_cast<int>(choices.view) + 1) % kinds);
}

}  // namespace fh::desktop
