// SPDX-License-Identifier: Apache-2.0
#pragma once
// Static loads of the body rebuilt from head and hands against those of the true motion, without and with 5 kg in each
// hand: the mean error, and how often the band that a user's figures carry (posture/load_band.h) holds the true one.
#include <array>

#include "core/json.h"
#include "evaluation/posture/load_band.h"
#include "human/skin/body.h"

namespace fh::evaluation {

inline constexpr std::size_t kFitLoads = kLoadGroups + 2;  // LoadGroup, compression and shear of the low back
/// What the lifting equation measures of a body whose hands are where they are.
struct LiftPlace {
  double horizontal = 0.0, vertical = 0.0, asymmetry = 0.0;  // cm, cm, degrees
};
struct LoadSample {
  std::array<std::array<double, kFitLoads>, 2> figures{};  // without and with the load; negative: not told
  std::array<std::array<Span, kFitLoads>, 2> bands{};
  LiftPlace lift;
  Span limit;  // kg, of the lifting equation there
};
/// `rebuilt`: with the bands of a user.
LoadSample loads_of(const human::Body& body, const human::Frames<double>& frames, bool rebuilt);

struct LoadAgreement {
  struct Row {
    int frames = 0, in_band = 0;
    double error = 0.0, width = 0.0;  // sums
  };
  std::array<std::array<Row, kFitLoads>, 2> rows{};
  Row limit;  // of frames with the hands before the body

  void add(const LoadSample& truth, const LoadSample& made);
  void add(const LoadAgreement& other);
};
/// {"unloaded": {"back": {...}, …}, "loaded_10_kg": …, "lift_limit": …}, each "frames", "mean_error", "in_band",
/// "mean_band_width".
core::Json to_json(const LoadAgreement& agreement);

}  // namespace fh::evaluation
