// SPDX-License-Identifier: Apache-2.0
#pragma once
// How things in a tool hand follow it: one table for tours, the menu, the panel and notices.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fh::frame {

/// With the hand, or as its ray asks: along an axis, in a plane, about an axis, larger or smaller (J-41, J-42). Saved
/// as numbers: values stay what they are, new ones go to the end.
enum class CarryWay : std::uint8_t {
  Free,
  X,
  Y,
  Z,
  Floor,
  TurnY,
  InXY,
  InYZ,
  TurnX,
  TurnZ,
  Size,
  SizeX,
  SizeY,
  SizeZ,
};

struct CarryWayRow {
  CarryWay way;
  const char* word;    // in tours
  const char* label;   // for people
  const char* notice;  // what the user is told
};

inline constexpr std::array<CarryWayRow, 14> kCarryWays = {{
    {CarryWay::Free, "free", "With the hand", "Carried with the hand"},
    {CarryWay::X, "x", "Along x", "Carried along x"},
    {CarryWay::Y, "y", "Along y", "Carried along y, up and down"},
    {CarryWay::Z, "z", "Along z", "Carried along z"},
    {CarryWay::Floor, "floor", "Over the floor", "Carried over the floor"},
    {CarryWay::TurnY, "turn_y", "Turn about y", "Turned about the vertical"},
    {CarryWay::InXY, "xy", "In the plane x, y", "Carried upright along x"},
    {CarryWay::InYZ, "yz", "In the plane y, z", "Carried upright along z"},
    {CarryWay::TurnX, "turn_x", "Turn about x", "Turned about x"},
    {CarryWay::TurnZ, "turn_z", "Turn about z", "Turned about z"},
    {CarryWay::Size, "size", "Size", "Larger or smaller as the ray moves away"},
    {CarryWay::SizeX, "size_x", "Width", "Wider or narrower"},
    {CarryWay::SizeY, "size_y", "Height", "Higher or lower"},
    {CarryWay::SizeZ, "size_z", "Depth", "Deeper or less deep"},
}};

/// Null for words that are no way.
constexpr const CarryWayRow* find_carry_way(std::string_view word) {
  for (const CarryWayRow& row : kCarryWays) {
    if (word == row.word) return &row;
  }
  return nullptr;
}
constexpr bool is_size(CarryWay way) {
  return way >= CarryWay::Size;
}

}  // namespace fh::frame
