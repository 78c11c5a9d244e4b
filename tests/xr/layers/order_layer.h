// SPDX-License-Identifier: Apache-2.0
#pragma once
// An OpenXR API layer for tests, nearest to the program: every call goes on unchanged, and FrameOrder (frame_order.h)
// is told of it. A broken rule is one line in the file that FH_XR_ORDER_LOG names, and on stderr; the first line of the
// file says that the layer was there. A test may open the layer's library, which the loader has already brought into
// the process, and call this by name.

namespace fh::test {

struct OrderCounts {
  int broken = 0;         // rules
  int failed_begins = 0;  // xrBeginFrame that failed: seen also where another layer made it fail
  int failed_syncs = 0;   // xrSyncActions
};
/// "fh_order_counts"
using OrderCountsOf = OrderCounts (*)();

}  // namespace fh::test
