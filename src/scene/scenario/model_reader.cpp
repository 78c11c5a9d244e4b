// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/hash.h"
#include "scene/import/import.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {

void read_model(PlaceReader& scenario, core::JsonReader& entry) {
  scenario.begin_entry(entry.pointer());
  KeyReader keys = scenario.keys(entry, "model");
  GltfOptions options;
  options.prefix = keys.name("Prefix of its objects' names");
  options.world_from_model = keys.free_pose();
  std::string file, unit = "m";
  keys.text("file", file, "A .glb or .gltf in the scenario's folder", 0, Need::Required);
  double scale = 1.0;
  keys.number("scale", scale, "Factor", {1e-6, 1e6});
  keys.word("unit", unit, unit_names(), "Of the file's lengths");
  options.metres_per_unit = metres_per(unit) * scale;
  keys.end();
  if (!keys.has("file")) return;
  const auto path = core::file_within(scenario.folder, file, scenario.outside);
  if (!path) {
    keys.problem("file", path.error().message);
    return;
  }
  if (is_importable(*path)) {
    keys.problem("file", fmt::format("{} is no glTF: \"firsthand import {}\" makes a .glb of it, to be named here",
                                     file, path->string()));
    return;
  }
  Scene& scene = scenario.builder.scene();
  auto summary = append_gltf(scene, *path, options);
  if (!summary) {
    keys.problem("file", summary.error().message);
    return;
  }
  scenario.files.push_back({file, summary->content_hash});
  scenario.hash = core::hash_text(core::hash_string(summary->content_hash), scenario.hash);
  for (auto& warning : summary->warnings) scenario.warnings.push_back(std::move(warning));
}

}  // namespace fh::scene
