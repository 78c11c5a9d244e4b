// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "scene/place/semantics.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

using core::JsonReader;
using math::Pose;
using math::Vec3;

void append_capsule(math::TriMesh& mesh, const Pose& pose, double radius, double half_length) {
  std::vector<math::Vec2> profile;
  for (int i = 0; i <= 16; ++i) {
    const auto sc = math::sin_cos(math::kPi * i / 16.0);
    const bool pole = i == 0 || i == 16;
    profile.push_back({pole ? 0.0 : radius * sc.sin, -radius * sc.cos + (i < 8 ? -half_length : half_length)});
    if (i == 7) profile.push_back({radius, -half_length});
  }
  append_lathe(mesh, pose, profile, 24);
}

constexpr Range kEdges{1e-4, 1000.0};  // m

void read_shape(PlaceReader& scenario, JsonReader& entry, ObjectBuilder& object) {
  KeyReader keys = scenario.keys(entry, "shape");
  std::string kind = "box";
  keys.word("kind", kind, {"box", "sphere", "capsule", "cylinder"}, "Kind", Need::Required);
  const Pose pose = keys.free_pose();
  if (kind == "box" && !keys.has("size")) entry.problems().add(entry.pointer(), "\"size\" is missing");
  const auto size = keys.numbers("size", 3, "Edges of a box, m", kEdges);
  double radius = 0.1, length = 0.2, bevel = 0.003;
  keys.number("radius", radius, "Radius, m", kSizes);
  keys.number("length", length, "Along +Y, without a capsule's caps, m", kSizes);
  keys.number("bevel", bevel, "Rounding of edges, m", {0.0, 1.0});
  Finish finish{"paint_grey", ""};
  keys.finish(finish, "Surface");
  const std::uint32_t material = scenario.builder.material(finish);
  keys.end();
  for (const double edge : size) {
    if (edge >= kEdges.minimum && edge <= kEdges.maximum) continue;
    keys.problem("size",
                 fmt::format("each edge must be between {} and {}, one is {}", kEdges.minimum, kEdges.maximum, edge));
    return;
  }
  if (kind == "box") {
    if (size.empty()) return;
    object.box(material, pose, 0.5 * Vec3(size[0], size[1], size[2]), bevel);
    return;
  }
  if (kind == "cylinder") {
    object.cylinder(material, pose, radius, 0.5 * length, 32, bevel);
    return;
  }
  CollisionShape shape;
  shape.kind = kind == "sphere" ? ShapeKind::Sphere : ShapeKind::Capsule;
  shape.object_from_shape = pose;
  shape.radius = radius;
  shape.half = {radius, kind == "sphere" ? radius : 0.5 * length, radius};
  object.object.collision.push_back(shape);
  if (kind == "sphere")
    append_sphere(object.surface(material), pose, radius, 24);
  else
    append_capsule(object.surface(material), pose, radius, 0.5 * length);
}

}  // namespace

void read_object(PlaceReader& scenario, JsonReader& entry) {
  scenario.begin_entry(entry.pointer());
  KeyReader keys = scenario.keys(entry, "object");
  const std::string name = keys.name();
  ObjectBuilder object(scenario.builder, name, "", {"object"}, keys.free_pose());
  read_semantics(keys, object.object, &scenario);
  std::string parent;
  keys.text("parent", parent, "Name of the object its joint acts against");
  auto shapes = keys.objects("shapes", "shape", "What it is made of", 1);
  for (auto& shape : shapes) read_shape(scenario, shape, object);
  if (keys.has("shapes") && shapes.empty()) keys.problem("shapes", "must hold at least one shape");
  keys.end();
  if (!parent.empty()) scenario.wanted_parents.emplace_back(scenario.builder.scene().objects.size(), parent);
  object.finish();
}

}  // namespace fh::scene
