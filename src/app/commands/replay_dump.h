// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a recording as text, or as JSON, one object to a line.
#include "session/record/log_reader.h"

namespace fh::app {

/// Prints all rows that can be read, and what cannot. The exit code: 1 for a recording that is not whole.
int dump_recording(session::LogReader& reader, bool as_json);

}  // namespace fh::app
