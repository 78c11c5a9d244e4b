// SPDX-License-Identifier: Apache-2.0
#include "render/text/overlay_items.h"

#include <algorithm>

#include "render/view/projection.h"
#include "render/view/shader_data.h"
#include "render/view/view.h"

namespace fh::render {
namespace {

math::Vec4f with(const math::Vec3& v, float w) {
  return {math::Vec3f(v), w};
}

}  // namespace

OverlayRanges OverlayItems::add(const frame::Overlay& overlay, const math::Vec3& viewer) {
  OverlayRanges ranges;
  for (const auto level : {frame::Occlusion::Hidden, frame::Occlusion::Faint, frame::Occlusion::AlwaysSeen}) {
    ItemRange& range = ranges[static_cast<std::size_t>(level)];
    range.first = static_cast<std::uint32_t>(items_.size());
    add_level(overlay, level, viewer);
    range.count = static_cast<std::uint32_t>(items_.size()) - range.first;
  }
  return ranges;
}

void OverlayItems::add_level(const frame::Overlay& overlay, frame::Occlusion level, const math::Vec3& viewer) {
  for (const auto& region : overlay.regions) {
    if (region.occlusion == level) add_region(region);
  }
  for (const auto& disc : overlay.discs) {
    if (disc.occlusion != level || disc.radius <= 0.0f) continue;
    OverlayItem& item = items_.emplace_back();
    item.kind = ItemKind::Disc;
    item.colour = pack_colour(disc.colour);
    item.a = with(disc.centre, disc.radius);
    item.b = with(math::normalized_or(disc.normal, math::kUp), std::clamp(disc.inner_radius, 0.0f, disc.radius));
  }
  for (const auto& line : overlay.lines) {
    if (line.occlusion == level) add_line(line);
  }
  for (const auto& point : overlay.points) {
    if (point.occlusion != level) continue;
    OverlayItem& item = items_.emplace_back();
    item.kind = ItemKind::Ball;
    item.colour = pack_colour(point.colour);
    item.a = with(point.at, point.radius);
  }
  // Panels hide what is behind them, so texts are drawn from far to near.
  text_order_.clear();
  for (std::uint32_t i = 0; i < overlay.texts.size(); ++i) {
    if (overlay.texts[i].occlusion == level) text_order_.push_back(i);
  }
  std::sort(text_order_.begin(), text_order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double da = glm::length(overlay.texts[a].world_from_text.position - viewer);
    const double db = glm::length(overlay.texts[b].world_from_text.position - viewer);
    return da != db ? da > db : a < b;
  });
  for (const std::uint32_t i : text_order_) add_text(overlay.texts[i], viewer);
}

void OverlayItems::add_line(const frame::OverlayLine& line) {
  const math::Vec3 along = line.b - line.a;
  const double length = glm::length(along);
  if (length < 1e-9) return;
  const double head = line.arrow ? std::min(5.0 * line.width, 0.6 * length) : 0.0;
  const math::Vec3 neck = line.b - along * (head / length);
  OverlayItem item;
  item.kind = ItemKind::Line;
  item.colour = pack_colour(line.colour);
  item.a = with(line.a, line.width);
  item.b = with(neck, 0.0f);
  items_.push_back(item);
  if (!line.arrow) return;
  item.kind = ItemKind::ArrowHead;
  item.a = with(neck, 3.4f * line.width);
  item.b = with(line.b, 0.0f);
  items_.push_back(item);
}

void OverlayItems::add_region(const frame::OverlayRegion& region) {
  for (std::size_t i = 2; i < region.corners.size(); ++i) {
    OverlayItem& item = items_.emplace_back();
    item.kind = ItemKind::Triangle;
    item.colour = pack_colour(region.colour);
    item.a = with(region.corners[0], 0.0f);
    item.b = with(region.corners[i - 1], 0.0f);
    item.c = with(region.corners[i], 0.0f);
  }
}

void OverlayItems::add_text(const frame::OverlayText& text, const math::Vec3& viewer) {
  const std::vector<char32_t> code_points = text::decode_utf8(text.text);
  float widest = 0.0f;
  std::size_t lines = 1, start = 0;
  for (std::size_t i = 0; i <= code_points.size(); ++i) {
    if (i < code_points.size() && code_points[i] != U'\n') continue;
    widest = std::max(widest, font_->width(code_points.data() + start, i - start));
    lines += i < code_points.size() ? 1 : 0;
    start = i + 1;
  }
  // The block reaches from the top of the first line's capitals to the last base line.
  const float height = 1.0f + Font::kLineHeight * static_cast<float>(lines - 1);
  math::Pose pose = text.world_from_text;
  if (text.facing == frame::TextFacing::Viewer) {
    // Readable from +Z: the text's -Z points away from the viewer, upright.
    pose.rotation = looking_from(viewer, pose.position).rotation;
  }
  const math::Vec3f x(pose.direction(math::kRight) * double(text.height)),
      y(pose.direction(math::kUp) * double(text.height));
  const math::Vec3f z(pose.direction(math::Vec3(0, 0, 1)));
  const math::Vec3f corner = math::Vec3f(pose.position) - x * (widest * text.anchor_x) - y * (height * text.anchor_y);
  if (text.background.a > 0.0f) {
    const float margin = 0.55f;
    OverlayItem& panel = items_.emplace_back();
    panel.kind = ItemKind::Panel;
    panel.colour = pack_colour(text.background);
    const float w = widest + 2.0f * margin, h = height + 2.0f * margin;
    panel.a = math::Vec4f(corner - x * margin - y * margin - z * (0.02f * text.height), 0.0f);
    panel.b = math::Vec4f(x * w, 0.0f);
    panel.c = math::Vec4f(y * h, 0.0f);
    panel.d = math::Vec4f(w, h, 0.35f, 0.0f) * text.height;
  }
  float pen_x = 0.0f, pen_y = height - 1.0f;
  const std::uint32_t colour = pack_colour(text.colour);
  for (const char32_t code : code_points) {
    if (code == U'\n') {
      pen_x = 0.0f;
      pen_y -= Font::kLineHeight;
      continue;
    }
    const Glyph& glyph = font_->glyph(code);
    if (glyph.visible) {
      OverlayItem& item = items_.emplace_back();
      item.kind = ItemKind::Glyph;
      item.colour = colour;
      item.a = math::Vec4f(corner + x * (pen_x + glyph.box.x) + y * (pen_y + glyph.box.y), 0.0f);
      item.b = math::Vec4f(x * (glyph.box.z - glyph.box.x), 0.0f);
      item.c = math::Vec4f(y * (glyph.box.w - glyph.box.y), 0.0f);
      item.d = glyph.atlas;
    }
    pen_x += glyph.advance;
  }
}

}  // namespace fh::render
