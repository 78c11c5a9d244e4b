// SPDX-License-Identifier: Apache-2.0
#include "human/ik/bounded_step.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "math/lanes.h"

namespace fh::human {
namespace {

using Four = math::lanes::V<double>;
static_assert(kMostUnknowns % 4 == 0);

// row += by * other, from an entry on to the last of `count`, in fours: entries before and behind change too, and are
// not read.
void add_multiple(Unknowns& row, double by, const Unknowns& other, std::size_t from, std::size_t count) {
  const Four factor{by, by, by, by};
  for (std::size_t j = from & ~std::size_t{3}; j < count; j += 4) {
    Four a, b;
    std::memcpy(&a, &row[j], sizeof a);
    std::memcpy(&b, &other[j], sizeof b);
    a += factor * b;
    std::memcpy(&row[j], &a, sizeof a);
  }
}

/// The unknowns that are free to move, and the matrix among them.
struct FreePart {
  std::size_t count = 0;
  std::array<std::uint8_t, kMostUnknowns> index;
  alignas(32) std::array<Unknowns, kMostUnknowns> factor;  // upper triangle
  Unknowns right;
};

double entry(const QuadraticModel& m, std::size_t i, std::size_t j) {
  return i <= j ? m.hessian[i][j] : m.hessian[j][i];
}

// Upper Cholesky factor in place. False: not positive definite.
bool factorise(FreePart& part) {
  const std::size_t n = part.count;
  for (std::size_t k = 0; k < n; ++k) {
    Unknowns& pivot_row = part.factor[k];
    if (!(pivot_row[k] > 0.0)) return false;
    const double scale = 1.0 / std::sqrt(pivot_row[k]);
    for (std::size_t j = k; j < n; ++j) pivot_row[j] *= scale;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (pivot_row[i] != 0.0) add_multiple(part.factor[i], -pivot_row[i], pivot_row, i, n);
    }
  }
  return true;
}

void back_substitute(FreePart& part) {
  const std::size_t n = part.count;
  for (std::size_t k = 0; k < n; ++k) {
    const double value = part.right[k] /= part.factor[k][k];
    if (value != 0.0 && k + 1 < n) {
      for (std::size_t j = k + 1; j < n; ++j) part.right[j] -= part.factor[k][j] * value;
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    double value = part.right[k];
    for (std::size_t j = k + 1; j < n; ++j) value -= part.factor[k][j] * part.right[j];
    part.right[k] = value / part.factor[k][k];
  }
}

// The unconstrained minimum over the free unknowns, the held ones being where they are.
bool solve_free(const QuadraticModel& model, const Unknowns& gradient, double damping, const HeldSet& held,
                const Unknowns& step, FreePart& part) {
  part.count = 0;
  std::size_t moved = 0;  // held ones that the step takes to their side
  std::array<std::uint8_t, kMostUnknowns> moved_index;
  for (std::size_t i = 0; i < model.count; ++i) {
    if (held[i] == Held::Free) part.index[part.count++] = static_cast<std::uint8_t>(i);
    if (held[i] != Held::Free && step[i] != 0.0) moved_index[moved++] = static_cast<std::uint8_t>(i);
  }
  for (std::size_t a = 0; a < part.count; ++a) {
    const std::size_t i = part.index[a];
    double right = -gradient[i];
    for (std::size_t m = 0; m < moved; ++m) right -= entry(model, i, moved_index[m]) * step[moved_index[m]];
    part.right[a] = right;
    for (std::size_t b = part.count; b % 4 != 0; ++b) part.factor[a][b] = 0.0;  // rows are added in fours
    for (std::size_t b = a; b < part.count; ++b) part.factor[a][b] = model.hessian[i][part.index[b]];
    part.factor[a][a] += damping;
  }
  if (!factorise(part)) return false;
  back_substitute(part);
  return true;
}

// Slopes of the damped model at a step.
void slopes_at(const QuadraticModel& model, const Unknowns& gradient, double damping, const Unknowns& step,
               Unknowns& slopes) {
  for (std::size_t i = 0; i < model.count; ++i) slopes[i] = gradient[i] + damping * step[i];
  for (std::size_t i = 0; i < model.count; ++i) {
    slopes[i] += model.hessian[i][i] * step[i];
    for (std::size_t j = i + 1; j < model.count; ++j) {
      slopes[i] += model.hessian[i][j] * step[j];
      slopes[j] += model.hessian[i][j] * step[i];
    }
  }
}

// Puts free unknowns that left the box onto its side; `most_only`: just the one that left it farthest.
bool hold_outside(const StepBox& box, const FreePart& part, bool most_only, HeldSet& held, Unknowns& step) {
  std::size_t worst = kMostUnknowns;
  double excess = 0.0;
  bool any = false;
  for (std::size_t a = 0; a < part.count; ++a) {
    const std::size_t i = part.index[a];
    const double over = std::max(part.right[a] - box.upper[i], box.lower[i] - part.right[a]);
    if (over <= 0.0) continue;
    if (over > excess) excess = over, worst = i;
    any = true;
    if (most_only) continue;
    held[i] = part.right[a] > box.upper[i] ? Held::Upper : Held::Lower;
    step[i] = held[i] == Held::Upper ? box.upper[i] : box.lower[i];
  }
  if (any && most_only) {
    std::size_t a = 0;
    while (part.index[a] != worst) ++a;
    held[worst] = part.right[a] > box.upper[worst] ? Held::Upper : Held::Lower;
    step[worst] = held[worst] == Held::Upper ? box.upper[worst] : box.lower[worst];
  }
  return any;
}

// Frees held unknowns that the model draws back into the box; `most_only`: the one that is drawn most.
bool release(const QuadraticModel& model, const Unknowns& gradient, double damping, const Unknowns& step,
             bool most_only, HeldSet& held) {
  Unknowns slopes;
  slopes_at(model, gradient, damping, step, slopes);
  std::size_t most = kMostUnknowns;
  double drawn = 1e-12;
  for (std::size_t i = 0; i < model.count; ++i) {
    const double inward = held[i] == Held::Upper ? slopes[i] : held[i] == Held::Lower ? -slopes[i] : 0.0;
    if (inward <= (most_only ? drawn : 1e-12)) continue;
    drawn = inward, most = i;
    if (!most_only) held[i] = Held::Free;
  }
  if (most < kMostUnknowns) held[most] = Held::Free;
  return most < kMostUnknowns;
}

}  // namespace

void QuadraticModel::clear(std::size_t unknowns) {
  count = unknowns;
  cost = 0.0;
  row_count = 0;
  gradient.fill(0.0);
  preferred.fill(0.0);
  preference.fill(0.0);
  for (std::size_t i = 0; i < count; ++i) hessian[i].fill(0.0);
}

void QuadraticModel::count_row(std::size_t slot, double sign) {
  counted[slot] = sign > 0.0;
  const double value = sign * values[slot];
  const Unknowns& by = slopes[slot];
  for (std::size_t i = 0; i < count; ++i) {
    if (by[i] == 0.0) continue;
    gradient[i] += value * by[i];
    add_multiple(hessian[i], sign * by[i], by, i, count);
  }
}

void QuadraticModel::add_row(std::size_t slot, double value, bool only_positive) {
  slots[row_count++] = static_cast<std::uint8_t>(slot);
  for (std::size_t i = count; i % 4 != 0; ++i) slopes[slot][i] = 0.0;  // sums go in fours
  values[slot] = value;
  one_sided[slot] = only_positive;
  counted[slot] = false;
  if (only_positive && value <= 0.0) return;
  cost += 0.5 * value * value;
  count_row(slot, 1.0);
}

void QuadraticModel::add_preference(std::size_t unknown, double value, double slope) {
  cost += 0.5 * value * value;
  preferred[unknown] = value;
  preference[unknown] = slope;
  gradient[unknown] += value * slope;
  hessian[unknown][unknown] += slope * slope;
}

double QuadraticModel::foreseen(std::size_t slot, const Unknowns& step) const {
  double value = values[slot];
  for (std::size_t i = 0; i < count; ++i) value += slopes[slot][i] * step[i];
  return one_sided[slot] && value < 0.0 ? 0.0 : value;
}

bool QuadraticModel::recount(const Unknowns& step, bool only_more) {
  bool any = false;
  for (std::size_t r = 0; r < row_count; ++r) {
    const std::size_t slot = slots[r];
    if (!one_sided[slot]) continue;
    const bool counts = foreseen(slot, step) > 0.0;
    if (counts == counted[slot] || (only_more && !counts)) continue;
    count_row(slot, counts ? 1.0 : -1.0);
    any = true;
  }
  return any;
}

double QuadraticModel::fall(const Unknowns& step) const {
  double after = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = preferred[i] + preference[i] * step[i];
    after += 0.5 * value * value;
  }
  for (std::size_t r = 0; r < row_count; ++r) {
    const double value = foreseen(slots[r], step);
    after += 0.5 * value * value;
  }
  return cost - after;
}

void unforeseen_gradient(const QuadraticModel& before, const Unknowns& step, const QuadraticModel& after,
                         Unknowns& gradient) {
  std::array<double, kMostRows> foreseen{};
  for (std::size_t r = 0; r < before.row_count; ++r) {
    foreseen[before.slots[r]] = before.foreseen(before.slots[r], step);
  }
  gradient.fill(0.0);
  for (std::size_t r = 0; r < after.row_count; ++r) {
    const std::size_t slot = after.slots[r];
    if (!after.counted[slot]) continue;
    const double off = after.values[slot] - foreseen[slot];
    for (std::size_t i = 0; i < after.count; ++i) gradient[i] += off * after.slopes[slot][i];
  }
}

double bounded_step(QuadraticModel& model, double damping, const StepBox& box, Unknowns& step, HeldSet& held) {
  constexpr int kRecounts = 8;
  for (int pass = 0; pass < kRecounts; ++pass) {
    if (!bounded_step(model, model.gradient, damping, box, step, held)) return 0.0;
    if (!model.recount(step, pass >= kRecounts / 2)) break;
  }
  return model.fall(step);
}

bool bounded_step(const QuadraticModel& model, const Unknowns& gradient, double damping, const StepBox& box,
                  Unknowns& step, HeldSet& held) {
  constexpr int kRounds = 40, kTogether = 6;  // rounds in which all that leave the box are held at once
  FreePart part;
  for (std::size_t i = 0; i < model.count; ++i) {
    const double g = gradient[i];
    if (held[i] == Held::Free && box.upper[i] <= 0.0 && g < 0.0) held[i] = Held::Upper;
    if (held[i] == Held::Free && box.lower[i] >= 0.0 && g > 0.0) held[i] = Held::Lower;
    step[i] = held[i] == Held::Upper ? box.upper[i] : held[i] == Held::Lower ? box.lower[i] : 0.0;
  }
  for (int round = 0; round < kRounds; ++round) {
    if (!solve_free(model, gradient, damping, held, step, part)) return false;
    const bool most_only = round >= kTogether;
    if (hold_outside(box, part, most_only, held, step)) continue;
    for (std::size_t a = 0; a < part.count; ++a) step[part.index[a]] = part.right[a];
    if (!release(model, gradient, damping, step, most_only, held)) return true;
  }
  // Rare: what has not settled is cut off at the box.
  if (!solve_free(model, gradient, damping, held, step, part)) return false;
  for (std::size_t a = 0; a < part.count; ++a) {
    const std::size_t i = part.index[a];
    step[i] = std::clamp(part.right[a], box.lower[i], box.upper[i]);
  }
  return true;
}

}  // namespace fh::human
