// SPDX-License-Identifier: Apache-2.0
#include "world/tools/menu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "world/tools/tool_aim.h"
#include "world/tools/tool_mark.h"

namespace fh::world {
namespace {

using frame::CommandId;
using math::Pose;
using math::Vec3;

// Capital letters are 0.8 degrees high at 0.6 m: 8.4 mm, and a little more because corners are farther and arms differ.
constexpr double kMenuLetter = 0.0095, kRowHeight = 0.024, kHalfWidth = 0.14;  // m
constexpr double kFloats = 0.6;                                                // m before the eyes
constexpr double kFingertip = 0.09;                                            // m ahead of the aim
constexpr double kRayReach = 3.0;                                              // m: the ray's reach
constexpr std::size_t kShownTyped = 24;                                        // letters that fit beside the title

std::size_t free_hand(const User& user) {
  return tool_hand_of(user) == frame::kRight ? frame::kLeft : frame::kRight;
}

/// +Z of the result looks from `at` to the reader.
Pose facing(const Vec3& at, const Vec3& reader) {
  return {math::looking_along(math::normalized_or(at - reader, math::kForward)), at};
}

Pose on_wrist(const User& user) {
  const Vec3 wrist = user.avatar.world_from_grip(free_hand(user)).position;
  return facing(wrist + Vec3(0.0, 0.16, 0.0), user.state.head.world_from_point.position);
}

/// The wrist is where the user looks: within an arm's length and 40 degrees of the middle.
bool sees_wrist(const User& user) {
  const HandState& hand = user.state.hands[free_hand(user)];
  if (!user.avatar.present() || hand.tracking != human::HandTracking::Tracked) return false;
  const Pose& head = user.state.head.world_from_point;
  const Vec3 way = user.avatar.world_from_grip(free_hand(user)).position - head.position;
  const double distance = std::sqrt(glm::dot(way, way));
  return distance < 0.8 && glm::dot(way, head.direction(math::kForward)) > 0.766 * distance;
}

const MenuPage& page_of(const Menu& menu) {
  return menu_pages()[menu.page];
}

std::int32_t lines_of(const MenuPage& page) {
  return static_cast<std::int32_t>((page.rows.size() + page.columns - 1) / page.columns);
}

/// Of the middle of a line over the board's middle, m; -1: the title.
double height_of(const Menu& menu, std::int32_t line) {
  const double lines = static_cast<double>(lines_of(page_of(menu)));
  return kRowHeight * (0.5 * lines - 1.0 - static_cast<double>(line));
}

double width_of(const MenuPage& page) {
  return 2.0 * kHalfWidth / static_cast<double>(page.columns);
}

/// A row's place on the board: its left edge and middle height, m.
math::Vec2 place_of(const Menu& menu, std::int32_t row) {
  const auto columns = static_cast<std::int32_t>(page_of(menu).columns);
  return {-kHalfWidth + width_of(page_of(menu)) * (row % columns), height_of(menu, row / columns)};
}

/// The row at a point of the board, or -1.
std::int32_t row_at(const Menu& menu, const Vec3& p) {
  if (std::fabs(p.x) >= kHalfWidth) return -1;
  const MenuPage& page = page_of(menu);
  for (std::int32_t row = 0; row < static_cast<std::int32_t>(page.rows.size()); ++row) {
    const math::Vec2 at = place_of(menu, row);
    if (p.x >= at.x && p.x < at.x + width_of(page) && std::fabs(p.y - at.y) <= 0.5 * kRowHeight) return row;
  }
  return -1;
}

void write(Menu& menu, std::string_view key) {
  if (!key.empty() && menu.typed.size() < kLongestTyped)
    menu.typed += key;
  else if (key.empty() && !menu.typed.empty())
    menu.typed.pop_back();
}

void pick(Menu& menu) {
  const MenuRow& row = page_of(menu).rows[static_cast<std::size_t>(menu.row)];
  if (row.page >= 0) {
    menu.page = static_cast<std::uint32_t>(row.page);
  } else if (row.key) {
    write(menu, row.key);
  } else if (row.attaches) {
    menu.on_wrist = menu.on_wrist ? 0 : 1;
  } else {
    menu.picked_page = menu.page;
    menu.picked_row = static_cast<std::uint32_t>(menu.row);
    if (!row.aims) {
      menu.picked = 1;
      return;
    }
    menu.armed = 1;
    menu.open = 0;
    menu.row = -1;
  }
}

/// A block of the board from `left` on, `width` wide, m.
void add_block(const Menu& menu, double left, double width, double y, double half_height, const frame::Colour& colour,
               frame::Snapshot& snapshot) {
  const auto at = [&](double x, double h) { return menu.board.point({x, h, 0.0}); };
  const double right = left + width;
  snapshot.overlay.regions.push_back(
      {{at(left, y - half_height), at(right, y - half_height), at(right, y + half_height), at(left, y + half_height)},
       colour,
       frame::Occlusion::AlwaysSeen});
}

void add_text(const Menu& menu, const std::string& words, const math::Vec2& at, const frame::Colour& colour,
              frame::Snapshot& snapshot) {
  frame::OverlayText text;
  text.text = words;
  text.world_from_text = menu.board * Pose{math::kIdentity, {at.x + 0.012, at.y, 0.0}};
  text.height = static_cast<float>(kMenuLetter);
  text.anchor_x = 0.0f;
  text.colour = colour;
  text.occlusion = frame::Occlusion::AlwaysSeen;
  snapshot.overlay.texts.push_back(std::move(text));
}

}  // namespace

void Menu::visit(core::Archive& archive) {
  archive.field("open", open);
  archive.field("on_wrist", on_wrist);
  archive.field("poking", poking);
  archive.field("page", page);
  archive.field("row", row);
  archive.field("board", board);
  archive.field("picked", picked);
  archive.field("picked_page", picked_page);
  archive.field("picked_row", picked_row);
  archive.field("armed", armed);
  archive.field("typed", typed);
  if (!archive.is_loading()) return;
  const auto pages = menu_pages();
  if (page >= pages.size() || picked_page >= pages.size() || picked_row >= pages[picked_page].rows.size() ||
      typed.size() > kLongestTyped)
    archive.reject();
}

void toggle(Menu& menu, const User& user) {
  const bool opens = !menu.open;
  Menu next;
  next.page = menu.armed ? menu.picked_page : 0;
  next.typed = menu.typed;
  menu = std::move(next);
  if (!opens) return;
  menu.open = 1;
  menu.on_wrist = sees_wrist(user) ? 1 : 0;
  const Pose& head = user.state.head.world_from_point;
  const Pose upright = math::standing_at(head.position, math::yaw_of(head.rotation));
  menu.board = facing(upright.point({0.0, -0.08, -kFloats}), head.position);
}

void advance(Menu& menu, const User& user) {
  const HandState& hand = user.state.hands[tool_hand_of(user)];
  if (menu.armed && (hand.pressed & frame::kButtonTrigger) != 0) menu.picked = 1;
  if (!menu.open) return;
  if (menu.on_wrist && user.avatar.present()) menu.board = on_wrist(user);
  const Pose aim = aim_of(user), board_from_world = math::inverse(menu.board);
  const Vec3 from = board_from_world.point(aim.position),
             way = board_from_world.direction(aim.direction(math::kForward));
  menu.row = -1;
  if (from.z > 0.0 && way.z < 0.0 && -from.z / way.z < kRayReach) menu.row = row_at(menu, from - from.z / way.z * way);
  const Vec3 tip = from + kFingertip * way;
  const bool behind = tip.z < 0.0 && tip.z > -0.05 && row_at(menu, tip) >= 0;
  const bool pokes = behind && !menu.poking && from.z > 0.0;
  if (pokes) menu.row = row_at(menu, tip);
  menu.poking = behind ? 1 : 0;
  if (menu.row >= 0 && (pokes || (hand.pressed & frame::kButtonTrigger) != 0)) pick(menu);
}

bool add_picked(Menu& menu, const ToolCounts& counts, frame::FrameInput& input) {
  if (!std::exchange(menu.picked, 0)) return false;
  const MenuRow& row = menu.picked_what();
  if (row.setting != frame::LiveSetting::None) {
    input.change = {row.setting, 0, row.number};
    return true;
  }
  frame::Command command{row.command, {}, row.number, {}};
  const std::uint16_t payload = frame::find_command(row.command)->payload;
  if (payload & frame::kPayloadBy) command.pose.position = row.way;
  if (payload & frame::kPayloadAxis)
    command.pose.rotation = math::looking_along(row.way, std::fabs(row.way.z) > 0.5 ? math::kUp : Vec3(0.0, 0.0, 1.0));
  std::string text = row.text;
  if (row.command == CommandId::SaveView) text = fmt::format("view {}", counts.views + 1);
  if (row.command == CommandId::VoiceNote) text = fmt::format("voice_{}.wav", counts.notes + 1);
  if (row.command == CommandId::SaveAs) text = fmt::format("place_{}", counts.saved + 1);
  if (row.command == CommandId::Note && text.empty()) {
    text = menu.typed.empty() ? "note" : std::exchange(menu.typed, {});
    menu.armed = 0;  // one note for what was written
  }
  return input.commands.add(command, text);
}

void draw_hint(const Menu& menu, const User& user, const std::string& words, frame::Snapshot& snapshot) {
  if (words.empty()) return;
  if (menu.armed)
    return draw_label(words, aim_of(user).point({0.0, 0.06, -0.1}), user.state.head.world_from_point.position,
                      snapshot);
  if (!menu.open) return;
  const double y = height_of(menu, lines_of(page_of(menu))) - 0.012;
  add_block(menu, -kHalfWidth, 2.0 * kHalfWidth, y, 0.5 * kRowHeight, {0.03f, 0.03f, 0.035f, 0.92f}, snapshot);
  add_text(menu, words, {-kHalfWidth, y}, {0.75f, 0.85f, 1.0f, 1.0f}, snapshot);
}

void draw(const Menu& menu, const User& user, frame::Snapshot& snapshot) {
  const Pose aim = aim_of(user);
  frame::OverlayLine ray;
  ray.a = aim.position;
  ray.colour = {0.3f, 0.6f, 1.0f, 1.0f};
  ray.width = 0.003f;
  if (menu.armed) {
    ray.b = aim.point({0.0, 0.0, -kRayReach});
    snapshot.overlay.lines.push_back(ray);
    draw_label(menu.picked_what().label, aim.point({0.0, 0.12, -0.1}), user.state.head.world_from_point.position,
               snapshot);
  }
  if (!menu.open) return;
  const frame::Colour letters{0.95f, 0.95f, 0.92f, 1.0f}, title{1.0f, 0.72f, 0.2f, 1.0f};
  const MenuPage& page = page_of(menu);
  const double half = 0.5 * kRowHeight * (lines_of(page) + 1) + 0.006;
  add_block(menu, -kHalfWidth, 2.0 * kHalfWidth, 0.0, half, {0.015f, 0.018f, 0.025f, 0.92f}, snapshot);
  if (menu.row >= 0) {
    const math::Vec2 at = place_of(menu, menu.row);
    add_block(menu, at.x, width_of(page), at.y, 0.5 * kRowHeight, {0.05f, 0.22f, 0.55f, 1.0f}, snapshot);
  }
  const std::size_t shown = std::min(menu.typed.size(), kShownTyped);  // the end of what is written
  const bool writes = page.columns > 1;
  add_text(menu, page.title + (writes ? menu.typed.substr(menu.typed.size() - shown) + "_" : std::string()),
           {-kHalfWidth, height_of(menu, -1)}, title, snapshot);
  for (std::size_t i = 0; i < page.rows.size(); ++i)
    add_text(menu, page.rows[i].label, place_of(menu, static_cast<std::int32_t>(i)), letters, snapshot);
  if (menu.row < 0) return;
  const Pose board_from_world = math::inverse(menu.board);
  const Vec3 from = board_from_world.point(aim.position),
             way = board_from_world.direction(aim.direction(math::kForward));
  ray.b = menu.board.point({0.0, place_of(menu, menu.row).y, 0.0});
  if (way.z < 0.0) ray.b = menu.board.point(from - from.z / way.z * way);
  snapshot.overlay.lines.push_back(ray);
}

}  // namespace fh::world
