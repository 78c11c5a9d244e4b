// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/niosh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fh::evaluation {
namespace {

constexpr double kLoadConstant = 23.0;    // kg
constexpr double kWaist = 75.0;           // cm
constexpr std::size_t kFrequencies = 17;  // 0.2, 0.5, 1 … 15 lifts per minute

/// Percent, [row][at most 1 h, 2 h, 8 h]; from hands below 75 cm, and at or above it where that differs.
constexpr std::uint8_t kLow[kFrequencies][3] = {{100, 95, 85}, {97, 92, 81}, {94, 88, 75}, {91, 84, 65}, {88, 79, 55},
                                                {84, 72, 45},  {80, 60, 35}, {75, 50, 27}, {70, 42, 22}, {60, 35, 18},
                                                {52, 30, 0},   {45, 26, 0},  {41, 0, 0},   {37, 0, 0},   {0, 0, 0},
                                                {0, 0, 0},     {0, 0, 0}};
constexpr std::uint8_t kHigh[kFrequencies][3] = {{100, 95, 85}, {97, 92, 81}, {94, 88, 75}, {91, 84, 65}, {88, 79, 55},
                                                 {84, 72, 45},  {80, 60, 35}, {75, 50, 27}, {70, 42, 22}, {60, 35, 18},
                                                 {52, 30, 15},  {45, 26, 13}, {41, 23, 0},  {37, 21, 0},  {34, 0, 0},
                                                 {31, 0, 0},    {28, 0, 0}};

/// The table's row for 0.2, 0.5, 1, 2 … lifts per minute, as a real number between the rows.
double row_of(double frequency) {
  if (frequency <= 0.2) return 0.0;
  if (frequency <= 0.5) return (frequency - 0.2) / 0.3;
  if (frequency <= 1.0) return 1.0 + (frequency - 0.5) / 0.5;
  return 1.0 + frequency;
}

double frequency_multiplier(const LiftTask& task, double origin_vertical) {
  if (task.hours > 8.0 || task.frequency > 15.0) return 0.0;
  const std::size_t column = task.hours <= 1.0 ? 0 : task.hours <= 2.0 ? 1 : 2;
  const auto& table = origin_vertical < kWaist ? kLow : kHigh;
  const double row = row_of(task.frequency);
  const auto below = static_cast<std::size_t>(std::floor(row)), above = static_cast<std::size_t>(std::ceil(row));
  const double low = table[below][column], high = table[above][column], share = row - std::floor(row);
  return high > 0.0 ? (low + share * (high - low)) / 100.0 : 0.0;
}

double coupling_multiplier(const LiftTask& task) {
  if (task.coupling == Coupling::Poor) return 0.90;
  return task.coupling == Coupling::Fair && task.vertical < kWaist ? 0.95 : 1.0;
}

}  // namespace

WeightLimit recommended_weight(const LiftTask& task, std::optional<double> origin_vertical) {
  WeightLimit w;
  w.hm = task.horizontal > 63.0 ? 0.0 : 25.0 / std::max(task.horizontal, 25.0);
  w.vm = task.vertical > 175.0 || task.vertical < 0.0 ? 0.0 : 1.0 - 0.003 * std::abs(task.vertical - kWaist);
  w.dm = task.travel > 175.0 ? 0.0 : 0.82 + 4.5 / std::max(task.travel, 25.0);
  w.am = task.asymmetry > 135.0 ? 0.0 : 1.0 - 0.0032 * task.asymmetry;
  w.fm = frequency_multiplier(task, origin_vertical.value_or(task.vertical));
  w.cm = coupling_multiplier(task);
  w.limit = kLoadConstant * w.hm * w.vm * w.dm * w.am * w.fm * w.cm;
  return w;
}

double lifting_index(double kilograms, const WeightLimit& limit) {
  return limit.limit > 0.0 ? kilograms / limit.limit : std::numeric_limits<double>::infinity();
}

}  // namespace fh::evaluation
