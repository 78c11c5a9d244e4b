// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts every `new` of a test program, for functions that must not allocate. Defines the global operators: to be
// included by one source of a program only.
#include <atomic>
#include <cstdlib>
#include <new>

namespace fh::test {
inline std::atomic<std::size_t> g_allocations{0};
}

// Not inlined: where only one of a pair is, g++ takes malloc and delete, or new and free, for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++fh::test::g_allocations;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
