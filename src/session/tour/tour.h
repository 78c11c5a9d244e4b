// SPDX-License-Identifier: Apache-2.0
#pragma once
// A scripted user: a JSON file that a person can read and write (assets/schemas/tour.schema.json, docs/tours.md).
// Coordinates are those of the scene: metres, Y up, floor at 0; headings in degrees, 0 looks along -Z, positive turns
// left. The body walks along waypoints; head and hands are key-framed on top of it.
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/time.h"
#include "frame/frame_input.h"

namespace fh::session {

/// Walk to a point (or only turn), then stay for a while.
struct Leg {
  math::Vec2 to{0.0};          // x, z
  double speed = 1.2;          // m/s, with soft start and stop
  double wait = 0.0;           // s after arriving
  std::optional<double> face;  // heading on arrival, radians; otherwise the walking direction
};

struct HeadKey {
  double at = 0.0;                            // s
  std::optional<math::Vec3> look_at;          // scene point; wins over yaw and pitch
  double yaw = 0.0, pitch = 0.0, roll = 0.0;  // radians, against the body's heading
  double crouch = 0.0;                        // m lower than eye_height
  math::Vec2 lean{0.0};                       // m right, forward
  bool tracked = true;
};

enum class HandFrame : std::uint8_t { Body, Scene };

struct HandKey {
  double at = 0.0;
  HandFrame frame = HandFrame::Body;
  math::Vec3 position{0.0};  // Body: right, up from the floor, forward is -Z; Scene: scene coordinates
  math::Quat rotation = math::kIdentity;
  double trigger = 0.0, squeeze = 0.0;
  math::Vec2 stick{0.0};
  std::uint32_t buttons = 0;
  std::array<double, 5> curls{};  // thumb … little finger
  bool tracked = true;
};

struct CommandKey {
  double at = 0.0;
  frame::Command command;
  std::string text;  // its payload, at most frame::kLongestCommandText bytes
};

struct FocusKey {
  double at = 0.0;
  frame::SessionFocus focus = frame::SessionFocus::Focused;
};

struct Tour {
  std::string name;
  std::string description;
  double duration = 0.0;     // s; at least until everything keyed has happened
  double eye_height = 1.62;  // m
  math::Vec2 start{0.0};
  double heading = 0.0;  // radians
  std::vector<Leg> path;
  std::vector<HeadKey> head;
  std::array<std::vector<HandKey>, frame::kHands> hands;
  std::vector<CommandKey> commands;
  std::vector<FocusKey> focus;
};

/// All problems of the file are in the error, one line each.
core::Result<Tour> load_tour(const std::filesystem::path& file);
core::Result<Tour> parse_tour(const core::JsonFile& file);
/// Every key the loader knows, by level ("tour", "leg", "head key", "hand key", "command"): the schema must agree.
std::vector<std::pair<std::string, std::vector<std::string>>> tour_keys();

/// A worn body: everything about the head is later scaled by this, from the floor under the head. Hand targets of the
/// scene are moved the other way, so that they stay fixed points of the place.
struct WornScale {
  double factor = 1.0;  // m in the scene per m of the script
  double floor = 0.0;   // m: height of the floor where tracking space is
};

/// The scripted user at a time, in scene coordinates, before it is turned into tracking space. Pure.
frame::FrameInput evaluate(const Tour& tour, double seconds, const WornScale& worn = {});

}  // namespace fh::session
