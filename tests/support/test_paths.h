// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the sources and the build are. Functions instead of definitions on the command line: compiled tests are the
// same in every clone, so a compiler cache can share them. Included by the build before everything else
// (cmake/testing.cmake).
namespace fh::test {
const char* source_dir();
const char* build_dir();
}  // namespace fh::test

#define FH_SOURCE_DIR ::fh::test::source_dir()
#define FH_BUILD_DIR ::fh::test::build_dir()
