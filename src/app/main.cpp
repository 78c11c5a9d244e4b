// SPDX-License-Identifier: Apache-2.0
// firsthand: walk through a workspace with your own body, beside people who must see you.
#include <csignal>
#include <cstdio>
#include <exception>

#include "app/commands/commands.h"
#include "app/options.h"
#include "core/files.h"

int main(int argc, char** argv) {
  if (!__builtin_cpu_supports("avx2")) {
    std::fprintf(stderr, "firsthand: this build needs a CPU with AVX2 (any x86-64 since about 2013)\n");
    return fh::app::kCannot;
  }
  // A file-size limit or a reader that went away is a write error like any other, not the end of a visit.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const fh::app::CommandLine line = fh::app::read_command_line(argc, argv);
    if (!line.command) return line.exit_code;
    if (!line.data.empty()) fh::core::set_data_folder(line.data);
    return line.command();
  } catch (const std::exception& error) {  // out of memory; a fault of ours that would otherwise abort without a word
    return fh::app::cannot({fmt::format("ended by an unexpected error: {}", error.what())});
  }
}
