// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far long work is, on the standard error: a bar with the time that is left. Results on the standard output are not
// touched.
#include <string>

#include "core/time.h"

namespace fh::core {

/// "visit in body f05  [######              ]  31 %, 2 min 10 s left"; without the time while it cannot be told yet.
/// `share` of the work is done after `seconds`.
std::string progress_text(const std::string& what, double share, double seconds);

/// On a terminal the bar is drawn in place and wiped at the end; elsewhere nothing is written, unless asked for: then a
/// line a second.
class Progress {
 public:
  /// `asked`: also where the standard error is no terminal.
  Progress(std::string what, bool asked);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// So much of the work is done, 0 to 1. Cheap: most calls only look at the clock.
  void at(double share);

 private:
  std::string what_;
  bool terminal_ = false, shown_ = false, drawn_ = false;
  Stopwatch watch_;
  double next_s_ = 0.5;  // work that is done at once shows no bar
};

}  // namespace fh::core
