// SPDX-License-Identifier: Apache-2.0
#include "session/track_measuring.h"

#include "evaluation/motion_samples.h"
#include "session/record/motion_track.h"

namespace fh::session {

core::Result<TrackMeasures> measure_track(LogReader& reader, evaluation::Surroundings surroundings,
                                          evaluation::Depth depth, const std::function<bool(double)>& goes_on) {
  evaluation::Observers observers(std::move(surroundings), depth);
  MotionDecoder decoder;
  TrackMeasures result;
  const auto take = [&](const frame::Moment& moment) {
    if (result.moments++ == 0) observers.begin(moment);
    observers.observe(moment);
  };
  reader.rewind();
  while (auto row = reader.next()) {
    if (goes_on && !goes_on(reader.share_read())) break;
    const auto* motion = std::get_if<MotionRow>(&*row);
    if (motion && decoder.read(motion->bytes, take) != MotionDecoder::Outcome::Read) ++result.rows_skipped;
  }
  if (result.moments == 0) return core::fail("{}: holds no motion track to measure", reader.name());
  result.report = observers.report();
  result.tables = observers.tables();
  if (const auto* motion = dynamic_cast<const evaluation::MotionSamples*>(observers.find("motion_samples")))
    result.motion.assign(motion->moments().begin(), motion->moments().end());
  return result;
}

}  // namespace fh::session
