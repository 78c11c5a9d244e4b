// SPDX-License-Identifier: Apache-2.0
#pragma once
// The awareness observer: for every pair of people it measures separation, closing speed and predicted time to contact
// at every tick, tests five times a second whether each sees the other, or could by turning to it, and logs near misses
// and startles: somebody comes into sight who is near already.
#include <optional>

#include "evaluation/observe/observer.h"
#include "evaluation/sight/true_sight.h"

namespace fh::evaluation {

inline constexpr double kContactAxes = 0.43;     // m between body axes: shoulders meet (docs/user-guide.md)
inline constexpr double kNearMissSeconds = 1.0;  // predicted time to contact that makes a near miss; our choice
inline constexpr double kStartleDistance = 1.5;  // m of the axes, or …
inline constexpr double kStartleSeconds = 2.0;   // … to the predicted contact, of somebody who comes into sight
inline constexpr core::Tick kUnseenTicks = 180;  // after not having been seen for so long; all three our choice
inline constexpr double kSeenShare = 0.05;       // of a body that must be visible to be seen; our choice

/// Seconds until two who keep their velocities are kContactAxes apart; none when they never are. Horizontal.
std::optional<double> time_to_contact(const math::Vec3& apart, const math::Vec3& approach);

class Awareness final : public Observer {
 public:
  explicit Awareness(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;
  void tables(std::vector<Table>& out) const override;

  struct Side {  // of a pair: what one of the two sees of the other
    bool sees = false;
    bool appeared = false;     // the other came into sight in this look
    core::Tick unseen = -1;    // ticks before that without it; -1: never seen before
    core::Tick last_saw = -1;  // -1: never
    std::int64_t looks = 0, seen = 0;
    std::int64_t could = 0;  // looks with an open line of sight, wherever the gaze was
  };
  struct NearMiss {
    std::size_t pair = 0;
    core::Tick from = 0, to = 0;
    double separation = 1e9, closing = 0.0, contact_in = 1e9;
    std::array<bool, 2> saw{};                 // at its beginning
    std::array<core::Tick, 2> unseen{-1, -1};  // ticks since each had seen the other; -1: never had
  };
  struct Startle {
    std::size_t who = 0, by = 0;  // people
    core::Tick tick = 0, unseen = -1;
    double separation = 0.0, closing = 0.0, contact_in = 1e9;
  };
  struct Pair {
    std::size_t a = 0, b = 0;                                  // people, a < b
    std::array<Side, 2> sides;                                 // a of b, b of a
    double separation = 1e9, closing = 0.0, contact_in = 1e9;  // least, fastest, least
    core::Tick separation_tick = -1, closing_tick = -1, contact_tick = -1;
    std::int32_t miss = -1;  // under way; index
  };
  std::span<const Pair> pairs() const { return pairs_; }
  std::span<const NearMiss> near_misses() const { return misses_; }
  std::span<const Startle> startles() const { return startles_; }

 private:
  static constexpr std::size_t kPastTicks = 9;  // velocities are means over so many
  void look(const frame::Moment& moment, Pair& pair);
  void approach(const frame::Moment& moment, std::size_t index);
  core::Json startles_json() const;
  void note_startles(core::Tick tick, Pair& pair, double separation, double closing, double contact_in);
  void note_miss(core::Tick tick, std::size_t index, double separation, double closing, double contact_in);

  const Surroundings* surroundings_;
  std::unique_ptr<TrueSight> sight_;
  std::vector<Pair> pairs_;
  core::Tick start_ = 0;
  std::vector<NearMiss> misses_;
  std::vector<Startle> startles_;
  std::vector<std::array<math::Vec3, kPastTicks>> past_;  // pelvis of everybody
  std::vector<std::int32_t> jumps_;                       // of everybody
  std::vector<std::size_t> known_;                        // ticks in past_ since they are there and have not jumped
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace fh::evaluation
