// SPDX-License-Identifier: Apache-2.0
#pragma once
// The menu of a user: pages of rows on a small board, beside the wrist of the hand that holds no tool or floating
// before the eyes, picked with the ray or the fingertip of the tool hand. What is picked goes into the user's next tick
// like a command or a setting from outside, so that everything of the menu can also be said in a tour.
//
// Picking a row that needs an aim takes the tool in the hand and closes the board: every pull of the trigger then gives
// the command where the hand aims, until the menu is opened again. Trigger and menu button, and one hand, do for all.
#include <cstdint>
#include <span>
#include <string>

#include "core/archive.h"
#include "frame/commands.h"
#include "frame/live_settings.h"
#include "frame/snapshot.h"
#include "world/users/users.h"

namespace fh::world {

/// A row: opens a page, gives a command, changes a setting, or writes.
struct MenuRow {
  const char* label;
  int page = -1;  // to be opened, or -1
  frame::CommandId command = frame::CommandId::None;
  double number = 0.0;    // of the command, or the setting's new value
  math::Vec3 way{0.0};    // of the command: `by`, or an axis
  const char* text = "";  // of the command
  frame::LiveSetting setting = frame::LiveSetting::None;
  bool aims = false;          // the command acts where the hand aims
  const char* key = nullptr;  // a letter to be written; "" takes the last one back
  bool attaches = false;      // the board goes from the wrist to where it is now, and back
};

struct MenuPage {
  const char* title;
  std::span<const MenuRow> rows;
  std::size_t columns = 1;
};
/// The first is the one that opens. Every page but the first ends with the way back.
std::span<const MenuPage> menu_pages();

inline constexpr std::size_t kLongestTyped = 60;  // letters of a note from the menu's keyboard

struct Menu {
  std::uint8_t open = 0;
  std::uint8_t on_wrist = 0;  // else it floats
  std::uint8_t poking = 0;    // the fingertip is behind the board
  std::uint8_t armed = 0;     // the picked row is in the hand: the trigger gives its command
  std::uint32_t page = 0;
  std::int32_t row = -1;    // pointed at
  math::Pose board;         // world; +X along the rows, +Z towards the reader
  std::uint8_t picked = 0;  // in the last tick
  std::uint32_t picked_page = 0, picked_row = 0;
  std::string typed;  // with the keyboard

  const MenuRow& picked_what() const { return menu_pages()[picked_page].rows[picked_row]; }
  void visit(core::Archive& archive);
};

/// How many there are so far, for the names of the next ones.
struct ToolCounts {
  std::size_t views = 0, notes = 0, saved = 0;
};

/// The menu command. With a tool from the menu in the hand it puts that away and opens the page it came from.
void toggle(Menu& menu, const User& user);
/// Every tick, after the hands have moved: where the board is, what is pointed at and picked.
void advance(Menu& menu, const User& user);
/// What was picked in the tick before, added to the input of this one; true when there was something.
bool add_picked(Menu& menu, const ToolCounts& counts, frame::FrameInput& input);
void draw(const Menu& menu, const User& user, frame::Snapshot& snapshot);
/// Under the board, or at the hand with a tool from the menu in it: which buttons of the controller in hand pick and
/// close. Pictures only; the driver knows the words.
void draw_hint(const Menu& menu, const User& user, const std::string& words, frame::Snapshot& snapshot);

}  // namespace fh::world
