// SPDX-License-Identifier: Apache-2.0
#pragma once
// Maps as coloured faces where they belong in the place, for the replay of a page. A layer is a node whose extras have
// `heat`: its label, its legend, [colour, words] each, and `look`, target and place of a camera, where it is not to be
// seen from above. The page offers every such node to its reader.
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evaluation/clearance/swept_volume.h"
#include "evaluation/sight/seen_surfaces.h"
#include "report/evaluation_report.h"
#include "report/motion/coloured_mesh.h"
#include "report/motion/glb_document.h"

namespace fh::report {

/// From little to much; a scale whose lightness grows steadily, so that everybody can read it.
inline constexpr std::array kHeatColours = {"#00204d", "#39486b", "#6b6d76", "#a19a75", "#d9c55c", "#ffea46"};
/// What they mean in maps of what is visible, and the colour of a fraction.
inline constexpr std::array kSightWords = {"nothing", "to 20 %", "to 40 %", "to 60 %", "to 80 %", "to 100 %"};
std::size_t sight_step(float fraction);
/// By scene::ReachEffort.
inline constexpr std::array kReachColours = {"#009e73", "#56b4e9", "#e69f00", "#cc79a7", "#8a8a8a"};
inline constexpr std::array kReachWords = {"arm alone", "with a lean", "with a step", "kneeling", "not at all"};

struct HeatLayer {
  std::string label;
  ColouredMesh faces;                                         // world frame, just off the surface
  std::vector<std::pair<const char*, std::string>> legend{};  // colour "#rrggbb" and words
  std::vector<math::Vec3> look{};                             // target and place of a camera; empty: from above
  double opacity = 0.85;
};

/// Where people were, in seconds of all of them together on each cell of the ground.
HeatLayer presence_layer(std::span<const frame::Moment> moments);
/// The surfaces that somebody had in view, by seconds; and the room that somebody took on the way.
HeatLayer seen_layer(const std::string& name, const evaluation::SeenSurfaces& seen);
HeatLayer swept_layer(const std::string& name, const evaluation::SweptVolume& swept);
/// Adds a node; nothing for a layer without faces.
void add_layer(GlbDocument& document, const HeatLayer& layer);
/// What belongs to the place and not to one visit: what bodies reach from where checks let them stand, and where things
/// can be seen from.
struct PlaceLayers {
  std::vector<std::byte> glb;  // empty: there is none
  std::size_t left_out = 0;    // that would be more than kMostLayerBytes together
};
inline constexpr std::size_t kMostLayerBytes = 1'500'000;
PlaceLayers place_layers(const EvaluationReport& report);

}  // namespace fh::report
