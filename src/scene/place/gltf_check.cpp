// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/place/meshopt.h"

namespace fh::scene {
namespace fs = std::filesystem;
using core::Json;

namespace {

constexpr std::uint64_t kMostZeros = 1u << 20;

/// Walks the document with one pointer per value; every question it answers has been checked.
class Checker {
 public:
  Checker(const Json& root, const GltfContainer& container, const fs::path& folder, core::Problems& problems,
          std::vector<std::string>& warnings)
      : root_(root), container_(container), folder_(folder), problems_(problems), warnings_(warnings) {}

  void run() {
    if (!root_.is_object()) return problems_.add("", "must be an object");
    if (is_version_1())
      return problems_.add("/asset/version", fmt::format("glTF 2.x is read, this is older: {}", kOnlyImported));
    check_asset();
    for (const char* section : {"buffers", "bufferViews", "accessors", "meshes", "nodes", "materials", "textures",
                                "images", "samplers", "scenes"}) {
      check_section(section);
    }
    if (!problems_.empty()) return;  // what follows may rely on arrays of objects
    each("buffers", [&](const Json& v, const std::string& at) { check_buffer(v, at); });
    each("bufferViews", [&](const Json& v, const std::string& at) { check_view(v, at); });
    each("accessors", [&](const Json& v, const std::string& at) { check_accessor(v, at); });
    each("images", [&](const Json& v, const std::string& at) { check_image(v, at); });
    each("textures", [&](const Json& v, const std::string& at) {
      index(v, "source", "images", at, false);
      index(v, "sampler", "samplers", at, false);
    });
    each("samplers", [&](const Json& v, const std::string& at) {
      for (const char* key : {"magFilter", "minFilter", "wrapS", "wrapT"}) integer(v, key, at, 0, 0, 65535);
    });
    each("materials", [&](const Json& v, const std::string& at) { check_material(v, at); });
    each("meshes", [&](const Json& v, const std::string& at) { check_mesh(v, at); });
    each("nodes", [&](const Json& v, const std::string& at) { check_node(v, at); });
    each("scenes", [&](const Json& v, const std::string& at) { check_indices(v, "nodes", "nodes", at); });
    index(root_, "scene", "scenes", "", false);
    check_tree();
  }

 private:
  std::size_t count(const char* section) const {
    const auto found = root_.find(section);
    return found == root_.end() ? 0 : found->size();
  }
  const Json& element(const char* section, std::size_t i) const { return root_[section][i]; }
  template <class Visit>
  void each(const char* section, Visit&& visit) {
    for (std::size_t i = 0; i < count(section); ++i) visit(element(section, i), fmt::format("/{}/{}", section, i));
  }

  /// Where the sections of glTF 2 are lists, those of glTF 1 are objects by name; it may do without an asset.
  bool is_version_1() const {
    const auto asset = root_.find("asset");
    if (asset != root_.end() && asset->is_object() && asset->contains("version")) {
      const Json& version = (*asset)["version"];
      return version.is_number() ? version == 1 : version.is_string() && version.get<std::string>().starts_with("1.");
    }
    const auto accessors = root_.find("accessors");
    return accessors != root_.end() && accessors->is_object();
  }

  void check_asset() {
    const auto asset = root_.find("asset");
    if (asset == root_.end() || !asset->is_object()) return problems_.add("/asset", "is missing: is this glTF?");
    const auto version = asset->find("version");
    if (version == asset->end() || !version->is_string()) return problems_.add("/asset/version", "is missing");
    const std::string text = version->get<std::string>();
    if (text.rfind("2.", 0) != 0)
      problems_.add("/asset/version", fmt::format("glTF 2.x is read, this is \"{}\"", text));
    check_extensions();
  }

  /// What changes only looks, motion and meaning can be done without, and so can copies; what changes the shape cannot.
  static bool can_be_left_out(std::string_view name) {
    static constexpr std::array<std::string_view, 22> kLooks{
        "KHR_materials_",  "KHR_texture_",  "KHR_lights_",         "KHR_animation_", "KHR_xmp",
        "KHR_node_",       "EXT_texture_",  "EXT_lights_",         "EXT_materials_", "MSFT_texture_",
        "ADOBE_materials", "MSFT_packing_", "KHR_technique_webgl", "KHR_audio_",     "KHR_interactivity",
        "KHR_physics_",    "OMI_",          "EXT_structural_",     "EXT_mesh_feat",  "EXT_mesh_gpu_instancing",
        "MSFT_lod",        "MPEG_"};
    return std::any_of(kLooks.begin(), kLooks.end(), [&](std::string_view start) { return name.starts_with(start); });
  }
  static bool is_read(std::string_view name) {
    static constexpr std::array<std::string_view, 8> kRead{"KHR_materials_unlit",
                                                           "KHR_materials_transmission",
                                                           "KHR_materials_emissive_strength",
                                                           "KHR_lights_punctual",
                                                           "KHR_mesh_quantization",
                                                           kTextureTransform,
                                                           kSpecularGlossiness,
                                                           kMeshopt};
    return std::find(kRead.begin(), kRead.end(), name) != kRead.end();
  }

  void check_extensions() {
    const auto required = root_.find("extensionsRequired");
    if (required == root_.end()) return;
    if (!required->is_array()) return problems_.add("/extensionsRequired", "must be a list");
    for (std::size_t i = 0; i < required->size(); ++i) {
      const std::string at = fmt::format("/extensionsRequired/{}", i);
      if (!(*required)[i].is_string()) {
        problems_.add(at, "must be a text");
        continue;
      }
      const auto name = (*required)[i].get<std::string>();
      if (is_read(name)) continue;
      if (can_be_left_out(name))
        warnings_.push_back(fmt::format("{}: \"{}\" is not supported: shown without it", at, name));
      else
        problems_.add(at, name == kDraco
                              ? fmt::format("triangles are compressed ({}): {}", name, kOnlyImported)
                              : fmt::format("the extension \"{}\" is not supported: export without it", name));
    }
  }

  void check_section(const char* section) {
    const auto found = root_.find(section);
    if (found == root_.end()) return;
    const std::string at = fmt::format("/{}", section);
    if (!found->is_array()) return problems_.add(at, "must be a list");
    for (std::size_t i = 0; i < found->size(); ++i) {
      if (!(*found)[i].is_object()) problems_.add(fmt::format("{}/{}", at, i), "must be an object");
    }
  }

  /// A whole number in [low, high]; the fallback when absent or wrong (the latter is a problem).
  std::uint64_t integer(const Json& object, const char* key, const std::string& at, std::uint64_t fallback,
                        std::uint64_t low, std::uint64_t high, bool required = false) {
    const auto found = object.find(key);
    if (found == object.end()) {
      if (required) problems_.add(at, fmt::format("\"{}\" is missing", key));
      return fallback;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() < low || found->get<std::uint64_t>() > high) {
      problems_.add(fmt::format("{}/{}", at, key), fmt::format("must be a whole number from {} to {}", low, high));
      return fallback;
    }
    return found->get<std::uint64_t>();
  }

  /// An index into a section, if present.
  std::optional<std::size_t> index(const Json& object, const char* key, const char* section, const std::string& at,
                                   bool required) {
    const auto found = object.find(key);
    if (found == object.end()) {
      if (required) problems_.add(at, fmt::format("\"{}\" is missing", key));
      return std::nullopt;
    }
    return index_value(*found, fmt::format("{}/{}", at, key), section);
  }
  std::optional<std::size_t> index_value(const Json& value, const std::string& at, const char* section) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() < count(section)) {
      return static_cast<std::size_t>(value.get<std::uint64_t>());
    }
    problems_.add(at, fmt::format("is no index into \"{}\", which has {} entries", section, count(section)));
    return std::nullopt;
  }
  void check_indices(const Json& object, const char* key, const char* section, const std::string& at) {
    const auto found = object.find(key);
    if (found == object.end()) return;
    if (!found->is_array()) return problems_.add(fmt::format("{}/{}", at, key), "must be a list");
    for (std::size_t i = 0; i < found->size(); ++i)
      index_value((*found)[i], fmt::format("{}/{}/{}", at, key, i), section);
  }
  void check_numbers(const Json& object, const char* key, const std::string& at, std::size_t size) {
    const auto found = object.find(key);
    if (found == object.end()) return;
    bool good = found->is_array() && found->size() == size;
    for (std::size_t i = 0; good && i < size; ++i) {
      const Json& number = (*found)[i];
      good = number.is_number() && std::abs(number.get<double>()) <= 1e9;
    }
    if (!good) problems_.add(fmt::format("{}/{}", at, key), fmt::format("must be {} numbers", size));
  }
  void check_number(const Json& object, const char* key, const std::string& at, double low, double high) {
    const auto found = object.find(key);
    if (found == object.end()) return;
    const double value = found->is_number() ? found->get<double>() : low - 1.0;
    if (!(value >= low && value <= high)) {
      problems_.add(fmt::format("{}/{}", at, key), fmt::format("must be a number from {} to {}", low, high));
    }
  }
  void check_text(const Json& object, const char* key, const std::string& at) {
    const auto found = object.find(key);
    if (found != object.end() && !found->is_string()) problems_.add(fmt::format("{}/{}", at, key), "must be a text");
  }

  /// `needed`: the model has no shape without it; else a file that is not there is only a warning.
  void check_uri(const Json& object, const std::string& at, bool needed) {
    check_text(object, "uri", at);
    const auto found = object.find("uri");
    if (found == object.end() || !found->is_string()) return;
    const auto uri = found->get<std::string>();
    if (uri.rfind("data:", 0) == 0) return;
    if (uri.find("://") != std::string::npos) {
      return problems_.add(at + "/uri", "names a network address: only files beside the glTF are read");
    }
    const fs::path path = file_of_uri(folder_, uri);
    std::error_code error;
    if (path.empty()) {
      problems_.add(at + "/uri", "leads out of the glTF's folder");
    } else if (!fs::is_regular_file(path, error)) {
      const std::string missing = fmt::format("there is no file {}", path.string());
      if (needed)
        problems_.add(at + "/uri", missing);
      else
        warnings_.push_back(fmt::format("{}/uri: {}: shown without it", at, missing));
    } else if (fs::file_size(path, error) > kMostGltfBytes) {
      problems_.add(at + "/uri", fmt::format("{} is larger than {} bytes", path.string(), kMostGltfBytes));
    }
  }

  void check_buffer(const Json& buffer, const std::string& at) {
    const std::uint64_t length = integer(buffer, "byteLength", at, 0, 1, kMostGltfBytes, true);
    buffer_bytes_ += length;
    if (buffer_bytes_ > kMostGltfBytes && buffer_bytes_ - length <= kMostGltfBytes) {
      problems_.add(at, fmt::format("the buffers hold more than {} bytes", kMostGltfBytes));
    }
    check_uri(buffer, at, true);
    if (buffer.contains("uri") || is_stand_in(buffer)) return;
    if (!container_.is_glb || at != "/buffers/0") {
      problems_.add(at, "has no \"uri\": only the first buffer of a .glb may lack it");
    } else if (length > container_.binary.size()) {
      problems_.add(at + "/byteLength",
                    fmt::format("is {}, but the file's binary chunk has {} bytes", length, container_.binary.size()));
    }
  }

  void check_view(const Json& view, const std::string& at) {
    const auto buffer = index(view, "buffer", "buffers", at, true);
    const std::uint64_t offset = integer(view, "byteOffset", at, 0, 0, kMostGltfBytes);
    const std::uint64_t length = integer(view, "byteLength", at, 0, 1, kMostGltfBytes, true);
    integer(view, "byteStride", at, 0, 4, 252);
    integer(view, "target", at, 0, 0, 65535);
    if (!buffer) return;
    const auto size = element("buffers", *buffer).value("byteLength", Json());
    if (size.is_number_unsigned() && offset + length > size.get<std::uint64_t>()) {
      problems_.add(at, fmt::format("ends at byte {}, its buffer has {}", offset + length, size.get<std::uint64_t>()));
    }
    if (is_stand_in(element("buffers", *buffer))) check_packed(view, length, at);
  }

  void check_packed(const Json& view, std::uint64_t unpacked, const std::string& view_at) {
    const std::string at = fmt::format("{}/extensions/{}", view_at, kMeshopt);
    const Json* packed = packed_part(root_, view);
    if (!packed) return problems_.add(at, "is missing: the view's buffer has no content of its own");
    const auto buffer = index(*packed, "buffer", "buffers", at, true);
    const std::uint64_t offset = integer(*packed, "byteOffset", at, 0, 0, kMostGltfBytes);
    const std::uint64_t length = integer(*packed, "byteLength", at, 0, 1, kMostGltfBytes, true);
    const std::uint64_t stride = integer(*packed, "byteStride", at, 0, 1, 256, true);
    const std::uint64_t items = integer(*packed, "count", at, 0, 1, kMostGltfBytes, true);
    for (const char* key : {"mode", "filter"}) check_text(*packed, key, at);
    if (!buffer || !problems_.empty()) return;
    const Json& from = element("buffers", *buffer);
    if (is_stand_in(from)) problems_.add(at + "/buffer", "has no content either");
    if (offset + length > from["byteLength"].get<std::uint64_t>())
      problems_.add(at, fmt::format("ends at byte {}, beyond its buffer", offset + length));
    if (items * stride != unpacked)
      problems_.add(at, fmt::format("unpacks to {} bytes, the view has {}", items * stride, unpacked));
    const auto mode = meshopt_mode(packed->value("mode", ""));
    const auto filter = meshopt_filter(packed->value("filter", "NONE"));
    if (!mode || !filter || !is_possible({items, stride, *mode, *filter}))
      problems_.add(at, "has a mode, filter, stride or count that there is not");
  }

  static std::uint64_t component_size(std::uint64_t type) {
    return type == 5120 || type == 5121 ? 1 : type == 5122 || type == 5123 ? 2 : type == 5125 || type == 5126 ? 4 : 0;
  }

  void check_accessor(const Json& accessor, const std::string& at) {
    static constexpr std::array<std::pair<const char*, int>, 7> kTypes{
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}}};
    const std::uint64_t component = component_size(integer(accessor, "componentType", at, 0, 5120, 5126, true));
    std::uint64_t columns = 0;
    const auto type = accessor.find("type");
    for (const auto& [name, size] : kTypes) {
      if (type != accessor.end() && type->is_string() && type->get<std::string>() == name) columns = size;
    }
    if (columns == 0) problems_.add(at + "/type", "must be one of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4");
    if (component == 0) problems_.add(at + "/componentType", "must be one of 5120, 5121, 5122, 5123, 5125, 5126");
    const std::uint64_t items = integer(accessor, "count", at, 0, 1, 1u << 28, true);
    const std::uint64_t offset = integer(accessor, "byteOffset", at, 0, 0, kMostGltfBytes);
    const auto normalized = accessor.find("normalized");
    if (normalized != accessor.end() && !normalized->is_boolean()) {
      problems_.add(at + "/normalized", "must be true or false");
    }
    if (columns == 0 || component == 0) return;
    if (accessor.contains("sparse")) check_sparse(accessor["sparse"], at + "/sparse", columns * component, items);
    if (!accessor.contains("bufferView")) {
      // All zero but for sparse changes: not paid for by the file, hence the lower bound.
      if (items > kMostZeros) problems_.add(at, fmt::format("holds more than {} elements without data", kMostZeros));
      return;
    }
    if (const auto view = index(accessor, "bufferView", "bufferViews", at, true))
      check_span(*view, offset, columns * component, items, at);
  }

  /// Whether `items` elements from `offset` lie within a view.
  void check_span(std::size_t view, std::uint64_t offset, std::uint64_t size, std::uint64_t items,
                  const std::string& at) {
    const Json& v = element("bufferViews", view);
    const auto length = v.value("byteLength", Json()), stride = v.value("byteStride", Json());
    if (!length.is_number_unsigned() || items == 0) return;  // reported there
    const std::uint64_t step = stride.is_number_unsigned() ? stride.get<std::uint64_t>() : size;
    if (step < size) {
      problems_.add(at, fmt::format("its elements of {} bytes overlap: the view's stride is {}", size, step));
    } else if (offset + step * (items - 1) + size > length.get<std::uint64_t>()) {
      problems_.add(at, fmt::format("reads up to byte {} of a view of {} bytes", offset + step * (items - 1) + size,
                                    length.get<std::uint64_t>()));
    }
  }

  void check_sparse(const Json& sparse, const std::string& at, std::uint64_t element_bytes, std::uint64_t items) {
    if (!sparse.is_object()) return problems_.add(at, "must be an object");
    const std::uint64_t changed = integer(sparse, "count", at, 0, 1, std::max<std::uint64_t>(items, 1), true);
    for (const char* key : {"indices", "values"}) {
      const std::string here = fmt::format("{}/{}", at, key);
      const auto part = sparse.find(key);
      if (part == sparse.end() || !part->is_object()) {
        problems_.add(here, "must be an object");
        continue;
      }
      std::uint64_t size = element_bytes;
      if (key == std::string_view("indices")) {
        const std::uint64_t type = integer(*part, "componentType", here, 0, 5121, 5125, true);
        size = type == 5121 || type == 5123 || type == 5125 ? component_size(type) : 0;
        if (size == 0) problems_.add(here + "/componentType", "must be one of 5121, 5123, 5125");
      }
      const std::uint64_t offset = integer(*part, "byteOffset", here, 0, 0, kMostGltfBytes);
      const auto view = index(*part, "bufferView", "bufferViews", here, true);
      if (view && size > 0) check_span(*view, offset, size, changed, here);
    }
  }

  void check_image(const Json& image, const std::string& at) {
    index(image, "bufferView", "bufferViews", at, false);
    check_text(image, "mimeType", at);
    check_uri(image, at, false);
    if (image.contains("uri") == image.contains("bufferView")) {
      problems_.add(at, "must have either \"uri\" or \"bufferView\"");
    }
  }

  void check_texture_use(const Json& owner, const char* key, const std::string& at) {
    const auto use = owner.find(key);
    if (use == owner.end()) return;
    const std::string here = fmt::format("{}/{}", at, key);
    if (!use->is_object()) return problems_.add(here, "must be an object");
    index(*use, "index", "textures", here, true);
    integer(*use, "texCoord", here, 0, 0, 7);
    check_number(*use, "scale", here, -100.0, 100.0);
    check_number(*use, "strength", here, 0.0, 1.0);
    const auto extensions = use->find("extensions");
    if (extensions == use->end() || !extensions->is_object() || !extensions->contains(kTextureTransform)) return;
    const Json& move = (*extensions)[kTextureTransform];
    const std::string there = fmt::format("{}/extensions/{}", here, kTextureTransform);
    if (!move.is_object()) return problems_.add(there, "must be an object");
    check_numbers(move, "offset", there, 2);
    check_numbers(move, "scale", there, 2);
    check_number(move, "rotation", there, -1e6, 1e6);
    integer(move, "texCoord", there, 0, 0, 7);
  }

  /// The older way to describe surfaces: its diffuse part is used.
  void check_glossy(const Json& material, const std::string& at) {
    const auto extensions = material.find("extensions");
    if (extensions == material.end() || !extensions->is_object() || !extensions->contains(kSpecularGlossiness)) return;
    const Json& glossy = (*extensions)[kSpecularGlossiness];
    const std::string here = fmt::format("{}/extensions/{}", at, kSpecularGlossiness);
    if (!glossy.is_object()) return problems_.add(here, "must be an object");
    check_numbers(glossy, "diffuseFactor", here, 4);
    check_number(glossy, "glossinessFactor", here, 0.0, 1.0);
    check_texture_use(glossy, "diffuseTexture", here);
  }

  void check_material(const Json& material, const std::string& at) {
    const auto pbr = material.find("pbrMetallicRoughness");
    if (pbr != material.end()) {
      const std::string here = at + "/pbrMetallicRoughness";
      if (!pbr->is_object()) return problems_.add(here, "must be an object");
      check_numbers(*pbr, "baseColorFactor", here, 4);
      check_number(*pbr, "metallicFactor", here, 0.0, 1.0);
      check_number(*pbr, "roughnessFactor", here, 0.0, 1.0);
      check_texture_use(*pbr, "baseColorTexture", here);
      check_texture_use(*pbr, "metallicRoughnessTexture", here);
    }
    check_glossy(material, at);
    check_texture_use(material, "normalTexture", at);
    check_numbers(material, "emissiveFactor", at, 3);
    check_number(material, "alphaCutoff", at, 0.0, 1.0);
    check_text(material, "alphaMode", at);
    check_text(material, "name", at);
    const auto sides = material.find("doubleSided");
    if (sides != material.end() && !sides->is_boolean()) problems_.add(at + "/doubleSided", "must be true or false");
  }

  void check_attribute(const Json& attributes, const char* key, const char* type, const std::string& at,
                       std::uint64_t& items) {
    const auto accessor = index(attributes, key, "accessors", at, false);
    if (!accessor) return;
    const Json& a = element("accessors", *accessor);
    const std::string here = fmt::format("{}/{}", at, key);
    if (a.value("type", Json()) != type) problems_.add(here, fmt::format("must name an accessor of type {}", type));
    if (a.value("componentType", Json()) == 5125) problems_.add(here, "must not name an accessor of 32 bit integers");
    const Json number = a.value("count", Json());
    if (!number.is_number_unsigned()) return;
    if (items == 0) items = number.get<std::uint64_t>();
    if (items != number.get<std::uint64_t>()) problems_.add(here, "has another count than POSITION");
  }

  void check_mesh(const Json& mesh, const std::string& at) {
    check_text(mesh, "name", at);
    const auto list = mesh.find("primitives");
    if (list == mesh.end() || !list->is_array()) return problems_.add(at, "\"primitives\" is missing");
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string here = fmt::format("{}/primitives/{}", at, i);
      const Json& primitive = (*list)[i];
      if (!primitive.is_object()) {
        problems_.add(here, "must be an object");
        continue;
      }
      integer(primitive, "mode", here, 4, 0, 6);
      index(primitive, "material", "materials", here, false);
      const auto attributes = primitive.find("attributes");
      if (attributes == primitive.end() || !attributes->is_object()) {
        problems_.add(here, "\"attributes\" is missing");
        continue;
      }
      if (!attributes->contains("POSITION")) {  // for extensions to fill in
        warnings_.push_back(fmt::format("{}: has no POSITION: left out", here));
        continue;
      }
      std::uint64_t items = 0;
      check_attribute(*attributes, "POSITION", "VEC3", here + "/attributes", items);
      check_attribute(*attributes, "NORMAL", "VEC3", here + "/attributes", items);
      for (const char* uvs : kTextureSets) check_attribute(*attributes, uvs, "VEC2", here + "/attributes", items);
      const auto indices = index(primitive, "indices", "accessors", here, false);
      if (!indices) continue;
      const Json& a = element("accessors", *indices);
      const Json type = a.value("componentType", Json());
      if (a.value("type", Json()) != "SCALAR" || !(type == 5121 || type == 5123 || type == 5125)) {
        problems_.add(here + "/indices", "must name an accessor of unsigned SCALARs");
      }
    }
  }

  void check_node(const Json& node, const std::string& at) {
    index(node, "mesh", "meshes", at, false);
    check_indices(node, "children", "nodes", at);
    check_numbers(node, "matrix", at, 16);
    check_numbers(node, "translation", at, 3);
    check_numbers(node, "rotation", at, 4);
    check_numbers(node, "scale", at, 3);
    check_text(node, "name", at);
  }

  /// Every node has at most one parent and none is its own ancestor.
  void check_tree() {
    if (!problems_.empty()) return;
    const std::size_t nodes = count("nodes");
    std::vector<std::size_t> parent(nodes, nodes);
    each("nodes", [&](const Json& node, const std::string& at) {
      const auto children = node.find("children");
      if (children == node.end()) return;
      for (const Json& child : *children) {
        const auto c = child.get<std::size_t>();
        if (parent[c] != nodes) problems_.add(at + "/children", fmt::format("node {} has two parents", c));
        parent[c] = static_cast<std::size_t>(&node - &element("nodes", 0));
      }
    });
    // Steps are counted over all walks: colouring keeps it linear.
    std::vector<std::uint8_t> seen(nodes, 0);
    for (std::size_t i = 0; i < nodes; ++i) {
      std::vector<std::size_t> walk;
      std::size_t at = i;
      while (at != nodes && seen[at] == 0) {
        seen[at] = 1;
        walk.push_back(at);
        at = parent[at];
      }
      if (at != nodes && seen[at] == 1) problems_.add(fmt::format("/nodes/{}", at), "is its own ancestor");
      for (const std::size_t node : walk) seen[node] = 2;
    }
  }

  const Json& root_;
  const GltfContainer& container_;
  const fs::path& folder_;
  core::Problems& problems_;
  std::vector<std::string>& warnings_;
  std::uint64_t buffer_bytes_ = 0;
};

}  // namespace

void check_gltf(const Json& root, const GltfContainer& container, const fs::path& folder, core::Problems& problems,
                std::vector<std::string>& warnings) {
  Checker(root, container, folder, problems, warnings).run();
}

}  // namespace fh::scene
