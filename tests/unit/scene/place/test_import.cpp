// SPDX-License-Identifier: Apache-2.0
// Models of other programs become .glb with a summary.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <filesystem>

#include "core/files.h"
#include "scene/import/import.h"
#include "scene/place/gltf.h"
#include "temporary_folder.h"

namespace fh::scene {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

const char* const kCubeObj = R"(o crate
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
v 0 0 3
v 2 0 3
v 2 1 3
v 0 1 3
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
f 4 1 5 8
)";

using Folder = test::TemporaryFolder;

/// Skips the test on machines without Assimp.
core::Result<ImportSummary> import_or_skip(const fs::path& file, const fs::path& output,
                                           const ImportSettings& options) {
  auto summary = import_model(file, output, options);
  if (!summary && summary.error().message.find("libassimp5") != std::string::npos) SKIP(summary.error().message);
  return summary;
}

}  // namespace

TEST_CASE("an OBJ in millimetres becomes a .glb in metres") {
  const Folder folder;
  REQUIRE(core::write_text(folder.path / "cube.obj", kCubeObj));
  const auto summary = import_or_skip(folder.path / "cube.obj", folder.path / "cube.glb", {.unit = "m", .z_up = false});
  if (!summary) FAIL(summary.error().message);
  CHECK(summary->objects == 1);
  CHECK(summary->triangles == 12);
  CHECK(glm::length(summary->bounds.size() - math::Vec3(2, 1, 3)) < 1e-5);
  CHECK_THAT(summary->text(), ContainsSubstring("12 triangles"));
  Scene scene;
  const auto read = append_gltf(scene, folder.path / "cube.glb", {});
  if (!read) FAIL(read.error().message);
  CHECK(read->triangles == 12);
  CHECK(glm::length(read->bounds.size() - math::Vec3(2, 1, 3)) < 1e-5);

  SECTION("small units are noticed") {
    const auto tiny = import_model(folder.path / "cube.obj", folder.path / "tiny.glb", {.unit = "mm", .z_up = false});
    REQUIRE(tiny);
    REQUIRE_FALSE(tiny->problems.empty());
    CHECK_THAT(tiny->problems[0], ContainsSubstring("3 mm"));
  }
  SECTION("Z up is turned") {
    const auto turned = import_model(folder.path / "cube.obj", folder.path / "turned.glb", {.unit = "m", .z_up = true});
    REQUIRE(turned);
    CHECK(glm::length(turned->bounds.size() - math::Vec3(2, 3, 1)) < 1e-5);
  }
}

TEST_CASE("an OBJ keeps its creases and its own normals") {
  const Folder folder;
  const auto imported = [&](const std::string& text) {
    REQUIRE(core::write_text(folder.path / "c.obj", text));
    const auto summary = import_or_skip(folder.path / "c.obj", folder.path / "c.glb", {.unit = "m", .z_up = false});
    if (!summary) FAIL(summary.error().message);
    Scene scene;
    REQUIRE(append_gltf(scene, folder.path / "c.glb", {}));
    return scene.meshes.at(0).geometry;
  };
  SECTION("edges of a box stay sharp: every corner has the normal of its face") {
    const math::TriMesh box = imported(kCubeObj);
    for (std::size_t t = 0; t < box.triangle_count(); ++t) {
      const math::Vec3 flat = glm::normalize(box.triangle(t).normal());
      for (std::size_t c = 0; c < 3; ++c)
        CHECK(glm::distance(math::Vec3(box.normals[box.indices[3 * t + c]]), flat) < 1e-5);
    }
  }
  SECTION("edges of 10 degrees are rounded: normals of a round column point away from its axis") {
    constexpr int kSides = 36;
    std::string text = "o column\n", faces;
    for (int i = 0; i < kSides; ++i) {
      const double angle = 2.0 * 3.14159265358979 * i / kSides;
      for (const double y : {0.0, 1.0})
        text += "v " + std::to_string(std::cos(angle)) + " " + std::to_string(y) + " " +
                std::to_string(std::sin(angle)) + "\n";
      const int a = 2 * i + 1, b = 2 * ((i + 1) % kSides) + 1;
      faces += "f " + std::to_string(a) + " " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " +
               std::to_string(b) + "\n";
    }
    const math::TriMesh column = imported(text + faces);
    REQUIRE(column.positions.size() == 2 * kSides);
    for (std::size_t i = 0; i < column.positions.size(); ++i) {
      const math::Vec3 outward(column.positions[i].x, 0.0, column.positions[i].z);
      CHECK(glm::distance(math::Vec3(column.normals[i]), outward) < 1e-3);
    }
  }
  SECTION("normals that the file gives are not made anew") {
    const math::TriMesh bent =
        imported("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0.6 0.8\nvn 0.6 0 0.8\nvn 0 0 1\nf 1//1 2//2 3//3\n");
    REQUIRE(bent.normals.size() == 3);
    const math::Vec3 middle = bent.bounds().centre();
    for (std::size_t i = 0; i < 3; ++i) {
      const math::Vec3 given = bent.positions[i].x > middle.x   ? math::Vec3(0.6, 0.0, 0.8)
                               : bent.positions[i].y > middle.y ? math::Vec3(0.0, 0.0, 1.0)
                                                                : math::Vec3(0.0, 0.6, 0.8);
      CHECK(glm::distance(math::Vec3(bent.normals[i]), given) < 1e-4);
    }
  }
}

TEST_CASE("an OBJ keeps pale and saturated colours: what a screen shows becomes linear") {
  const Folder folder;
  REQUIRE(core::write_text(folder.path / "c.mtl", "newmtl pale\nKd 0.8 0.5 0.02\n"));
  REQUIRE(core::write_text(folder.path / "c.obj", std::string("mtllib c.mtl\nusemtl pale\n") + kCubeObj));
  const auto summary = import_or_skip(folder.path / "c.obj", folder.path / "c.glb", {.unit = "m", .z_up = false});
  if (!summary) FAIL(summary.error().message);
  Scene scene;
  const auto read = append_gltf(scene, folder.path / "c.glb", {});
  if (!read) FAIL(read.error().message);
  REQUIRE(scene.meshes.size() == 1);
  const auto& colour = scene.materials[scene.meshes[0].material].base_colour;
  // IEC 61966-2-1, by hand: ((c + 0.055) / 1.055) ^ 2.4, c / 12.92 for the darkest.
  CHECK(std::abs(colour.r - 0.603827f) < 2e-3f);
  CHECK(std::abs(colour.g - 0.214041f) < 2e-3f);
  CHECK(std::abs(colour.b - 0.001548f) < 2e-3f);
}

TEST_CASE("STL, PLY and a mirrored OBJ keep their outside outside") {
  const Folder folder;
  REQUIRE(core::write_text(folder.path / "t.stl",
                           "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                           "vertex 0 1 0\nendloop\nendfacet\nendsolid t\n"));
  REQUIRE(core::write_text(
      folder.path / "t.ply",
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
      "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"));
  for (const char* name : {"t.stl", "t.ply"}) {
    INFO(name);
    const auto summary = import_or_skip(folder.path / name, folder.path / "t.glb", {});
    if (!summary) FAIL(summary.error().message);
    CHECK(summary->triangles == 1);
    Scene scene;
    REQUIRE(append_gltf(scene, folder.path / "t.glb", {}));
    CHECK(scene.meshes[0].geometry.triangle(0).normal().z > 0.0);
    CHECK(scene.meshes[0].geometry.normals[0].z > 0.9f);
  }
}

TEST_CASE("what cannot be imported is said") {
  const Folder folder;
  const auto missing = import_model(folder.path / "absent.obj", folder.path / "x.glb", {});
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error().message, ContainsSubstring("absent.obj") && ContainsSubstring("no such file"));
  const auto kind = import_model(folder.path / "model.step", folder.path / "x.glb", {});
  REQUIRE_FALSE(kind);
  CHECK_THAT(kind.error().message, ContainsSubstring(".obj") && ContainsSubstring(".ifc"));
  const auto unit = import_model(folder.path / "a.obj", folder.path / "x.glb", {.unit = "cubit", .z_up = false});
  REQUIRE_FALSE(unit);
  CHECK_THAT(unit.error().message, ContainsSubstring("cubit") && ContainsSubstring("mm"));
  REQUIRE(core::write_text(folder.path / "junk.stl", "this is no model"));
  const auto junk = import_or_skip(folder.path / "junk.stl", folder.path / "x.glb", {});
  REQUIRE_FALSE(junk);
  CHECK_THAT(junk.error().message, ContainsSubstring("junk.stl"));
}

TEST_CASE("a PLY that promises more than it holds is refused before it is read") {
  const Folder folder;
  const auto read = [&](const std::string& text) {
    REQUIRE(core::write_text(folder.path / "a.ply", text));
    const auto summary = import_or_skip(folder.path / "a.ply", folder.path / "x.glb", {});
    return summary ? std::string("read") : summary.error().message;
  };
  const std::string points = "property float x\nproperty float y\nproperty float z\n";
  const std::string list = "property list uchar int vertex_indices\nend_header\n";
  const std::string content = "0 0 0\n0 0 4\n4 0 4\n3 0 1 2";  // without the last line's end
  const auto text = [&](const std::string& vertices, const std::string& faces) {
    return "ply\nformat ascii 1.0\nelement vertex " + vertices + "\n" + points + "element face " + faces + "\n" + list +
           content;
  };
  CHECK(read(text("3", "1")) == "read");
  CHECK_THAT(read(text("4000000000", "1")), ContainsSubstring("announces 4000000000 elements \"vertex\""));
  CHECK_THAT(read(text("3", "99999999999999999999999")), ContainsSubstring("elements \"face\""));
  CHECK_THAT(read("ply\nformat ascii 1.0\ncomment cut here\n"), ContainsSubstring("header has no end"));
  // 3 points of 12 bytes and a face of a byte and three numbers of 4: one byte less is too little.
  const std::string header =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\n" + points + "element face 1\n" + list;
  const std::string floats("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x40\0\0\x80\x40\0\0\0\0\0\0\x80\x40", 36);
  CHECK(read(header + floats + std::string("\3\0\0\0\0\1\0\0\0\2\0\0\0", 13)) == "read");
  CHECK_THAT(read(header + floats.substr(0, 34)), ContainsSubstring("announces 3 elements \"vertex\""));
}

TEST_CASE("a face that names a vertex that is not there is refused") {
  const Folder folder;
  const auto read = [&](const char* last) {
    REQUIRE(core::write_text(folder.path / "a.ply",
                             std::string("ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                                         "property float z\nelement face 2\nproperty list uchar int vertex_indices\n"
                                         "end_header\n0 0 0\n0 0 4\n4 0 4\n4 0 0\n3 0 1 2\n3 0 2 ") +
                                 last + "\n"));
    const auto summary = import_or_skip(folder.path / "a.ply", folder.path / "x.glb", {});
    return summary ? std::string("read") : summary.error().message;
  };
  CHECK(read("3") == "read");
  CHECK_THAT(read("4"), ContainsSubstring("face 1 names vertex 4, and there are 4"));
  CHECK_THAT(read("-1"), ContainsSubstring("face 1 names vertex 4294967295"));
}

TEST_CASE("a folder with the name of a material file is no material file") {
  const Folder folder;
  fs::create_directory(folder.path / "colours");
  REQUIRE(core::write_text(folder.path / "cube.obj", std::string("mtllib colours\n") + kCubeObj));
  const auto summary = import_or_skip(folder.path / "cube.obj", folder.path / "cube.glb", {});
  if (!summary) FAIL(summary.error().message);
  CHECK_THAT(summary->text(), ContainsSubstring("colours is missing"));
}

namespace {

// One box of 4 m by 3 m by 2.5 m, in millimetres with Z up, as IFC files are.
const char* const kBoxIfc = R"(ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('box.ifc','2020-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC2X3'));
ENDSEC;
DATA;
#1=IFCPERSON($,$,'a',$,$,$,$,$);
#2=IFCORGANIZATION($,'b',$,$,$);
#3=IFCPERSONANDORGANIZATION(#1,#2,$);
#4=IFCAPPLICATION(#2,'1','c','c');
#5=IFCOWNERHISTORY(#3,#4,$,.ADDED.,$,$,$,0);
#6=IFCCARTESIANPOINT((0.,0.,0.));
#7=IFCDIRECTION((0.,0.,1.));
#8=IFCDIRECTION((1.,0.,0.));
#9=IFCAXIS2PLACEMENT3D(#6,#7,#8);
#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#9,$);
#11=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#12=IFCUNITASSIGNMENT((#11));
#13=IFCPROJECT('0YvctVUKr0kugbFTf53O9L',#5,'p',$,$,$,$,(#10),#12);
#14=IFCLOCALPLACEMENT($,#9);
#15=IFCBUILDING('0YvctVUKr0kugbFTf53O9M',#5,'b',$,$,#14,$,$,.ELEMENT.,$,$,$);
#16=IFCRELAGGREGATES('0YvctVUKr0kugbFTf53O9N',#5,$,$,#13,(#15));
#17=IFCCARTESIANPOINT((0.,0.));
#18=IFCAXIS2PLACEMENT2D(#17,$);
#19=IFCRECTANGLEPROFILEDEF(.AREA.,$,#18,4000.,3000.);
#20=IFCEXTRUDEDAREASOLID(#19,#9,#7,2500.);
#21=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#20));
#22=IFCPRODUCTDEFINITIONSHAPE($,$,(#21));
#23=IFCBUILDINGELEMENTPROXY('0YvctVUKr0kugbFTf53O9P',#5,'box',$,$,#14,#22,$,$);
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE('0YvctVUKr0kugbFTf53O9Q',#5,$,$,(#23),#15);
ENDSEC;
END-ISO-10303-21;
)";

}  // namespace

TEST_CASE("IFC brings its own unit and up: --unit and --z-up are not applied again") {
  const Folder folder;
  REQUIRE(core::write_text(folder.path / "box.ifc", kBoxIfc));
  for (const ImportSettings& options : {ImportSettings{}, ImportSettings{.unit = "mm", .z_up = true}}) {
    const auto summary = import_or_skip(folder.path / "box.ifc", folder.path / "box.glb", options);
    if (!summary) FAIL(summary.error().message);
    const math::Vec3 size = summary->bounds.size();
    CAPTURE(size.x, size.y, size.z);
    CHECK(glm::length(size - math::Vec3(4, 2.5, 3)) < 1e-3);
    CHECK(summary->problems.size() == (options.z_up ? 1u : 0u));
  }
}

}  // namespace fh::scene
