// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_scores.h"

#include <cstdlib>

namespace fh::evaluation {
namespace {

core::Json table_json(const ScoreTable& table, std::size_t scores) {
  core::Json counts = core::Json::array();
  for (std::size_t truth = 0; truth < scores; ++truth)
    counts.push_back(
        std::vector<int>(table.counts[truth].begin(), table.counts[truth].begin() + static_cast<int>(scores)));
  const double frames = std::max(1, table.total());
  return {{"counts", std::move(counts)},
          {"equal", table.within(0)},
          {"within_one", table.within(1)},
          {"in_band", table.in_band / frames},
          {"mean_band_width", table.band_width / frames}};
}

}  // namespace

BandedScores scores_of(const human::Frames<double>& frames, bool rebuilt) {
  std::array<math::Pose, human::kJointCount> poses;
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = frames.pose(static_cast<human::Joint>(i));
  Exertion exertion;
  exertion.on_one_foot = !posture_angles(poses).level_feet;
  return banded_scores(poses, exertion, rebuilt);
}

void ScoreTable::add(int truth, const Banded& made) {
  ++counts[static_cast<std::size_t>(truth - 1)][static_cast<std::size_t>(made.value - 1)];
  in_band += truth >= made.low && truth <= made.high ? 1 : 0;
  band_width += made.high - made.low;
}

void ScoreTable::add(const ScoreTable& other) {
  for (std::size_t truth = 0; truth < kMost; ++truth) {
    for (std::size_t made = 0; made < kMost; ++made) counts[truth][made] += other.counts[truth][made];
  }
  in_band += other.in_band;
  band_width += other.band_width;
}

int ScoreTable::total() const {
  int sum = 0;
  for (const auto& row : counts) {
    for (const int count : row) sum += count;
  }
  return sum;
}

double ScoreTable::within(int difference) const {
  int near = 0;
  for (int truth = 0; truth < static_cast<int>(kMost); ++truth) {
    for (int made = 0; made < static_cast<int>(kMost); ++made) {
      if (std::abs(truth - made) <= difference)
        near += counts[static_cast<std::size_t>(truth)][static_cast<std::size_t>(made)];
    }
  }
  return total() > 0 ? static_cast<double>(near) / total() : 1.0;
}

void ScoreAgreement::add(const BandedScores& truth, const BandedScores& made) {
  for (std::size_t side = 0; side < 2; ++side) {
    rula.add(truth.rula[side].value, made.rula[side]);
    reba.add(truth.reba[side].value, made.reba[side]);
  }
  owas.add(truth.owas.value, made.owas);
}

void ScoreAgreement::add(const ScoreAgreement& other) {
  rula.add(other.rula);
  reba.add(other.reba);
  owas.add(other.owas);
}

core::Json to_json(const ScoreAgreement& agreement) {
  return {{"rula", table_json(agreement.rula, 7)},
          {"reba", table_json(agreement.reba, 15)},
          {"owas", table_json(agreement.owas, 4)}};
}

}  // namespace fh::evaluation
