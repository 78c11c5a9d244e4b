// SPDX-License-Identifier: Apache-2.0
#pragma once
// Biovision hierarchy files (.bvh): a tree of joints with offsets and channels, then one row of numbers per frame. The
// reader is strict: whatever is not in the format, out of range or not finite is refused with file, line and reason,
// and nothing is allocated that the text does not pay for, so hostile files cost no more than their size.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "math/pose.h"

namespace fh::human {

enum class BvhChannel : std::uint8_t { PositionX, PositionY, PositionZ, RotationX, RotationY, RotationZ };

struct BvhJoint {
  std::string name;                  // end sites: the parent's name + " end"
  int parent = -1;                   // index of the parent, always below this joint's; -1 for the root
  math::Vec3 offset{0.0};            // file units, in the parent's frame
  std::size_t first = 0;             // of its channels within a row
  std::vector<BvhChannel> channels;  // in file order; rotations apply in this order (first = outermost)
  bool end_site = false;
};

struct Bvh {
  std::string name;  // of the file, for messages
  std::vector<BvhJoint> joints;
  std::size_t channel_count = 0;  // per row
  std::size_t frame_count = 0;
  double frame_time = 0.0;     // seconds
  std::vector<double> values;  // frame_count rows; file units and degrees

  /// Index of a joint by its exact name; -1 when there is none.
  int find(std::string_view joint) const;
};

inline constexpr std::size_t kMostBvhJoints = 1024;

/// `name` stands for the file in messages: "walk.bvh:12: expected a number, found 'x'".
core::Result<Bvh> read_bvh(std::string_view text, const std::string& name);
core::Result<Bvh> load_bvh(const std::filesystem::path& path);

/// Metres per file unit, guessed from the longest way from toe to head: the one of metre, centimetre, millimetre, inch
/// and the CMU conversion's unit (inch / 0.45) that makes it nearest to an adult's.
double guess_unit(const Bvh& bvh);

/// world_from_joint of every joint in the file's own axes, scaled to metres. `poses` is resized to the joints.
void bvh_poses(const Bvh& bvh, std::size_t frame, double unit, std::vector<math::Pose>& poses);
/// The same with all channels zero, except that the root stands at its offset.
void bvh_rest(const Bvh& bvh, double unit, std::vector<math::Pose>& poses);

}  // namespace fh::human
