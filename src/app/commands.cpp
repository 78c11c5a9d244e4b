#include "app/commands.h"

#include <cstdio>

namespace fh::app {

void ConfigOptions::add_to(CLI::App& app) {
  app.add_option("--config", file, "Configuration file (JSON); see docs/configuration.md")->type_name("FILE");
  app.add_option("--set", settings, "Set one configuration key, e.g. --set user.snap_turn_deg=30")
      ->type_name("KEY=VALUE")
      ->take_all();
}

core::Result<Config> ConfigOptions::load() const {
  return Config::load(file, settings);
}

int cannot(const core::Error& error) {
  std::fprintf(stderr, "firsthand: %s\n", error.message.c_str());
  return kCannot;
}

void print_json(const core::Json& json) {
  std::printf("%s\n", json.dump(2).c_str());
}

}  // namespace fh::app
