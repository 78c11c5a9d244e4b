// SPDX-License-Identifier: Apache-2.0
#include "report/picture.h"

#include <png.h>

#include <algorithm>
#include <cmath>

namespace fh::report {
namespace {

using math::Vec3;

constexpr double kNear = 0.05;              // m: nothing nearer is drawn
constexpr double kHalfField = 0.414213562;  // tangent of 22.5 degrees
constexpr double kHiddenBy = 0.03;          // m
constexpr std::array<std::uint8_t, 3> kSky{223, 230, 234}, kInk{196, 0, 26}, kEdge{255, 255, 255};

/// From linear to what screens show, near enough.
std::uint8_t encoded(double linear) {
  return static_cast<std::uint8_t>(255.0 * std::sqrt(std::clamp(linear, 0.0, 1.0)) + 0.5);
}

}  // namespace

Picture::Picture(int width, int height)
    : width_(width),
      height_(height),
      nearness_(static_cast<std::size_t>(width * height), 0.0f),
      pixels_(nearness_.size(), kSky),
      tags_(nearness_.size(), 0) {}

void Picture::look(const Vec3& eye, const Vec3& target) {
  view_from_world_ =
      math::inverse(math::Pose{math::looking_along(math::normalized_or(target - eye, math::kForward)), eye});
}

Vec3 Picture::in_view(const Vec3& point) const {
  return view_from_world_.point(point);
}

Picture::Corner Picture::project(const Vec3& p) const {
  const double nearness = -1.0 / p.z, scale = 0.5 * height_ / kHalfField * nearness;
  return {0.5 * width_ + scale * p.x, 0.5 * height_ - scale * p.y, nearness};
}

void Picture::fill(const Corner& a, const Corner& b, const Corner& c, const Colour& colour, std::uint8_t tag) {
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area >= 0.0) return;  // seen from behind: rows of the picture go down
  const int left = std::max(0, static_cast<int>(std::floor(std::min({a.x, b.x, c.x})))),
            right = std::min(width_ - 1, static_cast<int>(std::ceil(std::max({a.x, b.x, c.x})))),
            top = std::max(0, static_cast<int>(std::floor(std::min({a.y, b.y, c.y})))),
            bottom = std::min(height_ - 1, static_cast<int>(std::ceil(std::max({a.y, b.y, c.y}))));
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) {
      const double px = x + 0.5, py = y + 0.5;
      const double to_a = ((b.x - px) * (c.y - py) - (b.y - py) * (c.x - px)) / area;
      const double to_b = ((c.x - px) * (a.y - py) - (c.y - py) * (a.x - px)) / area;
      const double to_c = 1.0 - to_a - to_b;
      if (to_a < 0.0 || to_b < 0.0 || to_c < 0.0) continue;
      const auto nearness = static_cast<float>(to_a * a.nearness + to_b * b.nearness + to_c * c.nearness);
      const auto at = static_cast<std::size_t>(y * width_ + x);
      if (nearness <= nearness_[at]) continue;
      nearness_[at] = nearness;
      pixels_[at] = {colour[0], colour[1], colour[2]};
      tags_[at] = tag;
    }
  }
}

void Picture::draw(const ColouredMesh& mesh, std::uint8_t tag) {
  const Vec3 light = glm::normalize(Vec3(0.3, 0.85, 0.45));  // in view: over the shoulder
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    std::array<Vec3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) {
      const float* at = &mesh.positions[3 * std::size_t{mesh.indices[i + k]}];
      p[k] = in_view({at[0], at[1], at[2]});
    }
    if (p[0].z > -kNear && p[1].z > -kNear && p[2].z > -kNear) continue;
    const Vec3 normal = math::normalized_or(glm::cross(p[1] - p[0], p[2] - p[0]), {0, 0, 1});
    const double shade = 0.55 + 0.45 * glm::dot(normal, light);
    const std::uint8_t* linear = &mesh.colours[4 * std::size_t{mesh.indices[i]}];
    const Colour colour{encoded(shade * linear[0] / 255.0), encoded(shade * linear[1] / 255.0),
                        encoded(shade * linear[2] / 255.0), 255};
    std::array<Vec3, 4> kept;  // cut off in front of the eye
    std::size_t count = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &from = p[k], &to = p[(k + 1) % 3];
      if (from.z <= -kNear) kept[count++] = from;
      if ((from.z <= -kNear) != (to.z <= -kNear))
        kept[count++] = from + (to - from) * ((-kNear - from.z) / (to.z - from.z));
    }
    for (std::size_t k = 2; k < count; ++k) fill(project(kept[0]), project(kept[k - 1]), project(kept[k]), colour, tag);
  }
}

void Picture::disc(double x, double y, double inner, double outer) {
  for (int row = static_cast<int>(y - outer); row <= static_cast<int>(y + outer) + 1; ++row) {
    for (int column = static_cast<int>(x - outer); column <= static_cast<int>(x + outer) + 1; ++column) {
      const double away = std::hypot(column + 0.5 - x, row + 0.5 - y);
      if (row < 0 || row >= height_ || column < 0 || column >= width_ || away < inner || away > outer) continue;
      std::array<std::uint8_t, 3>& pixel = pixels_[static_cast<std::size_t>(row * width_ + column)];
      if (away > outer - 2.0 && pixel != kInk)
        pixel = kEdge;
      else if (away <= outer - 2.0)
        pixel = kInk;
    }
  }
}

void Picture::line(const Vec3& a, const Vec3& b) {
  const Vec3 from = in_view(a), to = in_view(b);
  if (from.z > -kNear || to.z > -kNear) return;
  const Corner begin = project(from), end = project(to);
  const double length = std::hypot(end.x - begin.x, end.y - begin.y);
  for (double along = 0.0; along <= length; along += 1.0) {
    const double share = length > 0.0 ? along / length : 0.0;
    disc(begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y), 0.0, 4.5);
  }
  disc(begin.x, begin.y, 8.0, 14.0);
  disc(end.x, end.y, 8.0, 14.0);
}

int Picture::pixels_of(std::uint8_t tag) const {
  return static_cast<int>(std::count(tags_.begin(), tags_.end(), tag));
}

bool Picture::sees(const Vec3& point) const {
  const Vec3 there = in_view(point);
  if (there.z > -kNear) return false;
  const Corner at = project(there);
  const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
  if (x < 0 || x >= width_ || y < 0 || y >= height_) return false;
  const float nearest = nearness_[static_cast<std::size_t>(y * width_ + x)];
  return nearest <= 0.0f || 1.0 / nearest > -there.z - kHiddenBy;
}

std::vector<std::byte> Picture::png() const {
  const int wide = width_ / 2, high = height_ / 2;
  std::vector<std::uint8_t> rgb;
  for (int y = 0; y < high; ++y) {
    for (int x = 0; x < wide; ++x) {
      const auto at = static_cast<std::size_t>(2 * y * width_ + 2 * x), below = at + static_cast<std::size_t>(width_);
      for (std::size_t c = 0; c < 3; ++c)
        rgb.push_back(static_cast<std::uint8_t>(
            (pixels_[at][c] + pixels_[at + 1][c] + pixels_[below][c] + pixels_[below + 1][c] + 2) / 4));
    }
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(wide);
  image.height = static_cast<png_uint_32>(high);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(size);
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, rgb.data(), 0, nullptr)) return {};
  bytes.resize(size);
  return bytes;
}

}  // namespace fh::report
