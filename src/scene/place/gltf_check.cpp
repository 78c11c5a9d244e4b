// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fh::scene {
namespace fs = std::filesystem;
using core::Json;

namespace {

/// Walks the document with one pointer per value; every question it answers has been checked.
class Checker {
 public:
  Checker(const Json& root, const GltfContainer& container, const fs::path& folder, core::Problems& problems)
      : root_(root), container_(container), folder_(folder), problems_(problems) {}

  void run() {
    if (!root_.is_object()) return problems_.add("", "must be an object");
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

  void check_asset() {
    const auto asset = root_.find("asset");
    if (asset == root_.end() || !asset->is_object()) return problems_.add("/asset", "is missing: is this glTF?");
    const auto version = asset->find("version");
    if (version == asset->end() || !version->is_string()) return problems_.add("/asset/version", "is missing");
    const std::string text = version->get<std::string>();
    if (text.rfind("2.", 0) != 0)
      problems_.add("/asset/version", fmt::format("glTF 2.x is read, this is \"{}\"", text));
    const auto required = root_.find("extensionsRequired");
    if (required == root_.end()) return;
    static constexpr std::array<const char*, 6> kKnown{"KHR_materials_unlit",    "KHR_materials_transmission",
                                                       "KHR_lights_punctual",    "KHR_materials_emissive_strength",
                                                       "KHR_materials_specular", "KHR_materials_ior"};
    if (!required->is_array()) return problems_.add("/extensionsRequired", "must be a list");
    for (std::size_t i = 0; i < required->size(); ++i) {
      const std::string at = fmt::format("/extensionsRequired/{}", i);
      if (!(*required)[i].is_string()) {
        problems_.add(at, "must be a text");
        continue;
      }
      const auto name = (*required)[i].get<std::string>();
      if (std::none_of(kKnown.begin(), kKnown.end(), [&](const char* known) { return name == known; })) {
        problems_.add(at, fmt::format("the extension \"{}\" is not supported: export without it", name));
      }
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

  void check_uri(const Json& object, const std::string& at) {
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
      problems_.add(at + "/uri", fmt::format("there is no file {}", path.string()));
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
    check_uri(buffer, at);
    if (buffer.contains("uri")) return;
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
    if (accessor.contains("sparse")) return problems_.add(at, "is sparse, which is not supported: export without it");
    const auto view = index(accessor, "bufferView", "bufferViews", at, true);
    if (!view || columns == 0 || component == 0) return;
    const Json& v = element("bufferViews", *view);
    const auto length = v.value("byteLength", Json()), stride = v.value("byteStride", Json());
    if (!length.is_number_unsigned() || items == 0) return;  // reported there
    const std::uint64_t size = columns * component;
    const std::uint64_t step = stride.is_number_unsigned() ? stride.get<std::uint64_t>() : size;
    if (step < size) {
      problems_.add(at, fmt::format("its elements of {} bytes overlap: the view's stride is {}", size, step));
    } else if (offset + step * (items - 1) + size > length.get<std::uint64_t>()) {
      problems_.add(at, fmt::format("reads up to byte {} of a view of {} bytes", offset + step * (items - 1) + size,
                                    length.get<std::uint64_t>()));
    }
  }

  void check_image(const Json& image, const std::string& at) {
    index(image, "bufferView", "bufferViews", at, false);
    check_text(image, "mimeType", at);
    check_uri(image, at);
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
    check_texture_use(material, "normalTexture", at);
    check_numbers(material, "emissiveFactor", at, 3);
    check_number(material, "alphaCutoff", at, 0.0, 1.0);
    check_text(material, "alphaMode", at);
    check_text(material, "name", at);
    const auto sides = material.find("doubleSided");
    if (sides != material.end() && !sides->is_boolean()) problems_.add(at + "/doubleSided", "must be true or false");
  }

  void check_attribute(const Json& attributes, const char* key, const char* type, bool floats, const std::string& at,
                       std::uint64_t& items) {
    const auto accessor = index(attributes, key, "accessors", at, false);
    if (!accessor) return;
    const Json& a = element("accessors", *accessor);
    const std::string here = fmt::format("{}/{}", at, key);
    if (a.value("type", Json()) != type) problems_.add(here, fmt::format("must name an accessor of type {}", type));
    if (floats && a.value("componentType", Json()) != 5126)
      problems_.add(here, "must name an accessor of floats (5126)");
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
      if (attributes == primitive.end() || !attributes->is_object() || !attributes->contains("POSITION")) {
        problems_.add(here, "\"attributes\" with POSITION is missing");
        continue;
      }
      std::uint64_t items = 0;
      check_attribute(*attributes, "POSITION", "VEC3", true, here + "/attributes", items);
      check_attribute(*attributes, "NORMAL", "VEC3", true, here + "/attributes", items);
      check_attribute(*attributes, "TEXCOORD_0", "VEC2", false, here + "/attributes", items);
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
  std::uint64_t buffer_bytes_ = 0;
};

}  // namespace

void check_gltf(const Json& root, const GltfContainer& container, const fs::path& folder, core::Problems& problems) {
  Checker(root, container, folder, problems).run();
}

}  // namespace fh::scene
