// SPDX-License-Identifier: Apache-2.0
#pragma once
// What to look at next, from percepts and memory alone (CA-20, CA-21, CA-45, CA-46): one gaze, many demands. The winner
// is looked at after a delay and for a while; human/body/gaze.h turns eyes, head and trunk to it, so that the field of
// view follows.
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"
#include "senses/perception/memory.h"

namespace fh::senses {

enum class LookReason : std::uint8_t { Idle, Task, Crossing, Person, Motion, Surprise, Feet };
const char* name_of(LookReason reason);

/// A demand for gaze, renewed every tick while it lasts. Tasks state theirs; the rest arises from what is sensed.
struct GazeDemand {
  std::uint32_t key = 0;  // tells demands of a reason apart; of items: ItemId::value
  LookReason reason = LookReason::Task;
  math::Vec3 point{0.0};  // world
  double priority = 0.5;  // 0 … 1
  double dwell = 0.4;     // seconds to look when its turn comes
  double period = 0.0;    // seconds after a look before it is wanted again; 0: stays wanted
};

struct AttentionSettings {
  double saccade_delay = 0.2;                // seconds from choosing to moving
  double walk_look_ahead = 2.5;              // metres: where feet will be
  double feet_uncertainty = 1.0;             // glance down when it reaches this (CA-21) …
  double feet_rate = 0.35;                   // … growing so fast while walking, per second
  double feet_near = 0.6;                    // metres: an obstacle so near in the path asks for a glance at once
  double person_range = 10.0;                // metres: nearer people are worth a look
  double motion_speed = math::radians(6.0);  // per second: what moves faster in the periphery draws the gaze
  double motion_eccentricity = math::radians(10.0);  // beyond it
  double patience = 0.2;                             // priority a waiting demand gains per second: nothing starves
  double turn_cost = 0.1;                            // priority lost per radian the gaze has to turn
  double idle_period = 1.5;                          // seconds between glances of an idle mind, at least
};

/// Where the agent itself is and goes: its own body's sense.
struct SelfState {
  math::Vec3 eye{0.0};
  math::Vec3 heading = math::kForward;  // unit, horizontal
  math::Vec3 looking = math::kForward;  // of both eyes, unit
  double speed = 0.0;                   // m/s
};

/// What the gaze does now.
struct GazeTarget {
  LookReason reason = LookReason::Idle;
  std::uint32_t key = 0;
  math::Vec3 point{0.0};  // what is looked at; follows a moving item as it is believed to move
  core::Tick chosen = 0;  // the gaze begins to move `saccade_delay` later
  core::Tick until = 0;   // held at least so long, unless startled
  bool fixated = false;   // the eyes are on it (within 3 degrees): sensing of details may start
  void visit(core::Archive& archive);
};

class Attention {
 public:
  /// Glances of an idle mind come from the stream (seed, body, "gaze").
  Attention(std::uint64_t seed, core::BodyId body, const AttentionSettings& settings = {});

  /// Once per tick. `percepts`: the latest look's; `tasks`: what the agent's tasks and plans want looked at. Only known
  /// observations of `memory` count.
  const GazeTarget& update(core::Tick now, const SelfState& self, const Percepts& percepts, const Memory& memory,
                           std::span<const GazeDemand> tasks);

  const GazeTarget& target() const { return target_; }
  /// The point the eyes are led to: the last target until the delay is over, then the present one.
  math::Vec3 gaze_point() const { return gaze_point_; }
  /// True when the item has been fixated long enough to sense its details (CA-45).
  bool attending(ItemId item) const { return target_.fixated && target_.key == item.value; }
  /// Ticks in which the gaze served each reason, for reports.
  std::span<const std::uint32_t> ticks_by_reason() const { return ticks_by_reason_; }

  void visit(core::Archive& archive);

 private:
  struct Looked {
    std::uint32_t key = 0;
    LookReason reason = LookReason::Idle;
    core::Tick first = 0;  // wanted since, after the last look
    core::Tick last = -1;  // last looked at; -1: never
    core::Tick used = 0;   // last tick it was demanded
    void visit(core::Archive& archive);
  };

  void gather(core::Tick now, const SelfState& self, const Percepts& percepts, const Memory& memory);
  void gather_people(core::Tick now, const SelfState& self, const Memory& memory);
  void gather_feet(core::Tick now, const SelfState& self, const Memory& memory);
  void gather_idle(core::Tick now, const SelfState& self);
  double score(const GazeDemand& demand, core::Tick now, const SelfState& self);
  Looked& looked(const GazeDemand& demand, core::Tick now);
  void choose(core::Tick now, const SelfState& self);
  void lead_gaze(core::Tick now, const SelfState& self);

  AttentionSettings settings_;
  core::Rng rng_;
  GazeTarget target_;
  math::Vec3 gaze_point_{0.0};
  std::uint8_t led_ = 0;  // the eyes have been told a point
  double feet_uncertainty_ = 0.0;
  core::Tick next_idle_ = 0;
  math::Vec3 idle_direction_ = math::kForward;
  std::vector<Looked> looked_;  // bounded; in order of first demand
  std::array<std::uint32_t, 7> ticks_by_reason_{};
  std::vector<GazeDemand> demands_;  // of this tick; scratch
};

/// When an agent looks: at a rate of its own, not the simulation's, staggered over bodies (CA-45).
struct SensingClock {
  core::Tick next = 0;
  std::uint64_t looks = 0;  // so far: the cost
  /// True in the ticks in which the eyes are read; `rate`: looks per second.
  bool due(core::Tick now, core::BodyId body, double rate);
  void visit(core::Archive& archive);
};

}  // namespace fh::senses
