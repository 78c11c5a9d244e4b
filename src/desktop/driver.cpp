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

core::Result<frame::FrameOutcome> Driver::begin(frame::FrameInput& input) {
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
  news.input.commands |= std::exchange(panel_.choices.commands, 0u);
  // Pausing is a matter of how many ticks pass, and so recorded with the row.
  if (news.input.commands & frame::kCommandPause) panel_.choices.paused = !panel_.choices.paused;
  news.input.commands &= ~static_cast<std::uint32_t>(frame::kCommandPause);
  input = user_.advance(news.input, aspect());
  input.ticks = ticks(news);
  input.display_time_ns = static_cast<std::int64_t>(simulated_ns_);
  input.commands = hold_.release(input.commands, input.ticks);
  input.change = setting_changes_.release(input.ticks);
  last_ = input;
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
