// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kinds of measurements that users take in a place: one table for tours, notices and reports.
#include <array>
#include <cstddef>
#include <cstdint>

namespace fh::frame {

/// Recorded as numbers: values stay what they are, new ones go to the end.
enum class MeasureKind : std::uint8_t { Distance, ClearWidth, ClearHeight, Angle };

struct MeasureKindRow {
  MeasureKind kind;
  const char* word;    // in tours and reports
  const char* label;   // for people
  std::size_t points;  // that a user gives; the opposite surface is found
  const char* unit;    // of the value
};

inline constexpr std::array<MeasureKindRow, 4> kMeasureKinds = {{
    {MeasureKind::Distance, "distance", "distance", 2, "m"},
    {MeasureKind::ClearWidth, "clear_width", "clear width", 1, "m"},
    {MeasureKind::ClearHeight, "clear_height", "clear height", 1, "m"},
    {MeasureKind::Angle, "angle", "angle", 3, "deg"},
}};

constexpr const MeasureKindRow& row_of(MeasureKind kind) {
  return kMeasureKinds[static_cast<std::size_t>(kind)];
}

}  // namespace fh::frame
