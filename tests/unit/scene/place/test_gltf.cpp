// SPDX-License-Identifier: Apache-2.0
// glTF: what is written is read back, and what is broken is named.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <filesystem>

#include "core/files.h"
#include "core/json.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario.h"
#include "temporary_folder.h"

namespace fh::scene {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using core::Json;

/// One triangle, 1 m wide, as a .gltf with its buffer in the text.
Json small_gltf() {
  Json root;
  root["asset"]["version"] = "2.0";
  // (0,0,0) (1,0,0) (0,1,0) as floats, then indices 0 1 2 as 16 bits.
  root["buffers"] = Json::array(
      {{{"byteLength", 42},
        {"uri", "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA"}}});
  root["bufferViews"] = Json::array(
      {{{"buffer", 0}, {"byteOffset", 0}, {"byteLength", 36}}, {{"buffer", 0}, {"byteOffset", 36}, {"byteLength", 6}}});
  root["accessors"] = Json::array({{{"bufferView", 0}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}},
                                   {{"bufferView", 1}, {"componentType", 5123}, {"count", 3}, {"type", "SCALAR"}}});
  root["meshes"] = Json::array({{{"primitives", Json::array({{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}})}}});
  root["nodes"] = Json::array({{{"name", "plate"}, {"mesh", 0}}});
  root["scenes"] = Json::array({{{"nodes", {0}}}});
  return root;
}

core::Result<GltfSummary> read(Scene& scene, const Json& root, const GltfOptions& options = {}) {
  const std::string text = root.dump();
  return append_gltf(scene, std::as_bytes(std::span(text.data(), text.size())), "small.gltf", fs::path(FH_BUILD_DIR),
                     options);
}

std::string refusal(const Json& root) {
  Scene scene;
  const auto result = read(scene, root);
  REQUIRE_FALSE(result);
  CHECK(scene.objects.empty());
  CHECK(scene.meshes.empty());
  CHECK_THAT(result.error().message, ContainsSubstring("small.gltf"));
  return result.error().message;
}

}  // namespace

TEST_CASE("a small glTF becomes an object with flat normals") {
  Scene scene;
  const auto summary = read(scene, small_gltf());
  if (!summary) FAIL(summary.error().message);
  CHECK(summary->objects == 1);
  CHECK(summary->triangles == 1);
  REQUIRE(scene.objects.size() == 1);
  CHECK(scene.objects[0].name == "plate");
  CHECK(scene.objects[0].collision[0].kind == ShapeKind::TriangleMesh);
  const auto& mesh = scene.meshes[scene.objects[0].parts[0].mesh].geometry;
  CHECK(mesh.normals[0].z == 1.0f);
  CHECK(summary->warnings.empty());
}

TEST_CASE("node transforms, mirrored and sheared ones included, put vertices where glTF says") {
  Json root = small_gltf();
  SECTION("scale and translation") {
    root["nodes"][0].update({{"translation", {1, 2, 3}}, {"scale", {2, 3, 4}}});
  }
  SECTION("a mirroring scale") {
    root["nodes"][0]["scale"] = {-1, 1, 1};
  }
  SECTION("a shear") {
    root["nodes"][0]["matrix"] = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1};
  }
  SECTION("a child turned under a stretched parent") {
    root["nodes"] = Json::array(
        {{{"scale", {3, 1, 1}}, {"children", {1}}}, {{"mesh", 0}, {"rotation", {0, 0, 0.38268343236, 0.92387953251}}}});
  }
  Scene scene;
  const auto summary = read(scene, root);
  if (!summary) FAIL(summary.error().message);
  glm::dmat4 world(1.0);
  for (const auto& node : root["nodes"]) {
    glm::dmat4 local(1.0);
    if (node.contains("matrix")) {
      for (int i = 0; i < 16; ++i) local[i / 4][i % 4] = node["matrix"][i].get<double>();
    } else {
      const auto at = [&](const char* key, int i, double other) {
        return node.contains(key) ? node[key][i].get<double>() : other;
      };
      const math::Mat3 r =
          math::to_matrix({at("rotation", 3, 1), at("rotation", 0, 0), at("rotation", 1, 0), at("rotation", 2, 0)});
      for (int c = 0; c < 3; ++c) local[c] = glm::dvec4(r[c] * at("scale", c, 1.0), 0.0);
      local[3] = {at("translation", 0, 0), at("translation", 1, 0), at("translation", 2, 0), 1.0};
    }
    world = world * local;
  }
  const Object& object = scene.objects[0];
  const Part& part = object.parts[0];
  const auto& mesh = scene.meshes[part.mesh].geometry;
  const math::Vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  math::Vec3 normal(0.0);
  std::array<math::Vec3, 3> placed;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t v = mesh.indices[i];
    placed[i] = (object.world_from_object * part.object_from_mesh).point(part.scale * math::Vec3(mesh.positions[v]));
    normal = object.world_from_object.direction(part.object_from_mesh.direction(math::Vec3(mesh.normals[v])));
    double nearest = 1e9;
    for (const auto& corner : corners) {
      nearest = std::min(nearest, glm::length(math::Vec3(world * glm::dvec4(corner, 1.0)) - placed[i]));
    }
    CHECK(nearest < 1e-5);
  }
  // The winding agrees with the normal, also after mirroring.
  CHECK(glm::dot(glm::cross(placed[1] - placed[0], placed[2] - placed[0]), normal) > 0.0);
}

TEST_CASE("extras give nodes their meaning") {
  Json root = small_gltf();
  root["nodes"] = Json::array({{{"name", "cup"},
                                {"children", {1}},
                                {"extras",
                                 {{"label", "A cup"},
                                  {"classes", {"cup", "vessel"}},
                                  {"mass", 0.3},
                                  {"movable", true},
                                  {"blender_property", 7},
                                  {"grasps", Json::array({{{"name", "rim"}, {"at", {0, 0.1, 0}}}})}}}},
                               {{"name", "geometry"}, {"mesh", 0}}});
  Scene scene;
  const auto summary = read(scene, root);
  if (!summary) FAIL(summary.error().message);
  REQUIRE(scene.objects.size() == 1);  // the mesh below belongs to the cup
  const Object& cup = scene.objects[0];
  CHECK(cup.name == "cup");
  CHECK(cup.is_a("vessel"));
  CHECK(cup.movable);
  CHECK(cup.mass == 0.3);
  CHECK(cup.parts.size() == 1);
  CHECK(cup.collision[0].kind == ShapeKind::ConvexHull);
  CHECK(cup.grasps[0].object_from_hand.position.y == 0.1);

  root["nodes"][0]["extras"]["mass"] = -1;
  root["nodes"][0]["extras"]["classes"] = 5;
  const std::string message = refusal(root);
  CHECK_THAT(message, ContainsSubstring("/nodes/0/extras/mass"));
  CHECK_THAT(message, ContainsSubstring("/nodes/0/extras/classes"));
}

TEST_CASE("the whole workshop survives .glb") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto workshop = load_scenario(*find_scenario("workshop"));
  REQUIRE(workshop);
  const Scene& before = workshop->scene;
  const test::TemporaryFolder folder;
  const fs::path file = folder.path / "workshop.glb";
  REQUIRE(save_glb(before, file));
  Scene after;
  const auto summary = append_gltf(after, file, {});
  if (!summary) FAIL(summary.error().message);
  CHECK(after.triangle_count() == before.triangle_count());
  REQUIRE(after.objects.size() == before.objects.size());
  CHECK(after.textures.size() == before.textures.size());
  for (const auto& old : before.objects) {
    const Object* now = after.find(std::string_view(old.name));
    INFO(old.name);
    REQUIRE(now);
    CHECK(now->label == old.label);
    CHECK(now->classes == old.classes);
    CHECK(now->mass == old.mass);
    CHECK(now->movable == old.movable);
    CHECK(now->openable == old.openable);
    CHECK(now->locked == old.locked);
    CHECK(now->joint.kind == old.joint.kind);
    CHECK(std::abs(now->joint.maximum - old.joint.maximum) < 1e-9);
    CHECK(now->sites.size() == old.sites.size());
    CHECK(now->grasps.size() == old.grasps.size());
    CHECK(glm::length(now->world_from_object.position - old.world_from_object.position) < 1e-6);
    CHECK(math::angle_between(now->world_from_object.rotation, old.world_from_object.rotation) < 1e-6);
    const Object *parent_old = before.find(old.parent), *parent_now = after.find(now->parent);
    if (old.joint.kind != JointKind::None)
      CHECK((parent_old ? parent_old->name : "") == (parent_now ? parent_now->name : ""));
  }
  const auto has = [](const Scene& scene, bool Material::*flag) {
    int count = 0;
    for (const auto& m : scene.materials) count += m.*flag;
    return count;
  };
  CHECK(has(after, &Material::glass) == has(before, &Material::glass));
  CHECK(has(after, &Material::mirror) == has(before, &Material::mirror));
}

/// Base64 of numbers as they lie in memory, for a buffer in the text.
template <class T>
std::string data_uri(const std::vector<T>& values) {
  static constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto bytes = std::as_bytes(std::span(values));
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (i + k < bytes.size() ? unsigned(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kLetters[word >> (18 - 6 * k) & 63];
  }
  return "data:application/octet-stream;base64," + text;
}

TEST_CASE("sparse accessors change what they stand on, or zeros") {
  Json root = small_gltf();
  // Vertex 2 goes to (5, 6, 7): an index of 16 bits, padding, three floats.
  root["buffers"].push_back({{"byteLength", 16},
                             {"uri", data_uri(std::vector<std::uint32_t>{2u, std::bit_cast<std::uint32_t>(5.0f),
                                                                         std::bit_cast<std::uint32_t>(6.0f),
                                                                         std::bit_cast<std::uint32_t>(7.0f)})}});
  root["bufferViews"].push_back({{"buffer", 1}, {"byteOffset", 0}, {"byteLength", 4}});
  root["bufferViews"].push_back({{"buffer", 1}, {"byteOffset", 4}, {"byteLength", 12}});
  root["accessors"][0]["sparse"] = {
      {"count", 1}, {"indices", {{"bufferView", 2}, {"componentType", 5123}}}, {"values", {{"bufferView", 3}}}};
  const bool on_zeros = GENERATE(false, true);
  if (on_zeros) root["accessors"][0].erase("bufferView");
  Scene scene;
  const auto summary = read(scene, root);
  if (!summary) FAIL(summary.error().message);
  const auto& mesh = scene.meshes[scene.objects[0].parts[0].mesh].geometry;
  CHECK(mesh.positions[2] == math::Vec3f(5, 6, 7));
  CHECK(mesh.positions[1] == math::Vec3f(on_zeros ? 0 : 1, 0, 0));
  root["accessors"][0]["sparse"]["indices"]["componentType"] = 5126;
  CHECK_THAT(refusal(root), ContainsSubstring("/accessors/0/sparse/indices"));
  root["accessors"][0]["sparse"]["indices"]["componentType"] = 5123;
  root["accessors"][0]["sparse"]["count"] = 4;
  CHECK_THAT(refusal(root), ContainsSubstring("/accessors/0/sparse/count"));
}

TEST_CASE("quantised vertices, strips and fans are read") {
  Json root = small_gltf();
  root["extensionsRequired"] = {"KHR_mesh_quantization"};
  // Four corners of a square as normalised 16 bit numbers, with the fourth short as padding.
  root["buffers"].push_back(
      {{"byteLength", 32},
       {"uri", data_uri(std::vector<std::int16_t>{0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0, 32767, 32767, 0, 0})}});
  root["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 32}, {"byteStride", 8}});
  root["accessors"].push_back(
      {{"bufferView", 2}, {"componentType", 5122}, {"normalized", true}, {"count", 4}, {"type", "VEC3"}});
  Json& primitive = root["meshes"][0]["primitives"][0];
  primitive["attributes"]["POSITION"] = 2;
  primitive.erase("indices");
  const bool fan = GENERATE(false, true);
  primitive["mode"] = fan ? 6 : 5;
  Scene scene;
  const auto summary = read(scene, root);
  if (!summary) FAIL(summary.error().message);
  CHECK(summary->triangles == 2);
  CHECK(glm::length(summary->bounds.size() - math::Vec3(1, 1, 0)) < 1e-6);
  const auto& mesh = scene.meshes[scene.objects[0].parts[0].mesh].geometry;
  CHECK(mesh.triangle(0).normal().z > 0.0);
  CHECK((mesh.triangle(1).normal().z > 0.0) == !fan);  // the corners lie so that only a strip is wound alike
}

TEST_CASE("texture coordinates are moved as the material says") {
  Json root = small_gltf();
  root["extensionsRequired"] = {"KHR_texture_transform"};
  root["buffers"].push_back({{"byteLength", 24}, {"uri", data_uri(std::vector<float>{0, 0, 1, 0, 0, 1})}});
  root["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 24}});
  root["accessors"].push_back({{"bufferView", 2}, {"componentType", 5126}, {"count", 3}, {"type", "VEC2"}});
  root["images"] = Json::array({{{"uri", "not_there.png"}}});
  root["textures"] = Json::array({{{"source", 0}}});
  const double quarter = 0.5 * math::kPi;
  const Json move = {{"offset", {0.25, 0.5}}, {"rotation", quarter}, {"scale", {2.0, 4.0}}, {"texCoord", 1}};
  const Json use = {{"index", 0}, {"extensions", {{"KHR_texture_transform", move}}}};
  root["materials"] = Json::array({{{"pbrMetallicRoughness", {{"baseColorTexture", use}}}}});
  root["meshes"][0]["primitives"][0].update({{"material", 0}});
  root["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = 2;
  Scene scene;
  const auto summary = read(scene, root);
  if (!summary) FAIL(summary.error().message);
  const auto& mesh = scene.meshes[scene.objects[0].parts[0].mesh].geometry;
  REQUIRE(mesh.uvs.size() == 3);
  CHECK(glm::length(mesh.uvs[0] - math::Vec2f(0.25f, 0.5f)) < 1e-6f);
  CHECK(glm::length(mesh.uvs[1] - math::Vec2f(0.25f, -1.5f)) < 1e-6f);  // u, twice as long, turned to -v
  CHECK(glm::length(mesh.uvs[2] - math::Vec2f(4.25f, 0.5f)) < 1e-6f);
  // The picture itself is missing: named, and the model is shown without it.
  REQUIRE(summary->warnings.size() == 1);
  CHECK_THAT(summary->warnings[0], ContainsSubstring("not_there.png"));
}

TEST_CASE("extensions of looks are done without, with a word") {
  Json root = small_gltf();
  root["extensionsRequired"] = {"KHR_materials_clearcoat", "KHR_materials_pbrSpecularGlossiness"};
  root["materials"] = Json::array({{{"extensions",
                                     {{"KHR_materials_pbrSpecularGlossiness",
                                       {{"diffuseFactor", {0.5, 0.25, 0.125, 1.0}}, {"glossinessFactor", 0.25}}}}}}});
  root["meshes"][0]["primitives"][0]["material"] = 0;
  Scene scene;
  const auto summary = read(scene, root);
  if (!summary) FAIL(summary.error().message);
  REQUIRE(summary->warnings.size() == 1);
  CHECK_THAT(summary->warnings[0], ContainsSubstring("KHR_materials_clearcoat"));
  const Material& material = scene.materials[scene.meshes[0].material];
  CHECK(material.base_colour.g == 0.25f);
  CHECK(material.roughness == 0.75f);
  CHECK(material.metallic == 0.0f);
}

TEST_CASE("broken glTF is refused with file and place") {
  Json root = small_gltf();
  SECTION("an index beyond the list") {
    root["nodes"][0]["mesh"] = 7;
    CHECK_THAT(refusal(root), ContainsSubstring("/nodes/0/mesh"));
  }
  SECTION("a view beyond its buffer") {
    root["bufferViews"][1]["byteLength"] = 60;
    CHECK_THAT(refusal(root), ContainsSubstring("/bufferViews/1"));
  }
  SECTION("an accessor beyond its view") {
    root["accessors"][0]["count"] = 4;
    CHECK_THAT(refusal(root), ContainsSubstring("/accessors/0"));
  }
  SECTION("an offset that would overflow") {
    root["accessors"][0]["byteOffset"] = 18446744073709551612ull;
    CHECK_THAT(refusal(root), ContainsSubstring("/accessors/0/byteOffset"));
  }
  SECTION("a vertex index beyond the vertices") {
    root["buffers"][0]["uri"] =
        "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAkA";
    CHECK_THAT(refusal(root), ContainsSubstring("/meshes/0/primitives/0/indices"));
  }
  SECTION("a node that is its own ancestor") {
    root["nodes"] = Json::array({{{"children", {1}}}, {{"children", {0}}}});
    CHECK_THAT(refusal(root), ContainsSubstring("own ancestor"));
  }
  SECTION("a file outside the folder") {
    root["buffers"][0]["uri"] = "../../../../../../../etc/passwd";
    CHECK_THAT(refusal(root), ContainsSubstring("/buffers/0/uri"));
  }
  SECTION("an encoded way out of the folder") {
    root["buffers"][0]["uri"] = "%2e%2e/secret.bin";
    CHECK_THAT(refusal(root), ContainsSubstring("leads out"));
  }
  SECTION("the network") {
    root["buffers"][0]["uri"] = "https://example.org/a.bin";
    CHECK_THAT(refusal(root), ContainsSubstring("network"));
  }
  SECTION("an unknown extension that is required") {
    root["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    CHECK_THAT(refusal(root), ContainsSubstring("KHR_draco_mesh_compression"));
  }
  SECTION("several problems at once") {
    root["accessors"][0]["type"] = "VEC9";
    root["bufferViews"][0]["buffer"] = 3;
    root["materials"] = Json::array({{{"pbrMetallicRoughness", {{"metallicFactor", 7}}}}});
    const std::string message = refusal(root);
    CHECK_THAT(message, ContainsSubstring("/accessors/0/type"));
    CHECK_THAT(message, ContainsSubstring("/bufferViews/0/buffer"));
    CHECK_THAT(message, ContainsSubstring("/materials/0/pbrMetallicRoughness/metallicFactor"));
  }
}

TEST_CASE("odd extents name the likely unit and the option") {
  const auto warning = [](double width) { return unit_warning({math::Vec3(0.0), math::Vec3(width, 1e-4, 1e-4)}, 1.0); };
  CHECK(warning(12.0).empty());
  CHECK_THAT(warning(4200.0),
             ContainsSubstring("millimetres") && ContainsSubstring("--unit mm") && ContainsSubstring("4200 m"));
  CHECK_THAT(warning(0.004),
             ContainsSubstring("kilometres") && ContainsSubstring("--unit km") && ContainsSubstring("4 mm"));
  Json root = small_gltf();
  root["nodes"][0]["scale"] = {4200, 4200, 4200};
  Scene scene;
  auto summary = read(scene, root);
  REQUIRE(summary);
  REQUIRE(summary->warnings.size() == 1);
  CHECK_THAT(summary->warnings[0], ContainsSubstring("\"unit\": \"mm\""));
  summary = read(scene, root, {.metres_per_unit = metres_per("mm"), .world_from_model = {}, .prefix = "mm"});
  REQUIRE(summary);
  CHECK(summary->warnings.empty());
  CHECK(std::abs(summary->bounds.size().x - 4.2) < 1e-6);
}

}  // namespace fh::scene
