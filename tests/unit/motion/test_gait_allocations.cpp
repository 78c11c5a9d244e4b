// The gait must not allocate: every `new` of this program is counted.
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <new>

#include "walk_probe.h"

namespace {
std::atomic<std::size_t> g_allocations{0};
}

void* operator new(std::size_t size) {
  ++g_allocations;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

TEST_CASE("a tick of the gait does not allocate") {
  using namespace probe;
  const Stairs stairs(0.17, 0.28, 6);
  motion::GaitState state = motion::standing_gait(man(), Vec3(0.0), 0.0, stairs);
  human::Posture posture;
  motion::GaitCommand command = ahead(1.2);
  command.gaze = Vec3(1.0, 1.0, -9.0);
  motion::advance_gait(man(), command, stairs, kDt, state, posture);
  const std::size_t before = g_allocations;
  for (int i = 0; i < 600; ++i) motion::advance_gait(man(), command, stairs, kDt, state, posture);
  CHECK(g_allocations == before);
}
