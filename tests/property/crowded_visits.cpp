// SPDX-License-Identifier: Apache-2.0
// Visits with a crowd: agents with the senses of every visit wander among four rooms joined by doors. How often two
// meet, and how often somebody is stuck for good.
//
// usage: fh_crowded_visits [--seed N] [--count N] [--seconds N] [--agents N] [--verbose 1]     prints one line; exit 1
// when more than one jam in 10 000 encounters was not resolved.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/rng.h"
#include "visit_runs.h"

using namespace fh;

namespace {

constexpr double kMeet = 1.2, kPart = 2.0;  // m between axes: an encounter begins, and ends
constexpr double kRoom = 2.5;               // m: who does not get as far away …
constexpr double kStuck = 60.0;             // … within so many seconds is stuck, however politely

/// Four rooms of 8 m joined by doors of 1.2 m.
std::string scenario_of(std::uint64_t seed, std::uint64_t agents) {
  core::Rng rng(seed, 0, "crowd");
  std::string parts = R"({"part": "floor", "name": "floor", "width": 17, "depth": 17})";
  const auto wall = [&](const char* name, double x, double z, double yaw, double length, const char* openings) {
    parts += fmt::format(
        R"(, {{"part": "wall", "name": "{}", "at": [{}, 0, {}], "yaw_deg": {}, "length": {}, "height": 2.6, "thickness": 0.2,
            "openings": {}}})",
        name, x, z, yaw, length, openings);
  };
  const char* doors = R"([{"x": -4, "width": 1.2, "height": 2.1}, {"x": 4, "width": 1.2, "height": 2.1}])";
  wall("across", 0, 0, 0, 16, doors);
  wall("north", 0, -4.05, 90, 7.9, R"([{"x": 0, "width": 1.2, "height": 2.1}])");
  wall("south", 0, 4.05, 90, 7.9, R"([{"x": 0, "width": 1.2, "height": 2.1}])");
  wall("outer_n", 0, -8.1, 0, 16.4, "[]");
  wall("outer_s", 0, 8.1, 0, 16.4, "[]");
  wall("outer_w", -8.1, 0, 90, 16, "[]");
  wall("outer_e", 8.1, 0, 90, 16, "[]");
  std::string people;
  std::vector<math::Vec2> starts;
  while (starts.size() < agents) {
    const auto along = [&] { return (rng.below(2) ? 1.0 : -1.0) * rng.uniform(0.8, 7.2); };
    const math::Vec2 at(along(), along());
    bool fits = true;
    for (const math::Vec2& other : starts) fits = fits && glm::length(at - other) >= 0.8;
    if (!fits) continue;
    people +=
        fmt::format(R"({}{{"name": "p{}", "body": {{"sex": "{}", "boundary": {}}}, "at": [{}, 0, {}], "yaw_deg": {},
        "knows": "structure", "behaviour": "wander"}})",
                    starts.empty() ? "" : ", ", starts.size(), starts.size() % 2 ? "f" : "m", 1 + starts.size() / 2 % 8,
                    at.x, at.y, rng.uniform(-180.0, 180.0));
    starts.push_back(at);
  }
  return fmt::format(
      R"({{"name": "crowd", "seed": {}, "user": {{"at": [0.8, 0, 0.8]}}, "parts": [{}], "agents": [{}]}})", seed, parts,
      people);
}

struct Sums {
  std::int64_t encounters = 0, trips = 0, given_up = 0, stays = 0, jams = 0, walls = 0, touches = 0;
  double longest = 0.0;  // s that anybody stayed within kRoom without arriving
};

class Crowd {
 public:
  Crowd(std::uint64_t seed, std::uint64_t agents, bool verbose)
      : visit_(scenario_of(seed, agents), 0), seed_(seed), verbose_(verbose) {
    for (const world::Agent& agent : visit_.world().agents()) anchors_.push_back({agent.gait.root, 0, 0, false});
  }

  void tick() {
    visit_.tick();
    const auto& agents = visit_.world().agents();
    for (std::size_t i = 0; i < agents.size(); ++i) {
      watch(i);
      for (std::size_t k = i + 1; k < agents.size(); ++k) meet(i, k);
    }
  }

  void add_to(Sums& sums) const {
    sums.encounters += encounters_;
    sums.stays += stays_;
    sums.longest = std::max(sums.longest, longest_);
    for (const auto& tally : visit_.tallies()) {
      sums.trips += tally.arrived;
      sums.given_up += tally.failed;
      sums.jams += tally.jams;
      sums.walls += tally.wall_contacts;
      sums.touches += tally.people_contacts;
    }
  }

 private:
  struct Anchor {
    math::Vec3 at{0.0};
    core::Tick since = 0;
    std::int32_t trips = 0;
    bool counted = false;
  };

  void watch(std::size_t i) {
    const world::Agent& agent = visit_.world().agents()[i];
    Anchor& anchor = anchors_[i];
    const auto& tally = agent.mind.task().tally;
    const core::Tick now = visit_.world().now();
    if (tally.arrived + tally.failed != anchor.trips || glm::length(agent.gait.root - anchor.at) > kRoom)
      anchor = {agent.gait.root, now, tally.arrived + tally.failed, false};
    const double stayed = core::seconds_of(now - anchor.since);
    longest_ = std::max(longest_, stayed);
    if (stayed < kStuck || anchor.counted) return;
    anchor.counted = true;
    ++stays_;
    if (verbose_)
      fmt::print("seed {}: {} is stuck at ({:.2f}, {:.2f}) after {:.0f} s: {}\n", seed_, agent.plan->name,
                 agent.gait.root.x, agent.gait.root.z, core::seconds_of(now), agent.mind.why());
  }
  void meet(std::size_t a, std::size_t b) {
    const auto& agents = visit_.world().agents();
    const double distance = glm::length(agents[a].gait.root - agents[b].gait.root);
    if (distance < kMeet)
      encounters_ += near_.insert({a, b}).second;
    else if (distance > kPart)
      near_.erase({a, b});
  }

  visits::Visit visit_;
  std::uint64_t seed_;
  bool verbose_;
  std::vector<Anchor> anchors_;
  std::set<std::pair<std::size_t, std::size_t>> near_;
  std::int64_t encounters_ = 0, stays_ = 0;
  double longest_ = 0.0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = visits::number_after(argc, argv, "--seed", 11);
  const std::uint64_t count = visits::number_after(argc, argv, "--count", 4);
  const std::uint64_t seconds = visits::number_after(argc, argv, "--seconds", 300);
  const std::uint64_t agents = visits::number_after(argc, argv, "--agents", 40);
  const bool verbose = visits::number_after(argc, argv, "--verbose", 0) != 0;
  Sums sums;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Crowd crowd(seed, agents, verbose);
    for (std::uint64_t i = 0; i < seconds * core::kTicksPerSecond; ++i) crowd.tick();
    crowd.add_to(sums);
  }
  const double unresolved = static_cast<double>(sums.given_up + sums.stays);
  const double rate = sums.encounters > 0 ? 1e4 * unresolved / static_cast<double>(sums.encounters) : 0.0;
  fmt::print(
      "{} visits of {} s with {} agents: {} encounters, {} trips, {} jams, of which unresolved {} given up and {} "
      "stuck for "
      "{:.0f} s: {:.2f} in 10 000 encounters; longest stay {:.0f} s, {} wall contacts, {} touches between people\n",
      count, seconds, agents, sums.encounters, sums.trips, sums.jams, sums.given_up, sums.stays, kStuck, rate,
      sums.longest, sums.walls, sums.touches);
  return rate <= 1.0 ? 0 : 1;
}
