// SPDX-License-Identifier: Apache-2.0
#pragma once
// Models of other programs (OBJ, STL, FBX, DAE, PLY, IFC) turned into .glb (J-07). The work is done by Assimp,
// which is looked for when first asked: programs that never import do not need it.
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "math/shapes.h"

namespace fh::scene {

struct ImportSettings {
  std::string unit = "m";  // of the lengths in the file, see unit_names()
  bool z_up = false;       // the file's up is +Z (most CAD); DAE and FBX carry their own up and are turned by it
  // Neither is used for IFC, which says both itself.
};

struct ImportSummary {
  std::size_t objects = 0;
  std::size_t triangles = 0;
  std::size_t materials = 0;
  math::Aabb bounds;                  // metres
  std::vector<std::string> problems;  // what was left out or looks wrong; none is fatal

  /// "12 objects, 3 400 triangles, 4.2 x 2.1 x 3.0 m" and the problems, one line each.
  std::string text() const;
};

/// A regular file of at most 1 GiB with a known extension, or what is wrong.
core::Result<> check_importable(const std::filesystem::path& file);

/// Reads `file` and writes `output` (.glb). Fails with a message when the file cannot be read or holds no triangle.
/// Only files of the model's own folder are opened. Assimp may crash, hang or fill the memory on a hostile file:
/// app/models/import_process runs this in a process of its own.
core::Result<ImportSummary> import_model(const std::filesystem::path& file, const std::filesystem::path& output,
                                         const ImportSettings& options);

/// Whether the name ends in one of import_extensions(), in large or small letters.
bool is_importable(const std::filesystem::path& file);
/// Extensions that import_model takes, with the dot: ".obj", ".stl" …
const std::vector<std::string>& import_extensions();

}  // namespace fh::scene
