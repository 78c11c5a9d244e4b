// SPDX-License-Identifier: Apache-2.0
// A designer in the headset, through a real runtime: opens a kitchen of another program, measures its gap, moves a
// cabinet by 50 mm, notes it, cuts it, saves, compares before and after, and the recording replays bit by bit. Once
// with both Index controllers, once with one simple controller alone: its trigger and its menu button.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "app/config/settings_from_config.h"
#include "app/models/open_model.h"
#include "app/stages/body_uploads.h"
#include "app/stages/headset_stage.h"
#include "app/stages/tools_report.h"
#include "core/files.h"
#include "monado_remote.h"
#include "session/replay_loop.h"
#include "session/verifier.h"

using namespace fh;
using Catch::Approx;
using math::Vec3;

namespace {

namespace fs = std::filesystem;

/// 4 x 3.1 m in millimetres, Z up, with a gap of 0.55 m between two cabinets before the back wall.
void write_kitchen(const fs::path& file) {
  struct Solid {
    const char* name;
    std::array<int, 3> low, high;
  };
  constexpr Solid kSolids[] = {{"floor", {-2000, -1500, -50}, {2000, 1500, 0}},
                               {"wall", {-2000, 1500, 0}, {2000, 1600, 2500}},
                               {"left", {-900, 900, 0}, {-300, 1500, 900}},
                               {"right", {250, 900, 0}, {850, 1500, 900}}};
  constexpr int kFaces[6][4] = {{1, 2, 4, 3}, {5, 7, 8, 6}, {1, 5, 6, 2}, {3, 4, 8, 7}, {1, 3, 7, 5}, {2, 6, 8, 4}};
  std::string text;
  int used = 0;
  for (const Solid& solid : kSolids) {
    text += fmt::format("o {}\n", solid.name);
    for (unsigned i = 0; i < 8; ++i) {
      const auto at = [&](std::size_t axis, unsigned bit) { return i & bit ? solid.high[axis] : solid.low[axis]; };
      text += fmt::format("v {} {} {}\n", at(0, 4), at(1, 2), at(2, 1));
    }
    for (const auto& f : kFaces)
      text += fmt::format("f {} {} {} {}\n", used + f[0], used + f[1], used + f[2], used + f[3]);
    used += 8;
  }
  REQUIRE(core::write_text(file, text));
}
constexpr double kMiddle = -0.05;  // m: the model's middle is put over the origin, z = -y
const Vec3 kLeftSide{-0.3, 0.85, -1.4 - kMiddle}, kRightFront{0.5, 0.6, -0.9 - kMiddle};

void import_here(char* const* words) {
  const bool done = app::import_worker(words[2], words[4], {.unit = words[6], .z_up = words[7] != nullptr});
  ::_exit(done ? 0 : 2);
}

/// Somebody with controllers who sees what the headset shows. Everything is waited for by what it does.
struct Designer {
  fs::path folder;
  scene::Scenario scenario;
  app::Config config;
  test::MonadoRemote remote;
  std::optional<world::World> world;
  std::unique_ptr<app::HeadsetStage> stage;
  session::Recorder recorder;
  frame::FrameInputs frame;
  frame::FrameInput input;
  bool simple;
  double worst_turn = 0.0;  // rad between the ray and where the controller points

  explicit Designer(bool simple_alone) : simple(simple_alone) {
    core::set_data_folder(FH_SOURCE_DIR);
    folder = fs::temp_directory_path() / fmt::format("firsthand-designer-{}", ::getpid());
    if (const char* kept = std::getenv("FH_DESIGNER_FOLDER")) folder = fs::path(kept) / (simple ? "simple" : "index");
    fs::create_directories(folder);
    write_kitchen(folder / "kitchen.obj");
    app::ModelOptions how;
    how.import_start = &import_here;
    std::fflush(nullptr);  // what waits to be printed is not the worker's answer
    auto opened = app::open_model(folder / "kitchen.obj", how);
    INFO((opened ? "" : opened.error().message));
    REQUIRE(opened);
    scenario = std::move(*opened);
    for (const char* setting : {"xr.resolution=0.25", "gpu.shadows=false"}) REQUIRE(config.set(setting));
    remote.state.left.active = remote.state.left.hand_tracking = !simple;
    remote.state.right.hand_tracking = false;
    remote.send();
    auto made = world::World::create(scenario, app::world_settings(config));
    REQUIRE(made);
    world.emplace(std::move(*made));
    xr::DriverOptions options;
    options.profiles = {simple ? "khr/simple_controller" : "valve/index_controller"};
    auto staged = app::HeadsetStage::create(scenario.scene, app::skins_of(*world), config, options);
    REQUIRE(staged);
    stage = std::move(*staged);
    stage->snapshot_folder = folder;
    session::LogHeader header;
    header.scenario = "kitchen";
    header.config = "{}";
    header.phases = world::phase_names();
    auto writer = session::LogWriter::create(log(), header);
    REQUIRE(writer);
    recorder.start(std::move(*writer), *world);
    until("focus and the right hand", [&] {
      return input.focus == frame::SessionFocus::Focused && input.hands[1].active &&
             (input.hands[0].active != 0) == !simple;
    });
  }
  ~Designer() {
    if (!std::getenv("FH_DESIGNER_FOLDER")) fs::remove_all(folder);
  }

  fs::path log() const { return folder / "visit.fhlog"; }
  const world::Menu& menu() const { return world->tools().hands()[0].menu; }
  const world::ToolHand& tool() const { return world->tools().hands()[0]; }
  test::RemoteController& hand() { return remote.state.right; }

  /// Frames until one drew a picture and `holds` says true of it.
  template <class Holds>
  void until(const char* what, Holds&& holds) {
    INFO("waiting for " << what);
    for (int i = 0; i < 1500; ++i) {
      const auto outcome = stage->driver().begin(frame);
      REQUIRE(outcome);
      if (*outcome != frame::FrameOutcome::Run) continue;
      input = frame.first();
      recorder.frame_begins(frame);
      for (std::uint32_t t = 0; t < frame.ticks; ++t) {
        world->tick(frame.users, t == 0);
        recorder.tick_done(*world);
      }
      REQUIRE(recorder.frame_ends(*world));
      REQUIRE(stage->draw(*world));
      REQUIRE(stage->driver().end());
      if (stage->driver().submitted().has_picture && frame.ticks > 0 && holds()) return;
    }
    FAIL("did not happen");
  }
  void some_frames(int count) {
    until("frames", [&] { return --count <= 0; });
  }

  const math::Pose& ray() const { return world->users()[0].state.hands[frame::kRight].world_from_aim; }
  double miss(const Vec3& target) const {
    const Vec3 way = target - ray().position, along = ray().direction(math::kForward);
    return glm::length(way - glm::dot(way, along) * along);
  }
  /// Turns the controller until its ray goes through a point of the scene.
  void aim(const Vec3& target) {
    const auto& state = world->users()[0].state;
    const math::Pose tracking_from_world = math::inverse(state.world_from_tracking);
    const bool near = glm::length(target - state.head.world_from_point.position) < 0.8;  // the board
    until("the ray at its target", [&] {
      const Vec3 way = tracking_from_world.direction(target - ray().position);
      const math::Pose pose{math::looking_along(way), {0.2, near ? 1.35 : 1.25, near ? -0.15 : -0.3}};
      hand().pose = test::RemotePose::from(pose);
      remote.send();
      return miss(target) < 0.002;
    });
    const math::Quat pointed = state.world_from_tracking.rotation * input.hands[frame::kRight].aim.pose.rotation;
    worst_turn = std::max(worst_turn, math::angle_between(ray().rotation, pointed));
  }
  void pull() {
    hand().trigger = 1.0f;
    hand().trigger_click = true;
    remote.send();
    until("the trigger", [&] { return (input.hands[1].buttons & frame::kButtonTrigger) != 0; });
    hand().trigger = 0.0f;
    hand().trigger_click = false;
    remote.send();
    until("its release", [&] { return (input.hands[1].buttons & frame::kButtonTrigger) == 0; });
    some_frames(2);
  }
  void use_at(const Vec3& target) {
    aim(target);
    pull();
  }
  /// Short, of the button that opens the menu: the left B of the Index, the only menu button of a simple controller.
  void press_menu() {
    const bool opens = !menu().open;
    bool& button = simple ? hand().b_click : remote.state.left.b_click;
    button = true;
    remote.send();
    until("the menu button",
          [&] { return ((input.hands[0].buttons | input.hands[1].buttons) & frame::kButtonMenu) != 0; });
    button = false;
    remote.send();
    until("the menu", [&] { return (menu().open != 0) == opens; });
  }
  Vec3 place_of(const std::string& label) const {
    for (const auto& text : stage->snapshot().overlay.texts) {
      if (text.text == label) return text.world_from_text.point({0.01, 0.0, 0.0});
    }
    FAIL("no row " << label);
    return Vec3(0.0);
  }
  void pick(const std::string& label) {
    INFO("picks " << label);
    some_frames(1);
    aim(place_of(label));
    REQUIRE(menu().row >= 0);
    REQUIRE(label == world::menu_pages()[menu().page].rows[static_cast<std::size_t>(menu().row)].label);
    pull();
  }
  void pick_all(std::initializer_list<const char*> labels) {
    for (const char* label : labels) pick(label);
  }
  /// Turns by the menu until the user looks along -Z. A board that floats stays behind and is opened anew.
  void face_the_cabinets() {
    const auto yaw = [&] { return math::yaw_of(world->users()[0].state.head.world_from_point.rotation); };
    for (int turns = 0; std::fabs(math::wrap_angle(yaw())) > 0.01; ++turns) {
      REQUIRE(turns < 8);
      pick_all({"Move about", "Turn right"});
      press_menu();
      press_menu();
    }
  }
  bool shows(const std::string& words) const {
    const auto& texts = stage->snapshot().overlay.texts;
    return std::any_of(texts.begin(), texts.end(), [&](const auto& text) { return text.text == words; });
  }

  /// The recording in a new world: every tick bit by bit.
  void replay() {
    REQUIRE(recorder.close("done"));
    auto reader = session::LogReader::open(log());
    REQUIRE(reader);
    session::ReplayDriver driver(std::move(*reader));
    auto again = world::World::create(scenario, app::world_settings(config));
    REQUIRE(again);
    session::Verifier verifier;
    session::LoopHooks ends;
    ends.after_tick = [&](world::World& now) { verifier.tick_done(now, driver); };
    const auto report = session::run_replay(driver, *again, ends);
    REQUIRE(report);
    INFO((verifier.mismatch() ? verifier.mismatch()->field : ""));
    CHECK_FALSE(verifier.mismatch());
    CHECK(verifier.fields_not_comparable() == 0);
    CHECK(verifier.ticks_compared() == world->now());
    CHECK(again->state_hash() == world->state_hash());
  }
  /// What was saved opens as a scenario; where the right cabinet is in it.
  double saved_x(const fs::path& file) const {
    auto saved = scene::load_scenario(file, core::Outside::Refused);
    INFO((saved ? "" : saved.error().message));
    REQUIRE(saved);
    const scene::Object* cabinet = saved->scene.find(std::string_view("model.right"));
    REQUIRE(cabinet);
    return cabinet->world_from_object.position.x;
  }
};

/// The whole tour; only what a button of its own does on the Index is done through the menu on a simple controller.
void design(Designer& designer) {
  const auto& lists = designer.world->tools().lists();
  const auto& measured = designer.world->measurements();
  designer.press_menu();
  CHECK((designer.menu().on_wrist != 0) == !designer.simple);  // the Index' other hand is held before the eyes
  designer.some_frames(2);
  CHECK(designer.shows(designer.simple ? "Pick: select, menu: menu" : "Pick: trigger, menu: left B"));
  designer.face_the_cabinets();
  designer.pick_all({"Views", "Save place", "Back", "Measure", "Kind", "Take point"});
  REQUIRE(designer.menu().armed);
  designer.use_at(kLeftSide);
  REQUIRE(measured.done().size() == 1);
  CHECK(measured.done()[0].value == Approx(0.55).margin(0.002));

  designer.press_menu();
  designer.pick_all({"Back", "Choose and look", "Choose"});
  designer.use_at(kRightFront);
  REQUIRE(designer.tool().chosen.size() == 1);
  designer.press_menu();
  designer.pick_all({"Back", "Change", "x + 50 mm"});
  REQUIRE(lists.placements.size() == 1);
  CHECK(lists.placements[0].to.position.x - lists.placements[0].from.position.x == Approx(0.05).margin(1e-9));

  designer.pick_all({"Back", "Notes", "Good"});
  designer.use_at(kRightFront);
  REQUIRE(lists.notes.size() == 1);
  CHECK(designer.world->scenario().scene.find(lists.notes[0].object)->name == "model.right");
  designer.press_menu();
  designer.pick_all({"Back", "Measure", "Take point"});
  designer.use_at(kLeftSide);
  REQUIRE(measured.done().size() == 2);
  CHECK(measured.done()[1].value == Approx(0.60).margin(0.002));

  designer.press_menu();
  designer.pick_all({"Back", "Section", "Around chosen", "100 mm inwards", "100 mm inwards"});
  REQUIRE(lists.section());
  designer.pick_all({"Back", "Views", "Save view", "Save place", "Back", "Notes", "Snapshot", "Back", "Undo", "Redo"});
  REQUIRE(designer.world->tools().saved().size() == 2);
  CHECK(lists.views.size() == 1);
  designer.pick("Close");
  CHECK_FALSE(designer.menu().open);
}

void check_results(Designer& designer) {
  CHECK(designer.stage->driver().instance().error_count() == 0);
  CHECK(math::degrees(designer.worst_turn) < 0.01);
  REQUIRE(designer.world->tools().snapshots().size() == 1);
  CHECK(fs::exists(designer.folder / app::snapshot_name(designer.world->tools().snapshots()[0].at)));
  const auto saved = app::write_saved_places(*designer.world, designer.folder, true);
  INFO((saved ? "" : saved.error().message));
  REQUIRE(saved);
  REQUIRE(saved->size() == 2);
  CHECK(designer.saved_x((*saved)[1]) - designer.saved_x((*saved)[0]) == Approx(0.05).margin(1e-9));
  designer.replay();
}

}  // namespace

TEST_CASE("a designer's tour with both Index controllers on the runtime", "[xr][designer]") {
  Designer designer(false);
  design(designer);
  check_results(designer);
}

TEST_CASE("a designer's tour with one simple controller on the runtime", "[xr][designer-alone]") {
  Designer designer(true);
  design(designer);
  check_results(designer);
}
