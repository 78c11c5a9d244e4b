// SPDX-License-Identifier: Apache-2.0
#include "report/sight_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/heat_layers.h"
#include "report/html_parts.h"

namespace fh::report {
namespace {

constexpr double kPixels = 8.0;  // of a cell

}  // namespace

std::string sight_figure(const evaluation::SightMap& map) {
  const double wide = kPixels * static_cast<double>(map.columns), high = kPixels * static_cast<double>(map.rows);
  std::string text = fmt::format(
      "<figure><figcaption>From where {} can be seen, standing eye of {} ({:.2f} m): at least {:.0f} % of it from "
      "{:.0f} % "
      "of the free floor. Cells of {:.2f} m, north up; blank: nobody can stand there.</figcaption><svg role=\"img\" "
      "aria-label=\"Map of where {} can be seen from\" viewBox=\"-10 -10 {:.0f} {:.0f}\" "
      "shape-rendering=\"crispEdges\">\n",
      escaped(map.object), escaped(map.body), map.eye_height, 100.0 * map.limit, 100.0 * map.share_seen(), map.cell,
      escaped(map.object), std::max(wide, 490.0) + 20.0, high + 60.0);
  for (std::size_t row = 0; row < map.rows; ++row) {
    for (std::size_t column = 0; column < map.columns;) {
      const float fraction = map.fractions[row * map.columns + column];
      std::size_t end = column + 1;  // equal neighbours are one rectangle
      const auto same = [&](float other) { return other >= 0.0f && sight_step(other) == sight_step(fraction); };
      while (fraction >= 0.0f && end < map.columns && same(map.fractions[row * map.columns + end])) ++end;
      if (fraction >= 0.0f)
        fmt::format_to(std::back_inserter(text),
                       "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\"/>",
                       kPixels * static_cast<double>(column), kPixels * static_cast<double>(row),
                       kPixels * static_cast<double>(end - column), kPixels, kHeatColours[sight_step(fraction)]);
      column = end;
    }
    text += "\n";
  }
  const double x = kPixels * (map.at.x - map.low_x) / map.cell, y = kPixels * (map.at.z - map.low_z) / map.cell;
  text += fmt::format(
      "<circle cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"7\" fill=\"#d40000\" stroke=\"#fff\" stroke-width=\"2\"/>\n", x, y);
  for (std::size_t i = 0; i < kHeatColours.size(); ++i) {
    const double left = 78.0 * static_cast<double>(i);
    text += fmt::format(
        "<rect x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"16\" height=\"16\" fill=\"{2}\" stroke=\"#888\"/><text "
        "x=\"{3:.0f}\" "
        "y=\"{4:.0f}\">{5}</text>",
        left, high + 20.0, kHeatColours[i], left + 21.0, high + 33.0, kSightWords[i]);
  }
  return text + "</svg></figure>\n";
}

}  // namespace fh::report
