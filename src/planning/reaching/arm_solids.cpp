// SPDX-License-Identifier: Apache-2.0
#include "planning/reaching/arm_solids.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "math/lanes.h"

namespace fh::planning {
namespace {

using math::Vec3;
using math::lanes::F8;
using math::lanes::V8;

struct Frame8 {
  V8 x, y, z, place;  // columns of the rotation, origin
};

V8 moved(const Frame8& frame, const float (&by)[3]) {
  const F8 a = F8::all(by[0]), b = F8::all(by[1]), c = F8::all(by[2]);
  return {frame.place.x + ((frame.x.x * a + frame.y.x * b) + frame.z.x * c),
          frame.place.y + ((frame.x.y * a + frame.y.y * b) + frame.z.y * c),
          frame.place.z + ((frame.x.z * a + frame.y.z * b) + frame.z.z * c)};
}

V8 turned_by(const Frame8& frame, const V8& v) {
  return {(frame.x.x * v.x + frame.y.x * v.y) + frame.z.x * v.z, (frame.x.y * v.x + frame.y.y * v.y) + frame.z.y * v.z,
          (frame.x.z * v.x + frame.y.z * v.y) + frame.z.z * v.z};
}

Frame8 product(const Frame8& a, const Frame8& b) {
  const V8 place = turned_by(a, b.place);
  return {turned_by(a, b.x),
          turned_by(a, b.y),
          turned_by(a, b.z),
          {a.place.x + place.x, a.place.y + place.y, a.place.z + place.z}};
}

/// Bases between those of the table, straight: they lie close together. `where`: in steps of the table.
template <class Base>
Frame8 bases_at(const std::vector<Base>& bases, F8 where) {
  alignas(32) float at[8], parts[12][8];
  where.store(at);
  for (int lane = 0; lane < 8; ++lane) {
    const float place = std::clamp(at[lane], 0.0f, static_cast<float>(bases.size() - 1));
    const auto first = std::min(static_cast<std::size_t>(place), bases.size() - 2);
    const float share = place - static_cast<float>(first);
    const Base &a = bases[first], &b = bases[first + 1];
    for (int i = 0; i < 9; ++i) parts[i][lane] = a.turn[i] + share * (b.turn[i] - a.turn[i]);
    for (int i = 0; i < 3; ++i) parts[9 + i][lane] = a.place[i] + share * (b.place[i] - a.place[i]);
  }
  const auto part = [&](int i) { return F8::load(parts[i]); };
  return {{part(0), part(3), part(6)},
          {part(1), part(4), part(7)},
          {part(2), part(5), part(8)},
          {part(9), part(10), part(11)}};
}

/// u and v turn towards each other: u' = c u + s v, v' = c v - s u.
void turn(V8& u, V8& v, F8 s, F8 c) {
  const V8 a = u;
  u = {a.x * c + v.x * s, a.y * c + v.y * s, a.z * c + v.z * s};
  v = {v.x * c - a.x * s, v.y * c - a.y * s, v.z * c - a.z * s};
}

/// Squared distance from a box about the origin.
F8 off_box(F8 x, F8 y, F8 z, const float (&half)[3]) {
  const F8 zero = F8::all(0.0f);
  const F8 dx = max(abs(x) - F8::all(half[0]), zero), dy = max(abs(y) - F8::all(half[1]), zero),
           dz = max(abs(z) - F8::all(half[2]), zero);
  return (dx * dx + dy * dy) + dz * dz;
}

template <class Block>
F8 off_aligned(const Block& b, const V8& p) {
  return off_box(p.x - F8::all(b.centre[0]), p.y - F8::all(b.centre[1]), p.z - F8::all(b.centre[2]), b.half);
}

template <class Block>
F8 off_turned(const Block& b, const V8& p) {
  const F8 x = p.x - F8::all(b.centre[0]), y = p.y - F8::all(b.centre[1]), z = p.z - F8::all(b.centre[2]);
  const auto row = [&](const float* r) { return (x * F8::all(r[0]) + y * F8::all(r[1])) + z * F8::all(r[2]); };
  return off_box(row(b.turn), row(b.turn + 3), row(b.turn + 6), b.half);
}

void store(const Vec3& v, float (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = static_cast<float>(v[i]);
}

/// By rows.
void store(const math::Mat3& m, float (&out)[9]) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) out[3 * row + column] = static_cast<float>(m[column][row]);
  }
}

bool is_aligned(const math::Mat3& m) {
  for (int i = 0; i < 3; ++i) {
    const double most = std::max({std::abs(m[i].x), std::abs(m[i].y), std::abs(m[i].z)});
    if (most < 1.0 - 1e-9) return false;
  }
  return true;
}

Vec3 axis_of(const ArmAxis& axis) {
  Vec3 unit(0.0);
  unit[axis.axis] = axis.reversed ? -1.0 : 1.0;
  return unit;
}

}  // namespace

struct ArmSolids::Eight {
  F8 q[8];
  F8 touch = F8::all(0.0f), near = F8::all(0.0f);

  /// One link, whose frames these are, against blocks of the same space.
  template <class Off>
  void test(const Link& link, const BlockSet& set, const Frame8& frame, Off&& off, std::span<const Ball> balls,
            float margin) {
    if (set.blocks.empty()) return;
    const V8 around = moved(frame, link.around.centre);
    const float far = link.around.radius + margin;
    const F8 low[3] = {F8::all(smallest(around.x) - far), F8::all(smallest(around.y) - far),
                       F8::all(smallest(around.z) - far)};
    const F8 high[3] = {F8::all(largest(around.x) + far), F8::all(largest(around.y) + far),
                        F8::all(largest(around.z) + far)};
    for (std::size_t group = 0; group < set.bounds.size(); ++group) {
      const Bounds& bounds = set.bounds[group];
      F8 apart = F8::all(0.0f);
      for (int i = 0; i < 3; ++i)
        apart = apart | (F8::load(bounds.low[i]) > high[i]) | (F8::load(bounds.high[i]) < low[i]);
      for (unsigned left = ~bits(apart) & 0xffu; left != 0; left &= left - 1) {
        const Block& block = set.blocks[8 * group + static_cast<std::size_t>(std::countr_zero(left))];
        if (bits(off(block, around) < F8::all(far * far)) == 0) continue;
        for (std::uint32_t i = link.first; i < link.end; ++i) {
          const float r = balls[i].radius - block.slack, wide = r + margin;
          if (r <= 0.0f) continue;  // may be anywhere in it
          const F8 square = off(block, moved(frame, balls[i].centre));
          touch = touch | (square < F8::all(r * r));
          near = near | (square < F8::all(wide * wide));
        }
        if (bits(touch) != 0) return;
      }
    }
  }
};

ArmSolids::ArmSolids(const ArmModel& model, std::span<const ArmBox> boxes) {
  std::array<double, kArmAxes> beyond{};  // m from the base to the farthest point of each link
  for (std::size_t i = kArmAxes; i-- > 0;) {
    const ArmAxis& axis = model.axes[i];
    axes_[i].axis = axis.axis;
    axes_[i].sign = axis.reversed ? -1.0f : 1.0f;
    axes_[i].moves = axis.offset != Vec3(0.0) ? 1 : 0;
    store(axis.offset, axes_[i].offset);
    for (const ArmSphere& sphere : model.spheres) {
      if (sphere.link == i) beyond[i] = std::max(beyond[i], glm::length(sphere.centre) + sphere.radius);
    }
    for (std::size_t link = i; link < kArmAxes; ++link) {
      if (beyond[link] <= 0.0) continue;
      reach_[link][i] = static_cast<float>(beyond[link]);
      beyond[link] += glm::length(axis.offset);
    }
  }
  for (std::uint8_t i = 0; i < kArmAxes; ++i) add_link(model, i);
  moves_ = model.base_length > 0.0 && model.bases.size() > 1;
  const math::Pose base_from_world = moves_ ? math::Pose{} : math::inverse(model.bases.front());
  for (const ArmBox& box : boxes) add_box(box, box.on_base ? math::Pose{} : base_from_world);
  if (!moves_) return;
  bases_per_length_ = static_cast<float>(static_cast<double>(model.bases.size() - 1) / model.base_length);
  std::array<double, kArmAxes> most{};
  for (std::size_t i = 0; i < model.bases.size(); ++i) {
    const math::Pose& base = model.bases[i];
    store(math::to_matrix(base.rotation), bases_.emplace_back().turn);
    store(base.position, bases_.back().place);
    if (i == 0) continue;
    const math::Pose& last = model.bases[i - 1];
    const double shift = glm::length(base.position - last.position),
                 angle = math::angle_between(base.rotation, last.rotation);
    for (std::size_t link = 0; link < kArmAxes; ++link) most[link] = std::max(most[link], shift + beyond[link] * angle);
  }
  for (std::size_t link = 0; link < kArmAxes; ++link)
    reach_[link][7] = static_cast<float>(most[link]) * bases_per_length_;
}

void ArmSolids::add_link(const ArmModel& model, std::uint8_t link) {
  Link& added = links_[link];
  added.first = static_cast<std::uint32_t>(balls_.size());
  added.hand = link >= model.hand_link;
  math::Aabb bounds;
  for (const ArmSphere& sphere : model.spheres) {
    if (sphere.link != link) continue;
    store(sphere.centre, balls_.emplace_back().centre);
    balls_.back().radius = static_cast<float>(sphere.radius);
    bounds.add(sphere.centre);
  }
  added.end = static_cast<std::uint32_t>(balls_.size());
  store(bounds.centre(), added.around.centre);
  for (const ArmSphere& sphere : model.spheres) {
    if (sphere.link != link) continue;
    const double far = glm::length(sphere.centre - bounds.centre()) + sphere.radius;
    added.around.radius = std::max(added.around.radius, static_cast<float>(far) * 1.0001f);
  }
}

void ArmSolids::add_box(const ArmBox& box, const math::Pose& base_from_world) {
  const math::Pose frame_from_box = base_from_world * box.box.world_from_box;
  const math::Mat3 axes = math::to_matrix(frame_from_box.rotation);
  Block block{};
  store(frame_from_box.position, block.centre);
  block.slack = static_cast<float>(box.slack);
  Vec3 half = box.box.half;
  const bool aligned = is_aligned(axes);
  if (aligned) half = glm::abs(axes * half);
  store(half, block.half);
  store(glm::transpose(axes), block.turn);
  Blocks& blocks = (box.on_base ? carried_ : fixed_)[box.hand_may ? 1 : 0];
  BlockSet& set = aligned ? blocks.aligned : blocks.turned;
  const std::size_t lane = set.blocks.size() % 8;
  set.blocks.push_back(block);
  if (lane == 0) {
    Bounds& none = set.bounds.emplace_back();
    for (int i = 0; i < 3; ++i) {
      std::fill(std::begin(none.low[i]), std::end(none.low[i]), 1e9f);
      std::fill(std::begin(none.high[i]), std::end(none.high[i]), -1e9f);
    }
  }
  for (int i = 0; i < 3; ++i) {
    double size = half[i];
    if (!aligned) size = std::abs(axes[0][i]) * half.x + std::abs(axes[1][i]) * half.y + std::abs(axes[2][i]) * half.z;
    const float wide = static_cast<float>(size) * 1.0001f + 1e-5f;
    set.bounds.back().low[i][lane] = block.centre[i] - wide;
    set.bounds.back().high[i][lane] = block.centre[i] + wide;
  }
}

ArmSolids::Found ArmSolids::touch(const Eight& eight, const Margins& margins) const {
  Eight found = eight;
  const F8 zero = F8::all(0.0f), one = F8::all(1.0f);
  const Frame8 world = moves_ ? bases_at(bases_, eight.q[7] * F8::all(bases_per_length_)) : Frame8{};
  Frame8 frame{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}, {zero, zero, zero}};
  for (std::size_t i = 0; i < kArmAxes; ++i) {
    const Axis& axis = axes_[i];
    if (axis.moves) frame.place = moved(frame, axis.offset);
    const auto [s, c] = math::lanes::sin_cos(eight.q[i] * F8::all(axis.sign));
    if (axis.axis == 0) turn(frame.y, frame.z, s, c);
    if (axis.axis == 1) turn(frame.z, frame.x, s, c);
    if (axis.axis == 2) turn(frame.x, frame.y, s, c);
    const Link& link = links_[i];
    if (link.first == link.end) continue;
    const auto aligned = [](const Block& b, const V8& p) { return off_aligned(b, p); };
    const auto turned = [](const Block& b, const V8& p) { return off_turned(b, p); };
    const Frame8 in_world = moves_ ? product(world, frame) : frame;
    for (int kind = 0; kind < (link.hand ? 1 : 2); ++kind) {
      found.test(link, fixed_[kind].aligned, in_world, aligned, balls_, margins[i]);
      found.test(link, fixed_[kind].turned, in_world, turned, balls_, margins[i]);
      found.test(link, carried_[kind].aligned, frame, aligned, balls_, margins[i]);
      found.test(link, carried_[kind].turned, frame, turned, balls_, margins[i]);
    }
    if (bits(found.touch) != 0) break;
  }
  return {bits(found.touch), bits(found.near)};
}

ArmSolids::Found ArmSolids::touch_at(const ArmState& a, const ArmState& b, const float (&shares)[8],
                                     const Margins& margins) const {
  const F8 t = F8::load(shares);
  Eight eight;
  for (std::size_t i = 0; i < 8; ++i) eight.q[i] = F8::all(a.q[i]) + F8::all(b.q[i] - a.q[i]) * t;
  return touch(eight, margins);
}

ArmTouch ArmSolids::along(const ArmState& a, const ArmState& b, int count, float margin) const {
  const int batches = (count + 7) / 8;
  const float per = 1.0f / static_cast<float>(count);
  Margins margins;
  margins.fill(margin);
  ArmTouch worst = ArmTouch::Free;
  for (int batch = 0; batch < batches; ++batch) {
    // Each batch spans the whole line: what is in the way is soon found.
    alignas(32) float share[8];
    for (int lane = 0; lane < 8; ++lane)
      share[lane] = static_cast<float>(std::min(batch + 1 + lane * batches, count)) * per;
    const Found found = touch_at(a, b, share, margins);
    if (found.touches != 0) return ArmTouch::Touches;
    if (found.near != 0) worst = ArmTouch::Near;
  }
  return worst;
}

bool ArmSolids::is_free_between(const ArmState& a, const ArmState& b, int count) const {
  constexpr int kMost = 512;  // parts at once
  const Margins way = moves(a, b);
  const int pieces = (count + kMost - 1) / kMost;
  const float length = 1.0f / static_cast<float>(pieces);
  for (int i = 0; i < pieces; ++i) {
    if (!is_free_part(a, b, static_cast<float>(i) * length, length, (count + pieces - 1) / pieces, way)) return false;
  }
  return true;
}

bool ArmSolids::is_free_part(const ArmState& a, const ArmState& b, float from, float length, int parts,
                             const Margins& way) const {
  constexpr float kRounding = 1e-5f;         // m
  constexpr float kFinest = 1.0f / 5000.0f;  // m: parts on which nothing moves farther are not divided
  const int batches = (parts + 7) / 8;
  const float part = length / static_cast<float>(8 * batches);
  Margins margins;
  for (std::size_t i = 0; i < kArmAxes; ++i) margins[i] = 0.5f * part * way[i] + kRounding;
  const bool last = part * displacement(a, b) < kFinest;
  std::array<std::uint8_t, 64> near;
  const auto middle = [&](int batch, int lane) {
    return from + (static_cast<float>(batch + lane * batches) + 0.5f) * part;
  };
  for (int batch = 0; batch < batches; ++batch) {
    alignas(32) float share[8];
    for (int lane = 0; lane < 8; ++lane) share[lane] = middle(batch, lane);
    const Found found = touch_at(a, b, share, margins);
    if (found.touches != 0 || (last && found.near != 0)) return false;
    near[static_cast<std::size_t>(batch)] = static_cast<std::uint8_t>(found.near);
  }
  for (int batch = 0; batch < batches; ++batch) {
    for (unsigned left = near[static_cast<std::size_t>(batch)]; left != 0; left &= left - 1) {
      if (!is_free_part(a, b, middle(batch, std::countr_zero(left)) - 0.5f * part, part, 8, way)) return false;
    }
  }
  return true;
}

ArmSolids::Margins ArmSolids::moves(const ArmState& a, const ArmState& b) const {
  Margins way{};
  for (std::size_t link = 0; link < kArmAxes; ++link) {
    for (std::size_t i = 0; i < 8; ++i) way[link] += reach_[link][i] * std::abs(b.q[i] - a.q[i]);
  }
  return way;
}

float ArmSolids::displacement(const ArmState& a, const ArmState& b) const {
  const Margins way = moves(a, b);
  return *std::max_element(way.begin(), way.end());
}

math::Pose base_pose(const ArmModel& model, const ArmState& state) {
  const std::size_t last = model.bases.size() - 1;
  if (model.base_length <= 0.0 || last == 0) return model.bases.front();
  const double at = math::clamp(state.q[7] / model.base_length, 0.0, 1.0) * static_cast<double>(last);
  const std::size_t first = std::min(static_cast<std::size_t>(at), last - 1);
  return math::interpolate(model.bases[first], model.bases[first + 1], at - static_cast<double>(first));
}

math::Pose link_pose(const ArmModel& model, const ArmState& state, std::uint8_t link) {
  math::Pose pose = base_pose(model, state);
  for (std::uint8_t i = 0; i <= link; ++i) {
    const ArmAxis& axis = model.axes[i];
    pose = pose * math::Pose{math::from_axis_angle(axis_of(axis), state.q[i]), axis.offset};
  }
  return pose;
}

double depth_in(const ArmModel& model, const ArmState& state, const ArmBox& box) {
  const math::Pose base = box.on_base ? base_pose(model, state) : math::Pose{};
  const math::Pose box_from_world = math::inverse(base * box.box.world_from_box);
  double deepest = 0.0;
  for (const ArmSphere& sphere : model.spheres) {
    if (box.hand_may && sphere.link >= model.hand_link) continue;
    const Vec3 local = box_from_world.point(link_pose(model, state, sphere.link).point(sphere.centre));
    const Vec3 out = glm::abs(local) - box.box.half;
    const double inside = std::max({out.x, out.y, out.z});
    const double off = inside < 0.0 ? inside : glm::length(glm::max(out, Vec3(0.0)));
    deepest = std::max(deepest, sphere.radius - off);
  }
  return deepest;
}

}  // namespace fh::planning
