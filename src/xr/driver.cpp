// SPDX-License-Identifier: Apache-2.0
#include "xr/driver.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "core/log.h"
#include "xr/check.h"
#include "xr/platform.h"
#include "xr/visibility_mask.h"

namespace fh::xr {
namespace {

using frame::FrameOutcome;

constexpr auto kIdlePause = std::chrono::milliseconds(20);  // between looks at the events of a sleeping session

constexpr int kLooksUntilHint = 200;  // 4 s
constexpr std::uint32_t kEyes = 2;

double microseconds(const core::Stopwatch& watch) {
  return watch.seconds() * 1e6;
}

std::int64_t to_ns(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

}  // namespace

core::Result<std::unique_ptr<Driver>> Driver::create_headless(std::unique_ptr<Instance> instance,
                                                              const DriverOptions& options) {
  std::unique_ptr<Driver> driver(new Driver(std::move(instance)));
  FH_TRY_VOID(driver->open(nullptr, options));
  return driver;
}

core::Result<std::unique_ptr<Driver>> Driver::create(std::unique_ptr<Instance> instance, const VulkanHandles& vulkan,
                                                     const DriverOptions& options) {
  std::unique_ptr<Driver> driver(new Driver(std::move(instance)));
  XrGraphicsBindingVulkan2KHR binding{XR_TYPE_GRAPHICS_BINDING_VULKAN2_KHR};
  binding.instance = vulkan.instance;
  binding.physicalDevice = vulkan.physical;
  binding.device = vulkan.device;
  binding.queueFamilyIndex = vulkan.queue_family;
  FH_TRY_VOID(driver->open(&binding, options));
  FH_TRY(images, EyeImages::create(*driver->instance_, driver->session_->get(), vulkan.device, options.resolution,
                                   options.depth));
  driver->images_ = std::move(images);
  driver->near_plane_ = options.near_plane;
  driver->choose_refresh_rate(options.refresh_rate);
  driver->read_mask();
  return driver;
}

core::Result<> Driver::open(const void* graphics_binding, const DriverOptions& options) {
  FH_TRY(session, Session::create(*instance_, graphics_binding));
  session_ = std::move(session);
  FH_TRY(spaces, Spaces::create(*instance_, session_->get(), options.assumed_eye_height));
  spaces_ = std::make_unique<Spaces>(std::move(spaces));
  FH_TRY(trackers, Trackers::create(*instance_, session_->get()));
  trackers_ = std::make_unique<Trackers>(std::move(trackers));
  FH_TRY(controls, Controls::create(*instance_, session_->get(), options.profiles, trackers_->set()));
  controls_ = std::make_unique<Controls>(std::move(controls));
  if (auto done = trackers_->make_spaces(); !done) return done;
  fingers_ = std::make_unique<Fingers>(Fingers::create(*instance_, session_->get()));
  return {};
}

Driver::~Driver() {
  if (!waited_ && !begun_) return;
  // The session says goodbye with empty frames, and the runtime gives none before this one was begun.
  drawn_ = false;
  if (!begin_frame() || !submit()) session_->leave_at_once();
}

void Driver::read_mask() {
  hidden_ = read_hidden_area(*instance_, session_->get());
  ++hidden_version_;
}

core::Result<FrameOutcome> Driver::begin(frame::FrameInputs& frame) {
  return note(begin_frame_of(frame));
}

core::Result<FrameOutcome> Driver::begin_frame_of(frame::FrameInputs& frame) {
  FH_TRY_VOID(session_->poll());
  if (session_->has_ended()) return FrameOutcome::End;
  for (const auto& change : session_->take_space_changes()) spaces_->change_is_coming(change);
  if (session_->take_profile_change()) controls_->look_up_devices();
  if (session_->take_mask_change() && images_) read_mask();
  if (!session_->is_running()) {
    clock_.restart();
    if (++idle_looks_ == kLooksUntilHint) core::log_info("waiting for the headset: put it on");
    std::this_thread::sleep_for(kIdlePause);
    return FrameOutcome::Skip;
  }
  FH_TRY(time, instance_->is_headless() ? wait_by_clock() : wait_for_frame());
  if (session_->focus() == frame::SessionFocus::Idle || !session_->user_is_present()) {
    clock_.restart();  // nobody looks: the simulation waits
    FH_TRY_VOID(skip_frame());
    return FrameOutcome::Skip;
  }
  const core::Stopwatch watch;
  FH_TRY_VOID(controls_->sync());
  capture(time, frame);
  cost_.begin = microseconds(watch);
  return FrameOutcome::Run;
}

void Driver::capture(XrTime time, frame::FrameInputs& frame) {
  frame.ticks = clock_.ticks_until(time);
  frame.display_time_ns = time;
  frame.users.assign(1, {});
  frame::FrameInput& input = frame.users.front();
  input.focus = session_->focus();
  input.space_change = spaces_->update(time);
  input.head = locate(spaces_->head(), spaces_->floor(), time);
  if (sign_ && input.head.valid) sign_->stand_before(input.head.pose);
  if (input.focus == frame::SessionFocus::Focused) trackers_->read(spaces_->floor(), time, input);
  controls_->read(spaces_->floor(), time, input);
  hold_.add(std::exchange(input.commands, {}));
  hold_.release(frame.ticks, input.commands);
  if (input.focus == frame::SessionFocus::Focused) fingers_->read(spaces_->floor(), time, input.hands);
}

core::Result<XrTime> Driver::wait_for_frame() {
  FH_XR(xrWaitFrame(session_->get(), nullptr, &frame_));
  waited_ = true;
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
  const auto convert = instance_->function<PFN_xrConvertTimespecTimeToTimeKHR>("xrConvertTimespecTimeToTimeKHR");
  XrTime time = 0;
  if (!convert) return core::fail("the OpenXR runtime has no clock (xrConvertTimespecTimeToTimeKHR)");
  FH_XR(convert(instance_->get(), &now, &time));
  return time;
}

core::Result<> Driver::begin_frame() {
  if (begun_) return {};
  FH_XR(xrBeginFrame(session_->get(), nullptr));  // XR_FRAME_DISCARDED is a success: go on with this one
  waited_ = false;
  begun_ = true;
  return {};
}

core::Result<> Driver::skip_frame() {
  if (instance_->is_headless()) return {};
  if (auto done = begin_frame(); !done) return done;
  return submit();
}

frame::EyeViews Driver::eyes() {
  const core::Stopwatch watch;
  frame::EyeViews out;
  out.count = 0;
  out.near_plane = near_plane_;
  if (!images_ || !begin_frame() || !frame_.shouldRender) return out;
  XrViewLocateInfo info{XR_TYPE_VIEW_LOCATE_INFO};
  info.viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  info.displayTime = frame_.predictedDisplayTime;
  info.space = spaces_->floor();
  XrViewState state{XR_TYPE_VIEW_STATE};
  views_.fill({XR_TYPE_VIEW});
  std::uint32_t count = 0;
  constexpr XrViewStateFlags kValid = XR_VIEW_STATE_POSITION_VALID_BIT | XR_VIEW_STATE_ORIENTATION_VALID_BIT;
  const XrResult result = xrLocateViews(session_->get(), &info, &state, kEyes, &count, views_.data());
  if (XR_FAILED(result) || count != kEyes || (state.viewStateFlags & kValid) != kValid) return out;
  submitted_.tracking_views = out;
  for (std::uint32_t eye = 0; eye < kEyes; ++eye) {
    const XrFovf& fov = views_[eye].fov;
    out.eyes[eye].fov = {fov.angleLeft, fov.angleRight, fov.angleUp, fov.angleDown};
    submitted_.tracking_views.eyes[eye] = {to_pose(views_[eye].pose), out.eyes[eye].fov};
    math::Pose tracking_from_eye = submitted_.tracking_views.eyes[eye].world_from_eye;
    tracking_from_eye.position *= scale_;
    out.eyes[eye].world_from_eye = world_from_tracking_ * tracking_from_eye;
  }
  out.count = submitted_.tracking_views.count = kEyes;
  cost_.eyes = microseconds(watch);
  return out;
}

core::Result<EyeImage> Driver::acquire_image() {
  return note(images_->acquire());
}

core::Result<> Driver::release_image() {
  auto done = note(images_->release());
  drawn_ = done.has_value();
  return done;
}

core::Result<VkImage> Driver::make_sign(VkExtent2D pixels, double width) {
  FH_TRY(made, Sign::create(session_->get(), images_->format(), pixels, width));
  sign_ = std::move(made);
  return note(sign_->acquire());
}

core::Result<> Driver::raise_sign() {
  return note(sign_->release());
}

core::Result<> Driver::end() {
  if (instance_->is_headless()) return {};
  if (auto done = note(begin_frame()); !done) return done;  // nobody asked for the eyes
  const core::Stopwatch watch;
  auto done = note(submit());
  cost_.end = microseconds(watch);
  return done;
}

core::Result<> Driver::submit() {
  std::array<XrCompositionLayerProjectionView, kEyes> parts{};
  std::array<XrCompositionLayerDepthInfoKHR, kEyes> depths{};
  for (std::uint32_t eye = 0; eye < kEyes && drawn_; ++eye) {
    parts[eye] = {XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW};
    parts[eye].pose = views_[eye].pose;  // untouched, as it was located
    parts[eye].fov = views_[eye].fov;
    parts[eye].subImage = images_->colour_part(eye);
    if (!images_->has_depth()) continue;
    depths[eye] = {XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR};
    depths[eye].subImage = images_->depth_part(eye);
    depths[eye].minDepth = 0.0f;
    depths[eye].maxDepth = 1.0f;
    depths[eye].nearZ = std::numeric_limits<float>::infinity();   // reversed: 0 is infinitely far
    depths[eye].farZ = static_cast<float>(near_plane_ / scale_);  // in metres of tracking space
    parts[eye].next = &depths[eye];
  }
  XrCompositionLayerProjection layer{XR_TYPE_COMPOSITION_LAYER_PROJECTION};
  layer.space = spaces_->floor();
  layer.viewCount = kEyes;
  layer.views = parts.data();
  const auto* layers = reinterpret_cast<const XrCompositionLayerBaseHeader*>(&layer);
  const bool with_sign = !drawn_ && sign_ && sign_->is_ready() && frame_.shouldRender;
  XrCompositionLayerQuad quad{XR_TYPE_COMPOSITION_LAYER_QUAD};
  if (with_sign) {
    quad = sign_->layer(spaces_->floor());
    layers = reinterpret_cast<const XrCompositionLayerBaseHeader*>(&quad);
  }
  XrFrameEndInfo info{XR_TYPE_FRAME_END_INFO};
  info.displayTime = frame_.predictedDisplayTime;
  info.environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
  info.layerCount = drawn_ || with_sign ? 1 : 0;
  info.layers = info.layerCount > 0 ? &layers : nullptr;
  submitted_.display_time_ns = frame_.predictedDisplayTime;
  submitted_.has_picture = drawn_;
  if (drawn_ && !shown_) core::log_info("first picture in the headset {:.1f} s after it was opened", opened_.seconds());
  if (with_sign && !sign_shown_) core::log_info("loading sign in the headset after {:.1f} s", opened_.seconds());
  shown_ = shown_ || drawn_;
  sign_shown_ = sign_shown_ || with_sign;
  begun_ = drawn_ = false;
  FH_XR(xrEndFrame(session_->get(), &info));
  if (submitted_.has_picture) sign_.reset();
  return {};
}

void Driver::choose_refresh_rate(double wished) {
  if (!instance_->has(XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME)) return;
  const auto list = instance_->function<PFN_xrEnumerateDisplayRefreshRatesFB>("xrEnumerateDisplayRefreshRatesFB");
  const auto request = instance_->function<PFN_xrRequestDisplayRefreshRateFB>("xrRequestDisplayRefreshRateFB");
  std::uint32_t count = 0;
  if (!list || !request || XR_FAILED(list(session_->get(), 0, &count, nullptr)) || count == 0) return;
  std::vector<float> rates(count);
  if (XR_FAILED(list(session_->get(), count, &count, rates.data()))) return;
  const float nearest = *std::min_element(
      rates.begin(), rates.end(), [&](float a, float b) { return std::abs(a - wished) < std::abs(b - wished); });
  if (XR_SUCCEEDED(request(session_->get(), nearest))) core::log_info("headset: {} Hz", nearest);
}

}  // namespace fh::xr
