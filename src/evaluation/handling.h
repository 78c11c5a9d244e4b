// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was carried and pushed, against the open filters of posture/handling_limits.h: of what is carried the mass by
// where the hands are and how far it goes without being put down, of what is pushed or pulled along the ground the
// force that its weight, friction and speeding up asked for.
#include <optional>

#include "evaluation/observe/carried_things.h"
#include "evaluation/observe/observer.h"
#include "evaluation/posture/handling_limits.h"

namespace fh::evaluation {

class Handling final : public Observer {
 public:
  explicit Handling(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  /// Mass over filter; low and high where the hands may have been in another zone.
  struct Share {
    double value = 0.0, low = 0.0, high = 0.0;
  };
  struct Carry {
    double walked = 0.0;  // m
    Share worst;          // value negative: never measured
    double filter = 0.0;  // kg, of the worst moment
    HandlingZone zone{};
    bool at_arms_length = false, below_knuckles = false;
    core::Tick at = 0;
  };
  struct Push {
    core::BodyId who;
    core::ObjectId what;
    double mass = 0.0, friction = 0.0;
    core::Tick from = 0, to = 0;
    double moved = 0.0;    // m
    double fastest = 0.0;  // m/s² of speeding up, mean of 0.1 s
  };
  /// In the order of CarriedThings::lifts().
  std::span<const Carry> carries() const { return carries_; }
  std::span<const Push> pushes() const { return pushes_; }

 private:
  static constexpr std::size_t kPast = 9;              // ticks that speeds are means of
  static constexpr std::size_t kRing = 2 * kPast + 1;  // two such means, one after the other
  struct Thing {
    core::ObjectId id;
    std::array<math::Vec3, kRing> past;
    std::int32_t push = -1;  // under way
    core::Tick last = -1;    // moved by a hand
  };
  void follow_carry(const frame::Moment& moment, const Lift& lift, Carry& carry);
  void follow_push(const frame::Moment& moment, const frame::MomentObject& object, Thing& thing);
  core::BodyId who_touches(const frame::Moment& moment, const scene::Object& object, const math::Pose& pose) const;

  const Surroundings* surroundings_;
  CarriedThings carried_;
  std::vector<Carry> carries_;
  std::vector<Push> pushes_;
  std::vector<Thing> things_;
  std::vector<std::optional<math::Vec3>> pelvis_;  // of the moment before, by person
  std::size_t slot_ = 0, filled_ = 0;
};

}  // namespace fh::evaluation
