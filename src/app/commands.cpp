#include "app/commands.h"

#include <cstdio>

namespace fh::app {

int cannot(const core::Error& error) {
  std::fprintf(stderr, "firsthand: %s\n", error.message.c_str());
  return kCannot;
}

void print_json(const core::Json& json) {
  std::printf("%s\n", json.dump(2).c_str());
}

}  // namespace fh::app
