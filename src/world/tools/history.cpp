// SPDX-License-Identifier: Apache-2.0
#include "world/tools/history.h"

#include <algorithm>

namespace fh::world {
namespace {

/// `visit(index, list)` for every list, in a fixed order.
template <class Visit>
void for_each_list(Measurements& measurements, ToolLists& lists, Visit visit) {
  visit(0, measurements.done_list());
  visit(1, lists.looks);
  visit(2, lists.cuts);
  visit(3, lists.notes);
  visit(4, lists.views);
  visit(5, lists.placements);
}

/// Puts `now` where `was` stands; false, and nothing changed, when `was` is not there or `now` cannot be read.
template <class T>
bool replace(std::vector<T>& list, std::size_t first, const std::vector<Element>& was,
             const std::vector<Element>& now) {
  if (first > list.size() || was.size() > list.size() - first) return false;
  std::vector<T> read(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!core::load(read[i], now[i])) return false;
  }
  const auto at = list.erase(list.begin() + static_cast<std::ptrdiff_t>(first),
                             list.begin() + static_cast<std::ptrdiff_t>(first + was.size()));
  list.insert(at, read.begin(), read.end());
  return true;
}

/// A edit made or taken back.
void apply(const Edit& edit, bool back, Measurements& measurements, ToolLists& lists) {
  for (const ListChange& change : edit.changes) {
    for_each_list(measurements, lists, [&](std::size_t index, auto& list) {
      if (index != change.list) return;
      replace(list, change.first, back ? change.after : change.before, back ? change.before : change.after);
    });
  }
}

}  // namespace

Listing listing_of(const Measurements& measurements, const ToolLists& lists) {
  Listing listing;
  // Saving never writes to the state.
  for_each_list(const_cast<Measurements&>(measurements), const_cast<ToolLists&>(lists),
                [&](std::size_t index, const auto& list) {
                  listing[index].resize(list.size());
                  for (std::size_t i = 0; i < list.size(); ++i) core::save(list[i], listing[index][i]);
                });
  return listing;
}

void ListChange::visit(core::Archive& archive) {
  archive.field("list", list);
  archive.field("first", first);
  archive.field("before", before);
  archive.field("after", after);
  if (archive.is_loading() && list >= kToolLists) archive.reject();
}

void Edit::visit(core::Archive& archive) {
  archive.field("changes", changes);
}

void History::note(const Listing& before, const Measurements& measurements, const ToolLists& lists) {
  const Listing after = listing_of(measurements, lists);
  Edit edit;
  for (std::size_t i = 0; i < kToolLists; ++i) {
    const std::vector<Element>&a = before[i], &b = after[i];
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t same = 0, tail = 0;
    while (same < most && a[same] == b[same]) ++same;
    while (tail < most - same && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
    if (same == a.size() && same == b.size()) continue;
    const auto begin = static_cast<std::ptrdiff_t>(same), end = static_cast<std::ptrdiff_t>(tail);
    edit.changes.push_back({static_cast<std::uint8_t>(i),
                            static_cast<std::uint32_t>(same),
                            {a.begin() + begin, a.end() - end},
                            {b.begin() + begin, b.end() - end}});
  }
  if (edit.changes.empty()) return;
  done_.push_back(std::move(edit));
  if (done_.size() > kMostDeeds) done_.erase(done_.begin());
  undone_.clear();
}

bool History::undo(Measurements& measurements, ToolLists& lists) {
  if (done_.empty()) return false;
  apply(done_.back(), true, measurements, lists);
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  return true;
}

bool History::redo(Measurements& measurements, ToolLists& lists) {
  if (undone_.empty()) return false;
  apply(undone_.back(), false, measurements, lists);
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  return true;
}

void History::visit(core::Archive& archive) {
  archive.field("done", done_);
  archive.field("undone", undone_);
  if (archive.is_loading() && (done_.size() > kMostDeeds || undone_.size() > kMostDeeds)) archive.reject();
}

}  // namespace fh::world
