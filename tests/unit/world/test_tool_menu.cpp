// SPDX-License-Identifier: Apache-2.0
// The menu, used as with a simple controller: one hand, its trigger and its menu button.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "agent_stage.h"
#include "world/tools/menu.h"

using namespace fh;
using Catch::Approx;
using frame::CommandId;
using math::Vec3;

namespace tool_menu_tests {
namespace {

constexpr const char* kParts = R"(,
  {"part": "wall", "name": "wall", "at": [0, 0, -3], "length": 6, "height": 2.6, "thickness": 0.2},
  {"part": "table", "name": "table", "at": [0.6, 0, -1.8]})";

/// A user with one hand or both, who aims, pulls the trigger and presses the menu button.
class MenuUser {
 public:
  /// `alone`: the only hand, or both.
  explicit MenuUser(std::optional<std::size_t> alone = {})
      : scenario_(test::place(kParts, "", "[0, 0, 0]")), alone_(alone), hand_(alone.value_or(frame::kRight)) {
    auto made = world::World::create(scenario_, {.user = {}, .workers = 1});
    REQUIRE(made);
    world_.emplace(std::move(*made));
    for (int i = 0; i < 30; ++i) tick();
  }

  world::World& world() { return *world_; }
  const world::Menu& menu() const { return world_->tools().hands()[0].menu; }
  const world::ToolHand& tool() const { return world_->tools().hands()[0]; }
  const char* page() const { return world::menu_pages()[menu().page].title; }

  void tick(bool pulls = false, bool presses_menu = false) {
    auto input = standing();
    if (pulls) input.hands[hand_].buttons = frame::kButtonTrigger;
    if (presses_menu) input.commands.add(CommandId::Menu);
    world_->tick(input);
  }
  void press_menu() {
    tick(false, true);
    tick();
  }
  /// As people do it: what the ray is off is corrected, since the body's hand is not quite where the controller is.
  void look_at(const Vec3& scene) {
    target_ = scene;
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 20; ++i) tick();
      from_ = world_->users()[0].state.hands[hand_].world_from_aim.position;
    }
  }
  void pull() {
    tick(true);
    tick();
    tick();
  }
  void use_at(const Vec3& scene) {
    look_at(scene);
    pull();
  }
  void pick(const std::string& label) {
    INFO("picks " << label);
    REQUIRE(menu().open);
    for (int round = 0; round < 3; ++round) look_at(place_of(label));  // on the wrist the board moves with the body
    REQUIRE(menu().row >= 0);
    REQUIRE(label == world::menu_pages()[menu().page].rows[static_cast<std::size_t>(menu().row)].label);
    pull();
  }
  frame::Snapshot picture() const {
    frame::Snapshot snapshot;
    world_->fill(snapshot);
    world::draw_hint(menu(), world_->users()[0], "Pick: select, menu: menu", snapshot);
    return snapshot;
  }
  /// Stretches the wrist of the left hand towards the eyes.
  void raise_left() { raised_ = true; }

 private:
  frame::FrameInput standing() const {
    frame::FrameInput input;
    input.head.pose.position = {0.0, 1.6, 0.0};
    input.head.valid = input.head.tracked = 1;
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      if (alone_ && side != *alone_) continue;
      auto& hand = input.hands[side];
      hand.active = hand.grip.valid = hand.grip.tracked = hand.aim.valid = hand.aim.tracked = 1;
      // Higher and nearer for the board, which is near itself.
      const bool near = glm::length(in_tracking(target_) - input.head.pose.position) < 0.8;
      hand.aim.pose.position = {side == frame::kLeft ? -0.2 : 0.2, near ? 1.35 : 1.2, near ? -0.15 : -0.3};
      if (raised_ && side == frame::kLeft) hand.aim.pose.position = {-0.1, 1.3, -0.45};
      if (side == hand_) hand.aim.pose.rotation = math::looking_along(in_tracking(target_) - in_tracking(from_));
      hand.grip.pose = frame::grip_of(hand.aim.pose);
    }
    return input;
  }
  Vec3 in_tracking(const Vec3& scene) const {
    return math::inverse(world_->users()[0].state.world_from_tracking).point(scene);
  }
  Vec3 place_of(const std::string& label) const {
    for (const auto& text : picture().overlay.texts) {
      if (text.text == label) return text.world_from_text.point({0.01, 0.0, 0.0});
    }
    FAIL("no row " << label);
    return Vec3(0.0);
  }

  scene::Scenario scenario_;
  std::optional<world::World> world_;
  std::optional<std::size_t> alone_;
  std::size_t hand_;
  Vec3 target_{0.0, 1.2, -10.0}, from_{0.0, 1.2, -0.3};
  bool raised_ = false;
};

void check_legible(const MenuUser& user) {
  const Vec3 eyes = const_cast<MenuUser&>(user).world().users()[0].state.head.world_from_point.position;
  for (const frame::OverlayText& text : user.picture().overlay.texts) {
    INFO(text.text);
    const double away = glm::length(text.world_from_text.position - eyes);
    CHECK(static_cast<double>(text.height) / away >= 2.0 * std::tan(math::radians(0.4)));
  }
}

}  // namespace

TEST_CASE("menu: every tool of the table is in it, and every page can be left") {
  std::set<CommandId> found;
  const auto pages = world::menu_pages();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (const auto& row : pages[i].rows) found.insert(row.command);
    if (i > 0) CHECK(pages[i].rows.back().page == 0);
  }
  for (const frame::CommandRow& row : frame::kCommands) {
    INFO(row.word);
    if (row.panel == frame::PanelPlace::Tools || row.panel == frame::PanelPlace::Body) CHECK(found.count(row.id) == 1);
  }
}

TEST_CASE("menu: letters of every page are 0.8 degrees high, floating, beside the wrist and at the hand") {
  for (const bool wrist : {false, true}) {
    MenuUser user;
    if (wrist) user.raise_left();
    for (std::size_t page = 1; page < world::menu_pages().size(); ++page) {
      user.press_menu();
      REQUIRE(user.menu().open);
      CHECK((user.menu().on_wrist != 0) == wrist);
      const std::size_t texts = user.picture().overlay.texts.size();
      CHECK(texts >= world::menu_pages()[0].rows.size() + 2);
      check_legible(user);
      const std::string title = world::menu_pages()[page].title;
      // The page that leads there; it is on the first one.
      const auto leads = [&](const world::MenuRow& row) { return row.page == static_cast<int>(page); };
      std::size_t from = 0;
      while (std::none_of(world::menu_pages()[from].rows.begin(), world::menu_pages()[from].rows.end(), leads)) ++from;
      if (from > 0) user.pick(world::menu_pages()[from].title);
      const auto rows = world::menu_pages()[from].rows;
      user.pick(std::find_if(rows.begin(), rows.end(), leads)->label);
      CHECK(user.page() == title);
      check_legible(user);
      user.press_menu();
      CHECK_FALSE(user.menu().open);
    }
    user.press_menu();
    user.pick("Measure");
    user.pick("Take point");
    CHECK_FALSE(user.menu().open);
    CHECK(user.menu().armed);
    check_legible(user);
  }
}

TEST_CASE("menu: one hand, its trigger and its menu button do for everything") {
  const std::size_t hand = GENERATE(std::size_t{frame::kLeft}, std::size_t{frame::kRight});
  CAPTURE(hand);
  MenuUser user(hand);
  const auto& lists = user.world().tools().lists();

  // The clear width is asked for by the row "Kind", the point by the trigger.
  user.press_menu();
  user.pick("Measure");
  user.pick("Take point");
  user.use_at({-1.0, 1.0, -2.9});
  user.use_at({-1.0, 2.0, -2.9});
  REQUIRE(user.world().measurements().done().size() == 1);
  CHECK(user.world().measurements().done()[0].value == Approx(1.0).margin(0.02));
  user.press_menu();
  CHECK(std::string(user.page()) == "Measure");  // where the tool came from

  // A note is written letter by letter and put on the wall, once.
  user.pick("Back");
  user.pick("Notes");
  user.pick("Write a note");
  for (const char* key : {"o", "k", "k", "<-", "space", "2"}) user.pick(key);
  CHECK(user.menu().typed == "ok 2");
  user.pick("put");
  user.use_at({-0.5, 1.0, -2.9});
  user.use_at({-0.5, 1.2, -2.9});
  REQUIRE(lists.notes.size() == 1);
  CHECK(lists.notes[0].text == "ok 2");
  CHECK(user.world().scenario().scene.find(lists.notes[0].object)->name == "wall");

  // The table is chosen and carried along x: the ray leads, nothing else moves.
  user.press_menu();
  user.pick("Notes");
  user.pick("Back");
  user.pick("Choose and look");
  user.pick("Choose");
  user.use_at({0.6, 0.72, -1.8});
  REQUIRE(user.tool().chosen.size() == 1);
  user.press_menu();
  user.pick("Back");
  user.pick("Change");
  user.pick("Carry along ...");
  user.pick("Along x");
  user.use_at({0.6, 0.0, -1.8});
  user.use_at({0.4, 0.0, -1.8});
  CHECK(user.tool().along == frame::CarryWay::X);
  REQUIRE(lists.placements.size() == 1);
  const Vec3 by = lists.placements[0].to.position - lists.placements[0].from.position;
  CHECK(by.x == Approx(-0.2).margin(1e-9));
  CHECK(by.y == 0.0);
  CHECK(by.z == 0.0);

  // A section by hand, then carried, then ended.
  user.press_menu();
  user.pick("Back");
  user.pick("Section");
  user.pick("By hand");
  user.use_at({0.0, 1.0, -3.0});
  CHECK(user.tool().follow == world::Follow::Section);
  user.pull();
  CHECK(user.tool().follow == world::Follow::Nothing);
  REQUIRE(lists.section());
  user.press_menu();
  user.pick("No section");
  CHECK_FALSE(lists.section());

  // The table goes, and the user to where it stood.
  user.pick("Back");
  user.pick("Add and remove");
  user.pick("Remove");
  CHECK(world::is_outside(lists.placements[0].to));
  // Somewhere else, in three bodies, each one press away, and what was done is saved.
  user.pick("Back");
  user.pick("Move about");
  user.pick("Go there");
  const std::int64_t teleports = user.world().users()[0].state.teleports;
  user.use_at({-0.1, 0.0, -2.0});
  CHECK(user.world().users()[0].state.teleports == teleports + 1);
  CHECK(user.world().users()[0].state.head.world_from_point.position.x == Approx(-0.1).margin(0.05));
  user.press_menu();
  user.pick("Back");
  user.pick("Body");
  const Vec3 stood = user.world().users()[0].state.head.world_from_point.position;
  std::vector<double> heights;
  for (const char* body : {"f05", "m50", "m95"}) {
    user.pick(body);
    for (int i = 0; i < 200; ++i) user.tick();
    const Vec3 head = user.world().users()[0].state.head.world_from_point.position;
    CHECK(std::hypot(head.x - stood.x, head.z - stood.z) < 0.01);
    heights.push_back(head.y);
  }
  CHECK(heights[0] < heights[1]);
  CHECK(heights[1] < heights[2]);
  user.press_menu();
  user.press_menu();  // the board is before the eyes of this body
  user.pick("Views");
  user.pick("Save place");
  REQUIRE(user.world().tools().saved().size() == 1);
  CHECK(user.world().tools().saved()[0].name == "place_1");
}

TEST_CASE("menu: it floats or goes to the wrist, and a fingertip picks") {
  MenuUser user;
  user.press_menu();
  CHECK_FALSE(user.menu().on_wrist);
  user.raise_left();
  user.pick("Wrist or here");
  CHECK(user.menu().on_wrist);
  const Vec3 wrist = user.world().users()[0].avatar.world_from_grip(frame::kLeft).position;
  CHECK(glm::length(user.menu().board.position - wrist) < 0.3);
}

}  // namespace tool_menu_tests
