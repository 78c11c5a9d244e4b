// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

constexpr std::size_t kMostChecks = 256;

bool is_somebody(const Scenario& result, const std::string& name) {
  const auto named = [&](const auto& person) { return person.name == name; };
  return std::any_of(result.users.begin(), result.users.end(), named) ||
         std::any_of(result.agents.begin(), result.agents.end(), named);
}

}  // namespace

void read_checks(PlaceReader& scenario, KeyReader& root, Scenario& result) {
  auto entries = root.objects("checks", "check", "What an evaluation has to show", 0, kMostChecks);
  if (entries.size() > kMostChecks) {
    root.problem("checks", fmt::format("holds more than {} checks", kMostChecks));
    entries.clear();
  }
  for (auto& entry : entries) {
    KeyReader keys = scenario.keys(entry, "check");
    Check check;
    keys.text("name", check.name, "What is asked, for people", 200, Need::Required);
    keys.choice("kind", check.kind,
                {"visible", "clearance", "headroom", "passage", "rula", "reba", "lifting_index", "near_misses"},
                "What is compared: the best visible fraction; the least clearance, headroom or passage, m; the worst "
                "score; the largest index; the number of near misses");
    keys.text("who", check.who, "User or agent; without it everybody");
    keys.text("object", check.object, "The thing that `visible` asks for");
    keys.number("limit", check.limit, "The least (visible to passage) or the most (rula to near_misses) that passes",
                {0.0, 1e6});
    keys.end();
    if (keys.describes()) continue;
    if (!check.who.empty() && !is_somebody(result, check.who))
      keys.problem("who", fmt::format("there is nobody named \"{}\"", check.who));
    const bool needs_object = check.kind == CheckKind::Visible;
    if (needs_object && !result.scene.find(check.object))
      keys.problem("object", fmt::format("there is no object \"{}\" to be seen", check.object));
    result.checks.push_back(std::move(check));
  }
}

}  // namespace fh::scene
