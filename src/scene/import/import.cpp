// SPDX-License-Identifier: Apache-2.0
#include "scene/import/import.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/json.h"
#include "scene/import/import_files.h"
#include "scene/import/import_pictures.h"
#include "scene/import/ply_header.h"
#include "scene/import/raw_check.h"
#include "scene/place/gltf.h"
#include "scene/place/texture_kit.h"

namespace fh::scene {
namespace fs = std::filesystem;
using math::Vec3;
using math::Vec3f;

namespace {

constexpr std::size_t kMostImportedTriangles = 20'000'000;
constexpr std::uintmax_t kLargestImport = 1ull << 30;
constexpr ai_real kCrease = 35.0;  // degrees between faces: sharper edges stay edges

/// Assimp's C interface, found at run time. The library's classes are laid out per version, so it must be the one our
/// headers describe.
class Assimp {
 public:
  static core::Result<Assimp> load() {
    Assimp assimp;
    assimp.library_.reset(::dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL));
    if (!assimp.library_) {
      return core::fail("importing needs the Assimp library ({}): install the package libassimp5", ::dlerror());
    }
    const auto major = assimp.find<unsigned()>("aiGetVersionMajor"),
               minor = assimp.find<unsigned()>("aiGetVersionMinor");
    assimp.import_with_ = assimp.find<ImportWith>("aiImportFileExWithProperties");
    assimp.make_settings_ = assimp.find<aiPropertyStore*()>("aiCreatePropertyStore");
    assimp.end_settings_ = assimp.find<void(aiPropertyStore*)>("aiReleasePropertyStore");
    assimp.set_ = assimp.find<void(aiPropertyStore*, const char*, ai_real)>("aiSetImportPropertyFloat");
    assimp.process = assimp.find<const aiScene*(const aiScene*, unsigned)>("aiApplyPostProcessing");
    assimp.release = assimp.find<void(const aiScene*)>("aiReleaseImport");
    assimp.error = assimp.find<const char*()>("aiGetErrorString");
    if (!major || !minor || !assimp.import_with_ || !assimp.make_settings_ || !assimp.end_settings_ || !assimp.set_ ||
        !assimp.process || !assimp.release || !assimp.error) {
      return core::fail("importing needs Assimp 5, and the library found is something else");
    }
    if (major() != 5 || minor() < 2)
      return core::fail("importing needs Assimp 5.2 or newer 5.x, found {}.{}", major(), minor());
    return assimp;
  }

  /// Where a file has no normals, edges up to kCrease are rounded.
  const aiScene* import_file(const char* file, aiFileIO* io) const {
    aiPropertyStore* settings = make_settings_();
    set_(settings, AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, kCrease);
    const aiScene* scene = import_with_(file, 0, io, settings);
    end_settings_(settings);
    return scene;
  }
  const aiScene* (*process)(const aiScene*, unsigned) = nullptr;  // null: failed, and the scene is released
  void (*release)(const aiScene*) = nullptr;
  const char* (*error)() = nullptr;

 private:
  using ImportWith = const aiScene*(const char*, unsigned, aiFileIO*, const aiPropertyStore*);
  ImportWith* import_with_ = nullptr;
  aiPropertyStore* (*make_settings_)() = nullptr;
  void (*end_settings_)(aiPropertyStore*) = nullptr;
  void (*set_)(aiPropertyStore*, const char*, ai_real) = nullptr;
  struct Close {
    void operator()(void* library) const { ::dlclose(library); }
  };
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(::dlsym(library_.get(), name));
  }
  std::unique_ptr<void, Close> library_;
};

std::string text_of(const aiString& text) {
  return {text.data, std::min<std::size_t>(text.length, sizeof(text.data))};
}

aiMatrix4x4 operator_times(const aiMatrix4x4& a, const aiMatrix4x4& b) {
  aiMatrix4x4 r;
  const ai_real *x = &a.a1, *y = &b.a1;
  ai_real* out = &r.a1;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      out[4 * i + j] = 0;
      for (int k = 0; k < 4; ++k) out[4 * i + j] += x[4 * i + k] * y[4 * k + j];
    }
  }
  return r;
}

class Importer {
 public:
  Importer(const aiScene& source, const fs::path& folder, Scene& scene, ImportSummary& summary, double metres,
           bool z_up, bool linear_colours)
      : source_(source),
        scene_(scene),
        summary_(summary),
        pictures_(source, folder, scene, summary.problems),
        metres_(metres),
        z_up_(z_up),
        linear_colours_(linear_colours) {}

  void run() {
    for (unsigned i = 0; i < source_.mNumMaterials; ++i) add_material(*source_.mMaterials[i]);
    if (scene_.materials.empty()) scene_.materials.push_back({});
    aiMatrix4x4 identity;
    if (source_.mRootNode) add_node(*source_.mRootNode, identity, 0);
    if (lines_ > 0) summary_.problems.push_back(fmt::format("{} lines and points were left out", lines_));
    if (broken_ > 0)
      summary_.problems.push_back(fmt::format("{} triangles with impossible coordinates were left out", broken_));
    come_near();
    summary_.materials = scene_.materials.size();
  }

 private:
  /// Reads one value out of a material's property list.
  template <std::size_t N>
  static bool property(const aiMaterial& material, const char* key, float (&values)[N]) {
    for (unsigned i = 0; i < material.mNumProperties; ++i) {
      const aiMaterialProperty& p = *material.mProperties[i];
      if (text_of(p.mKey) != key || p.mType != aiPTI_Float || p.mDataLength < sizeof(values)) continue;
      std::copy_n(reinterpret_cast<const float*>(p.mData), N, values);
      return true;
    }
    return false;
  }

  void add_material(const aiMaterial& source) {
    Material material;
    material.name = fmt::format("material{}", scene_.materials.size());
    for (unsigned i = 0; i < source.mNumProperties; ++i) {
      const aiMaterialProperty& p = *source.mProperties[i];
      if (text_of(p.mKey) == "?mat.name" && p.mType == aiPTI_String && p.mDataLength > 5) {
        material.name.assign(p.mData + 4, p.mDataLength - 5);  // a length of 4 bytes, the text, a zero
      }
      // What colours the surface: 1 diffuse, 12 base colour, of the first picture of each.
      const bool colours = p.mSemantic == 1 || p.mSemantic == 12;
      if (text_of(p.mKey) == "$tex.file" && colours && p.mIndex == 0 && p.mType == aiPTI_String && p.mDataLength > 5)
        material.base_colour_texture = pictures_.texture(std::string(p.mData + 4, p.mDataLength - 5));
    }
    float colour[3], one[1];  // colours of these formats are what a screen shows, except glTF's
    if (property(source, "$clr.diffuse", colour)) {
      for (int c = 0; c < 3; ++c) {
        const float given = std::clamp(colour[c], 0.0f, 1.0f);
        material.base_colour[c] = linear_colours_ ? given : linear_from_srgb(given);
      }
    }
    // Some programs leave the colour black where there is a picture.
    if (material.base_colour_texture != kNoTexture &&
        std::max({material.base_colour.r, material.base_colour.g, material.base_colour.b}) < 0.01f)
      material.base_colour = math::Vec4f(1.0f);
    if (property(source, "$mat.opacity", one) && one[0] < 0.99f) {
      material.base_colour.a = std::max(one[0], 0.05f);
      material.glass = true;
      material.double_sided = true;
    }
    scene_.materials.push_back(std::move(material));
  }

  /// Places in the coordinates of a country are brought to the origin.
  void come_near() {
    constexpr double kFar = 5000.0;  // m
    if (summary_.bounds.empty() || glm::length(summary_.bounds.centre()) < kFar) return;
    const Vec3 by = -summary_.bounds.centre();
    for (Object& object : scene_.objects) object.world_from_object.position += by;
    summary_.bounds = {summary_.bounds.low + by, summary_.bounds.high + by};
    summary_.problems.push_back(fmt::format("it lies {:.1f} km from its origin: moved by {:.0f}, {:.0f}, {:.0f} m",
                                            1e-3 * glm::length(by), by.x, by.y, by.z));
  }

  void add_node(const aiNode& node, const aiMatrix4x4& parent, int depth) {
    if (depth > 500) return summary_.problems.push_back("nodes deeper than 500 levels were left out");
    const aiMatrix4x4 world = operator_times(parent, node.mTransformation);
    if (node.mNumMeshes > 0) add_object(node, world);
    for (unsigned i = 0; i < node.mNumChildren; ++i) add_node(*node.mChildren[i], world, depth + 1);
  }

  Vec3 point(const aiMatrix4x4& m, const aiVector3D& v, double w) const {
    Vec3 p(m.a1 * v.x + m.a2 * v.y + m.a3 * v.z + m.a4 * w, m.b1 * v.x + m.b2 * v.y + m.b3 * v.z + m.b4 * w,
           m.c1 * v.x + m.c2 * v.y + m.c3 * v.z + m.c4 * w);
    if (z_up_) p = {p.x, p.z, -p.y};
    return w != 0.0 ? metres_ * p : p;
  }

  void add_object(const aiNode& node, const aiMatrix4x4& world) {
    Object object;
    object.name =
        text_of(node.mName).empty() ? fmt::format("object{}", scene_.objects.size() + 1) : text_of(node.mName);
    object.label = object.name;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      if (node.mMeshes[i] < source_.mNumMeshes) add_mesh(*source_.mMeshes[node.mMeshes[i]], world, object);
    }
    if (object.parts.empty()) return;
    // The object's origin is the middle of its foot: far-away coordinates would cost precision.
    const Vec3 centre = object.bounds.centre();
    const Vec3 origin(centre.x, object.bounds.low.y, centre.z);
    for (const Part& part : object.parts) {
      Mesh& mesh = scene_.meshes[part.mesh];
      for (auto& p : mesh.geometry.positions) p = Vec3f(Vec3(p) - origin);
      mesh.bounds = mesh.geometry.bounds();
    }
    summary_.bounds.add(object.bounds);
    object.bounds = {object.bounds.low - origin, object.bounds.high - origin};
    object.world_from_object.position = origin;
    object.id = core::ObjectId{static_cast<std::uint32_t>(scene_.objects.size() + 1)};
    scene_.objects.push_back(std::move(object));
    ++summary_.objects;
  }

  void add_mesh(const aiMesh& source, const aiMatrix4x4& world, Object& object) {
    math::TriMesh geometry;
    // Normals go by the cofactors, which stay right under uneven scales; mirroring turns triangles inside out.
    const math::Mat3 rows(Vec3(world.a1, world.a2, world.a3), Vec3(world.b1, world.b2, world.b3),
                          Vec3(world.c1, world.c2, world.c3));
    const double sign = glm::dot(rows[0], glm::cross(rows[1], rows[2])) < 0.0 ? -1.0 : 1.0;
    aiMatrix4x4 cofactors;
    const Vec3 c0 = sign * glm::cross(rows[1], rows[2]), c1 = sign * glm::cross(rows[2], rows[0]),
               c2 = sign * glm::cross(rows[0], rows[1]);
    cofactors.a1 = ai_real(c0.x), cofactors.a2 = ai_real(c0.y), cofactors.a3 = ai_real(c0.z);
    cofactors.b1 = ai_real(c1.x), cofactors.b2 = ai_real(c1.y), cofactors.b3 = ai_real(c1.z);
    cofactors.c1 = ai_real(c2.x), cofactors.c2 = ai_real(c2.y), cofactors.c3 = ai_real(c2.z);
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
      geometry.positions.emplace_back(point(world, source.mVertices[i], 1.0));
      const Vec3 normal = source.mNormals ? point(cofactors, source.mNormals[i], 0.0) : math::kUp;
      geometry.normals.emplace_back(math::normalized_or(normal, math::kUp));
      // Assimp counts pictures' rows from below.
      if (const aiVector3D* uv = source.mTextureCoords[0] ? &source.mTextureCoords[0][i] : nullptr)
        geometry.uvs.emplace_back(std::isfinite(uv->x) ? uv->x : 0.0f, std::isfinite(uv->y) ? 1.0f - uv->y : 0.0f);
    }
    const auto good = [&](unsigned index) {
      if (index >= geometry.positions.size()) return false;
      const Vec3f& p = geometry.positions[index];
      return std::abs(p.x) < 1e7f && std::abs(p.y) < 1e7f && std::abs(p.z) < 1e7f;
    };
    for (unsigned i = 0; i < source.mNumFaces; ++i) {
      const aiFace& face = source.mFaces[i];
      if (face.mNumIndices != 3) {
        ++lines_;
      } else if (!good(face.mIndices[0]) || !good(face.mIndices[1]) || !good(face.mIndices[2])) {
        ++broken_;
      } else {
        geometry.indices.insert(geometry.indices.end(), {face.mIndices[0], face.mIndices[sign < 0.0 ? 2 : 1],
                                                         face.mIndices[sign < 0.0 ? 1 : 2]});
      }
    }
    if (geometry.indices.empty() || summary_.triangles + geometry.triangle_count() > kMostImportedTriangles) return;
    for (auto& p : geometry.positions) {
      if (!good(static_cast<unsigned>(&p - geometry.positions.data()))) p = geometry.positions[geometry.indices[0]];
    }
    summary_.triangles += geometry.triangle_count();
    Mesh mesh{text_of(source.mName), std::move(geometry), 0, {}};
    mesh.material = source.mMaterialIndex < scene_.materials.size() ? source.mMaterialIndex : 0;
    mesh.bounds = mesh.geometry.bounds();
    object.bounds.add(mesh.bounds);
    Part part;
    part.mesh = static_cast<std::uint32_t>(scene_.meshes.size());
    object.parts.push_back(part);
    scene_.meshes.push_back(std::move(mesh));
  }

  const aiScene& source_;
  Scene& scene_;
  ImportSummary& summary_;
  ImportPictures pictures_;
  double metres_;
  bool z_up_, linear_colours_;
  std::size_t lines_ = 0, broken_ = 0;
};

std::string lower_extension(const fs::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

/// Read by scene/place/gltf.h as it is, and by Assimp where its triangles are compressed (KHR_draco_mesh_compression).
bool is_gltf(const fs::path& file) {
  const std::string extension = lower_extension(file);
  return extension == ".glb" || extension == ".gltf";
}

}  // namespace

const std::vector<std::string>& import_extensions() {
  static const std::vector<std::string> kExtensions{".obj", ".stl", ".fbx", ".dae", ".ply", ".ifc"};
  return kExtensions;
}

bool is_importable(const fs::path& file) {
  const auto& known = import_extensions();
  return std::find(known.begin(), known.end(), lower_extension(file)) != known.end();
}

std::string ImportSummary::text() const {
  const Vec3 size = bounds.size();
  std::string result =
      fmt::format("{} objects, {} triangles, {} materials, {:.3g} x {:.3g} x {:.3g} m (width, height, depth)", objects,
                  triangles, materials, size.x, size.y, size.z);
  for (const auto& problem : problems) result += "\n" + problem;
  return result;
}

core::Result<> check_importable(const fs::path& file) {
  const std::string extension = lower_extension(file);
  if (!is_importable(file) && !is_gltf(file)) {
    return core::fail("{}: \"{}\" files are not imported; known are: {}", file.string(), extension,
                      fmt::join(import_extensions(), " "));
  }
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::none) return core::fail("{}: {}", file.string(), error.message());
  if (!fs::exists(status)) return core::fail("{}: no such file", file.string());
  if (!fs::is_regular_file(status)) return core::fail("{}: no ordinary file", file.string());
  if (::access(file.c_str(), R_OK) != 0)
    return core::fail("{}: cannot be opened: {}", file.string(), std::strerror(errno));
  if (fs::file_size(file, error) > kLargestImport) return core::fail("{}: larger than 1 GiB", file.string());
  return {};
}

core::Result<ImportSummary> import_model(const fs::path& file, const fs::path& output, const ImportSettings& options) {
  double metres = metres_per(options.unit);
  if (metres <= 0.0)
    return core::fail("unknown unit \"{}\"; known are: {}", options.unit, fmt::join(unit_names(), ", "));
  FH_TRY_VOID(check_importable(file));
  if (lower_extension(file) == ".ply") FH_TRY_VOID(check_ply_header(file));
  FH_TRY(assimp, Assimp::load());
  const unsigned steps = aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_GenSmoothNormals |
                         aiProcess_SortByPType | aiProcess_FindDegenerates | aiProcess_ImproveCacheLocality;
  ImportFiles files(file);
  const aiScene* source = nullptr;
  if (files.refused().empty()) source = assimp.import_file(fs::absolute(file).c_str(), files.io());
  if (!files.refused().empty()) {
    if (source) assimp.release(source);
    return core::fail("{}: names a file that is not read: {}; put it beside the model", file.string(),
                      files.refused()[0]);
  }
  if (source) {
    if (const auto sound = check_vertex_numbers(*source); !sound) {
      assimp.release(source);
      return core::fail("{}: {}", file.string(), sound.error().message);
    }
    source = assimp.process(source, steps);
  }
  if (!source && std::string_view(assimp.error()).find("bad_alloc") != std::string_view::npos)
    return core::fail("{}: there is not enough memory to read it: the file is damaged or too large", file.string());
  if (!source) return core::fail("{}: {}", file.string(), assimp.error());
  ImportSummary summary;
  for (const std::string& name : files.missing()) {
    summary.problems.push_back(fmt::format("{} is missing: what it describes (colours) is left out", name));
  }
  bool z_up = options.z_up;
  if ((lower_extension(file) == ".ifc" || is_gltf(file)) && (metres != 1.0 || z_up)) {
    summary.problems.push_back(
        fmt::format("{} files say themselves what their unit is and where up is: --unit and --z-up are not used",
                    is_gltf(file) ? "glTF" : "IFC"));
    metres = 1.0;
    z_up = false;
  }
  Scene scene;
  Importer(*source, fs::absolute(file).parent_path(), scene, summary, metres, z_up, is_gltf(file)).run();
  assimp.release(source);
  if (summary.triangles == 0) return core::fail("{}: holds no triangle", file.string());
  const std::string unit = unit_warning(summary.bounds, metres);
  if (!unit.empty()) summary.problems.push_back(unit);
  FH_TRY_VOID(save_glb(scene, output));
  return summary;
}

}  // namespace fh::scene
