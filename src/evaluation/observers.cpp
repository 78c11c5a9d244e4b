// SPDX-License-Identifier: Apache-2.0
#include "evaluation/observers.h"

namespace fh::evaluation {

Observers::Observers(Surroundings surroundings, Depth depth) {
  surroundings.keeps_series = depth == Depth::Full;
  surroundings_ = std::make_unique<const Surroundings>(std::move(surroundings));
  for (const auto& entry : observer_table()) {
    if (entry.depth == Depth::Visit || depth == Depth::Full) {
      names_.push_back(entry.name);
      observers_.push_back(entry.make(*surroundings_));
    }
  }
}

void Observers::begin(const frame::Moment& moment) {
  moments_ = 0;
  for (auto& observer : observers_) observer->begin(moment);
}

void Observers::observe(const frame::Moment& moment) {
  ++moments_;
  for (auto& observer : observers_) observer->observe(moment);
}

core::Json Observers::report() const {
  core::Json report;
  report["users"] = core::Json::array();
  report["agents"] = core::Json::array();
  for (const auto& observer : observers_) observer->write(report);
  return report;
}

std::vector<Table> Observers::tables() const {
  std::vector<Table> all;
  for (const auto& observer : observers_) observer->tables(all);
  return all;
}

const Observer* Observers::find(std::string_view name) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (name == names_[i]) return observers_[i].get();
  }
  return nullptr;
}

}  // namespace fh::evaluation
