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

void read_shape(PlaceReader& scenario, JsonReader& reader, ObjectBuilder& object) {
  const std::string kind = reader.choice("kind", {"box", "sphere", "capsule", "cylinder"}, "box", true);
  const Pose pose = read_free_pose(reader);
  const auto size = reader.numbers("size", 3, kind == "box");
  const double radius = read_size(reader, "radius", 0.1), length = read_size(reader, "length", 0.2);
  const double bevel = reader.number("bevel", {.fallback = 0.003, .minimum = 0.0, .maximum = 1.0});
  const std::uint32_t material =
      scenario.builder.material(read_finish(reader, "material", "colour", {"paint_grey", ""}));
  scenario.finish("shape", reader);
  if (kind == "box") {
    if (size.empty()) return;
    for (const double edge : size) {
      if (!(edge >= 1e-4 && edge <= 1000.0)) {
        reader.problem("size", fmt::format("each edge must be between 0.0001 and 1000, one is {}", edge));
        return;
      }
    }
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

void read_object(PlaceReader& scenario, JsonReader& reader) {
  scenario.begin_entry(reader.pointer());
  ObjectBuilder object(scenario.builder, read_name(reader), "", {"object"}, read_free_pose(reader));
  read_semantics(reader, object.object, &scenario);
  const std::string parent = reader.text("parent");
  auto shapes = reader.objects("shapes", true);
  for (auto& shape : shapes) read_shape(scenario, shape, object);
  if (reader.has("shapes") && shapes.empty()) reader.problem("shapes", "must hold at least one shape");
  scenario.finish("object", reader);
  if (!parent.empty()) scenario.wanted_parents.emplace_back(scenario.builder.scene().objects.size(), parent);
  object.finish();
}

}  // namespace fh::scene
