// SPDX-License-Identifier: Apache-2.0
// The user's body through a real runtime: the calibrate button, the eyes of a worn body, the tool hand. Everything is
// waited for by what it does, never by the clock.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "app/config/settings_from_config.h"
#include "app/stages/body_uploads.h"
#include "app/stages/headset_stage.h"
#include "core/files.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "human/tracking/fit_rig.h"
#include "monado_remote.h"

using namespace fh;
using Catch::Approx;
using human::Joint;

namespace {

struct Visit {
  scene::Scenario scenario;
  app::Config config;
  test::MonadoRemote remote;
  std::optional<world::World> world;
  std::unique_ptr<app::HeadsetStage> stage;
  frame::FrameInputs frame;
  frame::FrameInput input;
  std::set<frame::CommandId> commands;  // seen since they were last cleared
  frame::SettingChange change;          // goes with the next frame

  Visit() {
    core::set_data_folder(FH_SOURCE_DIR);
    auto loaded = scene::load_scenario(std::filesystem::path(FH_SOURCE_DIR) / "assets/scenarios/empty.json");
    REQUIRE(loaded);
    scenario = std::move(*loaded);
    REQUIRE(config.set("xr.resolution=0.25"));
    REQUIRE(config.set("user.wear=f05"));
    remote.send();
    auto made = world::World::create(scenario, app::world_settings(config));
    REQUIRE(made);
    world.emplace(std::move(*made));
    auto staged = app::HeadsetStage::create(scenario.scene, app::skins_of(*world), config);
    INFO((staged ? "" : staged.error().message));
    REQUIRE(staged);
    stage = std::move(*staged);
  }

  /// Frames until one drew a picture and `holds` says true of it.
  template <class Holds>
  void until(const char* what, Holds&& holds) {
    INFO("waiting for " << what);
    for (int i = 0; i < 3000; ++i) {
      const auto outcome = stage->driver().begin(frame);
      REQUIRE(outcome);
      if (*outcome != frame::FrameOutcome::Run) continue;
      input = frame.first();
      for (const auto& command : input.commands) commands.insert(command.id);
      input.change = std::exchange(change, {});
      for (std::uint32_t t = 0; t < frame.ticks; ++t) world->tick(input, t == 0);
      REQUIRE(stage->draw(*world));
      REQUIRE(stage->driver().end());
      if (stage->driver().submitted().has_picture && holds()) return;
    }
    FAIL("did not happen");
  }

  /// Where a person in the T-pose has head and grips.
  void show_t_pose(const human::Body& body) {
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, human::t_posture(body.skeleton), frames);
    const auto grip = [&](human::Side side) {
      return test::RemotePose::from(frames.pose(human::on_side(Joint::RightHand, side)) *
                                    math::inverse(human::usual_grip_from_wrist(body.dimensions, side)));
    };
    stand(0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye)));
    remote.state.left.pose = grip(human::Side::Left);
    remote.state.right.pose = grip(human::Side::Right);
    remote.send();
  }
  /// Standing straight with the eyes there, over the real floor.
  void stand(const math::Vec3& eyes) {
    remote.state.head = test::RemotePose::from({math::kIdentity, eyes});
    remote.send();
  }

  math::Vec3 between_eyes() const {
    const auto& eyes = stage->view().eyes.eyes;
    return 0.5 * (eyes[0].world_from_eye.position + eyes[1].world_from_eye.position);
  }
  double eye_distance(const frame::EyeViews& views) const {
    return glm::length(views.eyes[1].world_from_eye.position - views.eyes[0].world_from_eye.position);
  }
  double tracked_eye_height() const {
    const auto& eyes = stage->driver().submitted().tracking_views.eyes;
    return 0.5 * (eyes[0].world_from_eye.position.y + eyes[1].world_from_eye.position.y);
  }

  /// The pictures are seen from the worn body's eye point, its eyes as much closer together as it is smaller.
  void check_worn_eyes() {
    const double scale = world->users()[0].state.scale;
    const auto& tracked = stage->driver().submitted().tracking_views;
    CHECK(between_eyes().y == Approx(human::eye_height_of(world->people()[0].body)).margin(0.005));
    CHECK(eye_distance(stage->view().eyes) == Approx(scale * eye_distance(tracked)).margin(1e-9));
    CHECK(eye_distance(tracked) > 0.05);
  }
};

}  // namespace

TEST_CASE("the calibrate button, a worn body's eyes and the tool hand on the runtime", "[xr][body]") {
  Visit visit;
  auto& right = visit.remote.state.right;
  auto& left = visit.remote.state.left;
  const auto& body = visit.world->users()[0].body;
  visit.until("focus and both hands", [&] {
    return visit.input.focus == frame::SessionFocus::Focused && visit.input.hands[0].active &&
           visit.input.hands[1].active;
  });

  // A typical user wears a small woman's body.
  const double typical = body.eye_height();
  visit.stand({0.0, typical, 0.0});
  visit.until("the head", [&] { return std::abs(visit.tracked_eye_height() - typical) < 1e-4; });
  CHECK(visit.world->users()[0].state.scale < 0.95);
  visit.check_worn_eyes();

  // The user is a tall man: the button, then the pose.
  const auto population = human::load_default_population();
  REQUIRE(population);
  const auto tall = human::worn_body(*population, {human::Sex::Male, 95.0});
  REQUIRE(tall);
  right.a_click = true;
  visit.remote.send();
  visit.until("the calibrate button", [&] { return body.watch().is_waiting(); });
  CHECK(visit.commands.count(frame::CommandId::Calibrate) == 1);
  CHECK(body.calibrations() == 0);
  right.a_click = false;
  visit.show_t_pose(*tall);
  visit.until("the calibration", [&] { return body.calibrations() == 1; });
  const double before = visit.world->users()[0].state.scale;
  visit.until("the body", [&] { return visit.world->users()[0].state.scale != before; });
  CHECK(body.eye_height() == Approx(human::eye_height_of(*tall)).margin(0.01));
  CHECK(visit.world->users()[0].state.scale < before);  // a taller user becomes as small
  visit.until("the head", [&] { return std::abs(visit.tracked_eye_height() - body.eye_height()) < 0.01; });
  visit.check_worn_eyes();

  // Measure is on the right hand, snapshot on the left; the other way round with the tool hand swapped.
  const auto press = [&](bool& button, frame::CommandId command) {
    visit.commands.clear();
    button = true;
    visit.remote.send();
    visit.until("a command", [&] { return visit.commands.count(command) > 0; });
    CHECK(visit.commands.count(frame::CommandId::Measure) + visit.commands.count(frame::CommandId::Snapshot) == 1);
    button = false;
    visit.remote.send();
    visit.until("release", [&] { return (visit.input.hands[0].buttons | visit.input.hands[1].buttons) == 0; });
  };
  press(right.b_click, frame::CommandId::Measure);
  press(left.a_click, frame::CommandId::Snapshot);
  visit.change = {frame::LiveSetting::SwapToolHand, 0, 1.0};
  visit.until("the swap", [&] { return visit.world->users()[0].moving.swap_tool_hand != 0; });
  press(right.b_click, frame::CommandId::Snapshot);
  press(left.a_click, frame::CommandId::Measure);
  CHECK(visit.stage->driver().instance().error_count() == 0);
}
