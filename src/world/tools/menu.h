// SPDX-License-Identifier: Apache-2.0
#pragma once
// The menu of a user: pages of rows on a small board, beside the wrist of the hand that holds no tool or floating
// before the eyes, picked with the ray or the fingertip of the tool hand. What is picked goes into the user's next tick
// like a command or a setting from outside, so that everything of the menu can also be said in a tour.
#include <cstdint>
#include <span>
#include <string>

#include "core/archive.h"
#include "frame/commands.h"
#include "frame/live_settings.h"
#include "frame/snapshot.h"
#include "world/users/users.h"

namespace fh::world {

/// A row: opens a page, gives a command, or changes a setting.
struct MenuRow {
  const char* label;
  int page = -1;  // to be opened, or -1
  frame::CommandId command = frame::CommandId::None;
  double number = 0.0;    // of the command, or the setting's new value
  math::Vec3 way{0.0};    // of the command: `by`, or an axis
  const char* text = "";  // of the command
  frame::LiveSetting setting = frame::LiveSetting::None;
};

struct MenuPage {
  const char* title;
  std::span<const MenuRow> rows;
};
/// The first is the one that opens. Every page but the first ends with the way back.
std::span<const MenuPage> menu_pages();

struct Menu {
  std::uint8_t open = 0;
  std::uint8_t on_wrist = 0;  // else it floats
  std::uint8_t poking = 0;    // the fingertip is behind the board
  std::uint32_t page = 0;
  std::int32_t row = -1;    // pointed at
  math::Pose board;         // world; +X along the rows, +Z towards the reader
  std::uint8_t picked = 0;  // in the last tick
  std::uint32_t picked_page = 0, picked_row = 0;

  void visit(core::Archive& archive);
};

/// The menu command.
void toggle(Menu& menu, const User& user);
/// Every tick, after the hands have moved: where the board is, what is pointed at and picked.
void advance(Menu& menu, const User& user);
/// What was picked in the tick before, added to the input of this one; true when there was something.
bool add_picked(Menu& menu, std::size_t views, std::size_t notes, frame::FrameInput& input);
void draw(const Menu& menu, const User& user, frame::Snapshot& snapshot);
/// Under the board: which buttons of the controller in hand pick and close. Pictures only; the driver knows the words.
void draw_hint(const Menu& menu, const std::string& words, frame::Snapshot& snapshot);

}  // namespace fh::world
