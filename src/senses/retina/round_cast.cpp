// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/round_cast.h"

namespace fh::senses {
namespace {

// The eye and eight directions in the frame of the box.
struct Rays8 {
  math::Vec3f eye;
  V8 d;
};

// Where the rays enter the box grown by the radius, metres; lanes of `hit` are cleared where they pass it by.
F8 enter_bounds(const RoundPiece& piece, const Rays8& rays, F8& hit) {
  const F8 one = F8::all(1.0f), sign = F8::all(-0.0f), tiny = F8::all(1e-12f);
  F8 enter = F8::all(0.0f), leave = F8::all(1e30f);
  const auto slab = [&](F8 d, float eye, float half) {
    const F8 size{_mm256_andnot_ps(sign.v, d.v)};
    const F8 per = one / (max(size, tiny) | (d & sign));  // stays finite along an axis
    const F8 a = F8::all(-half - eye) * per, b = F8::all(half - eye) * per;
    enter = max(enter, min(a, b));
    leave = min(leave, max(a, b));
  };
  slab(rays.d.x, rays.eye.x, piece.half.x + piece.radius);
  slab(rays.d.y, rays.eye.y, piece.half.y + piece.radius);
  slab(rays.d.z, rays.eye.z, piece.half.z + piece.radius);
  hit = leave >= enter;
  return enter;
}

// From the box without rounding to the points at `t` along the rays: zero inside.
V8 out_of_box(const RoundPiece& piece, const Rays8& rays, F8 t) {
  const auto beyond = [&](F8 d, float eye, float half) {
    const F8 p = fma(d, t, F8::all(eye));
    return p - min(max(p, F8::all(-half)), F8::all(half));
  };
  return {beyond(rays.d.x, rays.eye.x, piece.half.x), beyond(rays.d.y, rays.eye.y, piece.half.y),
          beyond(rays.d.z, rays.eye.z, piece.half.z)};
}

}  // namespace

template <bool kLimited>
void cast_piece(const RoundPiece& piece, const TileRays& rays, std::uint32_t blocks, const float* limit,
                TileHits& hits) {
  // The squared distance from a convex box is a convex function along a ray, so the tangent's root never lies behind
  // the surface: steps from outside come up to it from one side and miss nothing. Two or three are the rule; eight are
  // too few only where a ray hardly touches the outline.
  constexpr int kSteps = 8;
  constexpr float kExact = 2e-4f;  // metres
  const math::Vec3f from = rays.eye - piece.centre;
  Rays8 local;
  local.eye = {glm::dot(piece.axes[0], from), glm::dot(piece.axes[1], from), glm::dot(piece.axes[2], from)};
  const math::Vec3f out = local.eye - glm::clamp(local.eye, -piece.half, piece.half);
  const float squared = piece.radius * piece.radius;
  if (glm::dot(out, out) <= squared) return;
  const F8 zero = F8::all(0.0f), one = F8::all(1.0f), inside = F8::all(-squared);
  const F8 tolerance = F8::all(kExact * (2.0f * piece.radius + kExact));
  const auto axis = [&](std::size_t i) { return V8::all(piece.axes[i].x, piece.axes[i].y, piece.axes[i].z); };
  for (; blocks != 0; blocks &= blocks - 1) {
    const auto block = static_cast<std::size_t>(__builtin_ctz(blocks));
    const V8 d{F8::load(&rays.x[8 * block]), F8::load(&rays.y[8 * block]), F8::load(&rays.z[8 * block])};
    local.d = {dot(axis(0), d), dot(axis(1), d), dot(axis(2), d)};
    const F8 before = F8::load(&hits.nearness[8 * block]);
    F8 hit = zero;
    F8 t = enter_bounds(piece, local, hit);
    hit = hit & (t * before < one);
    if (bits(hit) == 0) continue;
    F8 above = zero;
    for (int step = 0;; ++step) {
      const V8 s = out_of_box(piece, local, t);
      above = dot(s, s) + inside;
      const F8 fall = zero - dot(s, local.d);
      const F8 open = hit & (above > tolerance) & (fall > zero);  // rising again: passed by
      if (step == kSteps || bits(open) == 0) break;
      t = t + (above / (fall + fall) & open);
    }
    const F8 nearness = one / t;
    hit = hit & (tolerance >= above) & (nearness > before);
    if constexpr (kLimited) hit = hit & (nearness < F8::load(limit + 8 * block));
    if (bits(hit) == 0) continue;
    write_hits(hit, nearness, before, piece.label, block, hits);
    hits.farthest[block] = smallest(F8::load(&hits.nearness[8 * block]));
  }
}

template void cast_piece<false>(const RoundPiece&, const TileRays&, std::uint32_t, const float*, TileHits&);
template void cast_piece<true>(const RoundPiece&, const TileRays&, std::uint32_t, const float*, TileHits&);

}  // namespace fh::senses
