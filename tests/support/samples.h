// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sanitizers slow a program five to ten times: random samples are thinned there. What they look for (bad accesses,
// undefined behaviour, races) shows in few samples; what the counts are for is shown by the optimised run.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// One twentieth under a sanitizer, at least 1.
constexpr int samples(int count) {
  return !kSanitized ? count : count < 20 ? 1 : count / 20;
}
/// A count for optimised runs, and one for the slower sanitized ones.
constexpr int scaled(int full, int sanitized) {
  return kSanitized ? sanitized : full;
}
