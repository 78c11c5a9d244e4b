// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bending the spine as one (J-19, J-20): totals of flexion, lateral bend and axial turn are shared out over the 17
// vertebrae between an initiator and a resistor, by clamp-and-redistribute, so that no vertebra leaves its limits.
#include <array>
#include <span>

#include "human/body/posture.h"

namespace fh::human {

/// Radians per vertebra, L5 … T1: flexion, lateral bend to the right, axial turn to the left.
struct SpineShape {
  std::array<math::Vec3, kVertebraCount> angles{};
  math::Vec3 total() const;
};

struct SpineBend {
  math::Vec3 target{0.0};                            // wanted totals, radians
  std::size_t first = 0, last = kVertebraCount - 1;  // range that moves, 0 = L5 … 16 = T1
  std::size_t initiator = 0;                         // moves first
  std::size_t resistor = kVertebraCount - 1;         // its far side moves last
  double resistance = 0.0;                           // 0 … 1
  double fading = 0.35;      // of the motion per vertebra away from the initiator (our choice; J-20 prints none)
  bool through_rest = true;  // a move across the rest shape unbends first
};
/// Presets of J-20.
SpineBend bend_from_waist(const math::Vec3& target);
SpineBend curl_from_neck(const math::Vec3& target);
/// How users and agents bend in everyday motion: the lower chest first, the neck's end last. Chosen on captured motion
/// (docs/measurements/body-tracking.md, "Tuning").
SpineBend everyday_bend(const math::Vec3& target);

struct SpineBendResult {
  SpineShape shape;
  math::Vec3 shortfall{0.0};  // target minus reached total; 0 where feasible
};

/// Limits of the whole group (recalled from AAOS 1965, not checked: flexion 80, extension 30, lateral 40, turn 45 deg),
/// and their coupling: the used shares of the three axes may not sum to more than kSpineCoupling (J-18; our
/// assumption).
inline constexpr double kSpineCoupling = 2.0;
math::Vec3 within_spine_limits(const math::Vec3& total);

SpineBendResult bend_spine(const Skeleton& skeleton, const SpineShape& now, const SpineBend& bend);

SpineShape spine_of(const Posture& posture);
/// Returns pelvis_from_thorax: what the vertebrae turn together.
math::Quat set_spine(Posture& posture, const SpineShape& shape);
/// Bends the posture's spine; returns the shortfall.
math::Vec3 bend_spine(const Skeleton& skeleton, Posture& posture, const SpineBend& bend);

/// The shapes that bend_spine() gives a spine at rest, by total, worked out once per skeleton: the spine of users and
/// agents, many times a tick. Between its knots shapes are interpolated, so that totals are met exactly and no vertebra
/// leaves its limits.
class SpineTable {
 public:
  SpineTable() = default;
  /// `manner`: initiator, resistor and resistance; its target is not used.
  explicit SpineTable(const Skeleton& skeleton, const SpineBend& manner = everyday_bend({}));

  /// The nearest totals that vertebrae and group allow.
  math::Vec3 within(const math::Vec3& total) const;
  /// Totals beyond what is allowed are brought within.
  SpineShape shape(const math::Vec3& total) const;

 private:
  static constexpr std::size_t kKnots = 33;
  struct Branch {       // one axis to one side
    double most = 0.0;  // total at the last knot, rad, not negative
    std::array<std::array<double, kVertebraCount>, kKnots> shapes{};
  };
  std::array<std::array<Branch, 2>, 3> branches_;  // by axis; negative, positive
};

/// The totals that bring the thorax to `pelvis_from_thorax` (J-89): twist about the spine first, then the swing split.
math::Vec3 spine_target(const math::Quat& pelvis_from_thorax);

/// Shares `amount` >= 0 over slots in proportion to `weights`, none beyond its room; what overflows goes to the others
/// in the same proportions. Writes the shares, returns what found no room.
double share_out(double amount, std::span<const double> weights, std::span<const double> rooms,
                 std::span<double> shares);

}  // namespace fh::human
