// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the hands of a user should feel through controllers that vibrate: touching a thing, taking hold of it, a button
// that clicks, a door or drawer at the end of its way, an arm at the end of its reach. Nothing of the world depends on
// it.
#include <array>

#include "core/archive.h"
#include "frame/frame_input.h"
#include "human/tracking/tracked_fit.h"
#include "physics/world.h"
#include "scene/place/scene.h"

namespace fh::world {

enum class PulseKind : std::uint8_t { None, Contact, Grab, Click, Limit, Refusal, Detent };

struct HandPulses {
  PulseKind last = PulseKind::None;
  double strength = 0.0;   // of the last one, 0 … 1
  double seconds = 0.0;    // how long it lasts
  std::int64_t count = 0;  // so far: a driver that has seen fewer plays the last one

  void visit(core::Archive& archive);
};

/// The hands of a user in this tick.
struct FeelingHands {
  core::BodyId user;
  std::array<std::uint32_t, frame::kHands> segments{};  // as physics knows them
  std::array<human::HandFit, frame::kHands> fits;
  std::array<double, frame::kHands> speeds{};         // m/s, as the tracking tells them
  std::array<std::uint8_t, frame::kHands> refused{};  // what the hand pulls up is too heavy
};

class Haptics {
 public:
  /// After the step of physics.
  void advance(const physics::World& physics, const scene::Scene& scene, const FeelingHands& hands);
  const HandPulses& hand(std::size_t side) const { return pulses_[side]; }

  void visit(core::Archive& archive);

 private:
  std::array<HandPulses, frame::kHands> pulses_;
  std::array<std::uint32_t, frame::kHands> held_{};      // objects
  std::array<std::uint8_t, frame::kHands> at_end_{};     // the joint held or pushed is at its end
  std::array<std::uint8_t, frame::kHands> too_short_{};  // the arm does not reach
  std::array<std::uint8_t, frame::kHands> refused_{};
  std::array<std::int32_t, frame::kHands> detent_{};  // step of the joint that is held; -1: none
};

}  // namespace fh::world
