// SPDX-License-Identifier: Apache-2.0
// Hostile motion-capture files: 10 000 mutants. Built with sanitizers, none may crash or hang; each is either read or
// refused with a message that names the file and a line of it.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "cmu_bvh.h"
#include "core/rng.h"
#include "human/motion/clip.h"

namespace fh::human {
namespace {

const char* const kNasty[] = {"-1",         "0",       "1e308", "nan", "inf",   "4294967296", "99999999999999999999",
                              "{",          "}",       "End",   "\"",  "JOINT", "ROOT",       "{ {",
                              "CHANNELS 6", "Frames:", "\xff"};

std::string mutant(std::string text, core::Rng& rng) {
  const std::uint32_t changes = 1 + rng.below(3);
  for (std::uint32_t i = 0; i < changes && !text.empty(); ++i) {
    // Half of the changes hit the hierarchy, which is the smaller part.
    const std::size_t span = rng.below(2) == 0 ? std::min<std::size_t>(text.size(), 3000) : text.size();
    const std::size_t at = rng.below(static_cast<std::uint32_t>(span));
    switch (rng.below(5)) {
      case 0:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        text.erase(at, 1 + rng.below(24));
        break;
      case 2:
        text.insert(at, kNasty[rng.below(std::size(kNasty))]);
        break;
      case 3:
        text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size())), 1 + rng.below(80)));
        break;
      default:
        if (rng.below(8) == 0) text.resize(at);
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("10 000 mutated .bvh files") {
  const std::string original = test::cmu_bvh(4, 1.0);
  REQUIRE(make_clip(*read_bvh(original, "mutant.bvh")));
  core::Rng rng(11);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 10000; ++i) {
    const auto bvh = read_bvh(mutant(original, rng), "mutant.bvh");
    if (!bvh) {
      ++refused;
      const std::string& message = bvh.error().message;
      if (message.rfind("mutant.bvh:", 0) != 0 || message[11] < '1' || message[11] > '9') FAIL(message);
      continue;
    }
    ++accepted;
    const auto clip = make_clip(*bvh);
    if (!clip) {
      if (clip.error().message.rfind("mutant.bvh", 0) != 0) FAIL(clip.error().message);
      continue;
    }
    for (const ClipFrame& frame : clip->frames) {
      if (!std::isfinite(frame[ClipJoint::Head].position.x)) FAIL("a pose that is not finite");
    }
  }
  CHECK(refused > 1000);
  CHECK(accepted > 100);
}

}  // namespace fh::human
