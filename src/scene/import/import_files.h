// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that an import may read: those of the model's own folder, regular files only. Private to scene/place.
#include <assimp/cfileio.h>

#include <filesystem>
#include <string>
#include <vector>

namespace fh::scene {

/// Assimp asks here for every file. What lies outside the folder (by its real path, links followed) or is a pipe, a
/// device or a folder is refused. The material files that an OBJ names are looked for at once.
class ImportFiles {
 public:
  explicit ImportFiles(const std::filesystem::path& model);
  ImportFiles(const ImportFiles&) = delete;
  ImportFiles& operator=(const ImportFiles&) = delete;

  aiFileIO* io() { return &io_; }
  const std::vector<std::string>& missing() const { return missing_; }  // named in the model and not there
  const std::vector<std::string>& refused() const { return refused_; }  // with the reason

 private:
  static aiFile* open(aiFileIO* io, const char* name, const char* mode);
  static void close(aiFileIO* io, aiFile* file);
  /// Assimp tries many spellings of a name, so what is missing is found here.
  void look_for_materials(const std::filesystem::path& model);
  /// False, and noted as refused, when it exists and may not be read.
  bool may_read(const std::filesystem::path& real);

  std::filesystem::path folder_;  // real path
  aiFileIO io_{};
  std::vector<std::string> missing_, refused_;
};

}  // namespace fh::scene
