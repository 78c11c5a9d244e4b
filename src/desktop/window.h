// SPDX-License-Identifier: Apache-2.0
#pragma once
// A window on the desktop: its keys and mouse as DeskInput. GLFW stays inside. One window at a time.
#include <vulkan/vulkan.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/time.h"
#include "desktop/emulation.h"

struct GLFWwindow;

namespace fh::desktop {

/// What one look at the window found.
struct WindowNews {
  DeskInput input;
  bool panel_toggled = false;  // F1
  bool view_next = false;      // V
  bool step = false;           // full stop: one tick while paused
  bool record = false;         // R
};

class Window {
 public:
  /// Fails where there is no display, with what to do.
  static core::Result<std::unique_ptr<Window>> create(const std::string& title, std::uint32_t width,
                                                      std::uint32_t height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Instance extensions a surface needs; known before any Vulkan object exists.
  std::vector<std::string> vulkan_extensions() const;
  core::Result<VkSurfaceKHR> make_surface(VkInstance instance) const;

  /// Handles waiting events. `mouse_taken`, `keyboard_taken`: the panel has them this frame.
  WindowNews poll(bool mouse_taken, bool keyboard_taken);
  bool wants_close() const;
  /// Of the picture, in pixels; 0 × 0 when minimised.
  VkExtent2D pixels() const;
  GLFWwindow* glfw() const { return window_; }
  void resize(std::uint32_t width, std::uint32_t height);
  void choose_hand(ActiveHand hand) { hand_ = hand; }

 private:
  Window() = default;
  static void on_key(GLFWwindow* window, int key, int code, int action, int mods);
  static void on_scroll(GLFWwindow* window, double x, double y);
  void read_mouse(bool taken, DeskInput& input);
  void read_keys(WindowNews& news);
  bool is_down(int key) const;

  GLFWwindow* window_ = nullptr;
  std::set<int> pressed_;  // keys that went down since the last poll: short taps must not be lost
  double scrolled_ = 0.0;
  bool looking_ = false;
  double last_x_ = 0.0, last_y_ = 0.0;
  bool grab_locked_ = false;  // G holds on without the button
  ActiveHand hand_ = ActiveHand::Right;
  core::Stopwatch watch_;
};

/// True when the environment names a display.
bool has_display();

}  // namespace fh::desktop
