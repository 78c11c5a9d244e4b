#pragma once
// Four lanes at a time for the kinematics of this module; private to its sources.
#include <cstddef>

#include "math/quaternion.h"

namespace fh::human {

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

}  // namespace fh::human
