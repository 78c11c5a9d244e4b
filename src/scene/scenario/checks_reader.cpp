// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/scenario/scenario_reader.h"
#include "scene/scenario/target.h"

namespace fh::scene {
namespace {

constexpr std::size_t kMostChecks = 256;
constexpr double kLargestZone = 20.0;   // m
constexpr double kFarthestGuard = 3.0;  // m; evaluation::kApproachRange

bool is_somebody(const Scenario& result, const std::string& name) {
  const auto named = [&](const auto& person) { return person.name == name; };
  return std::any_of(result.users.begin(), result.users.end(), named) ||
         std::any_of(result.agents.begin(), result.agents.end(), named);
}

/// What is asked of bodies that are put into the place: `reachable`, and `visible` from a zone.
void read_bodies(KeyReader& keys, Check& check) {
  ReachEffort effort = ReachEffort::Lean;
  const bool stands = keys.has("from");
  keys.position(
      "from", check.from,
      "reachable: where the body stands, on the ground; visible: the middle of the zone it must be seen from, "
      "in place of the visit");
  const std::vector<double> zone =
      keys.numbers("zone", 2, "visible: how wide the zone is along X and Z, m; absent: the place alone", {0.0, 20.0});
  keys.number("seat", check.seat, "reachable, visible: height of the seat of a body that sits there, m; 0: it stands",
              {0.0, 1.5});
  keys.choice("effort", effort, {"arm", "lean", "step", "kneel"}, "reachable: the most that the body may have to do");
  keys.choice("hand", check.hand, {"either", "left", "right"}, "reachable: the hand");
  keys.boolean("fingertips", check.fingertips, "reachable: the fingertips touch it; else the palm comes to it");
  if (keys.describes()) return;
  check.places = stands;
  if (zone.size() == 2) check.zone = {zone[0], zone[1]};
  if (std::max(check.zone.x, check.zone.y) > kLargestZone || std::min(check.zone.x, check.zone.y) < 0.0)
    keys.problem("zone", fmt::format("must be 0 to {:g} m wide", kLargestZone));
  if (check.kind == CheckKind::Visible && !stands && (keys.has("zone") || keys.has("seat")))
    keys.problem("from", "is missing: where is the zone?");
  if (check.kind == CheckKind::Visible && check.places && !check.who.empty())
    keys.problem("who", "does not go with `from`: bodies are put into the zone, in place of the visit");
  if (check.kind != CheckKind::Reachable) return;
  check.limit = static_cast<double>(effort);
  if (!stands) keys.problem("from", "is missing: where does the body stand that reaches?");
}

/// What is asked about must be there.
void look_for_object(const KeyReader& keys, const Scenario& result, const Check& check) {
  const bool guards = check.kind == CheckKind::NobodyWithin;
  if (((check.kind == CheckKind::Visible && !check.places) || guards) && !result.scene.find(check.object))
    keys.problem("object",
                 fmt::format("there is no object \"{}\" to be {}", check.object, guards ? "kept away from" : "seen"));
  const Object* thing = result.scene.find(check.object);
  if (check.kind == CheckKind::Operated && (!thing || thing->joint.kind == JointKind::None))
    keys.problem("object", fmt::format("there is no \"{}\" on a joint to be operated", check.object));
  if (guards && !check.while_moves.empty() && !result.scene.find(check.while_moves))
    keys.problem("while_moves", fmt::format("there is no object \"{}\" that could move", check.while_moves));
  if (guards && check.limit > kFarthestGuard)
    keys.problem("limit", fmt::format("nobody_within looks {:g} m around a thing at most", kFarthestGuard));
  if (!check.of_bodies()) return;
  if (const auto target = find_target(result.scene, check.object); !target)
    keys.problem("object", fmt::format("{} to be {}", target.error().message,
                                       check.kind == CheckKind::Reachable ? "reached" : "seen"));
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
                {"visible", "clearance", "headroom", "passage", "nobody_within", "operated", "rula", "reba",
                 "lifting_index", "near_misses", "reachable"},
                "What is compared: the best visible fraction; the least clearance, headroom, passage or distance of "
                "anybody from the object, m; how far the object was turned or moved from its position 0, degrees or m; "
                "the worst score; the largest index; the number of near misses; the effort "
                "of reaching");
    keys.text("who", check.who, "User or agent; without it everybody");
    keys.text("object", check.object,
              "The thing that `visible`, `nobody_within`, `operated` and `reachable` ask for; `reachable`, and "
              "`visible` with "
              "`from`, also OBJECT.SITE");
    keys.number("limit", check.limit,
                "The least (visible to operated) or the most (rula to near_misses) that passes; reachable has `effort`",
                {0.0, 1e6});
    keys.text("while_moves", check.while_moves,
              "nobody_within: counts only while this thing moves and 0.5 s after; without it always");
    read_bodies(keys, check);
    keys.end();
    if (keys.describes()) continue;
    if (!check.who.empty() && !is_somebody(result, check.who))
      keys.problem("who", fmt::format("there is nobody named \"{}\"", check.who));
    look_for_object(keys, result, check);
    result.checks.push_back(std::move(check));
  }
}

}  // namespace fh::scene
