#pragma once
// The sub-commands. Each declares its options on a CLI::App and returns a function that runs it and gives the exit
// code: 0 done, 1 the answer is "no" (problems found, replay differs), 2 it could not be done (bad option, file or
// machine).
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "app/config.h"

namespace fh::app {

inline constexpr int kDone = 0, kNo = 1, kCannot = 2;

using CommandBody = std::function<int()>;

CommandBody add_run_command(CLI::App& app);
CommandBody add_replay_command(CLI::App& app);
CommandBody add_validate_command(CLI::App& app);
CommandBody add_doctor_command(CLI::App& app);
CommandBody add_bench_command(CLI::App& app);

/// Options shared by commands that read the configuration.
struct ConfigOptions {
  std::string file;
  std::vector<std::string> settings;
  void add_to(CLI::App& app);
  core::Result<Config> load() const;
};

/// Prints the one message of a failure and gives kCannot.
int cannot(const core::Error& error);
/// Prints JSON on stdout.
void print_json(const core::Json& json);

}  // namespace fh::app
