// SPDX-License-Identifier: Apache-2.0
#include "render/draw_lists.h"

#include <algorithm>

namespace fh::render {

DrawLists::DrawLists(const std::vector<MeshRange>& meshes)
    : meshes_(&meshes), count_(meshes.size(), 0), start_(meshes.size(), 0) {}

void DrawLists::clear() {
  drawables.clear();
  bodies.clear();
  order_.clear();
  commands_.clear();
}

void DrawLists::begin_list() {
  touched_.clear();
  taken_.clear();
  seen_through_.clear();
}

DrawList DrawLists::end_list(const math::Vec3f& viewer) {
  std::sort(touched_.begin(), touched_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const SurfaceClass ca = (*meshes_)[a].surface, cb = (*meshes_)[b].surface;
    return ca != cb ? ca < cb : a < b;
  });
  auto next = static_cast<std::uint32_t>(order_.size());
  for (const std::uint32_t mesh : touched_) {
    start_[mesh] = next;
    next += count_[mesh];
  }
  order_.resize(next);
  for (const Drawable* d : taken_) order_[start_[d->mesh]++] = d->instance;
  for (const std::uint32_t mesh : touched_) start_[mesh] -= count_[mesh];

  DrawList list;
  list.instances = static_cast<std::uint32_t>(taken_.size() + seen_through_.size());
  list.opaque = emit_class(SurfaceClass::Opaque);
  list.two_sided = emit_class(SurfaceClass::TwoSided);
  list.solids = emit_solids();
  list.glass = emit_glass(viewer);
  for (const std::uint32_t mesh : touched_) count_[mesh] = 0;
  return list;
}

DrawRange DrawLists::emit_class(SurfaceClass surface) {
  DrawRange range{static_cast<std::uint32_t>(commands_.size()), 0};
  for (const std::uint32_t mesh : touched_) {
    const MeshRange& m = (*meshes_)[mesh];
    if (m.surface != surface) continue;
    commands_.push_back({m.index_count, count_[mesh], m.first_index, m.vertex_offset, start_[mesh]});
    ++range.count;
  }
  return range;
}

DrawRange DrawLists::emit_solids() {
  DrawRange range{static_cast<std::uint32_t>(commands_.size()), 0};
  for (const std::uint32_t mesh : touched_) {
    const MeshRange& m = (*meshes_)[mesh];
    if (!m.closed) continue;
    commands_.push_back({m.index_count, count_[mesh], m.first_index, m.vertex_offset, start_[mesh]});
    ++range.count;
    if (m.patch_index_count == 0) continue;
    commands_.push_back({m.patch_index_count, count_[mesh], m.first_patch_index, m.patch_vertex_offset, start_[mesh]});
    ++range.count;
  }
  return range;
}

DrawRange DrawLists::emit_glass(const math::Vec3f& viewer) {
  DrawRange range{static_cast<std::uint32_t>(commands_.size()), 0};
  // Panes blend, so each is its own command, far ones first. They are few.
  for (const Drawable* d : taken_) {
    if ((*meshes_)[d->mesh].surface == SurfaceClass::Glass) seen_through_.push_back(d);
  }
  std::sort(seen_through_.begin(), seen_through_.end(), [&](const Drawable* a, const Drawable* b) {
    const math::Vec3f da = a->centre - viewer, db = b->centre - viewer;
    const float la = glm::dot(da, da), lb = glm::dot(db, db);
    return la != lb ? la > lb : a->instance < b->instance;
  });
  for (const Drawable* d : seen_through_) {
    draw_alone(*d);
    ++range.count;
  }
  return range;
}

DrawRange DrawLists::draw_alone(const Drawable& drawable) {
  const MeshRange& m = (*meshes_)[drawable.mesh];
  order_.push_back(drawable.instance);
  commands_.push_back(
      {m.index_count, 1, m.first_index, m.vertex_offset, static_cast<std::uint32_t>(order_.size() - 1)});
  return {static_cast<std::uint32_t>(commands_.size() - 1), 1};
}

void DrawLists::add_body(const DrawableBody& body, bool without_head) {
  order_.push_back(body.instance);
  commands_.push_back({body.index_count + (without_head ? 0 : body.head_index_count), 1, body.first_index,
                       body.vertex_offset, static_cast<std::uint32_t>(order_.size() - 1)});
}

}  // namespace fh::render
