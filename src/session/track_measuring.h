// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures over the motion track of a recording alone: nothing is simulated.
#include <functional>

#include "session/measuring.h"
#include "session/record/log_reader.h"

namespace fh::session {

struct TrackMeasures {
  core::Json report;  // evaluation::Observers::report()
  std::vector<evaluation::Table> tables;
  std::vector<frame::Moment> motion;  // evaluation::MotionSamples, where everything is measured
  std::int64_t moments = 0;           // read from the track
  std::int64_t rows_skipped = 0;      // damaged, or behind a damaged one
};

/// Reads the recording from its start. `surroundings`: of the scenario the recording was made in. Fails when there is
/// no moment in it: recordings of older programs have no motion track. `goes_on`: asked again and again with the share
/// that was read; false: what was measured so far is all.
core::Result<TrackMeasures> measure_track(LogReader& reader, evaluation::Surroundings surroundings,
                                          evaluation::Depth depth = evaluation::Depth::Visit,
                                          const std::function<bool(double)>& goes_on = {});

}  // namespace fh::session
