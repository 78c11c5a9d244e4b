// SPDX-License-Identifier: Apache-2.0
#pragma once
// A headset as a FrameDriver: waits for the runtime's frames, captures the user, gives the eyes, hands the picture
// over. Frame order as the best-practices validation layer wants it: events, xrWaitFrame, xrSyncActions, locate
// (begin); xrBeginFrame, xrLocateViews (eyes); xrEndFrame (end). Used from one thread.
#include <memory>
#include <string>
#include <vector>

#include "core/time.h"
#include "frame/frame_driver.h"
#include "frame/hidden_area.h"
#include "frame/tick_clock.h"
#include "xr/controls.h"
#include "xr/eye_images.h"
#include "xr/fingers.h"
#include "xr/instance.h"
#include "xr/loading_layer.h"
#include "xr/session.h"
#include "xr/trackers.h"
#include "xr/tracking.h"
#include "xr/vulkan.h"

namespace fh::xr {

struct DriverOptions {
  double assumed_eye_height = 1.6;    // m, where the runtime does not know the floor
  double refresh_rate = 90.0;         // Hz wanted; the nearest offered is taken
  double resolution = 1.0;            // of the runtime's recommended size
  double near_plane = 0.05;           // m
  bool depth = true;                  // hand depth over, where the runtime takes it: steadier pictures
  std::vector<std::string> profiles;  // suggest only these (action_table.h); empty: all
};

/// Microseconds our own code took in the last frame; waiting for the runtime (xrWaitFrame, image) is left out.
struct FrameCost {
  double begin = 0.0;  // events, actions, poses
  double eyes = 0.0;   // xrBeginFrame, views
  double end = 0.0;    // xrEndFrame: the runtime's own time
};

/// The frame as it was submitted, for tests and the mirror.
struct SubmittedFrame {
  std::int64_t display_time_ns = 0;
  frame::EyeViews tracking_views;  // as located: in tracking space
  bool has_picture = false;
};

class Driver final : public frame::FrameDriver {
 public:
  /// A session that draws with the given device, which was made through xr/vulkan.h and must outlive the driver.
  static core::Result<std::unique_ptr<Driver>> create(std::unique_ptr<Instance> instance, const VulkanHandles& vulkan,
                                                      const DriverOptions& options);
  /// A headless session: input without pictures (XR_MND_headless), 90 frames a second by the machine's clock.
  static core::Result<std::unique_ptr<Driver>> create_headless(std::unique_ptr<Instance> instance,
                                                               const DriverOptions& options);
  ~Driver() override;

  core::Result<frame::FrameOutcome> begin(frame::FrameInputs& frame) override;
  /// In the world as placed by place(); count 0 when the runtime wants no picture.
  frame::EyeViews eyes() override;
  core::Result<> end() override;

  /// Where tracking space stands in the scene, for eyes(): from the world, after its ticks. `scale`: m in the scene per
  /// m of tracking space, so that the eyes of a smaller body are lower and closer together.
  void place(const math::Pose& world_from_tracking, double scale = 1.0) {
    world_from_tracking_ = world_from_tracking;
    scale_ = scale;
  }
  /// The hand that measures is the left one: the buttons for measure and snapshot change sides.
  void swap_tool_hand(bool swapped) { controls_->swap_tool_hand(swapped); }
  /// `strength` 0 … 1. Quietly does nothing where there is no vibration, or without focus.
  void vibrate(std::size_t hand, double seconds, double strength) const { controls_->vibrate(hand, seconds, strength); }
  /// Between eyes() with views and end(): the image to draw on. A frame that drew nothing is submitted empty.
  core::Result<EyeImage> acquire_image();
  core::Result<> release_image();
  const EyeImages& images() const { return *images_; }

  /// A sign 2 m in front of the user, shown by frames without a picture until the first picture comes (loading).
  /// Gives the image to fill, which is left as colour attachment; then raise_sign().
  core::Result<VkImage> make_sign(VkExtent2D pixels, double width);
  core::Result<> raise_sign();
  bool sign_was_shown() const { return sign_shown_; }
  /// The next frame starts the simulation's time anew: what went by while loading never happened.
  void restart_clock() { clock_.restart(); }

  /// What the lenses hide; `version` grows with every change.
  const frame::HiddenArea& hidden_area() const { return hidden_; }
  int hidden_area_version() const { return hidden_version_; }
  /// A call failed: the session or the runtime is gone, and the driver must be made anew.
  bool has_failed() const { return failed_; }
  /// Ends the session in order: begin() gives End within a few frames.
  void request_exit() { session_->request_exit(); }

  const Instance& instance() const { return *instance_; }
  const Session& session() const { return *session_; }
  const Controls& controls() const { return *controls_; }
  const FrameCost& cost() const { return cost_; }
  const SubmittedFrame& submitted() const { return submitted_; }

 private:
  explicit Driver(std::unique_ptr<Instance> instance) : instance_(std::move(instance)) {}
  core::Result<> open(const void* graphics_binding, const DriverOptions& options);
  core::Result<frame::FrameOutcome> begin_frame_of(frame::FrameInputs& frame);
  void read_mask();
  template <class T>
  core::Result<T> note(core::Result<T> result) {
    failed_ = failed_ || !result;
    return result;
  }
  core::Result<XrTime> wait_for_frame();
  core::Result<XrTime> wait_by_clock();
  core::Result<> begin_frame();
  core::Result<> skip_frame();
  core::Result<> submit();
  void choose_refresh_rate(double wished);
  void capture(XrTime time, frame::FrameInputs& frame);

  std::unique_ptr<Instance> instance_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Spaces> spaces_;
  std::unique_ptr<Controls> controls_;
  std::unique_ptr<Fingers> fingers_;
  std::unique_ptr<Trackers> trackers_;
  std::unique_ptr<EyeImages> images_;  // none when headless
  std::unique_ptr<Sign> sign_;         // until the first picture
  frame::HiddenArea hidden_;
  int hidden_version_ = 0;
  frame::TickClock clock_;
  frame::CommandHold hold_;
  math::Pose world_from_tracking_;
  double scale_ = 1.0;
  XrFrameState frame_{XR_TYPE_FRAME_STATE};
  std::array<XrView, 2> views_{};
  double near_plane_ = 0.05;
  bool waited_ = false;  // xrWaitFrame gave frame_, which is not begun
  bool begun_ = false;   // xrBeginFrame was called for frame_, which is not ended
  bool drawn_ = false;   // an image was acquired and released in this frame
  bool shown_ = false;   // a picture was submitted
  bool sign_shown_ = false;
  bool failed_ = false;
  int idle_looks_ = 0;
  core::Stopwatch opened_;
  FrameCost cost_;
  SubmittedFrame submitted_;
  std::int64_t next_headless_ns_ = 0;
};

}  // namespace fh::xr
