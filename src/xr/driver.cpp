#include "xr/driver.h"

#include <time.h>

#include <thread>

#include "core/log.h"
#include "xr/check.h"

namespace fh::xr {
namespace {

using frame::FrameOutcome;

constexpr auto kIdlePause = std::chrono::milliseconds(20);  // between looks at the events of a sleeping session

using ConvertTime = XrResult(XRAPI_PTR*)(XrInstance, const timespec*, XrTime*);

std::int64_t to_ns(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

}  // namespace

core::Result<std::unique_ptr<Driver>> Driver::create_headless(std::unique_ptr<Instance> instance,
                                                              const DriverOptions& options) {
  std::unique_ptr<Driver> driver(new Driver(std::move(instance)));
  if (auto done = driver->open(nullptr, options); !done) return tl::make_unexpected(done.error());
  return driver;
}

core::Result<> Driver::open(const void* graphics_binding, const DriverOptions& options) {
  auto session = Session::create(*instance_, graphics_binding);
  if (!session) return tl::make_unexpected(session.error());
  session_ = std::move(*session);
  auto spaces = Spaces::create(*instance_, session_->get(), options.assumed_eye_height);
  if (!spaces) return tl::make_unexpected(spaces.error());
  spaces_ = std::make_unique<Spaces>(std::move(*spaces));
  auto controls = Controls::create(*instance_, session_->get(), options.profiles);
  if (!controls) return tl::make_unexpected(controls.error());
  controls_ = std::make_unique<Controls>(std::move(*controls));
  fingers_ = std::make_unique<Fingers>(Fingers::create(*instance_, session_->get()));
  return {};
}

Driver::~Driver() = default;

core::Result<FrameOutcome> Driver::begin(frame::FrameInput& input) {
  if (auto done = session_->poll(); !done) return tl::make_unexpected(done.error());
  if (session_->has_ended()) return FrameOutcome::End;
  for (const auto& change : session_->take_space_changes()) spaces_->change_is_coming(change);
  if (session_->take_profile_change()) controls_->look_up_devices();
  if (!session_->is_running()) {
    clock_.restart();
    std::this_thread::sleep_for(kIdlePause);
    return FrameOutcome::Skip;
  }
  const auto time = instance_->is_headless() ? wait_by_clock() : wait_for_frame();
  if (!time) return tl::make_unexpected(time.error());
  if (session_->focus() == frame::SessionFocus::Idle || !session_->user_is_present()) {
    clock_.restart();  // nobody looks: the simulation waits
    if (auto done = skip_frame(); !done) return tl::make_unexpected(done.error());
    return FrameOutcome::Skip;
  }
  if (auto done = controls_->sync(); !done) return tl::make_unexpected(done.error());
  capture(*time, input);
  return FrameOutcome::Run;
}

void Driver::capture(XrTime time, frame::FrameInput& input) {
  input = {};
  input.ticks = clock_.ticks_until(time);
  input.display_time_ns = time;
  input.focus = session_->focus();
  input.space_change = spaces_->update(time);
  input.head = locate(spaces_->head(), spaces_->floor(), time);
  controls_->read(spaces_->floor(), time, input);
  if (input.focus == frame::SessionFocus::Focused) fingers_->read(spaces_->floor(), time, input.hands);
}

core::Result<XrTime> Driver::wait_for_frame() {
  FH_XR(xrWaitFrame(session_->get(), nullptr, &frame_));
  return frame_.predictedDisplayTime;
}

core::Result<XrTime> Driver::wait_by_clock() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  constexpr std::int64_t kPeriod = 1000000000 / core::kTicksPerSecond;
  const std::int64_t wait = next_headless_ns_ - to_ns(now);
  if (wait > 0) std::this_thread::sleep_for(std::chrono::nanoseconds(wait));
  next_headless_ns_ = std::max(next_headless_ns_, to_ns(now)) + kPeriod;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const auto convert = instance_->function<ConvertTime>("xrConvertTimespecTimeToTimeKHR");
  XrTime time = 0;
  if (!convert) return core::fail("the OpenXR runtime has no clock (xrConvertTimespecTimeToTimeKHR)");
  FH_XR(convert(instance_->get(), &now, &time));
  return time;
}

core::Result<> Driver::skip_frame() {
  if (instance_->is_headless()) return {};
  FH_XR(xrBeginFrame(session_->get(), nullptr));
  return end();
}

frame::EyeViews Driver::eyes() {
  frame::EyeViews views;
  views.count = 0;
  return views;
}

core::Result<> Driver::end() {
  return {};
}

}  // namespace fh::xr
