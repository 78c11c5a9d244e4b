// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "app/stages/inset_picture.h"

using namespace fh;

namespace {

render::Picture grey(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height, 100)};
}

/// Left half red, right half blue.
frame::Inset two_colours() {
  frame::Inset inset;
  inset.columns = 400;
  inset.rows = 260;
  for (std::uint32_t i = 0; i < 400 * 260; ++i)
    inset.pixels.push_back(i % 400 < 200 ? frame::Inset::Pixel{255, 0, 0} : frame::Inset::Pixel{0, 0, 255});
  inset.title = "seen by ada, 0.10 s ago";
  inset.words = "on the way";
  return inset;
}

}  // namespace

TEST_CASE("inset: in the lower right corner, the right way round, and nowhere else") {
  render::Picture picture = grey(900, 600);
  app::paste(two_colours(), picture);
  int red = 0, blue = 0;
  for (std::uint32_t y = 0; y < 600; ++y) {
    for (std::uint32_t x = 0; x < 900; ++x) {
      const std::uint8_t* p = picture.at(x, y);
      if (x < 570 || y < 300) REQUIRE((p[0] == 100 && p[1] == 100 && p[2] == 100));
      const bool is_red = p[0] == 255 && p[1] == 0, is_blue = p[2] == 255 && p[1] == 0;
      if (is_red) CHECK(x < 745);
      if (is_blue) CHECK(x > 725);
      red += is_red ? 1 : 0;
      blue += is_blue ? 1 : 0;
    }
  }
  CHECK(red == 150 * 195);
  CHECK(blue == 150 * 195);
}

TEST_CASE("inset: pictures of any size hold it or are left as they are") {
  for (const auto& [width, height] : {std::pair{16u, 16u}, {16u, 4000u}, {4000u, 16u}, {64u, 48u}}) {
    render::Picture picture = grey(width, height);
    app::paste(two_colours(), picture);
    CHECK(picture.rgba.size() == std::size_t{4} * width * height);
  }
  render::Picture picture = grey(64, 48);
  app::paste({}, picture);
  CHECK(picture.rgba == grey(64, 48).rgba);
}
