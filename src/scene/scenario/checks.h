// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an evaluation of a visit has to show. Stated by the scenario, judged by evaluation (docs/evaluation.md).
#include <cstdint>
#include <string>

namespace fh::scene {

enum class CheckKind : std::uint8_t { Visible, Clearance, Headroom, Passage, Rula, Reba, LiftingIndex, NearMisses };

struct Check {
  std::string name;
  CheckKind kind = CheckKind::Visible;
  std::string who;     // of users and agents; empty: everybody
  std::string object;  // Visible: the thing that is to be seen
  double limit = 0.0;  // the least (Visible … Passage) or the most (Rula … NearMisses) that passes
};

}  // namespace fh::scene
