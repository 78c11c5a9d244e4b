#pragma once
// What one frame of the outside world was: the only thing besides scenario and config that the simulation sees.
// Captured once by a driver, stored in recordings, replayed bit by bit. Poses are in tracking space (floor-level,
// metres, Y up, -Z forward); world places the user in the scene.
#include <array>
#include <cstdint>
#include <type_traits>

#include "math/pose.h"

namespace fh::frame {

/// Raised whenever the layout of FrameInput changes; recordings carry it.
inline constexpr std::uint32_t kFrameInputVersion = 2;

enum class SessionFocus : std::uint8_t {
  Idle,     // nobody looks: nothing is drawn, the simulation waits
  Visible,  // drawn, but input belongs to someone else: hands are held, the drill pauses
  Focused,  // normal
};

/// A tracked thing. `valid`: the pose may be used; `tracked`: it is measured now, not guessed or held.
struct TrackedPose {
  math::Pose pose;
  math::Vec3 linear_velocity{0.0};   // m/s; zero unless velocity_valid
  math::Vec3 angular_velocity{0.0};  // rad/s, tracking space
  std::uint8_t valid = 0;
  std::uint8_t tracked = 0;
  std::uint8_t velocity_valid = 0;
  std::uint8_t reserved[5] = {};
};

/// Bits of HandInput::buttons and HandInput::touches, named by meaning where profiles differ.
enum Button : std::uint32_t {
  kButtonTrigger = 1u << 0,  // pressed past the click point
  kButtonSqueeze = 1u << 1,
  kButtonPrimary = 1u << 2,    // A or X
  kButtonSecondary = 1u << 3,  // B or Y
  kButtonStick = 1u << 4,
  kButtonMenu = 1u << 5,
  kButtonTrackpad = 1u << 6,
};

struct HandInput {
  TrackedPose grip;               // held objects and the wrist's target
  TrackedPose aim;                // pointing: -Z is the ray
  double trigger = 0.0;           // 0..1
  double squeeze = 0.0;           // 0..1
  math::Vec2 stick{0.0};          // -1..1, +Y away from the user
  std::array<double, 5> curls{};  // thumb … little finger, 0 straight … 1 closed
  std::uint32_t buttons = 0;      // Button bits
  std::uint32_t touches = 0;      // Button bits
  std::uint8_t active = 0;        // a controller or hand is bound at all
  std::uint8_t curls_valid = 0;
  std::uint8_t reserved[6] = {};
};

enum class TrackerRole : std::uint32_t { None, Waist, LeftFoot, RightFoot, LeftElbow, RightElbow };

struct ExtraTracker {
  TrackedPose pose;
  TrackerRole role = TrackerRole::None;
  std::uint32_t reserved = 0;
};

/// The runtime moved the origin of tracking space: new_from_old maps old coordinates to new ones.
struct SpaceChange {
  math::Pose new_from_old;
  std::uint8_t happened = 0;
  std::uint8_t pose_known = 0;  // else the user simply is somewhere else now
  std::uint8_t reserved[6] = {};
};

/// What the user asked for this frame, whatever button, key, menu or script it came from.
enum Command : std::uint32_t {
  kCommandRecentre = 1u << 0,
  kCommandTeleport = 1u << 1,  // to command_target
  kCommandTurnLeft = 1u << 2,  // one snap turn
  kCommandTurnRight = 1u << 3,
  kCommandSnapshot = 1u << 4,
  kCommandMeasure = 1u << 5,
  kCommandMenu = 1u << 6,
  kCommandPause = 1u << 7,
  kCommandCalibrate = 1u << 8,
};

/// A comfort setting that may change during a visit. It comes with the input, so that a replay changes it too; values
/// in the unit of its configuration key (docs/configuration.md), choices and switches as 0 or 1.
enum class LiveSetting : std::uint32_t {
  None,
  SnapTurn,      // degrees
  HeightOffset,  // cm
  Seated,
  SmoothMove,
  SmoothTurn,
  MoveSpeed,  // m/s
  TurnSpeed,  // degrees/s
  Vignette,   // 0..1
  SwapSticks,
  SwapToolHand,
  OneHand,
  TeleportFade,  // ms
  Wear,          // 0 own body, percentile of stature for a man's, minus the percentile for a woman's
};

struct SettingChange {
  LiveSetting setting = LiveSetting::None;
  std::uint32_t reserved = 0;
  double value = 0.0;
};

inline constexpr std::size_t kHands = 2;  // 0 left, 1 right
inline constexpr std::size_t kLeft = 0, kRight = 1;
inline constexpr std::size_t kExtraTrackers = 5;

struct FrameInput {
  std::uint32_t version = kFrameInputVersion;
  std::uint32_t ticks = 1;           // how many simulation ticks this frame advances, 0..9
  std::int64_t display_time_ns = 0;  // predicted display time, the driver's clock
  TrackedPose head;
  std::array<HandInput, kHands> hands;
  std::array<ExtraTracker, kExtraTrackers> trackers;
  SpaceChange space_change;
  math::Vec3 command_target{0.0};  // scene coordinates, for kCommandTeleport
  std::uint32_t commands = 0;      // Command bits
  SessionFocus focus = SessionFocus::Focused;
  std::uint8_t reserved[3] = {};
  SettingChange change;  // of one setting, this frame; obeyed before its first tick
};

static_assert(std::is_trivially_copyable_v<FrameInput>);
// No padding that could differ between two captures of the same input: rows are compared and hashed as bytes.
static_assert(sizeof(TrackedPose) == 7 * 8 + 6 * 8 + 8);
static_assert(sizeof(HandInput) == 2 * sizeof(TrackedPose) + 9 * 8 + 16);
static_assert(sizeof(FrameInput) == 16 + sizeof(TrackedPose) + 2 * sizeof(HandInput) + 5 * (sizeof(TrackedPose) + 8) +
                                        sizeof(SpaceChange) + 24 + 8 + sizeof(SettingChange));
static_assert(sizeof(SettingChange) == 16);

/// The grip of a hand that points: fingers along the aim's -Z, thumb up. For drivers that know only where one points.
math::Pose grip_of(const math::Pose& aim);

/// Most ticks one frame may ask for; a driver that fell behind further drops time instead (no spiral).
inline constexpr std::uint32_t kMostTicksPerFrame = 9;

/// False for rows no driver can have made (NaN, absurd positions, wrong version): recordings are not trusted.
bool is_plausible(const FrameInput& input);

}  // namespace fh::frame
