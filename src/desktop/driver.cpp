// SPDX-License-Identifier: Apache-2.0
#include "desktop/driver.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace fh::desktop {

Driver::Driver(Window& window, Panel& panel, const EmulationSettings& settings)
    : window_(window), panel_(panel), user_(settings) {}

double Driver::aspect() const {
  const VkExtent2D size = window_.pixels();
  return size.height > 0 ? static_cast<double>(size.width) / size.height : 1.0;
}

std::uint32_t Driver::ticks(const WindowNews& news) {
  PanelChoices& choices = panel_.choices;
  const bool step = std::exchange(choices.step, false) || news.step;
  if (choices.paused) {
    clock_.restart();
    return step ? 1 : 0;
  }
  simulated_ns_ += news.input.seconds * choices.speed * 1e9;
  return clock_.ticks_until(static_cast<std::int64_t>(simulated_ns_));
}

/// Keys and the panel's buttons. Pausing is a matter of how many ticks pass, and so recorded with the row.
void Driver::take_commands(WindowNews& news) {
  for (const frame::Command& command : std::exchange(panel_.choices.commands, {})) news.input.commands.add(command);
  if (news.input.commands.has(frame::CommandId::Pause)) panel_.choices.paused = !panel_.choices.paused;
  for (const frame::Command& command : news.input.commands) {
    frame::CommandList one;
    if (command.id != frame::CommandId::Pause && one.add(command)) hold_.add(one);
  }
}

core::Result<frame::FrameOutcome> Driver::begin(frame::FrameInputs& frame) {
  const double wait = core::kTickSeconds - since_frame_.seconds();
  if (wait > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(wait));
  const double took = std::max(since_frame_.seconds(), 1e-4);
  since_frame_ = {};
  rate_ += 0.1 * (1.0 / took - rate_);
  WindowNews news = window_.poll(panel_.wants_mouse(), panel_.wants_keyboard());
  if (window_.wants_close()) return frame::FrameOutcome::End;
  if (news.panel_toggled) panel_.choices.open = !panel_.choices.open;
  if (news.view_next) panel_.next_view();
  if (news.record) panel_.choices.toggle_recording = true;
  take_commands(news);
  frame.ticks = ticks(news);
  news.input.seconds = frame.ticks * core::kTickSeconds;  // a slow machine drops time; a held pose must not lose it
  last_ = user_.advance(news.input, aspect());
  frame.display_time_ns = static_cast<std::int64_t>(simulated_ns_);
  last_.commands = {};
  hold_.release(frame.ticks, last_.commands);
  last_.change = setting_changes_.release(frame.ticks);
  frame.users.assign(1, last_);
  return frame::FrameOutcome::Run;
}

frame::EyeViews Driver::eyes() {
  frame::EyeViews views;
  views.count = 1;
  views.eyes[0].world_from_eye =
      world_from_tracking_ * math::Pose{last_.head.pose.rotation, scale_ * last_.head.pose.position};
  views.eyes[0].fov = frame::symmetric_fov(user_.settings().vertical_fov, aspect());
  return views;
}

}  // namespace fh::desktop
