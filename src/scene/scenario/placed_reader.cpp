// SPDX-License-Identifier: Apache-2.0
// Things that stand elsewhere than their part, object or model says: read from a scenario, and written into one.
#include <fmt/format.h>

#include <algorithm>

#include "scene/scenario/placed.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {

void read_placed(PlaceReader& scenario, KeyReader& root) {
  std::vector<Object>& objects = scenario.builder.scene().objects;
  std::vector<std::string> known;
  for (auto& entry : root.objects("placed", "placed_object",
                                  "Things put elsewhere than they were made, as save_as "
                                  "writes them")) {
    KeyReader keys = scenario.keys(entry, "placed_object");
    std::string name;
    keys.text("object", name, "Name of the thing", 0, Need::Required);
    const math::Pose pose = keys.free_pose();
    keys.end();
    const auto found =
        std::find_if(objects.begin(), objects.end(), [&](const Object& object) { return object.name == name; });
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      keys.problem("object", fmt::format("\"{}\" is placed twice", name));
    } else if (found == objects.end()) {
      if (!name.empty()) keys.problem("object", fmt::format("there is no thing called \"{}\"", name));
    } else if (found->joint.kind != JointKind::None) {
      keys.problem("object", fmt::format("\"{}\" moves on a joint and cannot be placed", name));
    } else {
      found->world_from_object = pose;
    }
    known.push_back(name);
  }
}

core::Result<std::string> with_placed(const Scenario& scenario, const std::string& name,
                                      const std::vector<PlacedObject>& placed) {
  FH_TRY(file, core::JsonFile::parse(scenario.text, scenario.name));
  core::Json json = file.root();
  json["name"] = name;
  core::Json list = json.contains("placed") ? json["placed"] : core::Json::array();
  for (const PlacedObject& thing : placed) {
    const Object* object = scenario.scene.find(thing.object);
    if (!object) return core::fail("there is no object {}", thing.object.value);
    const auto same = [&](const core::Json& entry) { return entry.value("object", "") == object->name; };
    list.erase(std::remove_if(list.begin(), list.end(), same), list.end());
    const math::Vec3& p = thing.world_from_object.position;
    const math::Quat& q = thing.world_from_object.rotation;
    list.push_back({{"object", object->name}, {"at", {p.x, p.y, p.z}}, {"rotation", {q.x, q.y, q.z, q.w}}});
  }
  if (!list.empty()) json["placed"] = list;
  return json.dump(2) + "\n";
}

}  // namespace fh::scene
