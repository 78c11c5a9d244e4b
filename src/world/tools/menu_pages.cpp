// SPDX-License-Identifier: Apache-2.0
// What is in the menu.
#include <array>

#include "frame/carry_way.h"
#include "world/tools/menu.h"

namespace fh::world {
namespace {

using frame::CommandId;
using math::Vec3;

constexpr MenuRow page_row(const char* label, int page) {
  return {label, page};
}
constexpr MenuRow command_row(const char* label, CommandId id, double number = 0.0, Vec3 way = Vec3(0.0),
                              const char* text = "") {
  return {label, -1, id, number, way, text};
}
/// A command that acts where the hand aims.
constexpr MenuRow aim_row(const char* label, CommandId id, const char* text = "") {
  return {label, -1, id, 0.0, Vec3(0.0), text, frame::LiveSetting::None, true};
}
constexpr MenuRow key_row(const char* label, const char* key) {
  return {label, -1, CommandId::None, 0.0, Vec3(0.0), "", frame::LiveSetting::None, false, key};
}
constexpr MenuRow wear_row(const char* label, double value) {
  return {label, -1, CommandId::None, value, Vec3(0.0), "", frame::LiveSetting::Wear};
}
constexpr MenuRow kBack = page_row("Back", 0);
constexpr MenuRow kAttach = {"Wrist or here",          -1,    CommandId::None, 0.0, Vec3(0.0), "",
                             frame::LiveSetting::None, false, nullptr,         true};

const std::array kTop{page_row("Choose and look", 1),
                      page_row("Measure", 2),
                      page_row("Section", 3),
                      page_row("Notes", 4),
                      page_row("Change", 5),
                      page_row("Size", 8),
                      page_row("Add and remove", 9),
                      page_row("Views", 6),
                      page_row("Move about", 10),
                      page_row("Body", 7),
                      command_row("Undo", CommandId::Undo),
                      command_row("Redo", CommandId::Redo),
                      kAttach,
                      command_row("Close", CommandId::Menu)};
const std::array kLook{aim_row("Choose", CommandId::Select),           command_row("Inspect", CommandId::Inspect),
                       command_row("Hide", CommandId::Hide),           command_row("Isolate", CommandId::Isolate),
                       command_row("Highlight", CommandId::Highlight), command_row("X-ray", CommandId::XRay),
                       command_row("Show all", CommandId::ShowAll),    kBack};
const std::array kMeasure{aim_row("Take point", CommandId::Measure), command_row("Kind", CommandId::MeasureKind),
                          command_row("Take back", CommandId::MeasureUndo), kBack};
const std::array kSection{aim_row("By hand", CommandId::Section),
                          aim_row("Carry it", CommandId::SectionCarry),
                          command_row("100 mm outwards", CommandId::SectionMove, 0.1),
                          command_row("100 mm inwards", CommandId::SectionMove, -0.1),
                          command_row("Around chosen", CommandId::SectionAround, 0.1),
                          command_row("No section", CommandId::SectionOff),
                          kBack};
const std::array kNotes{aim_row("Flag", CommandId::Flag),
                        aim_row("Too narrow", CommandId::Note, "too narrow"),
                        aim_row("Out of reach", CommandId::Note, "out of reach"),
                        aim_row("Hard to see", CommandId::Note, "hard to see"),
                        aim_row("Hazard", CommandId::Note, "hazard"),
                        aim_row("Good", CommandId::Note, "good"),
                        page_row("Write a note", 11),
                        aim_row("Voice note", CommandId::VoiceNote),
                        aim_row("Paint", CommandId::Paint),
                        command_row("Snapshot", CommandId::Snapshot),
                        kBack};
const std::array kChange{aim_row("Carry", CommandId::Carry),
                         page_row("Carry along ...", 12),
                         command_row("Snap to ...", CommandId::SnapTo),
                         command_row("x + 50 mm", CommandId::MoveBy, 0.0, {0.05, 0.0, 0.0}),
                         command_row("x - 50 mm", CommandId::MoveBy, 0.0, {-0.05, 0.0, 0.0}),
                         command_row("y + 50 mm", CommandId::MoveBy, 0.0, {0.0, 0.05, 0.0}),
                         command_row("y - 50 mm", CommandId::MoveBy, 0.0, {0.0, -0.05, 0.0}),
                         command_row("z + 50 mm", CommandId::MoveBy, 0.0, {0.0, 0.0, 0.05}),
                         command_row("z - 50 mm", CommandId::MoveBy, 0.0, {0.0, 0.0, -0.05}),
                         command_row("Turn left 15°", CommandId::TurnBy, 15.0, {0.0, 1.0, 0.0}),
                         command_row("Turn right 15°", CommandId::TurnBy, -15.0, {0.0, 1.0, 0.0}),
                         command_row("Tilt about x 15°", CommandId::TurnBy, 15.0, {1.0, 0.0, 0.0}),
                         command_row("Tilt about z 15°", CommandId::TurnBy, 15.0, {0.0, 0.0, 1.0}),
                         kBack};
constexpr auto kCarry = [] {
  std::array<MenuRow, frame::kCarryWays.size() + 1> rows{};
  for (std::size_t i = 0; i < frame::kCarryWays.size(); ++i)
    rows[i] = aim_row(frame::kCarryWays[i].label, CommandId::CarryAs, frame::kCarryWays[i].word);
  rows.back() = kBack;
  return rows;
}();
const std::array kViews{command_row("Save view", CommandId::SaveView), command_row("Next view", CommandId::NextView),
                        command_row("Save place", CommandId::SaveAs), command_row("Pause", CommandId::Pause), kBack};
const std::array kMoves{aim_row("Go there", CommandId::GoThere), command_row("Turn left", CommandId::TurnLeft),
                        command_row("Turn right", CommandId::TurnRight), command_row("Recentre", CommandId::Recentre),
                        kBack};
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
  return aim_row(label, CommandId::AddPart, part);
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
const std::array kKeys{key_row("a", "a"),
                       key_row("b", "b"),
                       key_row("c", "c"),
                       key_row("d", "d"),
                       key_row("e", "e"),
                       key_row("f", "f"),
                       key_row("g", "g"),
                       key_row("h", "h"),
                       key_row("i", "i"),
                       key_row("j", "j"),
                       key_row("k", "k"),
                       key_row("l", "l"),
                       key_row("m", "m"),
                       key_row("n", "n"),
                       key_row("o", "o"),
                       key_row("p", "p"),
                       key_row("q", "q"),
                       key_row("r", "r"),
                       key_row("s", "s"),
                       key_row("t", "t"),
                       key_row("u", "u"),
                       key_row("v", "v"),
                       key_row("w", "w"),
                       key_row("x", "x"),
                       key_row("y", "y"),
                       key_row("z", "z"),
                       key_row("0", "0"),
                       key_row("1", "1"),
                       key_row("2", "2"),
                       key_row("3", "3"),
                       key_row("4", "4"),
                       key_row("5", "5"),
                       key_row("6", "6"),
                       key_row("7", "7"),
                       key_row("8", "8"),
                       key_row("9", "9"),
                       key_row(".", "."),
                       key_row("-", "-"),
                       key_row("?", "?"),
                       key_row("space", " "),
                       key_row("<-", ""),
                       aim_row("put", CommandId::Note),
                       kBack};
const std::array<MenuPage, 13> kPages{{{"Menu", kTop},
                                       {"Choose and look", kLook},
                                       {"Measure", kMeasure},
                                       {"Section", kSection},
                                       {"Notes", kNotes},
                                       {"Change", kChange},
                                       {"Views", kViews},
                                       {"Body", kBody},
                                       {"Size", kSize},
                                       {"Add and remove", kAdd},
                                       {"Move about", kMoves},
                                       {"Note: ", kKeys, 6},
                                       {"Carry along", kCarry}}};

}  // namespace

std::span<const MenuPage> menu_pages() {
  return kPages;
}

}  // namespace fh::world
