// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one home of SIMD: four lanes of double or float (kinematics), eight lanes of float (the ray caster). Only
// operations that IEEE 754 fixes bit for bit (+, -, *, /, square root, fused multiply-add, compare, min, max): no
// reciprocal or root estimates, which differ between makers of CPUs (docs/determinism.md). AVX2 and FMA are part of the
// one instruction set that all builds use.
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "math/quaternion.h"

namespace fh::math::lanes {

// The compiler's vector extension: four lanes of T, with the same IEEE operations on every CPU.
template <class T>
struct Lanes;
template <>
struct Lanes<double> {
  using V = double __attribute__((vector_size(32)));
  using I = long long __attribute__((vector_size(32)));
};
template <>
struct Lanes<float> {
  using V = float __attribute__((vector_size(16)));
  using I = int __attribute__((vector_size(16)));
};
template <class T>
using V = typename Lanes<T>::V;

#if defined(__clang__)
#define FH_SHUFFLE2(v, w, a, b, c, d) __builtin_shufflevector(v, w, a, b, c, d)
#define FH_SHUFFLE(v, a, b, c, d) __builtin_shufflevector(v, v, a, b, c, d)
#else
#define FH_SHUFFLE2(v, w, a, b, c, d) __builtin_shuffle(v, w, typename Lanes<T>::I{a, b, c, d})
#define FH_SHUFFLE(v, a, b, c, d) __builtin_shuffle(v, typename Lanes<T>::I{a, b, c, d})
#endif

template <class T>
inline V<T> multiply(V<T> a, V<T> b) {
  // Only the broadcasts of `a`, the parent, lie on the critical path down the tree.
  const V<T> wzyx = FH_SHUFFLE(b, 3, 2, 1, 0) * V<T>{1, -1, 1, -1};
  const V<T> zwxy = FH_SHUFFLE(b, 2, 3, 0, 1) * V<T>{1, 1, -1, -1};
  const V<T> yxwz = FH_SHUFFLE(b, 1, 0, 3, 2) * V<T>{-1, 1, 1, -1};
  const V<T> aw = FH_SHUFFLE(a, 3, 3, 3, 3), ax = FH_SHUFFLE(a, 0, 0, 0, 0);
  const V<T> ay = FH_SHUFFLE(a, 1, 1, 1, 1), az = FH_SHUFFLE(a, 2, 2, 2, 2);
  return (aw * b + ax * wzyx) + (ay * zwxy + az * yxwz);
}

// Rows to columns: four things of four components to four components of four things, and back.
template <class T>
inline void transpose(V<T>& a, V<T>& b, V<T>& c, V<T>& d) {
  const V<T> ab_low = FH_SHUFFLE2(a, b, 0, 4, 1, 5), ab_high = FH_SHUFFLE2(a, b, 2, 6, 3, 7);
  const V<T> cd_low = FH_SHUFFLE2(c, d, 0, 4, 1, 5), cd_high = FH_SHUFFLE2(c, d, 2, 6, 3, 7);
  a = FH_SHUFFLE2(ab_low, cd_low, 0, 1, 4, 5);
  b = FH_SHUFFLE2(ab_low, cd_low, 2, 3, 6, 7);
  c = FH_SHUFFLE2(ab_high, cd_high, 0, 1, 4, 5);
  d = FH_SHUFFLE2(ab_high, cd_high, 2, 3, 6, 7);
}

// Rotates v (w component 0) by the unit quaternion q.
template <class T>
inline V<T> rotated(V<T> q, V<T> v) {
  const V<T> q_yzx = FH_SHUFFLE(q, 1, 2, 0, 3), v_yzx = FH_SHUFFLE(v, 1, 2, 0, 3);
  V<T> t = q * v_yzx - q_yzx * v;  // cross product in the order z, x, y
  t = FH_SHUFFLE(t, 1, 2, 0, 3);
  t = t + t;
  const V<T> t_yzx = FH_SHUFFLE(t, 1, 2, 0, 3);
  V<T> c = q * t_yzx - q_yzx * t;
  c = FH_SHUFFLE(c, 1, 2, 0, 3);
  return v + FH_SHUFFLE(q, 3, 3, 3, 3) * t + c;
}

static_assert(offsetof(math::Quat, x) == 0 && offsetof(math::Quat, w) == 3 * sizeof(double));

template <class T>
inline V<T> load(const math::Quat& q) {
  return V<T>{static_cast<T>(q.x), static_cast<T>(q.y), static_cast<T>(q.z), static_cast<T>(q.w)};
}
template <class T>
inline V<T> load(const math::Vec3& p) {
  return V<T>{static_cast<T>(p.x), static_cast<T>(p.y), static_cast<T>(p.z), T(0)};
}

/// Eight floats.
struct F8 {
  __m256 v;

  static F8 load(const float* p) { return {_mm256_load_ps(p)}; }
  static F8 all(float x) { return {_mm256_set1_ps(x)}; }
  void store(float* p) const { _mm256_store_ps(p, v); }

  friend F8 operator+(F8 a, F8 b) { return {_mm256_add_ps(a.v, b.v)}; }
  friend F8 operator-(F8 a, F8 b) { return {_mm256_sub_ps(a.v, b.v)}; }
  friend F8 operator*(F8 a, F8 b) { return {_mm256_mul_ps(a.v, b.v)}; }
  friend F8 operator/(F8 a, F8 b) { return {_mm256_div_ps(a.v, b.v)}; }
  friend F8 operator&(F8 a, F8 b) { return {_mm256_and_ps(a.v, b.v)}; }
  friend F8 operator|(F8 a, F8 b) { return {_mm256_or_ps(a.v, b.v)}; }
  friend F8 operator^(F8 a, F8 b) { return {_mm256_xor_ps(a.v, b.v)}; }
  // Comparisons give all bits set per true lane; false where a lane is not a number.
  friend F8 operator<(F8 a, F8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
  friend F8 operator>(F8 a, F8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_GT_OQ)}; }
  friend F8 operator>=(F8 a, F8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_GE_OQ)}; }
};

inline F8 fma(F8 a, F8 b, F8 c) {
  return {_mm256_fmadd_ps(a.v, b.v, c.v)};
}
inline F8 min(F8 a, F8 b) {
  return {_mm256_min_ps(a.v, b.v)};
}
inline F8 max(F8 a, F8 b) {
  return {_mm256_max_ps(a.v, b.v)};
}
inline F8 sqrt(F8 a) {
  return {_mm256_sqrt_ps(a.v)};
}
/// `yes` where the mask is set.
inline F8 select(F8 mask, F8 yes, F8 no) {
  return {_mm256_blendv_ps(no.v, yes.v, mask.v)};
}
/// One bit per lane.
inline unsigned bits(F8 mask) {
  return static_cast<unsigned>(_mm256_movemask_ps(mask.v));
}
inline float smallest(F8 a) {
  const __m128 four = _mm_min_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
  const __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
}
inline float largest(F8 a) {
  const __m128 four = _mm_max_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
  const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

inline F8 abs(F8 a) {
  return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)};
}
struct SinCos8 {
  F8 sin, cos;
};
/// Of angles in [-pi, pi], within 3e-7: series of half the angle (no branches, no fused operations), then doubled.
inline SinCos8 sin_cos(F8 angle) {
  const F8 y = angle * F8::all(0.5f), t = y * y;
  F8 s = F8::all(-2.5052108e-8f), c = F8::all(2.0876757e-9f);
  s = s * t + F8::all(2.7557319e-6f);
  c = c * t - F8::all(2.7557319e-7f);
  s = s * t - F8::all(1.9841270e-4f);
  c = c * t + F8::all(2.4801587e-5f);
  s = s * t + F8::all(8.3333333e-3f);
  c = c * t - F8::all(1.3888889e-3f);
  s = s * t - F8::all(1.6666667e-1f);
  c = c * t + F8::all(4.1666667e-2f);
  s = s * t * y + y;
  c = c * t * t - F8::all(0.5f) * t + F8::all(1.0f);
  const F8 twice = s + s;
  return {twice * c, F8::all(1.0f) - twice * s};
}

/// Three coordinates of eight things.
struct V8 {
  F8 x, y, z;

  static V8 all(float x, float y, float z) { return {F8::all(x), F8::all(y), F8::all(z)}; }
  friend V8 operator-(const V8& a, const V8& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};
/// Not fused: cross(a, b) is exactly -cross(b, a), so that neighbours agree on the edge between them.
inline V8 cross(const V8& a, const V8& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline F8 dot(const V8& a, const V8& b) {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

}  // namespace fh::math::lanes
