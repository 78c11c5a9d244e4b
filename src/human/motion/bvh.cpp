// SPDX-License-Identifier: Apache-2.0
#include "human/motion/bvh.h"

#include <charconv>
#include <cmath>

#include "core/files.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kLargest = 1e7;  // of any number: beyond it files are broken, and products stay finite

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/// Words of the text, one at a time, with the line they stand on.
class Words {
 public:
  Words(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  /// Empty at the end of the text.
  std::string_view next() {
    skip_space();
    word_line_ = line_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// The rest of the line without spaces at its ends: joint names may hold spaces.
  std::string_view rest_of_line() {
    word_line_ = line_;
    std::size_t begin = at_, end = text_.find_first_of("\r\n", at_);
    if (end == std::string_view::npos) end = text_.size();
    at_ = end;
    while (begin < end && is_space(text_[begin])) ++begin;
    while (end > begin && is_space(text_[end - 1])) --end;
    return text_.substr(begin, end - begin);
  }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  std::size_t left() const { return text_.size() - at_; }

  template <class... Args>
  tl::unexpected<core::Error> refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return core::fail("{}:{}: {}", name_, word_line_, fmt::format(format, std::forward<Args>(args)...));
  }
  core::Result<> expect(std::string_view wanted) {
    const std::string_view word = next();
    if (word != wanted) return refuse("expected '{}', found {}", wanted, quoted(word));
    return {};
  }
  core::Result<double> number() {
    const std::string_view word = next();
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !(std::abs(value) <= kLargest)) {
      return refuse("expected a number, found {}", quoted(word));
    }
    return value;
  }
  core::Result<std::size_t> count(std::size_t most) {
    const std::string_view word = next();
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value > most) {
      return refuse("expected a whole number up to {}, found {}", most, quoted(word));
    }
    return value;
  }
  static std::string quoted(std::string_view word) {
    if (word.empty()) return "the end of the file";
    std::string text = "'";
    for (const char c : word.substr(0, 32)) text += c >= 32 && c < 127 ? c : '?';
    return text + (word.size() > 32 ? "…'" : "'");
  }

 private:
  void skip_space() {
    for (; at_ < text_.size() && is_space(text_[at_]); ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0, line_ = 1, word_line_ = 1;
};

core::Result<BvhChannel> channel(Words& words) {
  static constexpr std::string_view kNames[] = {"Xposition", "Yposition", "Zposition",
                                                "Xrotation", "Yrotation", "Zrotation"};
  const std::string_view word = words.next();
  for (std::size_t i = 0; i < 6; ++i) {
    if (word == kNames[i]) return static_cast<BvhChannel>(i);
  }
  return words.refuse("expected a channel such as 'Xrotation', found {}", Words::quoted(word));
}

core::Result<> read_offset(Words& words, BvhJoint& joint) {
  if (auto word = words.expect("OFFSET"); !word) return word;
  for (int i = 0; i < 3; ++i) {
    FH_TRY(value, words.number());
    joint.offset[i] = value;
  }
  return {};
}

core::Result<> read_channels(Words& words, Bvh& bvh, BvhJoint& joint) {
  if (auto word = words.expect("CHANNELS"); !word) return word;
  FH_TRY(count, words.count(6));
  unsigned seen = 0;
  for (std::size_t i = 0; i < count; ++i) {
    FH_TRY(c, channel(words));
    const unsigned bit = 1u << static_cast<unsigned>(c);
    if (seen & bit) return words.refuse("the joint '{}' has a channel twice", joint.name);
    seen |= bit;
    joint.channels.push_back(c);
  }
  joint.first = bvh.channel_count;
  bvh.channel_count += count;
  return {};
}

/// One joint from its name to its channels; the brace that opens it included.
core::Result<> open_joint(Words& words, Bvh& bvh, int parent, bool end_site) {
  if (bvh.joints.size() >= kMostBvhJoints) return words.refuse("more than {} joints", kMostBvhJoints);
  BvhJoint joint;
  joint.parent = parent;
  joint.end_site = end_site;
  if (end_site) {
    if (auto word = words.expect("Site"); !word) return word;
    joint.name = bvh.joints[static_cast<std::size_t>(parent)].name + " end";
  } else {
    joint.name = std::string(words.rest_of_line());
    if (joint.name.empty()) return words.refuse("a joint without a name");
    if (joint.name.size() > 256) return words.refuse("a joint's name of more than 256 letters");
    if (bvh.find(joint.name) >= 0) return words.refuse("two joints are called {}", Words::quoted(joint.name));
  }
  if (auto word = words.expect("{"); !word) return word;
  if (auto offset = read_offset(words, joint); !offset) return offset;
  if (!end_site) {
    if (auto channels = read_channels(words, bvh, joint); !channels) return channels;
  } else {
    joint.first = bvh.channel_count;
  }
  bvh.joints.push_back(std::move(joint));
  return {};
}

/// The tree without recursion: depth is bounded by the number of joints, the stack by nothing.
core::Result<> read_hierarchy(Words& words, Bvh& bvh) {
  if (auto word = words.expect("HIERARCHY"); !word) return word;
  if (auto word = words.expect("ROOT"); !word) return word;
  if (auto root = open_joint(words, bvh, -1, false); !root) return root;
  for (int current = 0; current >= 0;) {
    const std::string_view word = words.next();
    const bool end_site = word == "End";
    if (word == "}") {
      current = bvh.joints[static_cast<std::size_t>(current)].parent;
    } else if (end_site || word == "JOINT") {
      if (bvh.joints[static_cast<std::size_t>(current)].end_site) return words.refuse("an end site has no joints");
      if (auto joint = open_joint(words, bvh, current, end_site); !joint) return joint;
      current = static_cast<int>(bvh.joints.size()) - 1;
    } else {
      return words.refuse("expected 'JOINT', 'End Site' or '}}', found {}", Words::quoted(word));
    }
  }
  return {};
}

core::Result<> read_motion(Words& words, Bvh& bvh) {
  if (auto word = words.expect("MOTION"); !word) return word;
  if (auto word = words.expect("Frames:"); !word) return word;
  const auto frames = words.count(100'000'000);
  if (!frames) return tl::make_unexpected(frames.error());
  if (*frames == 0) return words.refuse("the motion has no frames");
  for (const char* wanted : {"Frame", "Time:"}) {
    if (auto word = words.expect(wanted); !word) return word;
  }
  const auto time = words.number();
  if (!time) return tl::make_unexpected(time.error());
  if (!(*time >= 1e-5 && *time <= 10.0)) return words.refuse("a frame time of {} s; expected 0.00001 … 10", *time);
  if (bvh.channel_count == 0) return words.refuse("no joint has a channel: there is no motion");
  // A number takes two characters with its space, so the text itself bounds what may be reserved.
  if (*frames > (words.left() + 1) / 2 / bvh.channel_count + 1) {
    return words.refuse("{} frames of {} numbers are announced, but the file ends before", *frames, bvh.channel_count);
  }
  bvh.frame_count = *frames;
  bvh.frame_time = *time;
  bvh.values.reserve(bvh.frame_count * bvh.channel_count);
  for (std::size_t i = 0; i < bvh.frame_count * bvh.channel_count; ++i) {
    FH_TRY(value, words.number());
    bvh.values.push_back(value);
  }
  if (!words.at_end()) {
    const std::string_view word = words.next();
    return words.refuse("more than the {} frames announced: {}", bvh.frame_count, Words::quoted(word));
  }
  return {};
}

/// parent_from_joint of one row; a null row is the rest pose.
math::Pose local_pose(const BvhJoint& joint, const double* row) {
  math::Pose pose{math::kIdentity, joint.offset};
  if (!row) return pose;
  static constexpr Vec3 kAxes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  bool placed = false;
  for (std::size_t i = 0; i < joint.channels.size(); ++i) {
    const auto c = static_cast<std::size_t>(joint.channels[i]);
    const double value = row[joint.first + i];
    if (c < 3) {
      // Position channels replace the offset, as all known writers mean it (the root's offset is zero in nearly all).
      if (!placed) pose.position = Vec3(0.0);
      placed = true;
      pose.position[static_cast<int>(c)] = value;
    } else {
      pose.rotation = pose.rotation * math::from_axis_angle(kAxes[c - 3], math::radians(value));
    }
  }
  pose.rotation = math::normalized(pose.rotation);
  return pose;
}

void poses_of_row(const Bvh& bvh, const double* row, double unit, std::vector<math::Pose>& poses) {
  poses.resize(bvh.joints.size());
  for (std::size_t i = 0; i < bvh.joints.size(); ++i) {
    math::Pose local = local_pose(bvh.joints[i], row);
    local.position *= unit;
    const int parent = bvh.joints[i].parent;
    poses[i] = parent < 0 ? local : poses[static_cast<std::size_t>(parent)] * local;
  }
}

}  // namespace

int Bvh::find(std::string_view joint) const {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].name == joint) return static_cast<int>(i);
  }
  return -1;
}

core::Result<Bvh> read_bvh(std::string_view text, const std::string& name) {
  Bvh bvh;
  bvh.name = name;
  Words words(text, name);
  FH_TRY_VOID(read_hierarchy(words, bvh));
  FH_TRY_VOID(read_motion(words, bvh));
  return bvh;
}

core::Result<Bvh> load_bvh(const std::filesystem::path& path) {
  FH_TRY(text, core::read_text(path, 256ull << 20));
  return read_bvh(text, path.filename().string());
}

double guess_unit(const Bvh& bvh) {
  // Sums of bone lengths do not depend on the rest pose: the two longest branches that part at the root are a leg and
  // the way to the head or a hand.
  std::vector<double> way(bvh.joints.size(), 0.0);
  std::vector<std::size_t> branch(bvh.joints.size(), 0);
  std::vector<double> longest(bvh.joints.size(), 0.0);
  for (std::size_t i = 1; i < bvh.joints.size(); ++i) {
    const auto parent = static_cast<std::size_t>(bvh.joints[i].parent);
    way[i] = way[parent] + glm::length(bvh.joints[i].offset);
    branch[i] = parent == 0 ? i : branch[parent];
    longest[branch[i]] = std::max(longest[branch[i]], way[i]);
  }
  double first = 0.0, second = 0.0;
  for (const double length : longest) {
    if (length > first) {
      second = first;
      first = length;
    } else {
      second = std::max(second, length);
    }
  }
  const double size = first + second;
  constexpr double kExpected = 2.0;  // metres: toe to hip and hip to fingertip of an adult
  constexpr double kUnits[] = {1.0, 0.01, 0.001, 0.0254, 0.0254 / 0.45};
  double best = 1.0, best_ratio = 1e300;
  for (const double unit : kUnits) {
    const double scaled = std::max(size * unit, 1e-12);
    const double ratio = scaled > kExpected ? scaled / kExpected : kExpected / scaled;
    if (ratio < best_ratio) {
      best_ratio = ratio;
      best = unit;
    }
  }
  return best;
}

void bvh_poses(const Bvh& bvh, std::size_t frame, double unit, std::vector<math::Pose>& poses) {
  poses_of_row(bvh, bvh.values.data() + frame * bvh.channel_count, unit, poses);
}

void bvh_rest(const Bvh& bvh, double unit, std::vector<math::Pose>& poses) {
  poses_of_row(bvh, nullptr, unit, poses);
}

}  // namespace fh::human
