// SPDX-License-Identifier: Apache-2.0
// Caps of sections on bundled places and on imported models of differing quality, against the winding number of each
// thing's surface round the points of the cut: where that says inside, the picture shows a cap, and nowhere else.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <fstream>

#include "core/files.h"
#include "gpu_context.h"
#include "math/closed_mesh.h"
#include "render/renderer.h"
#include "render/targets/offscreen_target.h"
#include "render/targets/png.h"
#include "scene/import/import.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario.h"
#include "scene_snapshot.h"
#include "temporary_folder.h"

namespace fh::test {
namespace {

using math::Triangle;
using math::Vec3;

constexpr double kFov = math::radians(40.0);

/// The things of a place as triangles in the world, without glass.
struct Solid {
  std::string name;
  std::vector<Triangle> triangles;
  math::Aabb box;

  /// How often the surface goes round a point: the sum of solid angles over 4 pi (van Oosterom and Strackee 1983).
  double winding(const Vec3& p) const {
    double sum = 0.0;
    for (const Triangle& t : triangles) {
      const Vec3 a = t.a - p, b = t.b - p, c = t.c - p;
      const double x = glm::length(a), y = glm::length(b), z = glm::length(c);
      sum += std::atan2(glm::dot(a, glm::cross(b, c)),
                        x * y * z + glm::dot(a, b) * z + glm::dot(b, c) * x + glm::dot(c, a) * y);
    }
    return sum / (2.0 * math::kPi);
  }
};

std::vector<Solid> solids_of(const scene::Scene& scene) {
  std::vector<Solid> solids;
  for (const scene::Object& object : scene.objects) {
    Solid& solid = solids.emplace_back();
    solid.name = object.name;
    for (const scene::Part& part : object.parts) {
      const scene::Mesh& mesh = scene.meshes[part.mesh];
      if (scene.materials[mesh.material].glass) continue;
      const math::Pose pose = object.world_from_object * part.object_from_mesh;
      for (const Triangle& t : math::triangles_of(mesh.geometry))
        solid.triangles.push_back(
            {pose.point(part.scale * t.a), pose.point(part.scale * t.b), pose.point(part.scale * t.c)});
    }
    for (const Triangle& t : solid.triangles) {
      for (const Vec3& p : {t.a, t.b, t.c}) solid.box.add(p);
    }
  }
  return solids;
}

/// Half a turn and more: open shells that enclose a point almost wholly count.
const Solid* solid_at(const std::vector<Solid>& solids, const Vec3& p) {
  for (const Solid& solid : solids) {
    if (!solid.box.empty() && solid.box.contains(p) && std::abs(solid.winding(p)) > 0.5) return &solid;
  }
  return nullptr;
}

struct CutPicture {
  std::size_t inside = 0;  // points of the cut within solids, of those looked at
  std::size_t holes = 0;   // of them without a cap
  std::size_t films = 0;   // caps where nothing is solid
  std::string first;       // of the holes or films
};

/// Cuts with a plane, looks at the cut squarely with `side` pixels each way and compares every `step`th; pixels that an
/// edge may go through are left out.
int kept = 0;  // pictures that FH_KEEP_PICTURES asks for
CutPicture look_at_cut(GpuContext& context, const scene::Scene& scene, const math::Plane& plane, std::uint32_t side,
                       std::uint32_t step) {
  frame::Snapshot snapshot = snapshot_of(scene);
  for (frame::DrawObject& object : snapshot.objects) object.highlight = {0.05f, 0.05f, 0.6f, 1.0f};  // all blue
  snapshot.section.kind = frame::Section::Kind::Plane;
  snapshot.section.plane = plane;
  snapshot.section.cap = {1.0f, 0.0f, 0.0f, 1.0f};
  render::RenderSettings settings;
  settings.shadows = settings.occlusion = false;
  auto renderer = render::Renderer::create(context.device(), scene, {}, settings);
  REQUIRE(renderer);
  const math::Aabb box = scene.bounds();
  const Vec3 middle = box.centre() - plane.signed_distance(box.centre()) * plane.normal;
  const double away = 0.5 * glm::length(box.size()) / std::tan(0.5 * kFov);
  const Vec3 aside = math::any_orthogonal(plane.normal);
  const math::Pose eye = render::looking_from(middle + away * plane.normal + 0.001 * away * aside, middle);
  render::View view;
  view.eyes = render::mono(eye, kFov, 1.0);
  auto target = render::OffscreenTarget::create(context.device(), side, side, 1);
  REQUIRE(target);
  REQUIRE((*renderer)->draw(snapshot, std::span(&view, 1), *target));
  const render::Picture picture = target->read_back().value();
  renderer->reset();
  if (const char* folder = std::getenv("FH_KEEP_PICTURES"))
    REQUIRE(render::write_png(std::filesystem::path(folder) / fmt::format("cut_{}.png", kept++), picture));
  const std::vector<Solid> solids = solids_of(scene);
  const auto point_at = [&](double x, double y) {
    const double t = std::tan(0.5 * kFov);
    const Vec3 ray = eye.direction({t * (2.0 * x / side - 1.0), t * (1.0 - 2.0 * y / side), -1.0});
    return eye.position - plane.signed_distance(eye.position) / glm::dot(plane.normal, ray) * ray;
  };
  CutPicture result;
  for (std::uint32_t y = step / 2; y < side; y += step) {
    for (std::uint32_t x = step / 2; x < side; x += step) {
      const Vec3 at = point_at(x + 0.5, y + 0.5);
      const Solid* inside = solid_at(solids, at);
      bool clear = true;
      for (const auto& [i, j] : {std::pair{-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}})
        clear = clear && !solid_at(solids, point_at(x + 0.5 + i, y + 0.5 + j)) == !inside;
      if (!clear) continue;
      const std::uint8_t* pixel = picture.at(x, y);
      const bool capped = pixel[0] > 60 && pixel[2] < pixel[0] / 2;
      result.inside += inside ? 1 : 0;
      result.holes += inside && !capped ? 1 : 0;
      result.films += !inside && capped ? 1 : 0;
      if (result.first.empty() && !inside == capped)
        result.first = fmt::format("{} at {:.3f} {:.3f} {:.3f}", inside ? inside->name : "nothing", at.x, at.y, at.z);
    }
  }
  return result;
}

// --- ten models as they come

struct Shape {
  std::vector<Vec3> points;
  std::vector<std::array<std::size_t, 3>> faces;

  void add(const Shape& other) {
    const std::size_t first = points.size();
    points.insert(points.end(), other.points.begin(), other.points.end());
    for (const auto& f : other.faces) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  }
  Shape inverted() const {
    Shape out = *this;
    for (auto& f : out.faces) std::swap(f[1], f[2]);
    return out;
  }
};

/// Faces of the box in the order -x, +x, -y, +y, -z, +z, two triangles each, looking outwards.
Shape box(const Vec3& low, const Vec3& high) {
  Shape shape;
  for (unsigned i = 0; i < 8; ++i)
    shape.points.emplace_back(i & 4u ? high.x : low.x, i & 2u ? high.y : low.y, i & 1u ? high.z : low.z);
  shape.faces = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                 {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
  return shape;
}

Shape ball(const Vec3& middle, double radius) {
  constexpr std::size_t kRings = 12, kSegments = 24;
  Shape shape;
  for (std::size_t i = 0; i <= kRings; ++i) {
    for (std::size_t k = 0; k < kSegments; ++k) {
      const double down = math::kPi * double(i) / kRings, round = 2.0 * math::kPi * double(k) / kSegments;
      shape.points.push_back(
          middle + radius * Vec3(std::sin(down) * std::cos(round), std::cos(down), -std::sin(down) * std::sin(round)));
    }
  }
  for (std::size_t i = 0; i < kRings; ++i) {
    for (std::size_t k = 0; k < kSegments; ++k) {
      const std::size_t a = i * kSegments + k, b = i * kSegments + (k + 1) % kSegments;
      if (i > 0) shape.faces.push_back({a, a + kSegments, b});
      if (i + 1 < kRings) shape.faces.push_back({b, a + kSegments, b + kSegments});
    }
  }
  return shape;
}

/// Every group is a material of its own, so that the importer splits the thing.
std::string obj_of(const std::vector<Shape>& groups) {
  std::string text = "mtllib m.mtl\no thing\n";
  std::size_t used = 1;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Vec3& p : groups[g].points) text += fmt::format("v {:.6f} {:.6f} {:.6f}\n", p.x, p.y, p.z);
    text += fmt::format("usemtl m{}\n", g);
    for (const auto& f : groups[g].faces) text += fmt::format("f {} {} {}\n", f[0] + used, f[1] + used, f[2] + used);
    used += groups[g].points.size();
  }
  return text;
}

struct Model {
  const char* name;
  std::vector<Shape> groups;
  double cracked = 0.0;  // share of the cut that may be open: where triangles do not meet, single pixels are
};

std::vector<Model> models() {
  const Vec3 low(0.0), high(1.0, 0.8, 0.6);
  const Shape whole = box(low, high);
  const auto faces = [&](std::size_t first, std::size_t last) {
    Shape part = whole;
    part.faces = {whole.faces.begin() + std::ptrdiff_t(first), whole.faces.begin() + std::ptrdiff_t(last)};
    return part;
  };
  Shape no_bottom = whole, torn = ball({0.5, 0.5, 0.3}, 0.4), loose, stepped = faces(0, 6), hollow = whole, lumps;
  no_bottom.faces.erase(no_bottom.faces.begin() + 4, no_bottom.faces.begin() + 6);
  torn.faces.erase(torn.faces.begin() + 100, torn.faces.begin() + 104);
  for (const auto& f : whole.faces) {  // every triangle by itself, corners off by up to 20 micrometres
    for (const std::size_t i : f) {
      const double n = double(loose.points.size());
      loose.points.push_back(whole.points[i] + 2e-5 * Vec3(std::sin(n), std::sin(2.0 * n), std::sin(3.0 * n)));
    }
    loose.faces.push_back({loose.points.size() - 3, loose.points.size() - 2, loose.points.size() - 1});
  }
  // The upper face is divided where its neighbours are not.
  stepped.points.emplace_back(0.5, 0.8, 0.0);
  stepped.faces.insert(stepped.faces.end(), {{2, 3, 8}, {3, 7, 8}, {7, 6, 8}});
  stepped.add(faces(8, 12));
  hollow.add(box({0.1, 0.1, 0.1}, {0.9, 0.7, 0.5}).inverted());
  lumps.add(whole);
  lumps.add(box({0.5, 0.2, 0.2}, {1.6, 0.6, 0.4}));
  Shape sheet = box({0.0, 0.0, 0.0}, {1.0, 0.8, 0.012});
  sheet.add(box({0.0, 0.0, 0.0}, {0.012, 0.8, 0.6}));
  Shape inner = whole;
  inner.add(ball({0.5, 0.4, 0.3}, 0.2));
  return {{"a solid of four materials", {faces(0, 4), faces(4, 6), faces(6, 8), faces(8, 12)}},
          {"a box without a bottom", {no_bottom}},
          {"a solid whose faces look inwards", {whole.inverted()}},
          {"a solid within a solid", {inner}},
          {"a hollow solid", {hollow}},
          {"thin walls", {sheet}},
          {"a ball with a tear", {torn}},
          {"loose triangles that do not quite meet", {loose}, 5e-4},
          {"edges with a corner on one side only", {stepped}},
          {"two solids in one another", {lumps}}};
}

scene::Scene imported(const Model& model, const std::filesystem::path& folder) {
  REQUIRE(core::write_text(folder / "m.obj", obj_of(model.groups)));
  std::string materials;
  for (std::size_t g = 0; g < model.groups.size(); ++g) materials += fmt::format("newmtl m{}\nKd 0.5 0.5 0.{}\n", g, g);
  REQUIRE(core::write_text(folder / "m.mtl", materials));
  const auto summary = scene::import_model(folder / "m.obj", folder / "m.glb", {.unit = "m", .z_up = false});
  if (!summary && summary.error().message.find("libassimp5") != std::string::npos) SKIP(summary.error().message);
  REQUIRE(summary);
  scene::Scene scene;
  REQUIRE(scene::append_gltf(scene, folder / "m.glb", {}));
  return scene;
}

void check_place(GpuContext& context, const char* name) {
  const auto file = scene::find_scenario(name);
  REQUIRE(file);
  const auto scenario = scene::load_scenario(*file);
  REQUIRE(scenario);
  const math::Aabb box = scenario->scene.bounds();
  const Vec3 middle = box.centre();
  std::size_t inside = 0;
  for (const auto& [normal, at] :
       {std::pair{Vec3(0.0, 1.0, 0.0), Vec3(0.0, box.low.y + 0.4 * box.size().y + 0.0137, 0.0)},
        {Vec3(0.0, 0.0, 1.0), middle + Vec3(0.0, 0.0, 0.0137)}}) {
    const CutPicture cut = look_at_cut(context, scenario->scene, {normal, glm::dot(normal, at)}, 1000, 6);
    INFO(name << ": " << cut.inside << " points inside, " << cut.holes << " without a cap, " << cut.films
              << " caps where nothing is; " << cut.first);
    inside += cut.inside;
    CHECK(cut.holes == 0);
    CHECK(cut.films == 0);
  }
  CHECK((inside > 0 || std::string_view(name) == "empty"));
}

}  // namespace

TEST_CASE("section caps are closed on ten imported models of differing quality") {
  core::set_data_folder(FH_SOURCE_DIR);
  GpuContext context;
  const TemporaryFolder folder;
  for (const Model& model : models()) {
    const scene::Scene scene = imported(model, folder.path);
    for (const Vec3& normal : {Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, -1.0), glm::normalize(Vec3(0.3, 0.8, 0.2))}) {
      const Vec3 at = scene.bounds().centre() + Vec3(0.003, 0.0017, 0.0031);
      const CutPicture cut = look_at_cut(context, scene, {normal, glm::dot(normal, at)}, 600, 2);
      INFO(model.name << ": " << cut.inside << " points inside, " << cut.holes << " without a cap, " << cut.films
                      << " caps where nothing is; " << cut.first);
      CHECK(cut.inside > 5);
      CHECK(double(cut.holes) <= model.cracked * double(cut.inside));
      CHECK(cut.films == 0);
    }
  }
  context.check_clean();
}

TEST_CASE("a room that is seen from within is not filled, what stands in it is") {
  GpuContext context;
  const TemporaryFolder folder;
  Model model{"room", {box({-2.0, 0.0, -2.0}, {2.0, 2.5, 2.0}).inverted()}};
  scene::Scene scene = imported(model, folder.path);
  model.groups = {box({0.5, 0.0, 0.5}, {1.0, 1.5, 1.0})};
  const scene::Scene thing = imported(model, folder.path);
  REQUIRE(scene::append_gltf(scene, folder.path / "m.glb", {}));
  const CutPicture cut = look_at_cut(context, scene, {{0.0, 1.0, 0.0}, 1.0}, 600, 2);
  // The winding number of the room is -1 everywhere within: its air counts as holes, its thing does not.
  const CutPicture alone = look_at_cut(context, thing, {{0.0, 1.0, 0.0}, 1.0}, 600, 2);
  CHECK(alone.holes == 0);
  CHECK(cut.films == 0);
  CHECK(cut.holes > cut.inside / 2);
  CHECK(cut.holes < cut.inside);
  context.check_clean();
}

TEST_CASE("section caps are closed in the workshop and the office") {
  core::set_data_folder(FH_SOURCE_DIR);
  GpuContext context;
  for (const char* name : {"workshop", "office"}) check_place(context, name);
  context.check_clean();
}

TEST_CASE("section caps are closed on all bundled places", "[.all]") {
  core::set_data_folder(FH_SOURCE_DIR);
  GpuContext context;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(FH_SOURCE_DIR) / "assets/scenarios"))
    if (entry.path().extension() == ".json") check_place(context, entry.path().stem().c_str());
  context.check_clean();
}

}  // namespace fh::test
