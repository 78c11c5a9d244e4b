// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeping a route optimal while the map changes. A route stays optimal, provably, when what became dearer does not
// touch it and no way through what became cheaper could be shorter even on open floor; both are decided from a changed
// region's rectangle and the route's few corners in well under a microsecond. Only when neither proof holds is there a
// fresh jump point search. D* Lite would repair a search tree instead; it needs that tree per agent (12 bytes for every
// cell of the map, megabytes for a large place) and a first search without jump points, which costs hundreds of ours.
#include <span>

#include "planning/navigation/search.h"

namespace fh::planning {

struct Route {
  std::vector<CellIndex> corners;  // from the start to the goal; empty = none
  std::vector<CellIndex> goals;    // the set it was planned for
  std::int32_t cost = 0;
  SearchStatus status = SearchStatus::NoPath;

  void visit(core::Archive& archive);
};

enum class RouteVerdict : std::uint8_t { Optimal, Suspect };

/// Whether the route is still the cheapest after a change. A route that did not reach its goals is suspect as soon as
/// anything became cheaper, and also when something became dearer on it.
RouteVerdict judge(const WalkMap& map, const Route& route, const WalkChanges& change);

/// A fresh search for the route's goals.
void search_route(const WalkMap& map, CellIndex start, int max_expansions, SearchScratch& scratch, SearchResult& found,
                  Route& route);

}  // namespace fh::planning
