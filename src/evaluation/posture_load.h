// SPDX-License-Identifier: Apache-2.0
#pragma once
// RULA, REBA and OWAS of everybody over the whole visit, at every tick, with bands for users: their bodies are rebuilt
// from head and hands.
#include <limits>

#include "evaluation/observe/carried_things.h"
#include "evaluation/observe/observer.h"
#include "evaluation/posture/posture_band.h"

namespace fh::evaluation {

class PostureLoad final : public Observer {
 public:
  explicit PostureLoad(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;
  void tables(std::vector<Table>& out) const override;

  static constexpr core::Tick kSeriesTicks = 9;  // between two rows of the series

  struct Sample {
    core::Tick tick = 0;
    BandedScores scores;
  };
  template <class Score>
  struct Worst {
    Score score;
    Banded band;
    core::Tick tick = -1;  // -1: never scored
    std::size_t side = 0;
  };
  struct Person {
    core::BodyId id;
    bool is_user = false;
    std::size_t row = 0;                                 // among users or agents
    std::array<std::array<std::int64_t, 8>, 2> rula{};   // ticks by score, left and right
    std::array<std::array<std::int64_t, 16>, 2> reba{};  // likewise
    std::array<std::int64_t, 5> owas{};                  // ticks by category
    Worst<RulaScore> worst_rula;
    Worst<RebaScore> worst_reba;
    Worst<OwasScore> worst_owas;
    std::int64_t scored = 0;  // ticks
    std::vector<Sample> series;
    // Of the ticks before.
    std::array<math::Vec3, 45> pelvis{};
    std::size_t pelvis_count = 0;
    std::array<std::array<int, 3>, 2> arm_steps{};
    std::array<int, 3> body_steps{};
    std::array<core::Tick, 2> arm_since{};
    core::Tick body_since = 0;
  };
  std::span<const Person> people() const { return people_; }

 private:
  Exertion exertion_of(const frame::MomentPerson& source, std::span<const math::Pose> frames,
                       const PostureAngles& angles, core::Tick now, Person& person) const;
  void score(const frame::MomentPerson& source, std::span<const math::Pose> frames, core::Tick now, Person& person);

  const Surroundings* surroundings_;
  CarriedThings carried_;
  std::vector<Person> people_;
};

}  // namespace fh::evaluation
