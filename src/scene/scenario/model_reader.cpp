#include <fmt/format.h>

#include "core/hash.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {

void read_model(PlaceReader& scenario, core::JsonReader& reader) {
  scenario.begin_entry(reader.pointer());
  GltfOptions options;
  options.prefix = read_name(reader);
  options.world_from_model = read_free_pose(reader);
  const std::string file = reader.text("file", "", true);
  const double scale = reader.number("scale", {.fallback = 1.0, .minimum = 1e-6, .maximum = 1e6});
  options.metres_per_unit = metres_per(reader.choice("unit", unit_names(), "m")) * scale;
  scenario.finish("model", reader);
  if (file.empty()) return;
  if (file.find("://") != std::string::npos || file.find('\0') != std::string::npos) {
    reader.problem("file", "must name a file beside the scenario, not a network address");
    return;
  }
  Scene& scene = scenario.builder.scene();
  auto summary = append_gltf(scene, scenario.folder / file, options);
  if (!summary) {
    reader.problem("file", summary.error().message);
    return;
  }
  scenario.hash = core::hash_text(core::hash_string(summary->content_hash), scenario.hash);
  for (auto& warning : summary->warnings) scenario.warnings.push_back(std::move(warning));
}

}  // namespace fh::scene
