#pragma once
// A headset as a FrameDriver: waits for the runtime's frames, captures the user, gives the eyes, hands the picture
// over. Frame order as the best-practices validation layer wants it: events, xrWaitFrame, xrSyncActions, locate
// (begin); xrBeginFrame, xrLocateViews (eyes); xrEndFrame (end). Used from one thread.
#include <memory>
#include <string>
#include <vector>

#include "frame/frame_driver.h"
#include "frame/tick_clock.h"
#include "xr/controls.h"
#include "xr/fingers.h"
#include "xr/instance.h"
#include "xr/session.h"
#include "xr/tracking.h"

namespace fh::xr {

struct DriverOptions {
  double assumed_eye_height = 1.6;    // m, where the runtime does not know the floor
  double refresh_rate = 90.0;         // Hz wished; the nearest offered is taken
  std::vector<std::string> profiles;  // suggest only these (action_table.h); empty: all
};

/// What our own code costs, the runtime's and the graphics device's waiting left out.
struct FrameCost {
  double begin_us = 0.0;  // after xrWaitFrame: actions and poses
  double eyes_us = 0.0;
  double end_us = 0.0;
};

class Driver final : public frame::FrameDriver {
 public:
  /// A headless session: input without pictures (XR_MND_headless), 90 frames a second by the machine's clock.
  static core::Result<std::unique_ptr<Driver>> create_headless(std::unique_ptr<Instance> instance,
                                                               const DriverOptions& options);
  ~Driver() override;

  core::Result<frame::FrameOutcome> begin(frame::FrameInput& input) override;
  /// In the world as placed by place(); count 0 when the runtime wants no picture.
  frame::EyeViews eyes() override;
  core::Result<> end() override;

  /// Where tracking space stands in the scene, for eyes(): from the world, after its ticks.
  void place(const math::Pose& world_from_tracking) { world_from_tracking_ = world_from_tracking; }
  /// Ends the session in order: begin() gives End within a few frames.
  void request_exit() { session_->request_exit(); }

  const Instance& instance() const { return *instance_; }
  const Session& session() const { return *session_; }
  const Controls& controls() const { return *controls_; }

 private:
  explicit Driver(std::unique_ptr<Instance> instance) : instance_(std::move(instance)) {}
  core::Result<> open(const void* graphics_binding, const DriverOptions& options);
  core::Result<XrTime> wait_for_frame();
  core::Result<XrTime> wait_by_clock();
  core::Result<> skip_frame();
  void capture(XrTime time, frame::FrameInput& input);

  std::unique_ptr<Instance> instance_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Spaces> spaces_;
  std::unique_ptr<Controls> controls_;
  std::unique_ptr<Fingers> fingers_;
  frame::TickClock clock_;
  math::Pose world_from_tracking_;
  XrFrameState frame_{XR_TYPE_FRAME_STATE};
  std::int64_t next_headless_ns_ = 0;
};

}  // namespace fh::xr
