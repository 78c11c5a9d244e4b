// SPDX-License-Identifier: Apache-2.0
#pragma once
// RULA, REBA and OWAS of the body rebuilt from head and hands against those of the true motion: how often they are
// equal, within one, and within the band that a user's score carries (posture/posture_band.h).
#include <array>

#include "core/json.h"
#include "evaluation/posture/posture_band.h"
#include "human/body/kinematics.h"

namespace fh::evaluation {

/// Scores of a body without a load; `rebuilt`: with the bands of a user.
BandedScores scores_of(const human::Frames<double>& frames, bool rebuilt);

/// Of one method, in frames.
struct ScoreTable {
  static constexpr std::size_t kMost = 15;
  std::array<std::array<int, kMost>, kMost> counts{};  // truth - 1, rebuilt - 1
  int in_band = 0;
  double band_width = 0.0;  // sum of high - low

  void add(int truth, const Banded& made);
  void add(const ScoreTable& other);
  int total() const;
  /// Share of frames whose scores differ by at most so much; 1 of nothing.
  double within(int difference) const;
};

struct ScoreAgreement {
  ScoreTable rula, reba, owas;  // both sides count

  void add(const BandedScores& truth, const BandedScores& made);
  void add(const ScoreAgreement& other);
};

/// For each method: "counts" (rows: the truth, from 1 on), "equal", "within_one", "in_band", "mean_band_width".
core::Json to_json(const ScoreAgreement& agreement);

}  // namespace fh::evaluation
