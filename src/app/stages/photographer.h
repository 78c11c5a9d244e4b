// SPDX-License-Identifier: Apache-2.0
#pragma once
// Takes pictures of a visit at given times, off-screen, into PNG files.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/stages/camera.h"
#include "app/stages/snapshot_file.h"
#include "core/result.h"
#include "session/live_numbers.h"
#include "world/world.h"

namespace fh::app {

/// One picture to take.
struct Shot {
  double at = 0.0;   // s
  std::string view;  // camera_named()
};

struct PhotoOptions {
  std::filesystem::path folder;
  std::uint32_t width = 1280, height = 800;
  std::vector<Shot> shots;   // by time; empty: one a second
  std::string view = "eye";  // where a shot names none
  std::string inset;         // agent whose view is laid into a corner; empty: none
};

/// "1280x800"; each side 16 … 8192.
core::Result<> read_size(const std::string& text, PhotoOptions& options);
/// "1s" or "4.5": seconds of a visit, 0 … 86400; none when it is neither.
std::optional<double> read_seconds(std::string_view text);
/// "1s", "4.5", or with a view of its own: "8s:top".
core::Result<> read_shots(const std::vector<std::string>& texts, PhotoOptions& options);

class Photographer {
 public:
  /// Fails when there is no usable Vulkan device.
  static core::Result<std::unique_ptr<Photographer>> create(const world::World& world, const PhotoOptions& options);
  ~Photographer();

  /// Takes a picture if one is due at the world's time.
  core::Result<> look(const world::World& world);
  const session::LiveNumbers* live = nullptr;  // shown beside the wrist; not owned
  const TakenPictures& taken() const { return pictures_; }
  /// Shots whose time has not come.
  std::vector<Shot> not_taken() const;

 private:
  struct Darkroom;
  explicit Photographer(const PhotoOptions& options);

  PhotoOptions options_;
  std::unique_ptr<Darkroom> darkroom_;
  std::optional<std::size_t> inset_;  // the agent
  std::size_t taken_ = 0;
  std::size_t snapshots_ = 0;  // of the users, that were taken
  core::Result<> take(const world::World& world, const std::string& view_name, const std::string& file_name);
  TakenPictures pictures_;
};

}  // namespace fh::app
