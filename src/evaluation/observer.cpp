// SPDX-License-Identifier: Apache-2.0
#include "evaluation/observer.h"

namespace fh::evaluation {
namespace {

core::Json& row_in(core::Json& report, const char* list, std::size_t index) {
  core::Json& rows = report[list];
  while (rows.size() <= index) rows.push_back(core::Json::object());
  return rows[index];
}

}  // namespace

core::Json& user_row(core::Json& report, std::size_t index) {
  return row_in(report, "users", index);
}

core::Json& agent_row(core::Json& report, std::size_t index) {
  return row_in(report, "agents", index);
}

void Observer::tables(std::vector<Table>&) const {}

std::string name_of(const Surroundings& surroundings, core::BodyId who) {
  for (const auto& person : surroundings.people) {
    if (person.id == who) return person.name;
  }
  return {};
}

core::Json maybe(double value, bool known) {
  return known ? core::Json(value) : core::Json();
}

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
