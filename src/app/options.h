// SPDX-License-Identifier: Apache-2.0
#pragma once
// The command line as values. CLI11 stays inside options.cpp.
#include <functional>
#include <string>

namespace fh::app {

/// What the command line asks for.
struct CommandLine {
  std::function<int()> command;  // empty when there is nothing to run (--help, or an error was printed)
  int exit_code = 0;             // when there is nothing to run
  std::string data;              // --data, or empty
};

/// Prints help or one clear message itself.
CommandLine read_command_line(int argc, char** argv);

}  // namespace fh::app
