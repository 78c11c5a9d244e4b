// SPDX-License-Identifier: Apache-2.0
#include "human/motion/clip_ground.h"

#include <algorithm>
#include <cmath>

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kHeelBack = 0.08, kToes = 0.08;  // m: a print from behind the ankle to before the joint of the toes
constexpr double kSoleHalf = 0.06;                // m: half as wide as a sole
constexpr double kPrintReach = 0.35;              // m around a print that are of its height
constexpr double kFlat = 0.03;                    // m of height between ankle and toes from that of a flat foot
constexpr double kOneStep = 0.10;                 // m of height that prints of one step differ by
constexpr double kDip = 0.06;                     // m that soles of the clips go into a ground that they stand on

}  // namespace

double median_of(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

ClipGround::ClipGround(const Clip& clip, double ankle_height, std::span<const Vec3> soles) {
  struct Still {
    Print print;
    double drop;  // ankle to toes
  };
  std::vector<Still> still;
  for (std::size_t f = 0; f + 1 < clip.frames.size(); ++f) {
    for (std::size_t s = 0; s < 2; ++s) {
      const auto ankle = static_cast<ClipJoint>(index_of(ClipJoint::LeftAnkle) + s);
      const Vec3 at = clip.frames[f][ankle].position;
      const Vec3 step = clip.frames[f + 1][ankle].position - at;
      if (glm::length(step) > 0.10 * clip.frame_time) continue;
      const Vec3 toes = clip.frames[f][static_cast<ClipJoint>(index_of(ClipJoint::LeftToes) + s)].position;
      const math::Vec2 from(at.x, at.z), way(toes.x - at.x, toes.z - at.z);
      const math::Vec2 along = way / std::max(1e-6, glm::length(way));
      still.push_back({{from - kHeelBack * along, from + way + kToes * along, at.y - ankle_height}, at.y - toes.y});
    }
  }
  if (still.empty()) return;
  // A foot on its ball may be still as well, but its ankle says nothing about the ground.
  std::vector<double> drops;
  for (const Still& one : still) drops.push_back(one.drop);
  const double flat = median_of(drops);
  std::vector<Print> prints;
  for (const Still& one : still) {
    if (std::abs(one.drop - flat) < kFlat) prints.push_back(one.print);
  }
  std::sort(prints.begin(), prints.end(), [](const Print& a, const Print& b) { return a.y < b.y; });
  // The floor is where most feet of the lowest tenth of a metre stand.
  const double lowest = prints[prints.size() / 50].y;
  const auto end = std::find_if(prints.begin(), prints.end(), [&](const Print& p) { return p.y > lowest + 0.08; });
  floor_ = prints[static_cast<std::size_t>(end - prints.begin()) / 2].y;
  if (prints[prints.size() * 9 / 10].y <= floor_ + 0.10) return;
  std::vector<double> levels;
  // Stairs: prints of about one height are one level.
  for (auto first = prints.begin(); first != prints.end();) {
    const auto last = std::find_if(first, prints.end(), [&](const Print& p) { return p.y > first->y + kOneStep; });
    const double middle = (first + (last - first) / 2)->y, level = middle > floor_ + 0.08 ? middle : floor_;
    if (level > floor_ && (levels.empty() || level > levels.back())) levels.push_back(level);
    for (; first < last; first += std::min<std::ptrdiff_t>(4, last - first)) {
      raised_.push_back({first->heel, first->tip, level});
    }
  }
  find_edges(levels, soles);
}

void ClipGround::find_edges(std::span<const double> levels, std::span<const Vec3> soles) {
  math::Vec2 centre(0.0);
  double middle = 0.0;
  const double share = 1.0 / static_cast<double>(raised_.size());
  for (const Print& print : raised_) centre += share * print.centre(), middle += share * print.y;
  for (const Print& print : raised_) up_ += (print.y - middle) * (print.centre() - centre);
  const double length = glm::length(up_);
  if (soles.empty() || length < 1e-9) return;
  up_ /= length;
  std::vector<Edge> edges;
  for (const double level : levels) edges.push_back({-1e9, level});
  for (const Vec3& sole : soles) {
    const double at = glm::dot(up_, math::Vec2(sole.x, sole.z));
    for (Edge& edge : edges) {
      if (sole.y + kDip < edge.y) edge.at = std::max(edge.at, at);
    }
  }
  // One way up, or feet would have stood on the air: whatever else it is, it is not one flight of stairs.
  for (const Print& print : raised_) {
    for (const Edge& edge : edges) {
      if (print.y >= edge.y && glm::dot(up_, print.tip) < edge.at && glm::dot(up_, print.heel) < edge.at) return;
    }
  }
  edges_ = std::move(edges);
}

double ClipGround::Print::away(const math::Vec2& p) const {
  const math::Vec2 along = tip - heel;
  const double t = math::clamp(glm::dot(p - heel, along) / std::max(1e-9, glm::dot(along, along)), 0.0, 1.0);
  const math::Vec2 off = p - heel - t * along;
  return glm::dot(off, off);
}

double ClipGround::height(double x, double z, double) const {
  double best = kPrintReach * kPrintReach, y = floor_;
  const double along = glm::dot(up_, math::Vec2(x, z));
  for (const Edge& edge : edges_) {
    if (along > edge.at) y = std::max(y, edge.y);
  }
  if (!edges_.empty()) return y;
  for (const Print& p : raised_) {
    // Heels stand out over an edge, toes do not stand in a step: under two soles the ground is that of the lower.
    const double away = std::max(p.away({x, z}), kSoleHalf * kSoleHalf);
    if (away < best || (away == best && p.y < y)) best = away, y = p.y;
  }
  return y;
}

}  // namespace fh::human
