// SPDX-License-Identifier: Apache-2.0
#include "planning/reaching/arm_solids.h"

#include <algorithm>
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

  template <class Off, class Blocks>
  void test(const Link& link, const Blocks& blocks, const Frame8& base_from_link, const Frame8* world, Off&& off,
            std::span<const Ball> balls, float margin) {
    const auto place = [&](const Ball& ball) {
      const V8 p = moved(base_from_link, ball.centre);
      if (!world) return p;
      const F8 x = p.x, y = p.y, z = p.z;
      return V8{world->place.x + ((world->x.x * x + world->y.x * y) + world->z.x * z),
                world->place.y + ((world->x.y * x + world->y.y * y) + world->z.y * z),
                world->place.z + ((world->x.z * x + world->y.z * y) + world->z.z * z)};
    };
    const V8 around = place(link.around);
    const float far = link.around.radius + margin;
    for (const auto& block : blocks) {
      if (bits(off(block, around) < F8::all(far * far)) == 0) continue;
      for (std::uint32_t i = link.first; i < link.end; ++i) {
        const float r = std::max(0.0f, balls[i].radius - block.slack), wide = r + margin;
        const F8 square = off(block, place(balls[i]));
        touch = touch | (square < F8::all(r * r));
        near = near | (square < F8::all(wide * wide));
      }
      if (bits(touch) != 0) return;
    }
  }
};

ArmSolids::ArmSolids(const ArmModel& model, std::span<const ArmBox> boxes) {
  double beyond = 0.0;
  for (std::size_t i = kArmAxes; i-- > 0;) {
    const ArmAxis& axis = model.axes[i];
    axes_[i].axis = axis.axis;
    axes_[i].sign = axis.reversed ? -1.0f : 1.0f;
    axes_[i].moves = axis.offset != Vec3(0.0) ? 1 : 0;
    store(axis.offset, axes_[i].offset);
    for (const ArmSphere& sphere : model.spheres) {
      if (sphere.link == i) beyond = std::max(beyond, glm::length(sphere.centre) + sphere.radius);
    }
    reach_[i] = static_cast<float>(beyond);
    beyond += glm::length(axis.offset);
  }
  for (std::uint8_t i = 0; i < kArmAxes; ++i) add_link(model, i);
  moves_ = model.base_length > 0.0 && model.bases.size() > 1;
  const math::Pose base_from_world = moves_ ? math::Pose{} : math::inverse(model.bases.front());
  for (const ArmBox& box : boxes) add_box(box, box.on_base ? math::Pose{} : base_from_world);
  if (!moves_) return;
  bases_per_length_ = static_cast<float>(static_cast<double>(model.bases.size() - 1) / model.base_length);
  double most = 0.0;
  for (std::size_t i = 0; i < model.bases.size(); ++i) {
    const math::Pose& base = model.bases[i];
    store(math::to_matrix(base.rotation), bases_.emplace_back().turn);
    store(base.position, bases_.back().place);
    if (i == 0) continue;
    const math::Pose& last = model.bases[i - 1];
    most = std::max(
        most, glm::length(base.position - last.position) + beyond * math::angle_between(base.rotation, last.rotation));
  }
  reach_[7] = static_cast<float>(most) * bases_per_length_;
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
  (aligned ? blocks.aligned : blocks.turned).push_back(block);
}

ArmTouch ArmSolids::touch(const Eight& eight, float margin) const {
  Eight found = eight;
  const F8 zero = F8::all(0.0f), one = F8::all(1.0f);
  Frame8 world{};
  if (moves_) {  // bases between those of the table, straight: they lie close together
    alignas(32) float at[8], parts[12][8];
    (eight.q[7] * F8::all(bases_per_length_)).store(at);
    for (int lane = 0; lane < 8; ++lane) {
      const float most = static_cast<float>(bases_.size() - 1);
      const float where = std::clamp(at[lane], 0.0f, most);
      const auto first = std::min(static_cast<std::size_t>(where), bases_.size() - 2);
      const float share = where - static_cast<float>(first);
      const Base &a = bases_[first], &b = bases_[first + 1];
      for (int i = 0; i < 9; ++i) parts[i][lane] = a.turn[i] + share * (b.turn[i] - a.turn[i]);
      for (int i = 0; i < 3; ++i) parts[9 + i][lane] = a.place[i] + share * (b.place[i] - a.place[i]);
    }
    const auto part = [&](int i) { return F8::load(parts[i]); };
    world = {{part(0), part(3), part(6)},
             {part(1), part(4), part(7)},
             {part(2), part(5), part(8)},
             {part(9), part(10), part(11)}};
  }
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
    for (int kind = 0; kind < (link.hand ? 1 : 2); ++kind) {
      found.test(link, fixed_[kind].aligned, frame, moves_ ? &world : nullptr, aligned, balls_, margin);
      found.test(link, fixed_[kind].turned, frame, moves_ ? &world : nullptr, turned, balls_, margin);
      found.test(link, carried_[kind].aligned, frame, nullptr, aligned, balls_, margin);
      found.test(link, carried_[kind].turned, frame, nullptr, turned, balls_, margin);
      if (bits(found.touch) != 0) return ArmTouch::Touches;
    }
  }
  return bits(found.near) != 0 ? ArmTouch::Near : ArmTouch::Free;
}

ArmTouch ArmSolids::along(const ArmState& a, const ArmState& b, int count, float margin) const {
  const int batches = (count + 7) / 8;
  const float per = 1.0f / static_cast<float>(count);
  ArmTouch worst = ArmTouch::Free;
  for (int batch = 0; batch < batches; ++batch) {
    // Each batch spans the whole line: what is in the way is soon found.
    alignas(32) float share[8];
    for (int lane = 0; lane < 8; ++lane)
      share[lane] = static_cast<float>(std::min(batch + 1 + lane * batches, count)) * per;
    const F8 t = F8::load(share);
    Eight eight;
    for (std::size_t i = 0; i < 8; ++i) {
      const float from = a.q[i];
      eight.q[i] = F8::all(from) + F8::all(b.q[i] - from) * t;
    }
    const ArmTouch found = touch(eight, margin);
    if (found == ArmTouch::Touches) return found;
    worst = std::max(worst, found);
  }
  return worst;
}

float ArmSolids::displacement(const ArmState& a, const ArmState& b) const {
  float sum = 0.0f;
  for (std::size_t i = 0; i < 8; ++i) sum += reach_[i] * std::abs(b.q[i] - a.q[i]);
  return sum;
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
