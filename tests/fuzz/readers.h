// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every format that the program reads: a sound file of it, how it is mutated, and what the program does with a file.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/rng.h"

namespace fh::test {

/// Stopped: refused, because the worker of an import crashed or reached a limit.
enum class Answer { Accepted, Refused, Stopped, Unplaced, Contradiction };

/// How the next file is read.
struct Reading {
  bool visits = true;   // a world is made of what is accepted
  bool limited = true;  // imports run in a worker with limits, as in the program; else in this process
};
extern Reading g_reading;

struct Format {
  const char* name;
  std::function<std::string()> sample;
  std::string (*mutate)(const std::string&, core::Rng&);
  Answer (*read)(const std::string& text);
  bool imports = false;  // by a library that may crash
};

const std::vector<Format>& formats();

/// Files that are read from a folder lie here, and the cache of imported models. Made by the first process, which
/// outlives those that read in it.
const std::filesystem::path& reading_folder();

}  // namespace fh::test
