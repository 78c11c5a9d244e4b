// SPDX-License-Identifier: Apache-2.0
#include "desktop/window.h"

#define GLFW_INCLUDE_VULKAN
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace fh::desktop {
namespace {

constexpr double kLookPerPixel = 0.003;  // rad
constexpr double kReachPerNotch = 0.05;  // m
constexpr double kRollPerNotch = math::radians(9.0);

std::string glfw_complaint() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "unknown reason";
}

/// GLFW's number of a key of the command table; letters are their own. GLFW_KEY_UNKNOWN for commands without a key.
int key_named(std::string_view name) {
  if (name == "Left") return GLFW_KEY_LEFT;
  if (name == "Right") return GLFW_KEY_RIGHT;
  if (name == "Home") return GLFW_KEY_HOME;
  if (name == "Space") return GLFW_KEY_SPACE;
  if (name == "Tab") return GLFW_KEY_TAB;
  if (name == "Delete") return GLFW_KEY_DELETE;
  return name.size() == 1 ? name[0] : GLFW_KEY_UNKNOWN;
}

bool has_value(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

}  // namespace

bool has_display() {
  return has_value("DISPLAY") || has_value("WAYLAND_DISPLAY");
}

core::Result<std::unique_ptr<Window>> Window::create(const std::string& title, std::uint32_t width,
                                                     std::uint32_t height) {
  if (!glfwInit())
    return core::fail("no window can be opened: {}; set DISPLAY, or run with --tour for a visit without a window",
                      glfw_complaint());
  std::unique_ptr<Window> made(new Window);
  if (!glfwVulkanSupported()) return core::fail("no window can be drawn on: Vulkan has no driver for this display");
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  made->window_ = glfwCreateWindow(static_cast<int>(width), static_cast<int>(height), title.c_str(), nullptr, nullptr);
  if (!made->window_) return core::fail("no window can be opened: {}", glfw_complaint());
  glfwSetWindowUserPointer(made->window_, made.get());
  glfwSetKeyCallback(made->window_, on_key);
  glfwSetScrollCallback(made->window_, on_scroll);
  return made;
}

Window::~Window() {
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

std::vector<std::string> Window::vulkan_extensions() const {
  std::uint32_t count = 0;
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  return names ? std::vector<std::string>(names, names + count) : std::vector<std::string>{};
}

core::Result<VkSurfaceKHR> Window::make_surface(VkInstance instance) const {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  if (glfwCreateWindowSurface(instance, window_, nullptr, &surface) != VK_SUCCESS)
    return core::fail("the window cannot be drawn on: {}", glfw_complaint());
  return surface;
}

void Window::on_key(GLFWwindow* window, int key, int, int action, int) {
  if (action == GLFW_PRESS) static_cast<Window*>(glfwGetWindowUserPointer(window))->pressed_.insert(key);
}

void Window::on_scroll(GLFWwindow* window, double, double y) {
  static_cast<Window*>(glfwGetWindowUserPointer(window))->scrolled_ += y;
}

bool Window::is_down(int key) const {
  return glfwGetKey(window_, key) == GLFW_PRESS || pressed_.count(key) > 0;
}

void Window::read_mouse(bool taken, DeskInput& input) {
  double x = 0.0, y = 0.0;
  int width = 1, height = 1;
  glfwGetCursorPos(window_, &x, &y);
  glfwGetWindowSize(window_, &width, &height);
  const auto down = [&](int button) { return !taken && glfwGetMouseButton(window_, button) == GLFW_PRESS; };
  const bool look = down(GLFW_MOUSE_BUTTON_RIGHT);
  if (look && looking_) input.look = kLookPerPixel * math::Vec2(x - last_x_, last_y_ - y);
  looking_ = look;
  last_x_ = x;
  last_y_ = y;
  input.cursor = {std::clamp(2.0 * x / std::max(width, 1) - 1.0, -1.0, 1.0),
                  std::clamp(1.0 - 2.0 * y / std::max(height, 1), -1.0, 1.0)};
  input.use = down(GLFW_MOUSE_BUTTON_LEFT);
  input.grab = grab_locked_ || down(GLFW_MOUSE_BUTTON_MIDDLE);
  const bool rolls = glfwGetKey(window_, GLFW_KEY_LEFT_ALT) == GLFW_PRESS;
  if (!taken) (rolls ? input.roll : input.reach) = (rolls ? kRollPerNotch : kReachPerNotch) * scrolled_;
  scrolled_ = 0.0;
}

void Window::read_keys(WindowNews& news) {
  DeskInput& input = news.input;
  input.forward = is_down(GLFW_KEY_W);
  input.back = is_down(GLFW_KEY_S);
  input.left = is_down(GLFW_KEY_A);
  input.right = is_down(GLFW_KEY_D);
  input.fast = is_down(GLFW_KEY_LEFT_SHIFT);
  input.crouch = is_down(GLFW_KEY_C) || is_down(GLFW_KEY_LEFT_CONTROL);
  input.lean_left = is_down(GLFW_KEY_Q);
  input.lean_right = is_down(GLFW_KEY_E);
  input.teleport = is_down(GLFW_KEY_T);
  const auto tapped = [&](int key) { return pressed_.count(key) > 0; };
  if (tapped(GLFW_KEY_G)) grab_locked_ = !grab_locked_;
  if (tapped(GLFW_KEY_1)) hand_ = ActiveHand::Left;
  if (tapped(GLFW_KEY_2)) hand_ = ActiveHand::Right;
  if (tapped(GLFW_KEY_3)) hand_ = ActiveHand::Both;
  for (const frame::CommandRow& row : frame::kCommands) {
    if (tapped(key_named(row.key))) input.commands.add(row.id);
  }
  news.view_next = tapped(GLFW_KEY_V);
  news.step = tapped(GLFW_KEY_PERIOD);
  news.record = tapped(GLFW_KEY_R);
}

WindowNews Window::poll(bool mouse_taken, bool keyboard_taken) {
  pressed_.clear();
  glfwPollEvents();
  WindowNews news;
  news.input.seconds = std::min(watch_.seconds(), 0.1);
  watch_ = {};
  news.panel_toggled = pressed_.count(GLFW_KEY_F1) > 0;
  if (!keyboard_taken) read_keys(news);
  read_mouse(mouse_taken, news.input);
  news.input.hand = hand_;
  return news;
}

bool Window::wants_close() const {
  return glfwWindowShouldClose(window_) != 0;
}

VkExtent2D Window::pixels() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return {static_cast<std::uint32_t>(std::max(width, 0)), static_cast<std::uint32_t>(std::max(height, 0))};
}

void Window::resize(std::uint32_t width, std::uint32_t height) {
  glfwSetWindowSize(window_, static_cast<int>(width), static_cast<int>(height));
  glfwPollEvents();
}

}  // namespace fh::desktop
