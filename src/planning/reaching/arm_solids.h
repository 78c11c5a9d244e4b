// SPDX-License-Identifier: Apache-2.0
#pragma once
// A seven-axis arm, and what it carries, as spheres, against boxes: eight configurations at a time (K-39, K-46). The
// arm's base may move with the eighth number of a configuration, as shoulders do when a body leans. Metres, radians.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/archive.h"
#include "math/shapes.h"

namespace fh::planning {

inline constexpr std::size_t kArmAxes = 7;
/// Seven angles, and how far along its way the base is: 0 … ArmModel::base_length.
struct alignas(32) ArmState {
  std::array<float, 8> q{};

  bool operator==(const ArmState&) const = default;
  void visit(core::Archive& archive) { archive.field("q", q); }
};

/// One axis of the arm: its frame lies at `offset` in the frame of the axis before and turns about one of that frame's
/// principal axes.
struct ArmAxis {
  math::Vec3 offset{0.0};
  std::uint8_t axis = 0;  // 0 x, 1 y, 2 z
  bool reversed = false;  // turns about the axis' negative
  double lower = 0.0, upper = 0.0;
};

struct ArmSphere {
  std::uint8_t link = 0;   // moved by the axes 0 … link
  math::Vec3 centre{0.0};  // in the frame behind that axis
  double radius = 0.0;
};

struct ArmModel {
  std::array<ArmAxis, kArmAxes> axes;
  std::vector<ArmSphere> spheres;  // by link, the first link first
  std::vector<math::Pose> bases;   // world_from_base along the base's way, equally far apart; at least one
  double base_length = 0.0;        // what the base's way counts in the metric; 0: the base stays
  std::uint8_t hand_link = 6;      // spheres of this link and behind it may touch the boxes that hands may touch
};

/// What must not be touched.
struct ArmBox {
  math::Box box;
  bool hand_may = false;  // by the hand: the thing it reaches for
  bool on_base = false;   // moves with the base: the box is given in the base's frame
  double slack = 0.0;     // m that the arm may be deeper in it: how it lies there already
};

/// What became of a question about several configurations.
enum class ArmTouch : std::uint8_t {
  Free,     // farther than the margin from everything
  Near,     // free, but nearer than the margin to something
  Touches,  // in something
};

/// Immutable once made; queries allocate nothing.
class ArmSolids {
 public:
  ArmSolids(const ArmModel& model, std::span<const ArmBox> boxes);

  /// Along the straight line from a to b: `count` configurations, the last of them b, a left out. Stops at the first
  /// that touches. `margin`: m.
  ArmTouch along(const ArmState& a, const ArmState& b, int count, float margin) const;
  ArmTouch at(const ArmState& state) const { return along(state, state, 1, 0.0f); }
  /// Whether nothing is touched anywhere on the straight line from a to b: no part of it is farther from a tested
  /// configuration than that one is from what it might touch. `count`: parts to begin with; those near to something
  /// are divided by eight, three times at most. What is not farther off than that resolves counts as touched.
  bool is_free_between(const ArmState& a, const ArmState& b, int count) const;
  /// A bound of how far any point of any sphere moves between two configurations, m.
  float displacement(const ArmState& a, const ArmState& b) const;

 private:
  struct Axis {
    float offset[3];
    float sign;
    std::uint8_t axis;
    std::uint8_t moves;  // whether the offset is not zero
  };
  struct Ball {
    float centre[3];
    float radius;
  };
  struct Link {
    std::uint32_t first = 0, end = 0;  // balls
    Ball around{};                     // all of them
    bool hand = false;
  };
  struct Block {
    float centre[3], half[3];
    float turn[9];  // box_from_world, by rows; unused when aligned
    float slack;
  };
  /// Where eight blocks lie, at most.
  struct alignas(32) Bounds {
    float low[3][8], high[3][8];
  };
  struct BlockSet {
    std::vector<Block> blocks;
    std::vector<Bounds> bounds;
  };
  struct Blocks {
    BlockSet aligned, turned;
  };
  struct Base {
    float turn[9], place[3];
  };

  using Margins = std::array<float, kArmAxes>;  // by link, m
  struct Eight;                                 // configurations, and what comes of them
  struct Found {
    unsigned touches = 0, near = 0;  // a bit for each of the eight
  };

  void add_link(const ArmModel& model, std::uint8_t link);
  void add_box(const ArmBox& box, const math::Pose& base_from_world);
  Found touch(const Eight& eight, const Margins& margins) const;
  /// At `shares` of the line from a to b.
  Found touch_at(const ArmState& a, const ArmState& b, const float (&shares)[8], const Margins& margins) const;
  bool is_free_part(const ArmState& a, const ArmState& b, float from, float length, int parts,
                    const Margins& moves) const;
  Margins moves(const ArmState& a, const ArmState& b) const;

  std::array<Axis, kArmAxes> axes_{};
  std::array<std::array<float, 8>, kArmAxes> reach_{};  // by link: m that a radian of each axis moves it by, at most
  std::array<Link, kArmAxes> links_{};
  std::vector<Ball> balls_;
  Blocks fixed_[2], carried_[2];  // in the world and on the base; [1] only counts for links before the hand
  std::vector<Base> bases_;
  float bases_per_length_ = 0.0f;
  bool moves_ = false;  // the base does
};

/// How deep a sphere of the arm is in the box, m; 0 outside.
double depth_in(const ArmModel& model, const ArmState& state, const ArmBox& box);
/// world_from_link, behind the last axis up to `link`.
math::Pose link_pose(const ArmModel& model, const ArmState& state, std::uint8_t link);

}  // namespace fh::planning
