// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pictures on the surfaces of an imported model, from files beside it or from within it. Private to scene/place.
#include <assimp/scene.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scene/place/scene.h"

namespace fh::scene {

class ImportPictures {
 public:
  /// `folder`: of the model. What is amiss is told to `problems`, once for each picture.
  ImportPictures(const aiScene& source, std::filesystem::path folder, Scene& scene, std::vector<std::string>& problems)
      : source_(source), folder_(std::move(folder)), scene_(scene), problems_(problems) {}

  /// The scene's texture for a name in the model ("wood.png", "C:\\maps\\wood.png", "*0" for one within the file);
  /// kNoTexture, and told, when it is not there or is no PNG or JPEG.
  std::int32_t texture(const std::string& name);

 private:
  std::int32_t load(const std::string& name);
  std::int32_t embedded(const aiTexture& picture, const std::string& name);
  std::int32_t decoded(const std::vector<std::byte>& bytes, const std::string& name);
  std::int32_t add(const std::string& name, std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> rgba);

  const aiScene& source_;
  std::filesystem::path folder_;
  Scene& scene_;
  std::vector<std::string>& problems_;
  std::map<std::string, std::int32_t> known_;
  std::uint64_t bytes_ = 0;
};

}  // namespace fh::scene
