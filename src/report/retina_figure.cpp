// SPDX-License-Identifier: Apache-2.0
#include "report/retina_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "math/trig.h"
#include "report/html_parts.h"

namespace fh::report {
namespace {

using core::Json;

constexpr double kPerDegree = 2.0;       // to a degree: the map is equidistant
constexpr double kMost = 110.0;          // degrees
constexpr std::size_t kMostThings = 20;  // that are named, the largest first
// Of one eye: towards the nose, the temple, up and down, degrees (Traquair 1938, Clinical Perimetry).
constexpr double kNasal = 60.0, kTemporal = 107.0, kUpwards = 70.0, kDownwards = 80.0;

/// How far the field of an eye reaches on a meridian (radians from the right, upwards): quarters of ellipses.
double field_of_eye(bool right_eye, double meridian) {
  const double x = math::cos(meridian), y = math::sin(meridian);
  const double across = (x > 0.0) == right_eye ? kTemporal : kNasal, along = y > 0.0 ? kUpwards : kDownwards;
  return 1.0 / math::sqrt(x * x / (across * across) + y * y / (along * along));
}

std::string boundary(bool right_eye) {
  std::string points;
  for (int i = 0; i < 72; ++i) {
    const double meridian = math::kTau * i / 72.0, far = kPerDegree * field_of_eye(right_eye, meridian);
    points += fmt::format("{:.0f},{:.0f} ", far * math::cos(meridian), -far * math::sin(meridian));
  }
  return fmt::format(
      "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.10\" stroke=\"{}\" stroke-width=\"1.5\"{}/>\n", points,
      right_eye ? "#d55e00" : "#0072b2", right_eye ? "#d55e00" : "#0072b2",
      right_eye ? " stroke-dasharray=\"6 3\"" : "");
}

/// Things of one user, the largest solid angle first.
std::vector<Json> views_of(const Json& measures, const std::string& name) {
  std::vector<Json> views;
  for (const Json& view : value_at(measures, {"visibility", "views"})) {
    if (view["who"] == name && view.contains("best") && view["best_fraction"] > 0.0) views.push_back(view);
  }
  std::stable_sort(views.begin(), views.end(), [](const Json& a, const Json& b) {
    return a["best"]["solid_angle_sr"].get<double>() > b["best"]["solid_angle_sr"].get<double>();
  });
  if (views.size() > kMostThings) views.resize(kMostThings);
  return views;
}

std::string rings() {
  std::string text;
  for (const double degrees : {2.0, 30.0, 60.0, 90.0})
    text += fmt::format(
        "<circle r=\"{0:.0f}\" fill=\"none\" stroke=\"#8a8a8a\" stroke-width=\"0.7\"/><text class=\"ink\" x=\"2\" "
        "y=\"{1:.0f}\" font-size=\"10\">{2:.0f}°</text>\n",
        kPerDegree * degrees, -kPerDegree * degrees - 2.0, degrees);
  return text;
}

std::string figure_of(const std::string& name, const std::vector<Json>& views) {
  const double half = kPerDegree * kMost + 10.0;
  std::string text = fmt::format(
      "<figure><figcaption>Where in the field of {0} things were when they were seen best: distance from the middle is "
      "the angle from the gaze, direction that in the field. Lines: how far the left (full) and the right eye (dashed) "
      "see. Numbers: see the list.</figcaption><svg role=\"img\" aria-label=\"Polar map of the field of {0}\" "
      "viewBox=\"{1:.0f} {1:.0f} {2:.0f} {2:.0f}\">\n",
      escaped(name), -half, 2.0 * half);
  text += boundary(false) + boundary(true) + rings();
  std::string list;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Json& best = views[i]["best"];
    const double far = kPerDegree * std::min(kMost, best["eccentricity_deg"].get<double>());
    const double meridian = math::radians(best["meridian_deg"].get<double>());
    const double x = far * math::cos(meridian), y = -far * math::sin(meridian);
    // A disc of the solid angle that was visible.
    const double radius =
        std::max(3.0, kPerDegree * math::degrees(math::sqrt(best["solid_angle_sr"].get<double>() / math::kPi)));
    fmt::format_to(std::back_inserter(text),
                   "<circle cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"{2:.1f}\" fill=\"#009e73\" fill-opacity=\"0.35\" "
                   "stroke=\"#009e73\"/><text class=\"ink\" text-anchor=\"middle\" font-size=\"10\" x=\"{0:.1f}\" "
                   "y=\"{3:.1f}\">{4}</text>\n",
                   x, y, radius, y + 3.5, i + 1);
    list += fmt::format("<li>{}: {:.0f}° off, {:.0f} % visible</li>", shown(views[i]["what"]),
                        best["eccentricity_deg"].get<double>(), 100.0 * views[i]["best_fraction"].get<double>());
  }
  return text + "</svg><ol class=\"note\">" + list + "</ol></figure>\n";
}

}  // namespace

std::string retina_figures(const Json& measures) {
  std::string figures;
  for (const Json& user : measures["users"]) {
    const std::string name = user.value("name", "");
    const std::vector<Json> views = views_of(measures, name);
    if (!views.empty()) figures += figure_of(name, views);
  }
  return figures.empty() ? figures : "<div class=\"pictures\">\n" + figures + "</div>\n";
}

}  // namespace fh::report
