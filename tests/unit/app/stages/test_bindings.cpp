// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>

#include "xr/action_table.h"

using namespace fh;

TEST_CASE("bindings: measure and snapshot change sides only where both have a button") {
  const std::set<std::string> both = {"valve/index_controller", "oculus/touch_controller",
                                      "hp/mixed_reality_controller", "bytedance/pico4_controller"};
  const std::set<std::string> not_both = {"htc/vive_controller", "microsoft/motion_controller", "khr/simple_controller",
                                          "ext/hand_interaction_ext"};
  std::size_t found = 0;
  for (const auto& profile : xr::profiles()) {
    CAPTURE(profile.path);
    if (both.count(profile.path)) CHECK(xr::swaps_tool_buttons(profile));
    if (not_both.count(profile.path)) CHECK_FALSE(xr::swaps_tool_buttons(profile));
    found += both.count(profile.path) + not_both.count(profile.path);
  }
  CHECK(found == both.size() + not_both.size());
}

TEST_CASE("bindings: calibrating has a button of its own, which no other command uses") {
  for (const auto& profile : xr::profiles()) {
    for (const auto& row : profile.bindings) {
      if (row.act != xr::act_of(frame::CommandId::Calibrate)) continue;
      for (const auto& other : profile.bindings) {
        const bool command = other.act == xr::act_of(frame::CommandId::Measure) ||
                             other.act == xr::act_of(frame::CommandId::Snapshot) || other.act == xr::Act::Menu ||
                             other.act == xr::Act::Teleport;
        CAPTURE(profile.path, other.path);
        CHECK_FALSE((command && other.side == row.side && std::string(other.path) == row.path));
      }
    }
  }
}

TEST_CASE("bindings: the menu's hint names the buttons of the controller in hand, on every controller") {
  CHECK(xr::menu_hint("Touch controllers") == "Pick: trigger, menu: left menu");
  CHECK(xr::menu_hint("Valve Index controllers") == "Pick: trigger, menu: left B");
  CHECK(xr::menu_hint("simple controllers") == "Pick: select, menu: left menu");
  CHECK(xr::menu_hint("").empty());
  // One controller alone has its menu on a button of its own.
  CHECK(xr::menu_hint("simple controllers", xr::Side::Right) == "Pick: select, menu: menu");
  CHECK(xr::menu_hint("Touch controllers", xr::Side::Right) == "Pick: trigger, menu: B");
  CHECK(xr::menu_hint("Touch controllers", xr::Side::Left) == "Pick: trigger, menu: menu");
  for (const auto& profile : xr::profiles()) {
    CAPTURE(profile.path);
    CHECK_FALSE(xr::menu_hint(profile.name).empty());
    if (std::string(profile.name) == "bare hands") continue;
    for (const xr::Side side : {xr::Side::Left, xr::Side::Right})
      CHECK(xr::menu_hint(profile.name, side).find("menu: ") != std::string::npos);
  }
}
