// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far everybody was from tipping over during a visit: the margin of the centre of mass, with what the hands carry,
// inside the support, as a series. Static: of people who walk it is negative in every step, and that is no fall.
#include <optional>

#include "evaluation/observe/observer.h"

namespace fh::evaluation {

class BalanceSeries final : public Observer {
 public:
  static constexpr core::Tick kInterval = 45;  // ticks to a value of the series

  explicit BalanceSeries(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  struct Series {
    bool is_user = false;
    std::vector<std::optional<double>> least;  // m, the least margin of each interval; none where nothing bore
    std::optional<double> lowest;              // m, of all
    core::Tick lowest_at = 0;
    std::int64_t ticks_outside = 0, ticks_borne = 0;
    double most_held = 0.0;  // kg
  };
  /// By id.
  std::span<const Series> people() const { return people_; }

 private:
  const Surroundings* surroundings_;
  core::Tick start_ = 0;
  std::vector<Series> people_;
};

}  // namespace fh::evaluation
