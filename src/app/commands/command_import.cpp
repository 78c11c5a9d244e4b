// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/commands/outputs.h"
#include "app/models/import_process.h"

namespace fh::app {

int import_file(const ImportOptions& options) {
  const std::filesystem::path file = options.file;
  std::filesystem::path output = options.output;
  if (output.empty()) output = std::filesystem::path(file).replace_extension(".glb");
  if (output == file) {
    return cannot({file.string() + (file.extension() == ".glb"
                                        ? ": is a .glb already; name it in the \"models\" of a scenario"
                                        : ": the result would replace the file; give another name with --out")});
  }
  OutputClaims claims;
  if (auto may = claims.take(output, options.force); !may) return cannot(may.error());
  const auto summary = import_in_process(file, output, {.unit = options.unit, .z_up = options.z_up});
  if (!summary) return cannot(summary.error());
  const auto size = summary->bounds.size();
  if (options.json) {
    print_json({{"file", file.string()},
                {"output", output.string()},
                {"objects", summary->objects},
                {"triangles", summary->triangles},
                {"materials", summary->materials},
                {"extent_m", {size.x, size.y, size.z}},
                {"problems", summary->problems}});
  } else {
    print_line(summary->text() + "\nwritten: " + output.string());
  }
  return kDone;
}

int import_as_worker(const ImportWorkerOptions& options) {
  const bool done = import_worker(options.file, options.output, {.unit = options.unit, .z_up = options.z_up});
  return done ? kDone : kCannot;
}

}  // namespace fh::app
