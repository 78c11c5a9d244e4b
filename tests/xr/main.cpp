// SPDX-License-Identifier: Apache-2.0
// Catch2's main() under our own name: the application's library has one too, and the first one found would win.
#include <catch2/catch_session.hpp>

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
