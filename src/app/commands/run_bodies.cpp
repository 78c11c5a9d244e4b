// SPDX-License-Identifier: Apache-2.0
// The same visit in several bodies, and strips of its pictures.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/commands/commands.h"
#include "render/targets/png.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;

/// From left to right, all as high as the first.
core::Result<render::Picture> joined(const std::vector<fs::path>& files) {
  render::Picture strip;
  std::vector<render::Picture> pictures;
  for (const fs::path& file : files) {
    FH_TRY(picture, render::read_png(file));
    if (!pictures.empty() && picture.height != pictures.front().height)
      return core::fail("{}: is {} pixels high, the first has {}", file.string(), picture.height,
                        pictures.front().height);
    strip.width += picture.width;
    pictures.push_back(std::move(picture));
  }
  strip.height = pictures.front().height;
  strip.rgba.reserve(std::size_t{4} * strip.width * strip.height);
  for (std::uint32_t y = 0; y < strip.height; ++y) {
    for (const render::Picture& picture : pictures) {
      const std::uint8_t* row = picture.at(0, y);
      strip.rgba.insert(strip.rgba.end(), row, row + std::size_t{4} * picture.width);
    }
  }
  return strip;
}

core::Result<> write_strips(const RunOptions& asked) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(asked.shots) / asked.bodies.front())) {
    if (entry.path().extension() == ".png") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    std::vector<fs::path> files;
    for (const std::string& body : asked.bodies) files.push_back(fs::path(asked.shots) / body / name);
    FH_TRY(strip, joined(files));
    const fs::path file = fs::path(asked.shots) / ("strip_" + name);
    FH_TRY_VOID(render::write_png(file, strip));
    print_line("strip: " + file.string());
  }
  return {};
}

}  // namespace

int run_in_bodies(const RunOptions& asked) {
  if (asked.shots.empty() || asked.json || !asked.record.empty() || !asked.config.wear.empty())
    return cannot(
        {"--bodies makes strips of pictures: it needs --shots DIR and goes without --json, --record and "
         "--wear"});
  int code = kDone;
  for (const std::string& body : asked.bodies) {
    RunOptions one = asked;
    one.bodies.clear();
    one.config.wear = body;
    one.shots = (fs::path(asked.shots) / body).string();
    print_line(fmt::format("in the body of {}:", body));
    code = std::max(code, run(one));
    if (code == kCannot) return code;
  }
  if (auto written = write_strips(asked); !written) return cannot(written.error());
  return code;
}

}  // namespace fh::app
