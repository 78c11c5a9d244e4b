// SPDX-License-Identifier: Apache-2.0
#pragma once
// An analyser of the user's own: a program that reads a visit on its standard input, one JSON object to a line, and
// answers with one JSON value on its standard output. docs/evaluation.md describes the lines.
#include <cstdio>
#include <memory>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/observe/observer.h"

namespace fh::session {

class OutsideAnalyser {
 public:
  static constexpr core::Tick kEveryTicks = 3;  // thirty moments a second

  /// Starts the command in a shell and tells it about the place and the people.
  static core::Result<std::unique_ptr<OutsideAnalyser>> start(const std::string& command,
                                                              const evaluation::Surroundings& surroundings);
  OutsideAnalyser(const OutsideAnalyser&) = delete;
  OutsideAnalyser& operator=(const OutsideAnalyser&) = delete;
  /// Ends a program that was not asked for its answer.
  ~OutsideAnalyser();

  /// To be called after every tick. A program that listens no longer is told nothing more.
  void tick_done(const frame::Moment& moment);
  /// No more moments come: waits for the program's end. Fails when it exits with another code than 0 or has answered
  /// with something that is not one JSON value.
  core::Result<core::Json> answer();

 private:
  explicit OutsideAnalyser(std::string command) : command_(std::move(command)) {}
  core::Result<> launch();
  void send(const core::Json& line);

  std::string command_;
  const evaluation::Surroundings* surroundings_ = nullptr;
  int process_ = -1, to_it_ = -1;
  std::FILE* answer_ = nullptr;  // what it prints; a file, so that it never waits for us
  bool listens_ = true;
};

}  // namespace fh::session
