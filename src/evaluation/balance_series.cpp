// SPDX-License-Identifier: Apache-2.0
#include "evaluation/balance_series.h"

#include <algorithm>
#include <cmath>

namespace fh::evaluation {
namespace {

/// Tenths of a millimetre: more digits would only make reports long.
core::Json rounded_m(const std::optional<double>& metres) {
  return metres ? core::Json(std::round(*metres * 1e4) / 1e4) : core::Json();
}

}  // namespace

void BalanceSeries::begin(const frame::Moment& moment) {
  start_ = moment.tick / kInterval * kInterval;  // live and from a track alike, which begins a tick later
  people_.assign(moment.people.size(), {});
  for (std::size_t i = 0; i < people_.size(); ++i) people_[i].is_user = moment.people[i].is_user != 0;
}

void BalanceSeries::observe(const frame::Moment& moment) {
  const auto interval = static_cast<std::size_t>(std::max<core::Tick>(0, moment.tick - 1 - start_) / kInterval);
  for (std::size_t i = 0; i < people_.size() && i < moment.people.size(); ++i) {
    const frame::MomentPerson& person = moment.people[i];
    Series& series = people_[i];
    series.least.resize(std::max(series.least.size(), interval + 1));
    series.most_held = std::max(series.most_held, person.loads[0].mass + person.loads[1].mass);
    if (!person.present || person.borne_by == 0) continue;
    const double margin = person.balance_margin;
    std::optional<double>& least = series.least[interval];
    least = std::min(least.value_or(margin), margin);
    ++series.ticks_borne;
    series.ticks_outside += margin < 0.0 ? 1 : 0;
    if (series.lowest && *series.lowest <= margin) continue;
    series.lowest = margin;
    series.lowest_at = moment.tick;
  }
}

void BalanceSeries::write(core::Json& report) const {
  std::size_t users = 0, agents = 0;
  for (const Series& series : people_) {
    core::Json& row = series.is_user ? user_row(report, users++) : agent_row(report, agents++);
    core::Json margins = core::Json::array();
    for (const auto& least : series.least) margins.push_back(rounded_m(least));
    row["balance"] = {{"least_margin_m", rounded_m(series.lowest)},
                      {"least_at_s", maybe(core::seconds_of(series.lowest_at), series.lowest.has_value())},
                      {"outside_s", core::seconds_of(series.ticks_outside)},
                      {"borne_s", core::seconds_of(series.ticks_borne)},
                      {"most_held_kg", series.most_held},
                      {"series",
                       {{"from_s", core::seconds_of(start_)},
                        {"every_s", core::seconds_of(kInterval)},
                        {"margin_m", std::move(margins)}}}};
  }
}

std::unique_ptr<Observer> make_balance_series(const Surroundings& surroundings) {
  return std::make_unique<BalanceSeries>(surroundings);
}

}  // namespace fh::evaluation
