// SPDX-License-Identifier: Apache-2.0
#pragma once
// Starting and stopping a recording while a visit runs: the operator's button.
#include <string>

#include "session/recorder.h"

namespace fh::app {

class RecordingSwitch {
 public:
  /// The recorder must outlive the switch. `header`: of every file written; `stem`: files are
  /// visits/STEM-DATE-TIME.fhlog.
  RecordingSwitch(session::Recorder& recorder, session::LogHeader header, std::string stem)
      : recorder_(recorder), header_(std::move(header)), stem_(std::move(stem)) {}

  /// The file being written, or empty.
  std::string file() const { return recorder_.path().string(); }
  /// Between two frames. Gives one sentence about what happened.
  std::string toggle(world::World& world);

 private:
  session::Recorder& recorder_;
  session::LogHeader header_;
  std::string stem_;
};

/// "visits/workshop-20260131-154500" for a scenario's name or file.
std::string dated_path(const std::string& scenario);

}  // namespace fh::app
