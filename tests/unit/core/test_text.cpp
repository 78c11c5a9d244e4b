// SPDX-License-Identifier: Apache-2.0
#include "core/text.h"

#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"

using namespace fh;

TEST_CASE("text of people stays as it is; other bytes are shown escaped") {
  CHECK(core::printable("Küche 1 – 25 °C…\n\t日本 😀") == "Küche 1 – 25 °C…\n\t日本 😀");
  CHECK(core::printable("f\xfcr") == "f\\xfcr");
  CHECK(core::printable("\x1b[31m") == "\\x1b[31m");            // no escape sequence reaches a terminal
  CHECK(core::printable("\xc0\xaf") == "\\xc0\\xaf");           // overlong
  CHECK(core::printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // surrogate
  CHECK(core::printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(core::printable("\xe2\x82") == "\\xe2\\x82");  // cut
  CHECK(core::printable("\xc2\x9b"
                        "1m") ==
        "\\xc2\\x9b"
        "1m");  // C1 control
}

TEST_CASE("any bytes become JSON text that parses again") {
  auto rng = core::Rng(7);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (int k = 0; k < 12; ++k) bytes += static_cast<char>(static_cast<unsigned>(rng.uniform(0.0, 256.0)));
    const core::Json json = {{bytes, {{"value", bytes}}}, {"list", {bytes, 1.5}}};
    const std::string text = core::to_text(json);
    REQUIRE_NOTHROW(core::Json::parse(text));
    CHECK(core::printable(text) == text);
  }
}
