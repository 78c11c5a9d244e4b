// SPDX-License-Identifier: Apache-2.0
#pragma once
// One stack of changes over all tools. A change is found by comparing the tools' lists before and after a command, so
// that no tool needs code of its own to be taken back.
#include <array>
#include <cstddef>
#include <vector>

#include "core/archive.h"
#include "world/tools/measurements.h"
#include "world/tools/tool_lists.h"

namespace fh::world {

inline constexpr std::size_t kMostDeeds = 200;  // that can be taken back; older ones stay

/// The elements of every list, each as its saved bytes.
using Element = std::vector<std::byte>;
inline constexpr std::size_t kToolLists = 6;  // measurements, looks, cuts, notes, views, placements
using Listing = std::array<std::vector<Element>, kToolLists>;
Listing listing_of(const Measurements& measurements, const ToolLists& lists);

/// In one list, some elements that follow each other became others.
struct ListChange {
  std::uint8_t list = 0;
  std::uint32_t first = 0;
  std::vector<Element> before, after;

  void visit(core::Archive& archive);
};

struct Edit {
  std::vector<ListChange> changes;

  void visit(core::Archive& archive);
};

class History {
 public:
  /// Notes what changed since `before`; nothing when nothing did. What was taken back cannot be made again then.
  void note(const Listing& before, const Measurements& measurements, const ToolLists& lists);
  /// False when there is nothing to take back or to make again.
  bool undo(Measurements& measurements, ToolLists& lists);
  bool redo(Measurements& measurements, ToolLists& lists);
  std::size_t done() const { return done_.size(); }
  std::size_t undone() const { return undone_.size(); }

  void visit(core::Archive& archive);

 private:
  std::vector<Edit> done_, undone_;
};

}  // namespace fh::world
