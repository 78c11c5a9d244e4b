// SPDX-License-Identifier: Apache-2.0
#include "world/tools/menu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "world/tools/tool_aim.h"

namespace fh::world {
namespace {

using frame::CommandId;
using math::Pose;
using math::Vec3;

// Capital letters are 0.8 degrees high at 0.6 m: 8.4 mm, and a little more because arms differ.
constexpr double kMenuLetter = 0.009, kRowHeight = 0.024, kHalfWidth = 0.14;  // m
constexpr double kFloats = 0.6;                                               // m before the eyes
constexpr double kFingertip = 0.09;                                           // m ahead of the aim
constexpr double kRayReach = 3.0;                                             // m: the ray's reach

constexpr MenuRow page_row(const char* label, int page) {
  return {label, page};
}
constexpr MenuRow command_row(const char* label, CommandId id, double number = 0.0, Vec3 way = Vec3(0.0),
                              const char* text = "") {
  return {label, -1, id, number, way, text};
}
constexpr MenuRow wear_row(const char* label, double value) {
  return {label, -1, CommandId::None, value, Vec3(0.0), "", frame::LiveSetting::Wear};
}
constexpr MenuRow kBack = page_row("Back", 0);

const std::array kTop{page_row("Choose and look", 1),
                      page_row("Measure", 2),
                      page_row("Section", 3),
                      page_row("Notes", 4),
                      page_row("Change", 5),
                      page_row("Size", 8),
                      page_row("Add and remove", 9),
                      page_row("Views", 6),
                      page_row("Body", 7),
                      command_row("Undo", CommandId::Undo),
                      command_row("Redo", CommandId::Redo),
                      command_row("Close", CommandId::Menu)};
const std::array kLook{command_row("Choose", CommandId::Select),       command_row("Inspect", CommandId::Inspect),
                       command_row("Hide", CommandId::Hide),           command_row("Isolate", CommandId::Isolate),
                       command_row("Highlight", CommandId::Highlight), command_row("X-ray", CommandId::XRay),
                       command_row("Show all", CommandId::ShowAll),    kBack};
const std::array kMeasure{command_row("Take point", CommandId::Measure), command_row("Kind", CommandId::MeasureKind),
                          command_row("Take back", CommandId::MeasureUndo), kBack};
const std::array kSection{command_row("By hand", CommandId::Section),
                          command_row("100 mm outwards", CommandId::SectionMove, 0.1),
                          command_row("100 mm inwards", CommandId::SectionMove, -0.1),
                          command_row("Around chosen", CommandId::SectionAround, 0.1),
                          command_row("No section", CommandId::SectionOff),
                          kBack};
const std::array kNotes{command_row("Flag", CommandId::Flag),
                        command_row("Too narrow", CommandId::Note, 0.0, Vec3(0.0), "too narrow"),
                        command_row("Out of reach", CommandId::Note, 0.0, Vec3(0.0), "out of reach"),
                        command_row("Hard to see", CommandId::Note, 0.0, Vec3(0.0), "hard to see"),
                        command_row("Hazard", CommandId::Note, 0.0, Vec3(0.0), "hazard"),
                        command_row("Good", CommandId::Note, 0.0, Vec3(0.0), "good"),
                        command_row("Voice note", CommandId::VoiceNote),
                        command_row("Paint", CommandId::Paint),
                        command_row("Snapshot", CommandId::Snapshot),
                        kBack};
const std::array kChange{command_row("Carry", CommandId::Carry),
                         command_row("Snap to ...", CommandId::SnapTo),
                         command_row("x + 50 mm", CommandId::MoveBy, 0.0, {0.05, 0.0, 0.0}),
                         command_row("x - 50 mm", CommandId::MoveBy, 0.0, {-0.05, 0.0, 0.0}),
                         command_row("y + 50 mm", CommandId::MoveBy, 0.0, {0.0, 0.05, 0.0}),
                         command_row("y - 50 mm", CommandId::MoveBy, 0.0, {0.0, -0.05, 0.0}),
                         command_row("z + 50 mm", CommandId::MoveBy, 0.0, {0.0, 0.0, 0.05}),
                         command_row("z - 50 mm", CommandId::MoveBy, 0.0, {0.0, 0.0, -0.05}),
                         command_row("Turn left 15°", CommandId::TurnBy, 15.0, {0.0, 1.0, 0.0}),
                         command_row("Turn right 15°", CommandId::TurnBy, -15.0, {0.0, 1.0, 0.0}),
                         kBack};
const std::array kViews{command_row("Save view", CommandId::SaveView), command_row("Next view", CommandId::NextView),
                        command_row("Recentre", CommandId::Recentre), command_row("Pause", CommandId::Pause), kBack};
const std::array kBody{wear_row("Own body", 0.0),
                       wear_row("f05", -5.0),
                       wear_row("m50", 50.0),
                       wear_row("m95", 95.0),
                       command_row("Calibrate", CommandId::Calibrate),
                       command_row("Balance", CommandId::Balance),
                       kBack};
constexpr MenuRow scale_row(const char* label, const Vec3& factor) {
  return command_row(label, CommandId::ScaleBy, 0.0, factor);
}
const std::array kSize{scale_row("All + 10 %", {1.1, 1.1, 1.1}),
                       scale_row("All - 10 %", {0.9, 0.9, 0.9}),
                       scale_row("Wider, + 10 %", {1.1, 1.0, 1.0}),
                       scale_row("Narrower, - 10 %", {0.9, 1.0, 1.0}),
                       scale_row("Higher, + 10 %", {1.0, 1.1, 1.0}),
                       scale_row("Lower, - 10 %", {1.0, 0.9, 1.0}),
                       scale_row("Deeper, + 10 %", {1.0, 1.0, 1.1}),
                       scale_row("Less deep, - 10 %", {1.0, 1.0, 0.9}),
                       kBack};
constexpr MenuRow part_row(const char* label, const char* part) {
  return command_row(label, CommandId::AddPart, 0.0, Vec3(0.0), part);
}
const std::array kAdd{command_row("Duplicate", CommandId::Duplicate),
                      command_row("Remove", CommandId::Remove),
                      part_row("Table", "table"),
                      part_row("Chair", "chair"),
                      part_row("Cabinet", "cabinet"),
                      part_row("Shelf", "shelf"),
                      part_row("Wall", "wall"),
                      part_row("Pillar", "pillar"),
                      part_row("Pallet", "pallet"),
                      part_row("Carton", "carton"),
                      kBack};
const std::array<MenuPage, 10> kPages{{{"Menu", kTop},
                                       {"Choose and look", kLook},
                                       {"Measure", kMeasure},
                                       {"Section", kSection},
                                       {"Notes", kNotes},
                                       {"Change", kChange},
                                       {"Views", kViews},
                                       {"Body", kBody},
                                       {"Size", kSize},
                                       {"Add and remove", kAdd}}};

std::size_t free_hand(const User& user) {
  return user.moving.tool_hand() == frame::kRight ? frame::kLeft : frame::kRight;
}

/// The hand that points and picks: the tool hand, or the other one where that is the only one.
std::size_t menu_hand(const User& user) {
  const std::size_t tool = user.moving.tool_hand(), other = free_hand(user);
  const auto is_there = [&](std::size_t hand) {
    return user.state.hands[hand].tracking != human::HandTracking::Absent;
  };
  return !is_there(tool) && is_there(other) ? other : tool;
}

Pose menu_aim(const User& user) {
  const std::size_t hand = menu_hand(user);
  return hand == user.moving.tool_hand() || !user.avatar.present() ? aim_of(user)
                                                                   : user.state.hands[hand].world_from_aim;
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

/// Of the middle of a row over the board's middle, m; -1: the title.
double height_of(const Menu& menu, std::int32_t row) {
  const double rows = static_cast<double>(page_of(menu).rows.size());
  return kRowHeight * (0.5 * rows - 1.0 - static_cast<double>(row));
}

/// The row at a point of the board, or -1.
std::int32_t row_at(const Menu& menu, const Vec3& p) {
  if (std::fabs(p.x) > kHalfWidth) return -1;
  const auto rows = static_cast<std::int32_t>(page_of(menu).rows.size());
  for (std::int32_t row = 0; row < rows; ++row) {
    if (std::fabs(p.y - height_of(menu, row)) <= 0.5 * kRowHeight) return row;
  }
  return -1;
}

void pick(Menu& menu) {
  const MenuRow& row = page_of(menu).rows[static_cast<std::size_t>(menu.row)];
  if (row.page >= 0) {
    menu.page = static_cast<std::uint32_t>(row.page);
    return;
  }
  menu.picked = 1;
  menu.picked_page = menu.page;
  menu.picked_row = static_cast<std::uint32_t>(menu.row);
}

void add_block(const Menu& menu, double y, double half_height, double half_width, const frame::Colour& colour,
               frame::Snapshot& snapshot) {
  const auto at = [&](double x, double h) { return menu.board.point({x, h, 0.0}); };
  snapshot.overlay.regions.push_back({{at(-half_width, y - half_height), at(half_width, y - half_height),
                                       at(half_width, y + half_height), at(-half_width, y + half_height)},
                                      colour,
                                      frame::Occlusion::AlwaysSeen});
}

void add_text(const Menu& menu, const char* words, double y, const frame::Colour& colour, frame::Snapshot& snapshot) {
  frame::OverlayText text;
  text.text = words;
  text.world_from_text = menu.board * Pose{math::kIdentity, {-kHalfWidth + 0.012, y, 0.0}};
  text.height = static_cast<float>(kMenuLetter);
  text.anchor_x = 0.0f;
  text.colour = colour;
  text.occlusion = frame::Occlusion::AlwaysSeen;
  snapshot.overlay.texts.push_back(std::move(text));
}

}  // namespace

std::span<const MenuPage> menu_pages() {
  return kPages;
}

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
  if (!archive.is_loading()) return;
  if (page >= kPages.size() || picked_page >= kPages.size() || picked_row >= kPages[picked_page].rows.size())
    archive.reject();
}

void toggle(Menu& menu, const User& user) {
  const bool opens = !menu.open;
  menu = Menu{};
  if (!opens) return;
  menu.open = 1;
  menu.on_wrist = sees_wrist(user) ? 1 : 0;
  const Pose& head = user.state.head.world_from_point;
  const Pose upright = math::standing_at(head.position, math::yaw_of(head.rotation));
  menu.board = facing(upright.point({0.0, -0.08, -kFloats}), head.position);
}

void advance(Menu& menu, const User& user) {
  if (!menu.open) return;
  if (menu.on_wrist && user.avatar.present()) menu.board = on_wrist(user);
  const HandState& hand = user.state.hands[menu_hand(user)];
  const Pose aim = menu_aim(user), board_from_world = math::inverse(menu.board);
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

bool add_picked(Menu& menu, std::size_t views, std::size_t notes, frame::FrameInput& input) {
  if (!std::exchange(menu.picked, 0)) return false;
  const MenuRow& row = kPages[menu.picked_page].rows[menu.picked_row];
  if (row.setting != frame::LiveSetting::None) {
    input.change = {row.setting, 0, row.number};
    return true;
  }
  frame::Command command{row.command, {}, row.number, {}};
  const std::uint16_t payload = frame::find_command(row.command)->payload;
  if (payload & frame::kPayloadBy) command.pose.position = row.way;
  if (payload & frame::kPayloadAxis) command.pose.rotation = math::looking_along(row.way, {0.0, 0.0, 1.0});
  const std::string text = row.command == CommandId::SaveView    ? fmt::format("view {}", views + 1)
                           : row.command == CommandId::VoiceNote ? fmt::format("voice_{}.wav", notes + 1)
                                                                 : row.text;
  return input.commands.add(command, text);
}

void draw_hint(const Menu& menu, const std::string& words, frame::Snapshot& snapshot) {
  if (!menu.open || words.empty()) return;
  const auto rows = static_cast<std::int32_t>(page_of(menu).rows.size());
  const double y = height_of(menu, rows) - 0.012;
  add_block(menu, y, 0.5 * kRowHeight, kHalfWidth, {0.03f, 0.03f, 0.035f, 0.92f}, snapshot);
  add_text(menu, words.c_str(), y, {0.75f, 0.85f, 1.0f, 1.0f}, snapshot);
}

void draw(const Menu& menu, const User& user, frame::Snapshot& snapshot) {
  if (!menu.open) return;
  const frame::Colour letters{0.95f, 0.95f, 0.92f, 1.0f}, title{1.0f, 0.72f, 0.2f, 1.0f};
  const auto rows = static_cast<std::int32_t>(page_of(menu).rows.size());
  const double half = 0.5 * kRowHeight * (rows + 1) + 0.006;
  add_block(menu, 0.0, half, kHalfWidth, {0.015f, 0.018f, 0.025f, 0.92f}, snapshot);
  if (menu.row >= 0)
    add_block(menu, height_of(menu, menu.row), 0.5 * kRowHeight, kHalfWidth, {0.05f, 0.22f, 0.55f, 1.0f}, snapshot);
  add_text(menu, page_of(menu).title, height_of(menu, -1), title, snapshot);
  for (std::int32_t i = 0; i < rows; ++i)
    add_text(menu, page_of(menu).rows[static_cast<std::size_t>(i)].label, height_of(menu, i), letters, snapshot);
  if (menu.row < 0) return;
  const Pose aim = menu_aim(user);
  frame::OverlayLine ray;
  ray.a = aim.position;
  ray.b = menu.board.point({0.0, height_of(menu, menu.row), 0.0});
  const Vec3 from = math::inverse(menu.board).point(aim.position),
             way = math::inverse(menu.board).direction(aim.direction(math::kForward));
  if (way.z < 0.0) ray.b = menu.board.point(from - from.z / way.z * way);
  ray.colour = {0.3f, 0.6f, 1.0f, 1.0f};
  ray.width = 0.003f;
  snapshot.overlay.lines.push_back(ray);
}

}  // namespace fh::world
