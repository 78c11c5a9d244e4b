// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steps of a bounded least-squares search: the minimum of a quadratic model within a box. Plain loops of fixed order,
// no allocation.
#include <array>
#include <cstddef>
#include <cstdint>

namespace fh::human {

inline constexpr std::size_t kMostUnknowns = 40;
using Unknowns = std::array<double, kMostUnknowns>;

inline constexpr std::size_t kMostRows = 144;

/// A sum of half squares and its quadratic model: cost + gradient·d + d·hessian·d / 2. Residuals have fixed slots, so
/// that those of two places can be compared. One-sided residuals count only where they are positive: the model keeps
/// those that are not, since a step may make them so.
struct QuadraticModel {
  std::size_t count = 0;
  double cost = 0.0;
  alignas(32) Unknowns gradient;
  alignas(32) std::array<Unknowns, kMostUnknowns> hessian;  // upper triangle
  Unknowns preferred, preference;                           // residuals of single unknowns, and their slopes
  std::size_t row_count = 0;
  std::array<std::uint8_t, kMostRows> slots;  // of the rows, in the order in which they were added
  std::array<double, kMostRows> values;       // by slot
  std::array<bool, kMostRows> one_sided, counted;
  alignas(32) std::array<Unknowns, kMostRows> slopes;

  void clear(std::size_t unknowns);
  /// Adds a residual's half square: value²/2. The slopes by unknown are those in `slopes[slot]`.
  void add_row(std::size_t slot, double value, bool only_positive = false);
  /// Adds that of a single unknown.
  void add_preference(std::size_t unknown, double value, double slope);
  /// A row's value after a step, by its slope.
  double foreseen(std::size_t slot, const Unknowns& step) const;
  /// Counts exactly the one-sided rows that are positive after a step; `only_more`: none is dropped. True: some
  /// changed.
  bool recount(const Unknowns& step, bool only_more);
  /// How far the cost falls by the rows' slopes.
  double fall(const Unknowns& step) const;

 private:
  void count_row(std::size_t slot, double sign);
};

/// The box that a step must stay in; lower <= 0 <= upper.
struct StepBox {
  Unknowns lower, upper;
};

/// Which side of the box an unknown is held at.
enum class Held : std::uint8_t { Free, Lower, Upper };
using HeldSet = std::array<Held, kMostUnknowns>;

/// The step that minimises gradient·d + d·hessian·d / 2 with `damping` added to the diagonal, within the box. False:
/// none was found. `held`: those of a step before, with which the search begins, or all free; then those of this step.
bool bounded_step(const QuadraticModel& model, const Unknowns& gradient, double damping, const StepBox& box,
                  Unknowns& step, HeldSet& held);
/// The same for the model itself, the one-sided rows counted as the step makes them. Returns how far the cost falls by
/// the rows' slopes; not positive when no step was found.
double bounded_step(QuadraticModel& model, double damping, const StepBox& box, Unknowns& step, HeldSet& held);

/// What a straight step from the place of `before` to that of `after` did not foresee of the residuals, as a gradient
/// at the latter.
void unforeseen_gradient(const QuadraticModel& before, const Unknowns& step, const QuadraticModel& after,
                         Unknowns& gradient);

}  // namespace fh::human
