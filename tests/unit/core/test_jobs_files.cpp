// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <numeric>

#include "core/files.h"
#include "core/jobs.h"
#include "temporary_folder.h"

using namespace fh::core;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("jobs: every index is done exactly once, with any number of workers") {
  for (const unsigned workers : {1u, 2u, 4u, 7u}) {
    JobPool pool(workers);
    CHECK(pool.workers() == workers);
    for (const std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(10), std::size_t(1000)}) {
      for (int round = 0; round < 20; ++round) {
        std::vector<int> done(count, 0);
        pool.parallel_for(count, 7, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) ++done[i];
        });
        CHECK(std::accumulate(done.begin(), done.end(), 0) == static_cast<int>(count));
      }
    }
  }
}

TEST_CASE("files: round trip, limits and messages") {
  const fh::test::TemporaryFolder temporary;
  const auto& folder = temporary.path;
  const auto path = folder / "deep" / "note.txt";
  REQUIRE(write_text(path, "hello"));
  CHECK(read_text(path).value() == "hello");
  CHECK_THAT(read_text(path, 3).error().message, ContainsSubstring("more than the limit"));
  CHECK_THAT(read_text(folder).error().message, ContainsSubstring("not a regular file"));
  CHECK_THAT(read_text(folder / "none").error().message, ContainsSubstring("no such file"));
  CHECK_THAT(read_text("/dev/zero").error().message, ContainsSubstring("not a regular file"));
}
