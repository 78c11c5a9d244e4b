#include "scene/scenario_reader.h"

namespace fh::scene {

void read_model(ScenarioReader& scenario, core::JsonReader& reader) {
  scenario.begin_entry(reader.pointer());
  read_name(reader);
  scenario.finish("model", reader);
}

}  // namespace fh::scene
