// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an evaluation of a visit has to show. Stated by the scenario, judged by evaluation (docs/evaluation.md).
#include <cstdint>
#include <string>

#include "math/vector.h"

namespace fh::scene {

enum class CheckKind : std::uint8_t {
  Visible,
  Clearance,
  Headroom,
  Passage,
  NobodyWithin,
  Operated,
  Rula,
  Reba,
  LiftingIndex,
  NearMisses,
  Reachable
};
/// The most that a body may have to do to reach something (docs/evaluation.md, Reach).
enum class ReachEffort : std::uint8_t { Arm, Lean, Step, Kneel, No };
enum class ReachHand : std::uint8_t { Either, Left, Right };

struct Check {
  std::string name;
  CheckKind kind = CheckKind::Visible;
  std::string who;     // of users and agents; empty: everybody
  std::string object;  // Visible, NobodyWithin, Operated: the thing; Reachable, and Visible from a zone: also
                       // OBJECT.SITE
  double limit =
      0.0;  // the least (Visible … Operated) or the most (Rula … Reachable) that passes; Reachable: a ReachEffort
  std::string while_moves;  // NobodyWithin: the thing that moves meanwhile; empty: always
  bool places = false;      // Visible: seen from a zone by bodies that stand or sit there, not in the visit
  math::Vec3 from{0.0};     // Reachable, Visible: where the body stands or sits, on the ground; middle of the zone
  math::Vec2 zone{0.0};     // Visible: extent of the zone along X and Z, m; 0: the place alone
  double seat = 0.0;        // Reachable, Visible: height of the seat, m; 0: it stands
  ReachHand hand = ReachHand::Either;
  bool fingertips = false;  // Reachable: they touch it; else the palm comes to it

  /// Judged for bodies that are put into the place, not by the visit.
  bool of_bodies() const { return kind == CheckKind::Reachable || (kind == CheckKind::Visible && places); }
};

}  // namespace fh::scene
