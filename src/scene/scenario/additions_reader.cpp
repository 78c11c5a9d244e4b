// SPDX-License-Identifier: Apache-2.0
// Things added to a place and taken out of it, as save_as writes them.
#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/parts.h"
#include "scene/scenario/additions.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

constexpr std::size_t kMostAdded = 10000;

math::Vec3 read_scale(KeyReader& keys) {
  const auto scale = keys.numbers("scale", 3, "Along its own axes, against the original", {kLeastScale, kMostScale});
  if (scale.empty()) return math::Vec3(1.0);
  for (const double factor : scale) {
    if (factor >= kLeastScale && factor <= kMostScale) continue;
    keys.problem("scale", fmt::format("must be between {} and {}", kLeastScale, kMostScale));
    return math::Vec3(1.0);
  }
  return {scale[0], scale[1], scale[2]};
}

}  // namespace

void read_added(PlaceReader& scenario, KeyReader& root) {
  Scene& scene = scenario.builder.scene();
  auto list =
      root.objects("added", "added_object", "Fixed copies of things and parts, as save_as writes them", 0, kMostAdded);
  if (list.size() > kMostAdded) {
    root.problem("added", fmt::format("has more than {} entries", kMostAdded));
    list.clear();
  }
  for (auto& entry : list) {
    KeyReader keys = scenario.keys(entry, "added_object");
    const std::string name = keys.name();
    std::string of, part;
    keys.text("of", of, "Name of the thing that it is a copy of");
    keys.text("part", part, "Or a kind of part, with its usual measures");
    Addition addition{{}, part, read_scale(keys)};
    const math::Pose pose = keys.free_pose();
    keys.end();
    if (of.empty() == part.empty()) {
      keys.problem(of.empty() ? "of" : "part", "give either \"of\" or \"part\"");
      continue;
    }
    if (const Object* original = scene.find(std::string_view(of))) addition.of = original->id;
    if (!of.empty() && !addition.of.valid()) {
      keys.problem("of", fmt::format("there is no thing called \"{}\"", of));
      continue;
    }
    const std::vector<std::string> parts = part_names();
    if (!part.empty() && std::find(parts.begin(), parts.end(), part) == parts.end()) {
      keys.problem("part", fmt::format("there is no part called \"{}\"", part));
      continue;
    }
    scenario.begin_entry(entry.pointer());
    const std::size_t known = scene.meshes.size();
    if (const auto added = append(scene, addition, name, pose); !added) keys.problem("part", added.error().message);
    for (std::size_t i = known; i < scene.meshes.size(); ++i)
      scenario.triangles += scene.meshes[i].geometry.triangle_count();
    if (scenario.triangles > kMostTriangles)
      return keys.problem("scale", fmt::format("the scenario has more than {} triangles", kMostTriangles));
  }
}

void read_removed(PlaceReader& scenario, KeyReader& root) {
  std::vector<Object>& objects = scenario.builder.scene().objects;
  const std::vector<std::string> names =
      root.texts("removed", "Names of things that were taken out, as save_as writes them");
  std::vector<std::uint32_t> becomes(objects.size() + 1, 0);  // new id by old one; 0: gone
  std::vector<char> gone(objects.size(), 0);
  for (const std::string& name : names) {
    const auto found =
        std::find_if(objects.begin(), objects.end(), [&](const Object& object) { return object.name == name; });
    if (found == objects.end()) {
      root.problem("removed", fmt::format("there is no thing called \"{}\"", name));
    } else {
      gone[static_cast<std::size_t>(found - objects.begin())] = 1;
    }
  }
  if (names.empty()) return;
  std::vector<Object> left;
  std::vector<std::size_t> place(objects.size() + 1, 0);  // new index by old one
  for (std::size_t i = 0; i < objects.size(); ++i) {
    place[i] = left.size();
    if (gone[i]) continue;
    left.push_back(std::move(objects[i]));
    becomes[i + 1] = static_cast<std::uint32_t>(left.size());
  }
  place.back() = left.size();
  for (Object& object : left) {
    object.id = core::ObjectId{becomes[object.id.value]};
    if (object.parent.valid() && object.parent.value < becomes.size())
      object.parent = core::ObjectId{becomes[object.parent.value]};
  }
  std::vector<std::pair<std::size_t, std::string>> wanted;
  for (auto& [index, parent] : scenario.wanted_parents) {
    if (!gone[index]) wanted.emplace_back(place[index], std::move(parent));
  }
  scenario.wanted_parents = std::move(wanted);
  for (auto& [index, pointer] : scenario.origins) index = place[std::min(index, place.size() - 1)];
  objects = std::move(left);
}

}  // namespace fh::scene
