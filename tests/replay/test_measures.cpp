// SPDX-License-Identifier: Apache-2.0
// The same observers give the same numbers, bit for bit: in a visit, in its replay with any number of workers, and over
// a recording of a program that did not have them.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "core/files.h"
#include "evaluation/agent_walks.h"
#include "samples.h"
#include "scene/scenario/scenario.h"
#include "session/outside_analyser.h"
#include "session/replay_loop.h"
#include "session/tour/tour_driver.h"
#include "session/track_measuring.h"
#include "session/verifier.h"
#include "temporary_folder.h"

using namespace fh;

namespace {

constexpr core::Tick kVisit = scaled(700, 120);

scene::Scenario workshop_with(std::size_t agents) {
  core::set_data_folder(FH_SOURCE_DIR);
  auto file = scene::find_scenario("workshop");
  REQUIRE(file);
  auto scenario = scene::load_scenario(*file);
  if (!scenario) FAIL(scenario.error().message);
  scenario->agents.resize(std::min(agents, scenario->agents.size()));
  return std::move(*scenario);
}

world::World new_world(const scene::Scenario& scenario, unsigned workers) {
  auto world = world::World::create(scenario, {.workers = workers});
  if (!world) FAIL(world.error().message);
  return std::move(*world);
}

/// Nobody had thought of it when the recordings were made: how far the highest wrist ever was above the pelvis.
class HighestHand final {
 public:
  void observe(const frame::Moment& moment) {
    for (const auto& person : moment.people) {
      if (person.joint_count == 0) continue;
      const auto& joints = moment.world_from_joint;
      const auto hand = joints[person.first_joint + human::index_of(human::Joint::RightHand)].position.y;
      highest = std::max(highest, hand - joints[person.first_joint].position.y);
    }
    for (const auto& event : moment.events) events = events * 31 + static_cast<std::uint64_t>(event.kind) + 1;
  }
  double highest = -1e9;
  std::uint64_t events = 0;
};

struct Measured {
  std::string report;
  std::uint64_t hash = 0;
  HighestHand late;
};

Measured measure(frame::FrameDriver& driver, world::World& world, session::Recorder* recorder = nullptr) {
  session::Measuring measuring(world);
  Measured result;
  frame::Moment moment;
  world.observe(moment);
  session::LoopHooks hooks;
  hooks.recorder = recorder;
  hooks.measuring = &measuring;
  hooks.most_ticks = kVisit;
  hooks.after_tick = [&](world::World& now) {
    now.observe(moment);
    result.late.observe(moment);
  };
  const auto report = session::run_loop(driver, world, hooks);
  REQUIRE(report);
  result.report = measuring.observers().report().dump();
  result.hash = report->state_hash;
  return result;
}

session::Tour workday() {
  auto tour = session::load_tour(std::filesystem::path(FH_SOURCE_DIR) / "assets" / "tours" / "workday.json");
  REQUIRE(tour);
  return std::move(*tour);
}

}  // namespace

TEST_CASE("measures: equal bit for bit live, in replays with 1 and 2 workers, and unobserved worlds are the same") {
  const scene::Scenario scenario = workshop_with(kSanitized ? 1 : 2);
  const test::TemporaryFolder folder;
  const auto path = folder.path / "visit.fhlog";
  session::LogHeader header;
  header.scenario = "workshop";
  header.phases = world::phase_names();
  auto writer = session::LogWriter::create(path, header);
  REQUIRE(writer);
  session::Recorder recorder(std::move(*writer));
  world::World world = new_world(scenario, 2);
  session::TourDriver tour(workday(), scenario.users[0].start);
  const Measured live = measure(tour, world, &recorder);
  CHECK(live.report.find("walked_m") != std::string::npos);
  if (!kSanitized) CHECK(live.late.events != 0);  // the shorter visit of a sanitizer build has none
  for (const unsigned workers : {1u, 2u}) {
    auto reader = session::LogReader::open(path);
    REQUIRE(reader);
    session::ReplayDriver driver(std::move(*reader));
    world::World again = new_world(scenario, workers);
    const Measured replayed = measure(driver, again);
    CHECK(replayed.report == live.report);
    CHECK(replayed.late.highest == live.late.highest);
    CHECK(replayed.late.events == live.late.events);
    CHECK(replayed.hash == live.hash);
  }
  // Observing changes nothing.
  world::World alone = new_world(scenario, 1);
  session::TourDriver same(workday(), scenario.users[0].start);
  session::LoopHooks hooks;
  hooks.most_ticks = kVisit;
  const auto report = session::run_loop(same, alone, hooks);
  REQUIRE(report);
  CHECK(report->state_hash == live.hash);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

/// Every figure of `mine` is in `theirs`, the same to the last bit.
void check_figures(const core::Json& mine, const core::Json& theirs) {
  REQUIRE(mine.is_object());
  for (const auto& [key, value] : mine.items()) {
    INFO(key);
    const bool measured_since =
        key == "contacts" || key == "posture" || key == "balance" || key == "joint_torques" || key == "low_back";
    if (measured_since && !theirs.contains(key)) continue;
    REQUIRE(theirs.contains(key));
    if (key == "objects") {  // things that are pushed aside count since
      CHECK(value >= theirs[key]);
      continue;
    }
    if (value.is_object())
      check_figures(value, theirs[key]);
    else
      CHECK(value == theirs[key]);
  }
}

}  // namespace

// Of the last program that wrote format 3 (`run empty --headless --seconds 1 --record format3_empty.fhlog`).
TEST_CASE("measures: a recording of format 3 verifies, is measured from its track, and says where damage ends it") {
  const auto file = std::filesystem::path(FH_SOURCE_DIR) / "tests" / "data" / "recordings" / "format3_empty.fhlog";
  auto bytes = core::read_file(file);
  REQUIRE(bytes);
  core::set_data_folder(FH_SOURCE_DIR);
  const auto scenario = scene::load_scenario(*scene::find_scenario("empty"));
  REQUIRE(scenario);
  for (const bool damaged : {false, true}) {
    if (damaged) (*bytes)[bytes->size() / 2] ^= std::byte{2};
    auto reader = session::LogReader::from_bytes(*bytes, "format3");
    if (!reader) FAIL(reader.error().message);
    CHECK(reader->header().version == 3);
    auto measured =
        session::measure_track(*reader, {.scene = &scenario->scene, .people = {{{1}, "user", {}, nullptr}}});
    CHECK(measured.has_value() == true);
    reader->rewind();
    session::ReplayDriver driver(std::move(*reader));
    world::World world = new_world(*scenario, 2);
    session::Verifier verifier;
    session::LoopHooks hooks;
    hooks.after_tick = [&](world::World& now) { verifier.tick_done(now, driver); };
    REQUIRE(session::run_replay(driver, world, hooks));
    if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
    CHECK(driver.reader().ticks_recorded() == 90);
    if (damaged) {
      CHECK(verifier.ticks_compared() < 80);
      REQUIRE(driver.reader().damage().size() == 1);
      CHECK_FALSE(driver.reader().damage()[0].to);
      CHECK(driver.reader().damage()[0].reason.find("format 3") != std::string::npos);
    } else {
      CHECK(verifier.ticks_compared() == 90);
      CHECK(driver.reader().damage().empty());
    }
  }
}

// The file and the figures are of a program that kept its measures in the state (`run workshop --headless --seconds 1
// --record format2_workshop.fhlog --json`). Its agents saw walls whole and with other eyes: what they perceive and
// do is not comparable; what users do is the same to the last bit.
TEST_CASE("measures: a recording of format 2 verifies and gives its users the figures its program gave live") {
  const auto folder = std::filesystem::path(FH_SOURCE_DIR) / "tests" / "data" / "recordings";
  auto reader = session::LogReader::open(folder / "format2_workshop.fhlog");
  if (!reader) FAIL(reader.error().message);
  CHECK(reader->header().version == 2);
  scene::Scenario scenario = workshop_with(99);
  scenario.agents[0].errands[0].at = {-0.95, 0.0, -3.85};  // where mira's first errand was then
  scenario.agents[0].errands[0].within = scene::Errand{}.within;
  session::ReplayDriver driver(std::move(*reader));
  world::World world = new_world(scenario, 2);
  session::Measuring measuring(world);
  session::Verifier verifier;
  session::LoopHooks hooks;
  hooks.measuring = &measuring;
  hooks.after_tick = [&](world::World& now) { verifier.tick_done(now, driver); };
  const auto report = session::run_loop(driver, world, hooks);
  REQUIRE(report);
  CHECK(report->ticks == 90);
  if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
  CHECK(verifier.ticks_compared() == 90);
  const auto old = core::JsonFile::read(folder / "format2_workshop.json");
  REQUIRE(old);
  const core::Json mine = measuring.observers().report();
  check_figures(mine["users"][0], old->root()["user"]);
  REQUIRE(mine["agents"].size() == old->root()["agents"].size());
  // Agents had other eyes, and found and walked their ways otherwise: that they are all there and on their way.
  for (std::size_t i = 0; i < mine["agents"].size(); ++i) {
    const core::Json &now = mine["agents"][i], &then = old->root()["agents"][i];
    CHECK(now["name"] == then["name"]);
    CHECK(now["walked_m"].get<double>() > 0.5 * then["walked_m"].get<double>());
  }
}
#endif

TEST_CASE("a program of the user's own that reads nothing, or does not end, is stopped and told") {
  const scene::Scene scene;
  evaluation::Surroundings surroundings;
  surroundings.scene = &scene;
  for (const auto& [command, word] : {std::pair("sleep 1000", "read nothing for 1 s"),
                                      {"cat > /dev/null; sleep 1000; echo 1", "did not end within 1 s"}}) {
    auto analyser = session::OutsideAnalyser::start(command, surroundings, {.read_s = 1, .end_s = 1});
    REQUIRE(analyser);
    frame::Moment moment;
    for (int i = 0; i < 2000; ++i) {  // more than a pipe holds
      moment.tick += session::OutsideAnalyser::kEveryTicks;
      (*analyser)->tick_done(moment);
    }
    const auto answer = (*analyser)->answer();
    REQUIRE_FALSE(answer);
    CHECK_THAT(answer.error().message, Catch::Matchers::ContainsSubstring(word));
  }
}
