// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one frame of the outside world was: the only thing besides scenario and config that the simulation sees.
// Captured once by a driver, stored in recordings, replayed bit by bit. Poses are in tracking space (floor-level,
// metres, Y up, -Z forward); world places each user in the scene.
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "frame/commands.h"
#include "frame/live_settings.h"
#include "math/pose.h"

namespace fh::frame {

/// Raised whenever the layout of FrameInput changes; recordings carry it.
inline constexpr std::uint32_t kFrameInputVersion = 3;

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

inline constexpr std::size_t kHands = 2;  // 0 left, 1 right
inline constexpr std::size_t kLeft = 0, kRight = 1;
inline constexpr std::size_t kExtraTrackers = 5;

/// One user in one frame. What changes in every frame comes first: recordings keep groups of words that changed.
struct FrameInput {
  TrackedPose head;
  std::array<HandInput, kHands> hands;
  std::array<ExtraTracker, kExtraTrackers> trackers;
  SpaceChange space_change;
  SessionFocus focus = SessionFocus::Focused;
  std::uint8_t reserved[7] = {};
  SettingChange change;  // of one setting, this frame; acts before its first tick
  CommandList commands;  // act before the first tick of the frame
};

static_assert(std::is_trivially_copyable_v<FrameInput>);
// No padding that could differ between two captures of the same input: rows are compared and hashed as bytes.
static_assert(sizeof(TrackedPose) == 7 * 8 + 6 * 8 + 8);
static_assert(sizeof(HandInput) == 2 * sizeof(TrackedPose) + 9 * 8 + 16);
static_assert(sizeof(SettingChange) == 16);
static_assert(sizeof(FrameInput) == sizeof(TrackedPose) + 2 * sizeof(HandInput) + 5 * (sizeof(TrackedPose) + 8) +
                                        sizeof(SpaceChange) + 8 + sizeof(SettingChange) + sizeof(CommandList));

/// One frame of all users.
struct FrameInputs {
  std::uint32_t ticks = 1;           // how many simulation ticks this frame advances, 0..kMostTicksPerFrame
  std::int64_t display_time_ns = 0;  // predicted display time, the driver's clock
  std::vector<FrameInput> users;     // in the order of the scenario; users that are missing are absent

  /// The first user's, made where it is missing: of drivers that drive one.
  FrameInput& first();
};

/// The grip of a hand that points: fingers along the aim's -Z, thumb up. For drivers that know only where one points.
math::Pose grip_of(const math::Pose& aim);

/// Most ticks one frame may ask for; a driver that fell behind further drops time instead (no spiral).
inline constexpr std::uint32_t kMostTicksPerFrame = 9;

/// False for rows no driver can have made (NaN, absurd positions, unknown commands): recordings are not trusted.
bool is_plausible(const FrameInput& input);
bool is_plausible(const FrameInputs& inputs);

}  // namespace fh::frame
