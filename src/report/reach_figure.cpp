// SPDX-License-Identifier: Apache-2.0
#include "report/reach_figure.h"

#include <fmt/format.h>

#include <iterator>

#include "report/heat_layers.h"
#include "report/html_parts.h"

namespace fh::report {
namespace {

using evaluation::ReachField;

constexpr std::array kLetters = {"A", "L", "S", "K", "–"};  // so that colours are not all that tells
constexpr double kCellPixels = 22.0;                        // of a cell

double height_of(double metres) {
  return kCellPixels * (static_cast<double>(ReachField::kRows) - metres / ReachField::kCell);
}

}  // namespace

std::string reach_figure(const ReachField& field) {
  const double wide = kCellPixels * ReachField::kColumns, high = kCellPixels * ReachField::kRows;
  std::string text = fmt::format(
      "<figure><figcaption>What {} reaches with the palm, {}, straight ahead (from the {}, seen from the right; cells "
      "of {:.2f} m).</figcaption><svg class=\"reach\" role=\"img\" aria-label=\"Reachable field of {}\" "
      "viewBox=\"-75 -10 {:.0f} {:.0f}\">\n",
      escaped(field.body), field.seat > 0.0 ? fmt::format("sitting {:.2f} m high", field.seat) : "standing",
      field.seat > 0.0 ? "pelvis" : "ankles", ReachField::kCell, escaped(field.body), wide + 95.0, high + 128.0);
  for (std::size_t i = 0; i < field.classes.size(); ++i) {
    const double x = kCellPixels * static_cast<double>(i % ReachField::kColumns);
    const double y = high - kCellPixels * static_cast<double>(i / ReachField::kColumns + 1);
    const auto kind = static_cast<std::size_t>(field.classes[i]);
    fmt::format_to(
        std::back_inserter(text),
        "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\"/><text class=\"ink\" "
        "text-anchor=\"middle\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n",
        x, y, kCellPixels - 1.0, kCellPixels - 1.0, kReachColours[kind], x + 0.5 * kCellPixels, y + 0.7 * kCellPixels,
        kLetters[kind]);
  }
  for (const auto& [name, height] : {std::pair{"eyes", field.eye_height}, {"shoulder", field.shoulder_height}})
    text += fmt::format(
        "<line class=\"now\" x1=\"-8\" x2=\"0\" y1=\"{0:.0f}\" y2=\"{0:.0f}\"/><text text-anchor=\"end\" x=\"-10\" "
        "y=\"{1:.0f}\">{2}</text>\n",
        height_of(height), height_of(height) + 4.0, name);
  for (const double metres : {0.5, 1.0, 1.5})
    text += fmt::format("<text text-anchor=\"middle\" x=\"{:.0f}\" y=\"{:.0f}\">{} m</text>\n",
                        kCellPixels * metres / ReachField::kCell, high + 16.0, metres);
  for (std::size_t i = 0; i < kReachWords.size(); ++i)
    text += fmt::format(
        "<rect x=\"0\" y=\"{0:.0f}\" width=\"14\" height=\"14\" fill=\"{1}\"/><text x=\"20\" "
        "y=\"{2:.0f}\">{3}: {4}</text>\n",
        high + 24.0 + 18.0 * static_cast<double>(i), kReachColours[i], high + 36.0 + 18.0 * static_cast<double>(i),
        kLetters[i], kReachWords[i]);
  return text + "</svg></figure>\n";
}

}  // namespace fh::report
