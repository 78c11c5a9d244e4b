// SPDX-License-Identifier: Apache-2.0
#pragma once
// The motion of a visit for other programs: tables, BVH, glTF animation. Fed with the moments of a visit in order;
// files appear whole, at the end, or not at all.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "frame/moment.h"
#include "scene/place/scene.h"

namespace fh::report {

/// Who and what the moments are of. The scene is not owned and must outlive the writers.
struct Cast {
  std::vector<std::string> people;  // names, by id - 1
  const scene::Scene* scene = nullptr;
};

class MotionWriter {
 public:
  virtual ~MotionWriter() = default;
  virtual void add(const frame::Moment& moment) = 0;
  /// Writes the file. Fails when nothing was there to be written, or the file cannot be.
  virtual core::Result<> end() = 0;
  virtual std::size_t samples() const = 0;
  /// Needs every moment, whatever rate was asked for.
  virtual bool wants_all() const { return false; }
};

/// One row per moment, person or thing, and point: tick, time_s, kind, name, point, x_m, y_m, z_m, qx, qy, qz, qw.
std::unique_ptr<MotionWriter> make_csv_writer(const std::filesystem::path& file, const Cast& cast);
/// One person, joints by the names of the CMU conversion where it has them, in metres; from the first moment with a
/// body on, until the person gets another body. `seconds`: between two moments.
std::unique_ptr<MotionWriter> make_bvh_writer(const std::filesystem::path& file, core::BodyId who, double seconds);
/// The place with everything that moved, and everybody as a tree of nodes with a bone to each child, as one animation.
std::unique_ptr<MotionWriter> make_gltf_writer(const std::filesystem::path& file, const Cast& cast);

/// The ways of carried things, from where each was taken to where it was put, at every tick: a table
/// (carry, person, thing, time_s, x_m, y_m, z_m, qx, qy, qz, qw) when the file ends in .csv, else lines in the place
/// (.glb).
std::unique_ptr<MotionWriter> make_path_writer(const std::filesystem::path& file, const Cast& cast);

}  // namespace fh::report
