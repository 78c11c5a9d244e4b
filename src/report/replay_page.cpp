// SPDX-License-Identifier: Apache-2.0
#include "report/replay_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/heat_layers.h"
#include "report/html_parts.h"
#include "report/motion/coloured_mesh.h"

extern "C" const char fh_replay_scripts[];
extern "C" const char fh_replay_scripts_end[];

namespace fh::report {
namespace {

constexpr const char* kLicence = R"(<details class="note"><summary>Licence of three.js, which draws the replay</summary>
<p>The MIT License. Copyright © 2010-2019 three.js authors.</p>
<p>Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:</p>
<p>The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.</p>
<p>THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.</p>
</details>
)";

std::vector<std::string> people_of(const MeasuredVisit& visit) {
  std::vector<std::string> names;
  for (const char* group : {"users", "agents"}) {
    if (!visit.measures.contains(group)) continue;
    for (const core::Json& person : visit.measures[group]) names.push_back(person.value("name", ""));
  }
  return names;
}

}  // namespace

bool has_replay_scripts() {
  return fh_replay_scripts_end - fh_replay_scripts > 1;
}

std::string replay_section(const MeasuredVisit& visit, std::size_t number) {
  if (!has_replay_scripts())
    return "<p class=\"note\">The visit cannot be shown again in this page: the program was built without three.js "
           "(Debian package libjs-three).</p>\n";
  if (visit.replay.empty())
    return "<p class=\"note\">The visit cannot be shown again in this page: nobody was recorded moving, or the place "
           "is "
           "too large.</p>\n";
  const std::vector<std::string> people = people_of(visit);
  std::string options = "<option value=\"\">free</option>";
  for (const std::string& name : people) options += fmt::format("<option>{}</option>", escaped(name));
  std::string key = "<p class=\"key\">";
  std::vector<std::string> sorted = people;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    key += fmt::format("<span style=\"background:{}\"></span>{} ", kPeopleColours[i % 6], escaped(sorted[i]));
  return fmt::format(
             "<section class=\"replay\" id=\"replay-{0}\" data-visit=\"{0}\" data-people=\"{1}\" aria-label=\"Replay "
             "of "
             "the visit\">\n<div class=\"stage\"><canvas tabindex=\"0\" role=\"img\" aria-label=\"The visit in three "
             "dimensions\"></canvas></div>\n"
             "<div class=\"controls\"><button type=\"button\" class=\"play\">Play</button>"
             "<label>Time <input type=\"range\" min=\"0\" max=\"1\" step=\"0.1\" value=\"0\"></label> <output>0 "
             "s</output>"
             "<label>Eyes of <select class=\"eyes\">{2}</select></label>"
             "<label>Heat map <select class=\"heat\"><option value=\"\">none</option></select></label>"
             "<label><input type=\"checkbox\" class=\"ways\" checked> Ways</label>"
             "<label><input type=\"checkbox\" class=\"sights\" checked> Sight lines</label>"
             "<label><input type=\"checkbox\" class=\"cones\"> View cones</label>"
             "<button type=\"button\" class=\"overview\">Overview</button>"
             "<button type=\"button\" class=\"measure\" aria-pressed=\"false\">Measure</button></div>\n"
             "<p class=\"said\" role=\"status\"></p>\n<noscript><p>The replay needs scripts.</p></noscript>\n{3}</p>\n"
             "<p class=\"key heat-key\" aria-live=\"polite\"></p>\n",
             number, escaped(core::Json(people).dump()), options, key) +
         "<script type=\"application/octet-stream\">" + base64(visit.replay) + "</script>\n</section>\n" +
         "<p class=\"note replay-note\">The visit again: press Play or move the time. Drag in the picture to turn it, "
         "use the "
         "wheel to come nearer (keys: arrows turn, + and - go near and away). Times in the tables lead to their "
         "moment, "
         "and so does a click into a plot over time. Lines on the ground are the ways people went; a line from the "
         "eyes "
         "ends where the gaze meets something; the red line joins the pair of points that a distance is between. A "
         "heat "
         "map lies where it was computed: on the floor, or upright before a body that reaches.</p>\n";
}

std::string replay_layers(const EvaluationReport& report) {
  if (!has_replay_scripts()) return {};
  const PlaceLayers layers = place_layers(report);
  if (layers.glb.empty()) return {};
  std::string text;
  if (layers.left_out > 0)
    text = fmt::format(
        "<p class=\"note replay-note\">The replay offers all heat maps but {}: with them the page would be too "
        "large.</p>\n",
        layers.left_out);
  return text + "<script type=\"application/octet-stream\" id=\"place-layers\">" + base64(layers.glb) + "</script>\n";
}

std::string replay_scripts() {
  if (!has_replay_scripts()) return {};
  return kLicence + ("<script>" + std::string(fh_replay_scripts, fh_replay_scripts_end)) + "</script>\n";
}

std::string moment_link(const core::Json& at_s, std::size_t number, const std::string& who, const core::Json& points) {
  if (!at_s.is_number() || !has_replay_scripts()) return shown(at_s);
  std::string list;
  for (const core::Json& value : points) list += (list.empty() ? "" : ",") + value.dump();
  return fmt::format(
      "<a href=\"#replay-{0}\" data-visit=\"{0}\" data-at=\"{1}\" data-who=\"{2}\" data-points=\"{3}\">{4}</a>", number,
      at_s.get<double>(), escaped(who), list, shown(at_s));
}

}  // namespace fh::report
