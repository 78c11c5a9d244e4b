// SPDX-License-Identifier: Apache-2.0
#pragma once
// How agents got about: errands, distances walked against the shortest possible, contacts, nearness, waits and jams,
// foot skate, looks. Computed from the truth: an observer sees everything.
#include "evaluation/observe/observer.h"
#include "math/point_grid.h"

namespace fh::evaluation {

class AgentWalks final : public Observer {
 public:
  explicit AgentWalks(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  struct Tally {
    core::BodyId id;
    double walked = 0.0;                                   // m
    double walked_on_errands = 0.0;                        // m, of the errands done
    double optimum = 0.0;                                  // m, their shortest routes for somebody who knows everything
    double walked_before = 0.0;                            // m, when the present errand began
    math::Vec3 leg_start{0.0};                             // where the present errand began
    std::int32_t arrived = 0, failed = 0;                  // errands done and given up
    core::Tick first_arrival = -1, last_arrival = -1;      // ticks; -1: never
    std::int64_t wall_contacts = 0, thing_contacts = 0;    // began to be held by structure, by other things
    std::int64_t people_contacts = 0, user_contacts = 0;   // bodies began to touch
    std::int64_t waits = 0, jams = 0, jams_resolved = 0;   // began to wait; stuck and escalated; got on again
    double nearest_person = 1e9, nearest_user = 1e9;       // m between body axes
    double came_to_user = 1e9;                             // m, while its own steps led it closer to the user
    double skate = 0.0;                                    // m slid by planted feet, summed
    std::int64_t steps = 0;                                // footfalls
    std::int64_t looks = 0, percepts = 0;                  // looks taken, things seen in them
    core::Tick user_seen_at = -1;                          // tick a user was first known; -1: never
    std::array<math::Vec3, 4> soles{};                     // of the moment before
    std::array<std::uint8_t, 2> planted{};                 // likewise
    bool at_wall = false, waiting = false, stuck = false;  // likewise
    core::ObjectId thing;                                  // last run into or pushed …
    core::Tick thing_until = -1;                           // … and touches of it until then are the same one
    bool near_person = false, near_user = false;           // touched and not yet apart again
  };
  /// In the order of the agents.
  std::span<const Tally> agents() const { return agents_; }

 private:
  void take(const frame::MomentPerson& person, double nearest_person, const frame::Moment& moment, Tally& tally) const;
  double nearest_agent(std::size_t self) const;
  double shortest_route(const frame::Moment& moment, core::BodyId who, const math::Vec3& from,
                        const math::Vec3& to) const;

  const Surroundings* surroundings_;
  std::vector<Tally> agents_;
  // Reused.
  std::vector<const frame::MomentPerson*> now_;
  std::vector<math::Vec2> spots_;
  math::PointGrid grid_;
};

}  // namespace fh::evaluation
