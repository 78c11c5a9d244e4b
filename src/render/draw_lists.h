// SPDX-License-Identifier: Apache-2.0
#pragma once
// From "everything there is" to what a pass draws: culling, grouping by mesh, indirect draw commands. One builder lives
// as long as the renderer; its arrays keep their memory.
#include <vulkan/vulkan.h>

#include <cstdint>
#include <vector>

#include "math/vector.h"
#include "render/scene_geometry.h"

namespace fh::render {

/// Something that can be drawn: a row of the instance table with its world bounds.
struct Drawable {
  std::uint32_t instance = 0;
  std::uint32_t mesh = 0;  // into SceneGeometry::meshes()
  math::Vec3f centre{0.0f};
  float radius = 0.0f;
  bool casts_shadow = true;
  bool see_through = false;  // drawn among the glass, whatever its mesh
  bool apart = false;        // left out of for_view(): drawn by a command of its own
};

/// A posed body: its triangles lie in the buffer of posed vertices.
struct DrawableBody {
  std::uint32_t instance = 0;
  std::int32_t vertex_offset = 0;
  std::uint32_t first_index = 0, index_count = 0;  // without the head
  std::uint32_t head_index_count = 0;              // right after them
  math::Vec3f centre{0.0f};
  float radius = 1.4f;
  bool hide_head = false;
};

/// A stretch of the indirect command array.
struct DrawRange {
  std::uint32_t first = 0, count = 0;
};

struct DrawList {
  DrawRange opaque, two_sided, glass;  // the place
  DrawRange solids;                    // closed meshes among opaque and two_sided, and patches
  DrawRange bodies;
  std::uint32_t instances = 0;
};

class DrawLists {
 public:
  explicit DrawLists(const std::vector<MeshRange>& meshes);

  void clear();
  std::vector<Drawable> drawables;
  std::vector<DrawableBody> bodies;

  /// Objects and bodies for which seen(centre, radius) holds. Glass is sorted from far to near of `viewer`.
  template <class Seen>
  DrawList for_view(const math::Vec3f& viewer, bool hide_heads, Seen&& seen) {
    begin_list();
    for (const Drawable& d : drawables) {
      if (!d.apart && seen(d.centre, d.radius)) take(d);
    }
    DrawList list = end_list(viewer);
    list.bodies = add_bodies(hide_heads, seen);
    return list;
  }
  /// What casts a shadow: no glass, heads always.
  template <class Seen>
  DrawList for_shadow(Seen&& seen) {
    begin_list();
    for (const Drawable& d : drawables) {
      if (d.casts_shadow && seen(d.centre, d.radius)) take(d);
    }
    DrawList list = end_list(math::Vec3f(0.0f));
    list.bodies = add_bodies(false, seen);
    return list;
  }

  /// One command for one drawable alone.
  DrawRange draw_alone(const Drawable& drawable);

  const std::vector<std::uint32_t>& order() const { return order_; }
  const std::vector<VkDrawIndexedIndirectCommand>& commands() const { return commands_; }

 private:
  void begin_list();
  void take(const Drawable& drawable) {
    if (drawable.see_through) return seen_through_.push_back(&drawable);
    if (count_[drawable.mesh]++ == 0) touched_.push_back(drawable.mesh);
    taken_.push_back(&drawable);
  }
  DrawList end_list(const math::Vec3f& viewer);
  template <class Seen>
  DrawRange add_bodies(bool hide_heads, Seen&& seen) {
    DrawRange range{static_cast<std::uint32_t>(commands_.size()), 0};
    for (const DrawableBody& b : bodies) {
      if (!seen(b.centre, b.radius)) continue;
      add_body(b, hide_heads && b.hide_head);
      ++range.count;
    }
    return range;
  }
  DrawRange emit_class(SurfaceClass surface);
  DrawRange emit_solids();
  DrawRange emit_glass(const math::Vec3f& viewer);
  void add_body(const DrawableBody& body, bool without_head);

  const std::vector<MeshRange>* meshes_;
  std::vector<std::uint32_t> count_;    // per mesh, of the list under way
  std::vector<std::uint32_t> start_;    // per mesh, into order_
  std::vector<std::uint32_t> touched_;  // meshes of the list under way
  std::vector<const Drawable*> taken_, seen_through_;
  std::vector<std::uint32_t> order_;  // instance indices, the shaders' draw_order
  std::vector<VkDrawIndexedIndirectCommand> commands_;
};

}  // namespace fh::render
