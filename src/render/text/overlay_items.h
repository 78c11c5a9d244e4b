// SPDX-License-Identifier: Apache-2.0
#pragma once
// The overlay as rows the shader expands; mirrors shaders/overlay.glsl.
#include <array>
#include <cstdint>
#include <vector>

#include "frame/overlay.h"
#include "render/text/font.h"

namespace fh::render {

enum class ItemKind : std::uint32_t { Line, ArrowHead, Disc, Ball, Triangle, Glyph, Panel };

struct OverlayItem {
  math::Vec4f a{0.0f}, b{0.0f}, c{0.0f}, d{0.0f};
  ItemKind kind = ItemKind::Line;
  std::uint32_t colour = 0;
  std::uint32_t spare[2] = {};
};
static_assert(sizeof(OverlayItem) == 80);

struct ItemRange {
  std::uint32_t first = 0, count = 0;
};
/// Indexed by frame::Occlusion.
using OverlayRanges = std::array<ItemRange, 3>;

class OverlayItems {
 public:
  explicit OverlayItems(const Font& font) : font_(&font) {}
  void clear() { items_.clear(); }
  /// Appends the items of an overlay as seen from `viewer`: surfaces first, then lines, points, and texts from far to
  /// near, each after its panel.
  OverlayRanges add(const frame::Overlay& overlay, const math::Vec3& viewer);
  const std::vector<OverlayItem>& items() const { return items_; }

 private:
  void add_level(const frame::Overlay& overlay, frame::Occlusion level, const math::Vec3& viewer);
  void add_line(const frame::OverlayLine& line);
  void add_region(const frame::OverlayRegion& region);
  void add_text(const frame::OverlayText& text, const math::Vec3& viewer);

  const Font* font_;
  std::vector<OverlayItem> items_;
  std::vector<std::uint32_t> text_order_;
};

}  // namespace fh::render
