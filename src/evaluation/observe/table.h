// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table of figures over time or by person, for CSV and reports: numbers and short texts, a row at a time.
#include <string>
#include <variant>
#include <vector>

namespace fh::evaluation {

/// Empty: not known at that moment.
using Cell = std::variant<std::monostate, double, std::string>;

struct Table {
  std::string name;                  // file name without its ending: "posture"
  std::string about;                 // one sentence for people
  std::vector<std::string> columns;  // with units: "time_s"
  std::vector<std::vector<Cell>> rows;
};

}  // namespace fh::evaluation
