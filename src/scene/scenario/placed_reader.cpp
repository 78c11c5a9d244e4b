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

namespace {

core::Json list_at(const core::Json& json, const char* key) {
  return json.contains(key) ? json[key] : core::Json::array();
}

void set_pose(const math::Pose& pose, core::Json& entry) {
  const math::Vec3& p = pose.position;
  const math::Quat& q = pose.rotation;
  entry["at"] = {p.x, p.y, p.z};
  entry["rotation"] = {q.x, q.y, q.z, q.w};
}

core::Json entry_of(const Scenario& scenario, const AddedObject& thing) {
  const math::Vec3& scale = thing.what.scale;
  core::Json entry{{"name", thing.name}, {"scale", {scale.x, scale.y, scale.z}}};
  if (const Object* of = scenario.scene.find(thing.what.of))
    entry["of"] = of->name;
  else
    entry["part"] = thing.what.part;
  set_pose(thing.world_from_object, entry);
  return entry;
}

}  // namespace

core::Result<std::string> with_changes(const Scenario& scenario, const std::string& name, const PlaceChanges& changes) {
  FH_TRY(file, core::JsonFile::parse(scenario.text, scenario.name));
  core::Json json = file.root();
  json["name"] = name;
  core::Json placed = list_at(json, "placed"), added = list_at(json, "added"), removed = list_at(json, "removed");
  for (const PlacedObject& thing : changes.placed) {
    const Object* object = scenario.scene.find(thing.object);
    if (!object) return core::fail("there is no object {}", thing.object.value);
    const auto same = [&](const core::Json& entry) { return entry.value("object", "") == object->name; };
    placed.erase(std::remove_if(placed.begin(), placed.end(), same), placed.end());
    core::Json entry{{"object", object->name}};
    set_pose(thing.world_from_object, entry);
    placed.push_back(std::move(entry));
  }
  for (const AddedObject& thing : changes.added) added.push_back(entry_of(scenario, thing));
  for (const core::ObjectId id : changes.removed) {
    const Object* object = scenario.scene.find(id);
    if (!object) return core::fail("there is no object {}", id.value);
    removed.push_back(object->name);
  }
  if (!placed.empty()) json["placed"] = placed;
  if (!added.empty()) json["added"] = added;
  if (!removed.empty()) json["removed"] = removed;
  return json.dump(2) + "\n";
}

}  // namespace fh::scene
