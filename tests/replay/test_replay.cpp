// SPDX-License-Identifier: Apache-2.0
// Bit-exact replay: recordings made and verified in one process, with other numbers of workers, through a save in the
// middle, and with a state that was tampered with.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <map>

#include "core/files.h"
#include "core/hash.h"
#include "samples.h"
#include "saved_fields.h"
#include "scene/scenario/scenario.h"
#include "session/loop.h"
#include "session/record/replay_driver.h"
#include "session/replay_loop.h"
#include "session/tour/tour_driver.h"
#include "session/verifier.h"
#include "temporary_folder.h"

using namespace fh;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr core::Tick kTicks = scaled(2500, 500), kLong = scaled(10000, 500);

const scene::Scenario& workshop() {
  static const scene::Scenario kScenario = [] {
    core::set_data_folder(FH_SOURCE_DIR);
    auto file = scene::find_scenario("workshop");
    REQUIRE(file);
    auto scenario = scene::load_scenario(*file);
    if (!scenario) FAIL(scenario.error().message);
    if (kSanitized) scenario->agents.resize(1);  // bodies are slow to make there
    return std::move(*scenario);
  }();
  return kScenario;
}

/// Walks, works, teleports, loses tracking and focus: every branch of the user phase, hands among the objects.
session::Tour busy_tour() {
  const auto file = core::JsonFile::parse(R"({"name": "busy", "duration": 1000, "start": {"at": [0, 0]},
    "path": [{"to": [1.5, -1.5], "wait": 3}, {"to": [-1.5, -1], "wait": 2, "face_deg": 200}, {"to": [0, 1.5], "speed": 1.6},
             {"to": [2, 0.5], "wait": 5}, {"to": [-2, 1], "speed": 0.7}, {"to": [0, 0], "wait": 20}, {"to": [2.5, -2.5]}],
    "head": [{"at": 0}, {"at": 5, "look_at": [2, 1, -3]}, {"at": 9, "crouch": 0.6}, {"at": 14}, {"at": 30, "tracked": false},
             {"at": 30.5}, {"at": 60, "yaw_deg": 80}, {"at": 61}],
    "left_hand": [{"at": 0, "body": [-0.3, 1.0, -0.4]}, {"at": 6, "body": [-0.2, 1.1, -0.7], "squeeze": 1},
                  {"at": 12, "body": [-0.5, 0.4, -0.5], "squeeze": 1}, {"at": 15, "body": [-0.3, 1.0, -0.4]},
                  {"at": 20, "body": [-0.3, 1.0, -0.4], "tracked": false}, {"at": 22, "body": [-0.3, 1.3, -0.4]}],
    "right_hand": [{"at": 0, "body": [0.3, 1.0, -0.4]}, {"at": 8, "body": [0.1, 0.9, -0.7], "trigger": 1, "buttons": ["trigger"]},
                   {"at": 16, "body": [0.6, 1.6, -0.3]}, {"at": 40, "body": [0.2, 0.8, -0.6], "squeeze": 1}],
    "commands": [{"at": 10, "do": "turn_left"}, {"at": 18, "do": "teleport", "target": [1, 0, 1]}, {"at": 25, "do": "recentre"},
                 {"at": 50, "do": "turn_right"}, {"at": 70, "do": "teleport", "target": [-1, 0, -1]}],
    "focus": [{"at": 35, "focus": "visible"}, {"at": 36, "focus": "focused"}]})",
                                          "busy");
  REQUIRE(file);
  auto tour = session::parse_tour(*file);
  if (!tour) FAIL(tour.error().message);
  return std::move(*tour);
}

world::World make_world(unsigned workers) {
  world::WorldSettings settings;
  settings.workers = workers;
  auto world = world::World::create(workshop(), settings);
  if (!world) FAIL(world.error().message);
  return std::move(*world);
}

session::LogWriter writer_to(const std::filesystem::path& path) {
  session::LogHeader header;
  header.scenario = "workshop";
  header.config = "{}";
  header.phases = world::phase_names();
  auto writer = session::LogWriter::create(path, header);
  REQUIRE(writer);
  return std::move(*writer);
}

struct Recording {
  std::vector<std::byte> bytes;
  std::uint64_t final_hash = 0;
};

const Recording& recording(core::Tick ticks = kTicks) {
  const auto make = [ticks] {
    const auto path =
        std::filesystem::temp_directory_path() / ("firsthand-replay-" + std::to_string(::getpid()) + ".fhlog");
    session::Recorder recorder(writer_to(path));
    world::World world = make_world(2);
    session::TourDriver driver(busy_tour(), workshop().users[0].start);
    session::LoopHooks ends;
    ends.recorder = &recorder;
    ends.most_ticks = ticks;
    const auto report = session::run_loop(driver, world, ends);
    REQUIRE(report);
    auto bytes = core::read_file(path);
    REQUIRE(bytes);
    std::filesystem::remove(path);
    return Recording{std::move(*bytes), report->state_hash};
  };
  static std::map<core::Tick, Recording> made;
  const auto known = made.find(ticks);
  return known != made.end() ? known->second : made.emplace(ticks, make()).first->second;
}

struct Replayed {
  session::Verifier verifier;
  std::uint64_t final_hash = 0;
  core::Tick ticks = 0;
};

using Meddle = std::function<void(world::World&)>;

/// Replays the recording; the world may be changed after any tick, before or after it is verified.
Replayed replay(unsigned workers, core::Tick ticks, const Meddle& before = {}, const Meddle& after = {}) {
  auto reader = session::LogReader::from_bytes(recording(ticks).bytes, "recording");
  REQUIRE(reader);
  session::ReplayDriver driver(std::move(*reader));
  world::World world = make_world(workers);
  Replayed result;
  session::LoopHooks ends;
  ends.after_tick = [&](world::World& w) {
    if (before) before(w);
    result.verifier.tick_done(w, driver);
    if (after) after(w);
  };
  ends.wants_stop = [&] { return result.verifier.mismatch().has_value(); };
  const auto report = session::run_loop(driver, world, ends);
  REQUIRE(report);
  result.final_hash = report->state_hash;
  result.ticks = report->ticks;
  return result;
}

}  // namespace

// The recording is made with two workers. Hidden, because CMakeLists.txt runs it by itself: it leaves the recording in
// the file FH_CROSS_LOG names, for other builds to verify.
TEST_CASE("bit-identical with 1, 2 and 4 workers, and after saving and loading in the middle", "[.long]") {
  const Replayed alone = replay(1, kLong);
  if (alone.verifier.mismatch()) FAIL(alone.verifier.mismatch()->phase + " " + alone.verifier.mismatch()->field);
  CHECK(alone.verifier.ticks_compared() == kLong);
  CHECK(alone.final_hash == recording(kLong).final_hash);

  const auto through_file = [](world::World& world) {
    if (world.now() != kLong / 2) return;
    std::vector<std::byte> bytes;
    core::save(world, bytes);
    world::World other = make_world(4);
    REQUIRE(core::load(other, bytes));
    CHECK(other.state_hash() == world.state_hash());
    world = std::move(other);
  };
  const Replayed saved = replay(4, kLong, {}, through_file);
  if (saved.verifier.mismatch()) FAIL(saved.verifier.mismatch()->phase + " " + saved.verifier.mismatch()->field);
  CHECK(saved.verifier.ticks_compared() == kLong);
  CHECK(saved.final_hash == recording(kLong).final_hash);
  if (const char* path = std::getenv("FH_CROSS_LOG")) REQUIRE(core::write_file(path, recording(kLong).bytes));
}

TEST_CASE("replay: one changed bit of state is caught at its tick and named") {
  const core::Tick when = kTicks / 3;
  const auto flip = [&](world::World& world) {
    if (world.now() != when) return;
    std::vector<std::byte> bytes;
    const auto fields = core::save_with_fields(world, bytes);
    test::field_of(fields, bytes, "user.state.walked").front() ^= std::byte{1};
    REQUIRE(core::load(world, bytes));
  };
  const Replayed result = replay(1, kTicks, flip);
  REQUIRE(result.verifier.mismatch());
  CHECK(result.verifier.mismatch()->tick == when);
  CHECK(result.verifier.mismatch()->phase == "user");
  CHECK(result.verifier.mismatch()->field == "user.state.walked");
}

TEST_CASE("replay: a key state names the changed value") {
  if (kTicks < 2 * session::kKeyStateInterval) SKIP("too short in sanitizer builds");
  const auto flip = [&](world::World& world) {
    if (world.now() != session::kKeyStateInterval) return;
    std::vector<std::byte> bytes;
    const auto fields = core::save_with_fields(world, bytes);
    test::field_of(fields, bytes, "user.moving.move_speed").back() ^= std::byte{1};
    REQUIRE(core::load(world, bytes));
  };
  const Replayed result = replay(2, kTicks, flip);
  REQUIRE(result.verifier.mismatch());
  CHECK(result.verifier.mismatch()->phase == "user");
  CHECK(result.verifier.mismatch()->field == "user.moving.move_speed");
  CHECK_THAT(result.verifier.mismatch()->detail, ContainsSubstring("in the recording"));
}

TEST_CASE("replay: a recording started and stopped in the middle of a visit, with settings changed on the way") {
  const core::Tick first = kTicks / 5, last = kTicks / 2;
  const test::TemporaryFolder folder;
  const auto path = folder.path / "late.fhlog";
  session::Recorder recorder;
  CHECK_FALSE(recorder.is_recording());
  world::World world = make_world(2);
  session::TourDriver driver(busy_tour(), workshop().users[0].start);
  frame::FrameInputs input;
  std::uint64_t hash_at_end = 0;
  for (core::Tick tick = 0; tick < last + 200; ++tick) {
    if (tick == first) recorder.start(writer_to(path), world);
    if (tick == last) {
      hash_at_end = world.state_hash();
      REQUIRE(recorder.close("stopped by the operator"));
    }
    REQUIRE(driver.begin(input).value() == frame::FrameOutcome::Run);
    // Before and during the recording: the first is in its state, the second in its rows.
    if (tick == first / 2) input.users[0].change = {frame::LiveSetting::HeightOffset, 0, 25.0};
    if (tick == (first + last) / 2) input.users[0].change = {frame::LiveSetting::SnapTurn, 0, 30.0};
    recorder.frame_begins(input);
    world.tick(input.users);
    recorder.tick_done(world);
    REQUIRE(recorder.frame_ends(world));
  }
  CHECK(world.users()[0].settings.height_offset == 0.25);
  CHECK(std::abs(world.users()[0].settings.snap_turn - math::radians(30.0)) < 1e-12);

  auto reader = session::LogReader::open(path);
  REQUIRE(reader);
  session::ReplayDriver again(std::move(*reader));
  world::World other = make_world(1);
  REQUIRE(session::replay_start(again, other));
  CHECK(other.now() == first);
  session::Verifier verifier;
  session::LoopHooks ends;
  ends.after_tick = [&](world::World& w) { verifier.tick_done(w, again); };
  const auto report = session::run_loop(again, other, ends);
  REQUIRE(report);
  if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
  CHECK(verifier.ticks_compared() == last - first);
  CHECK(report->state_hash == hash_at_end);
  CHECK(again.reader().damage().empty());
}

/// The user stands before the bench, calibrates with the arms to the sides, then wears another body and takes it off.
session::Tour calibrating_tour() {
  const auto file =
      core::JsonFile::parse(R"({"name": "calibrating", "duration": 9, "eye_height": 1.58, "start": {"at": [0, 0]},
    "path": [{"to": [0.5, -0.5], "wait": 4}, {"to": [1, 0.5]}],
    "left_hand": [{"at": 1, "body": [-0.3, 0.9, -0.3]}, {"at": 2, "body": [-0.76, 1.38, 0], "yaw_pitch_roll_deg": [90, 0, 0]},
                  {"at": 4, "body": [-0.76, 1.38, 0], "yaw_pitch_roll_deg": [90, 0, 0]}, {"at": 5, "body": [-0.3, 0.9, -0.3]}],
    "right_hand": [{"at": 1, "body": [0.3, 0.9, -0.3]}, {"at": 2, "body": [0.76, 1.38, 0], "yaw_pitch_roll_deg": [-90, 0, 0]},
                   {"at": 4, "body": [0.76, 1.38, 0], "yaw_pitch_roll_deg": [-90, 0, 0]}, {"at": 5, "body": [0.3, 0.9, -0.3]}],
    "commands": [{"at": 1.2, "do": "calibrate"}]})",
                            "calibrating");
  REQUIRE(file);
  auto tour = session::parse_tour(*file);
  if (!tour) FAIL(tour.error().message);
  return std::move(*tour);
}

TEST_CASE("replay: exact after a calibration and a change of bodies in the middle, and after saving around them") {
  const test::TemporaryFolder folder;
  const auto path = folder.path / "calibrating.fhlog";
  std::uint64_t hash_at_end = 0;
  {
    session::Recorder recorder(writer_to(path));
    world::World world = make_world(2);
    session::TourDriver driver(calibrating_tour(), workshop().users[0].start);
    frame::FrameInputs input;
    while (driver.begin(input).value() == frame::FrameOutcome::Run) {
      if (world.now() == 400) input.users[0].change = {frame::LiveSetting::Wear, 0, -5.0};
      if (world.now() == 600) input.users[0].change = {frame::LiveSetting::Wear, 0, 0.0};
      recorder.frame_begins(input);
      world.tick(input.users);
      recorder.tick_done(world);
      REQUIRE(recorder.frame_ends(world));
    }
    REQUIRE(recorder.close("done"));
    CHECK(world.users()[0].body.calibrations() == 1);
    CHECK(world.body_version() == 3);
    hash_at_end = world.state_hash();
  }
  for (const unsigned workers : {1u, 4u}) {
    if (kSanitized && workers == 1) continue;  // every world has five bodies to make, slow under a sanitizer
    auto reader = session::LogReader::open(path);
    REQUIRE(reader);
    session::ReplayDriver driver(std::move(*reader));
    world::World world = make_world(workers);
    session::Verifier verifier;
    frame::FrameInputs input;
    while (driver.begin(input).value() == frame::FrameOutcome::Run) {
      world.tick(input.users);
      verifier.tick_done(world, driver);
      // Raising the arms, making the calibrated body, wearing another one.
      const bool save = workers == 1 && (world.now() == 150 || world.now() == 300 || world.now() == 500);
      if (!save) continue;
      std::vector<std::byte> bytes;
      core::save(world, bytes);
      world::World other = make_world(2);
      REQUIRE(core::load(other, bytes));
      world = std::move(other);
    }
    if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
    CHECK(verifier.ticks_compared() == 810);
    CHECK(world.state_hash() == hash_at_end);
  }
}

// Run by cross_build.sh in a Debug build and with another C library, on the recording of the test above.
TEST_CASE("cross: a recording of another build verifies", "[.cross]") {
  const char* path = std::getenv("FH_CROSS_LOG");
  REQUIRE(path);
  auto reader = session::LogReader::open(path);
  REQUIRE(reader);
  session::ReplayDriver driver(std::move(*reader));
  world::World world = make_world(2);
  session::Verifier verifier;
  session::LoopHooks ends;
  ends.after_tick = [&](world::World& w) { verifier.tick_done(w, driver); };
  REQUIRE(session::run_loop(driver, world, ends));
  if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
  CHECK(verifier.ticks_compared() == kLong);
}

TEST_CASE("replay: a cut recording replays to the cut") {
  auto bytes = recording().bytes;
  bytes.resize(bytes.size() / 2);
  auto reader = session::LogReader::from_bytes(std::move(bytes), "cut.fhlog");
  REQUIRE(reader);
  session::ReplayDriver driver(std::move(*reader));
  world::World world = make_world(1);
  session::Verifier verifier;
  session::LoopHooks ends;
  ends.after_tick = [&](world::World& w) { verifier.tick_done(w, driver); };
  const auto report = session::run_loop(driver, world, ends);
  REQUIRE(report);
  CHECK(report->ticks > kTicks / 4);
  CHECK(report->ticks < kTicks);
  CHECK_FALSE(verifier.mismatch());
  REQUIRE(driver.reader().damage().size() == 1);
  CHECK(driver.reader().damage()[0].is_cut);
  CHECK(driver.reader().ticks_recorded() == verifier.ticks_compared());
}

TEST_CASE("replay: behind damage the visit is taken up at the next key state and the rest is verified") {
  if (kTicks < 2 * session::kKeyStateInterval + 100) SKIP("too short in sanitizer builds");
  auto bytes = recording().bytes;
  bytes[bytes.size() / 4] ^= std::byte{1};  // in the first ten seconds
  auto reader = session::LogReader::from_bytes(std::move(bytes), "damaged.fhlog");
  REQUIRE(reader);
  session::ReplayDriver driver(std::move(*reader));
  world::World world = make_world(2);
  session::Verifier verifier;
  session::LoopHooks hooks;
  hooks.after_tick = [&](world::World& w) { verifier.tick_done(w, driver); };
  const auto report = session::run_replay(driver, world, hooks);
  REQUIRE(report);
  if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
  CHECK(world.now() == kTicks);
  CHECK(report->state_hash == recording().final_hash);
  REQUIRE(driver.reader().damage().size() == 1);
  const auto& damage = driver.reader().damage()[0];
  REQUIRE(damage.to);
  CHECK(*damage.to % session::kKeyStateInterval == 0);
  CHECK(driver.reader().ticks_recorded() == kTicks);
  CHECK(verifier.ticks_compared() == kTicks - (*damage.to - damage.from + 1));
}

TEST_CASE("replay: a cut state stream is refused wherever it is cut, and the whole one is taken afterwards") {
  world::World world = make_world(1), other = make_world(1);
  frame::FrameInput input;
  for (int i = 0; i < 20; ++i) world.tick(input);
  std::vector<std::byte> bytes;
  core::save(world, bytes);
  for (std::size_t cut = 0; cut < bytes.size(); cut += 1 + bytes.size() / static_cast<std::size_t>(samples(100))) {
    CHECK_FALSE(core::load(other, std::span(bytes).first(cut)));
  }
  REQUIRE(core::load(other, bytes));
  CHECK(other.state_hash() == world.state_hash());
}

TEST_CASE("replay: no user, and two with a tour each, bit for bit with 1 and 2 workers") {
  for (const std::size_t users : {0u, 2u}) {
    scene::Scenario scenario = workshop();
    scenario.agents.resize(1);
    scenario.users = {{"anna", math::standing_at({0, 0, 0}, 0.0)}, {"ben", math::standing_at({1, 0, 0.5}, 0.5)}};
    scenario.users.resize(users);
    const auto make = [&](unsigned workers) {
      auto world = world::World::create(scenario, {.workers = workers});
      if (!world) FAIL(world.error().message);
      return std::move(*world);
    };
    const test::TemporaryFolder folder;
    const auto path = folder.path / "users.fhlog";
    session::TourDriver driver(5.0);
    if (users > 0) driver.add(busy_tour(), scenario.users[0].start);
    if (users > 1) driver.add(calibrating_tour(), scenario.users[1].start);
    session::Recorder recorder(writer_to(path));
    world::World world = make(2);
    session::LoopHooks ends;
    ends.recorder = &recorder;
    ends.most_ticks = 450;
    const auto report = session::run_loop(driver, world, ends);
    REQUIRE(report);
    CHECK(report->ticks == 450);
    for (const auto& user : world.users()) CHECK(user.state.walked > 0.5);

    auto reader = session::LogReader::open(path);
    REQUIRE(reader);
    session::ReplayDriver again(std::move(*reader));
    world::World other = make(1);
    session::Verifier verifier;
    session::LoopHooks verify;
    verify.after_tick = [&](world::World& w) { verifier.tick_done(w, again); };
    const auto replayed = session::run_loop(again, other, verify);
    REQUIRE(replayed);
    if (verifier.mismatch()) FAIL(verifier.mismatch()->phase + " " + verifier.mismatch()->field);
    CHECK(verifier.ticks_compared() == 450);
    CHECK(verifier.fields_not_comparable() == 0);
    CHECK(replayed->state_hash == report->state_hash);
  }
}
