#pragma once
// Eight floats at a time for the casting kernel; private to this module's sources. Only operations that IEEE 754 fixes
// bit for bit (+, -, *, fused multiply-add, compare, min, max): no reciprocal or root estimates, which differ between
// makers of CPUs (docs/determinism.md). AVX2 and FMA are part of the one instruction set all builds use.
#include <immintrin.h>

#include <cstdint>

namespace fh::vision {

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

}  // namespace fh::vision
