// SPDX-License-Identifier: Apache-2.0
#pragma once
// All that a frame will draw, worked out on the CPU before anything is recorded. Lives as long as the renderer: its
// arrays keep their memory from frame to frame.
#include <span>
#include <vector>

#include "frame/snapshot.h"
#include "render/draw_lists.h"
#include "render/frame_slot.h"
#include "render/settings.h"
#include "render/skin_upload.h"
#include "render/skinning_pass.h"
#include "render/text/overlay_items.h"
#include "render/view/mirror_view.h"
#include "render/view/shadow_fit.h"
#include "render/view/view.h"

namespace fh::render {

/// A face of the section on which cut solids are closed.
struct CapFace {
  std::uint32_t plane = 0;  // into GlobalsData::clip_planes
  math::Vec3f centre{0.0f}, u{0.0f}, v{0.0f};
};

/// A mirror in a view, its picture drawn by a pass of its own.
struct MirrorPlan {
  std::uint32_t pass = 0;  // into DrawPlan::passes()
  DrawRange surface;
  math::Vec4f plane{0.0f};  // world
  bool both_sides = false;
};

/// One pass over the scene: a view, or what a view sees in a mirror.
struct ViewPlan {
  Viewport rect;
  GlobalsData globals;
  DrawList list;
  OverlayRanges overlay;
  std::vector<CapFace> caps;
  bool through_lenses = false;
  std::uint32_t first_eye = 0;
  std::array<MirrorPlan, kMostMirrors> mirrors;
  std::size_t mirror_count = 0;
  bool reflected = false;  // left and right change places, and with them the fronts of triangles
};

/// Ids of the id pass: objects are their ObjectId; bodies have the top bit, then 23 bits body id, 8 bits segment.
inline constexpr std::uint32_t kBodyIdBit = 0x80000000u;

/// Of InstanceData::material: drawn like a pane, whatever the material (surface.frag).
inline constexpr std::uint32_t kSeeThroughBit = 0x80000000u;

/// Ids need neither shadows nor reflections.
enum class Purpose : std::uint8_t { Picture, Ids };

class DrawPlan {
 public:
  DrawPlan(const SceneGeometry& geometry, const std::vector<SkinRange>& skins, const Font& font,
           const math::Aabb& place, std::uint32_t body_material);

  void build(const frame::Snapshot& snapshot, std::span<const View> views, VkExtent2D extent,
             const RenderSettings& settings, Purpose purpose);
  FrameSizes sizes(std::uint64_t globals_stride) const;
  /// Copies everything into the slot's mapped arrays, which must have room.
  void write(const FrameSlot& slot, std::uint64_t globals_stride) const;

  /// First the views, then the reflections they refer to.
  const std::vector<ViewPlan>& passes() const { return passes_; }
  std::size_t view_count() const { return view_count_; }
  std::size_t pass_count() const { return pass_count_; }
  /// Mirrors in the view that has most of them.
  std::size_t most_mirrors() const;
  const std::array<DrawList, kCascades>& shadows() const { return shadows_; }
  bool casts_shadows() const { return casts_shadows_; }
  bool cut() const { return cut_; }
  std::span<const SkinningJob> skinning() const { return skinning_; }
  std::size_t instance_count() const { return instances_.size(); }

 private:
  void add_objects(const frame::Snapshot& snapshot);
  void add_bodies(const frame::Snapshot& snapshot, std::span<const View> views);
  void add_mirrors(const frame::DrawObject& object, const MeshRange& mesh);
  void plan_view(const frame::Snapshot& snapshot, const View& view, VkExtent2D extent, const RenderSettings& settings,
                 ViewPlan& plan);
  /// Takes the mirrors out of the view's list and gives each a command and a pass.
  void plan_mirrors(const View& view, const SeenMirrors& seen, ViewPlan& plan);
  void plan_reflection(const View& view, const ViewPlan& seen_by, const SeenMirror& mirror, ViewPlan& plan);

  const std::vector<MeshRange>* meshes_;
  const std::vector<MirrorFace>* mirror_faces_;
  const std::vector<SkinRange>* skins_;
  math::Aabb place_;
  std::uint32_t body_material_;
  DrawLists lists_;
  OverlayItems overlay_;
  ShadowFit fit_;
  std::vector<InstanceData> instances_;
  std::vector<std::uint32_t> segment_colours_;
  std::span<const math::SkinningMatrix> matrices_;
  std::vector<SkinningJob> skinning_;
  std::uint32_t posed_vertices_ = 0;
  std::vector<PlacedMirror> mirrors_;
  std::vector<ViewPlan> passes_;  // never shrinks: the first pass_count_ are of this frame
  std::size_t view_count_ = 0, pass_count_ = 0;
  std::size_t mirrors_per_view_ = 0;
  std::array<DrawList, kCascades> shadows_;
  bool casts_shadows_ = false;
  bool cut_ = false;
};

}  // namespace fh::render
