// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operator's panel over the window's picture (Dear ImGui, which stays inside). It shows facts and keeps choices;
// whoever owns it obeys them. F1 opens and closes it.
#include <vulkan/vulkan.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "desktop/panel_settings.h"
#include "desktop/window.h"
#include "desktop/window_images.h"
#include "frame/balance_view.h"
#include "frame/commands.h"
#include "frame/inset.h"

namespace fh::desktop {

enum class ViewKind : std::uint8_t { FirstPerson, ThirdPerson, Top, Agent };

/// What the operator chose.
struct PanelChoices {
  bool open = true;
  ViewKind view = ViewKind::FirstPerson;
  int agent = 0;       // whose eye, with ViewKind::Agent and with the inset
  bool inset = false;  // what the agent sees is shown in a corner
  bool paused = false;
  bool step = false;                 // one tick; reset when taken
  double speed = 1.0;                // of simulated time
  frame::CommandList commands;       // asked for by buttons; emptied when taken
  bool toggle_recording = false;     // reset when taken
  std::string save_profile;          // under this name; emptied when taken
  std::vector<PanelChange> changes;  // of settings; emptied when taken
};

/// What the panel shows.
struct PanelFacts {
  std::string scenario;
  std::string driver;       // "mouse and keyboard", "headset (Touch controllers)"
  bool steers_view = true;  // the view is chosen here; false beside a headset
  bool steers_time = true;  // so are pause, step and speed
  std::string recording;    // the file, or empty
  bool can_record = false;  // recording can be started and stopped
  double simulated_seconds = 0.0;
  double frames_per_second = 0.0;
  double frame_ms = 0.0;
  std::vector<std::string> agents;  // whose eyes can be chosen
  std::vector<std::string> seen;    // who sees what, one line each
  std::vector<std::string> doing;   // what each agent does: the nodes of its net that run, outer ones first
  std::vector<std::string> board;   // what is to be done and who does it, one line each
  std::vector<std::string> said;    // the last words of agents, "mira: Done."
  frame::Inset inset;               // what the chosen agent sees; empty: not shown
  std::vector<PanelSetting> settings;
  std::string calibration;        // what calibrating says to the user, or empty
  std::string body;               // the user's own body and the one that is worn
  bool has_balance = false;       // the user is there
  frame::BalanceView balance;     // of the user
  bool can_save_profile = false;  // a calibration was made
  std::string message;            // last event: "snapshot saved as …"
};

class Panel {
 public:
  /// All three must outlive the panel; only one panel at a time.
  static core::Result<std::unique_ptr<Panel>> create(const Window& window, const WindowDevice& vulkan,
                                                     const WindowImages& images);
  ~Panel();
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  /// Lays the panel out; once per frame, before draw().
  void lay_out(const PanelFacts& facts);
  /// Into the render pass of WindowImages::present().
  void draw(VkCommandBuffer commands) const;
  bool wants_mouse() const;
  bool wants_keyboard() const;
  void next_view();

  PanelChoices choices;

 private:
  explicit Panel(VkDevice device) : device_(device) {}
  void lay_out_view(const PanelFacts& facts);
  void lay_out_time(const PanelFacts& facts);
  void lay_out_command(const frame::CommandRow& row);
  void lay_out_tools();
  void lay_out_texts();
  void lay_out_moves();
  void lay_out_recording(const PanelFacts& facts);
  void lay_out_settings(const PanelFacts& facts);
  void lay_out_setting(const PanelSetting& setting, std::size_t index);
  void lay_out_body(const PanelFacts& facts);
  void lay_out_balance(const frame::BalanceView& balance);
  void lay_out_lists(const PanelFacts& facts);
  void lay_out_telling(const PanelFacts& facts);
  void lay_out_agent(const PanelFacts& facts);
  void lay_out_inset(const frame::Inset& inset);

  VkDevice device_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  int agent_count_ = 0;
  int dragged_ = -1;  // the number under the mouse, by index
  float dragged_value_ = 0.0f;
  std::array<char, 65> profile_name_{};
  std::array<char, 200> tool_text_{};
  std::array<float, 3> move_mm_{};
  std::array<float, 3> scale_percent_{100.0f, 100.0f, 100.0f};
  float turn_deg_ = 15.0f, section_m_ = 0.1f;
  std::array<char, 200> sentence_{};
};

}  // namespace fh::desktop
