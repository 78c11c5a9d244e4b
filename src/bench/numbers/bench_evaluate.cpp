// SPDX-License-Identifier: Apache-2.0
#include "bench/numbers/bench_evaluate.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <optional>

#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"
#include "evaluation/clearance/clearance.h"
#include "evaluation/live_set.h"
#include "evaluation/posture/posture_angles.h"
#include "evaluation/sight/true_sight.h"
#include "scene/scenario/scenario.h"
#include "session/measuring.h"
#include "session/tour/tour_driver.h"
#include "world/world.h"

namespace fh::bench {
namespace {

constexpr std::size_t kThings = 60;

/// Processor time in microseconds, of all threads or of this one: the machine's other work does not count.
double processor_us(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
  timespec t{};
  clock_gettime(clock, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

std::uint64_t mixed(double value, std::uint64_t hash) {
  return core::hash_bytes(std::as_bytes(std::span(&value, 1)), hash);
}

/// A visit that is simulated tick by tick.
struct Visit {
  world::World world;
  session::TourDriver driver;
  frame::FrameInputs input;
  frame::Moment moment;

  bool step() {
    const auto outcome = driver.begin(input);
    if (!outcome || *outcome == frame::FrameOutcome::End) return false;
    world.tick(input.users);
    world.observe(moment);
    return true;
  }
};

std::optional<Visit> make_visit(const scene::Scenario& scenario, const session::Tour& tour) {
  auto world = world::World::create(scenario, {.workers = 1});
  if (!world) return {};
  Visit visit{std::move(*world), session::TourDriver(tour, scenario.users[0].start), {}, {}};
  visit.world.observe(visit.moment);
  return visit;
}

/// Things that somebody may look for: with a label, and no structure.
std::vector<core::ObjectId> things_of(const scene::Scene& scene, std::size_t most) {
  std::vector<core::ObjectId> things;
  for (const scene::Object& object : scene.objects) {
    if (things.size() < most && !object.label.empty() && !object.is_a("structure") && !object.is_a("floor"))
      things.push_back(object.id);
  }
  return things;
}

/// Looks at every thing, wherever it is. The hash is of what is seen.
void look_at(const evaluation::TrueSight& sight, const frame::Moment& moment, std::span<const core::ObjectId> things,
             std::uint64_t& hash) {
  const auto frames = evaluation::frames_of(moment, moment.people[0]);
  if (frames.empty()) return;
  const math::Pose eye = evaluation::TrueSight::eye_of(frames);
  senses::SeeSettings settings;
  settings.viewer = moment.people[0].id;
  settings.range = 60.0;
  for (const core::ObjectId thing : things) {
    const auto seen =
        senses::inspect(sight.scene(), eye.position, senses::ItemId::of(thing), settings, evaluation::kWindowSide);
    hash = mixed(seen.fraction, hash);
  }
}

core::BenchRow sight_row(Visit visit, const scene::Scene& scene, int last) {
  constexpr int kEvery = 30;
  const evaluation::Surroundings surroundings = session::surroundings_of(visit.world);
  evaluation::TrueSight sight(surroundings, visit.moment);
  const auto things = things_of(scene, kThings);
  std::uint64_t hash = 0;
  std::vector<double> us;
  for (int tick = 1; tick <= last && visit.step(); ++tick) {
    if (tick % kEvery != 0) continue;
    const double start = processor_us();
    sight.update(visit.moment);
    look_at(sight, visit.moment, things, hash);
    us.push_back(processor_us() - start);
  }
  return core::bench_row("evaluate", fmt::format("visibility {} objects", things.size()),
                         core::timing_of(std::move(us)), hash, "limit 6000 us; from one pose");
}

core::BenchRow body_row(Visit visit, const scene::Scene& scene, int last) {
  constexpr int kEvery = 9;
  const evaluation::Surroundings surroundings = session::surroundings_of(visit.world);
  const auto place = evaluation::SolidPlace::create(scene);
  std::uint64_t hash = 0;
  std::vector<double> us;
  for (int tick = 1; tick <= last && place && visit.step(); ++tick) {
    if (tick % kEvery != 0) continue;
    place->update(visit.moment);
    const auto frames = evaluation::frames_of(visit.moment, visit.moment.people[0]);
    if (frames.empty()) continue;
    const double start = processor_us();
    for (const human::CollisionPiece& piece : surroundings.people[0].solids->pieces)
      hash = mixed(place->nearest(piece, frames, place->floors()).distance, hash);
    us.push_back(processor_us() - start);
  }
  if (us.empty()) us.push_back(0.0);
  return core::bench_row("evaluate", "clearance body", core::timing_of(std::move(us)), hash,
                         "limit 200 us; within 0.5 m");
}

/// What a user can be shown at every tick: clearance, reach, posture, balance and how much of five things is visible.
core::BenchRow live_row(Visit visit, const scene::Scene&, int ticks) {
  const evaluation::Surroundings surroundings = session::surroundings_of(visit.world);
  evaluation::LiveSet live(surroundings, visit.moment, 0);
  const evaluation::LiveChoice all{true, true, true, true};
  std::uint64_t hash = 0;
  std::vector<double> us;
  double worst = 0.0;
  const double start_all = processor_us(), start_here = processor_us(CLOCK_THREAD_CPUTIME_ID);
  for (int tick = 0; tick < ticks && visit.step(); ++tick) {
    const double start = processor_us(CLOCK_THREAD_CPUTIME_ID);
    live.observe(visit.moment, all);
    us.push_back(processor_us(CLOCK_THREAD_CPUTIME_ID) - start);
    worst = std::max(worst, us.back());
    const evaluation::LiveFigures& now = live.figures();
    hash = mixed(now.nearest.distance, hash);
    hash = mixed(now.rula.value + 0.1 * static_cast<double>(now.effort), hash);
    for (const auto& sight : now.sights) hash = mixed(sight.fraction, hash);
  }
  const double beside = processor_us() - start_all - (processor_us(CLOCK_THREAD_CPUTIME_ID) - start_here);
  return core::bench_row("evaluate", "live set", core::timing_of(std::move(us)), hash,
                         fmt::format("limit 1000 us per tick; user alone; slowest tick {:.0f} us; what is reached is "
                                     "worked out in a thread of its own, {:.0f} ms",
                                     worst, 1e-3 * beside));
}

/// A whole visit with everything measured: 5 people and 60 things, each looked for by everybody five times a second.
core::BenchRow visit_row(Visit visit, const scene::Scene& scene, int ticks) {
  evaluation::Surroundings surroundings = session::surroundings_of(visit.world);
  surroundings.watched = things_of(scene, kThings);
  const double start = processor_us();
  evaluation::Observers observers(surroundings, evaluation::Depth::Full);
  observers.begin(visit.moment);
  double simulating = 0.0;
  for (int tick = 0; tick < ticks; ++tick) {
    const double before = processor_us();
    if (!visit.step()) break;
    simulating += processor_us() - before;
    observers.observe(visit.moment);
  }
  const std::string report = core::to_text(observers.report());
  const double all = processor_us() - start;
  return core::bench_row("evaluate", fmt::format("visit {:.0f} s", core::seconds_of(observers.moments())),
                         {all, all, 1}, core::hash_text(report),
                         fmt::format("limit 20 s for 60 s; {} people, {} objects, 1 worker; {:.1f} s of it simulating",
                                     surroundings.people.size(), surroundings.watched.size(), 1e-6 * simulating));
}

}  // namespace

std::vector<core::BenchRow> bench_evaluate(const core::BenchSettings& settings) {
  const auto file = scene::find_scenario("workshop");
  if (!file) return {};
  auto scenario = scene::load_scenario(*file);
  auto tour = session::load_tour(core::data_folder() / "assets" / "tours" / "workday.json");
  if (!scenario || !tour) return {};
  std::vector<core::BenchRow> rows;
  const auto add = [&](auto&& row, int ticks) {
    if (auto visit = make_visit(*scenario, *tour)) rows.push_back(row(std::move(*visit), scenario->scene, ticks));
  };
  add(visit_row, settings.quick ? 90 : 5400);
  scenario->agents.clear();
  add(sight_row, settings.quick ? 90 : 5400);
  add(body_row, settings.quick ? 90 : 5400);
  add(live_row, settings.quick ? 90 : 5400);
  return rows;
}

}  // namespace fh::bench
