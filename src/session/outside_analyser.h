// SPDX-License-Identifier: Apache-2.0
#pragma once
// An analyser of the user's own: a program that reads a visit on its standard input, one JSON object to a line, and
// answers with one JSON value on its standard output. docs/evaluation.md describes the lines.
#include <memory>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/observe/observer.h"

namespace fh::session {

class OutsideAnalyser {
 public:
  static constexpr core::Tick kEveryTicks = 3;  // thirty moments a second
  /// How long it may read nothing, and how long it may take to its end after the last moment.
  struct Patience {
    int read_s = 60, end_s = 600;
  };

  /// Starts the command in a shell and tells it about the place and the people.
  static core::Result<std::unique_ptr<OutsideAnalyser>> start(const std::string& command,
                                                              const evaluation::Surroundings& surroundings,
                                                              Patience patience);
  static core::Result<std::unique_ptr<OutsideAnalyser>> start(const std::string& command,
                                                              const evaluation::Surroundings& surroundings) {
    return start(command, surroundings, {});
  }
  OutsideAnalyser(const OutsideAnalyser&) = delete;
  OutsideAnalyser& operator=(const OutsideAnalyser&) = delete;
  /// Ends a program that was not asked for its answer.
  ~OutsideAnalyser();

  /// To be called after every tick. A program that listens no longer is told nothing more.
  void tick_done(const frame::Moment& moment);
  /// No more moments come: waits for the program's end. Fails when it exits with another code than 0 or has answered
  /// with something that is not one JSON value, reads nothing, does not end or prints without end: then it is killed.
  core::Result<core::Json> answer();

 private:
  OutsideAnalyser(std::string command, Patience patience) : command_(std::move(command)), patience_(patience) {}
  core::Result<> launch();
  void send(const core::Json& line);
  /// Takes what it has printed so far.
  void hear();
  /// With all that the shell started.
  void kill(std::string why);

  std::string command_;
  Patience patience_;
  std::string killed_;  // why, when it was
  const evaluation::Surroundings* surroundings_ = nullptr;
  int process_ = -1, to_it_ = -1, from_it_ = -1;
  std::string said_;  // what it has printed
  bool listens_ = true;
};

}  // namespace fh::session
