// SPDX-License-Identifier: Apache-2.0
#include "evaluation/observe/observer.h"

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

}  // namespace fh::evaluation
