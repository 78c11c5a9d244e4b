// SPDX-License-Identifier: Apache-2.0
// The map of letters the overlay is written with.
#include <catch2/catch_test_macros.hpp>

#include "render/text/font.h"

namespace fh::render {

TEST_CASE("font: every letter has its own place in the atlas, with ink and a margin") {
  const Font font;
  const auto codes = text::decode_utf8("AZaz09!~¡ÿÄß°²µ±…–—‘’“”•€≤≥→θΩ");
  for (const char32_t code : codes) {
    CAPTURE(unsigned(code));
    const Glyph& glyph = font.glyph(code);
    CHECK(glyph.code == code);
    REQUIRE(glyph.visible);
    CHECK(glyph.advance > 0.1f);
    const auto size = static_cast<float>(font.atlas_size());
    const auto x0 = std::size_t(glyph.atlas.x * size), x1 = std::size_t(glyph.atlas.z * size);
    const auto y0 = std::size_t(glyph.atlas.y * size), y1 = std::size_t(glyph.atlas.w * size);
    int most = 0, rim = 0;
    for (std::size_t y = y0; y < y1; ++y) {
      for (std::size_t x = x0; x < x1; ++x) {
        const int value = font.atlas()[y * font.atlas_size() + x];
        most = std::max(most, value);
        if (x == x0 || x + 1 == x1 || y == y0 || y + 1 == y1) rim = std::max(rim, value);
      }
    }
    CHECK(most > 140);
    CHECK(rim < 64);
  }
  CHECK(font.glyph(U'\U0001F600').code == U'?');
  CHECK(!font.glyph(U' ').visible);
  CHECK(font.glyph(0xa0).advance == font.glyph(U' ').advance);
}

TEST_CASE("font: capitals are one high and stand on the base line") {
  const Font font;
  const Glyph& h = font.glyph(U'H');
  CHECK(h.box.y < 0.0f);  // the margin
  CHECK(h.box.y > -0.25f);
  CHECK(h.box.w > 1.0f);
  CHECK(h.box.w < 1.25f);
}

}  // namespace fh::render
