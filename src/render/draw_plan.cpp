// SPDX-License-Identifier: Apache-2.0
#include "render/draw_plan.h"

#include <algorithm>
#include <cstring>

#include "render/view/projection.h"
#include "render/view_uniforms.h"

namespace fh::render {
namespace {

/// Rows of the transform, in single precision from the start: a third of the work of a general matrix.
std::array<math::Vec4f, 3> rows_of(const math::Pose& pose, const math::Vec3f& scale) {
  const auto w = static_cast<float>(pose.rotation.w), x = static_cast<float>(pose.rotation.x);
  const auto y = static_cast<float>(pose.rotation.y), z = static_cast<float>(pose.rotation.z);
  const math::Vec3f p(pose.position);
  return {math::Vec4f((1 - 2 * (y * y + z * z)) * scale.x, 2 * (x * y - w * z) * scale.y, 2 * (x * z + w * y) * scale.z,
                      p.x),
          math::Vec4f(2 * (x * y + w * z) * scale.x, (1 - 2 * (x * x + z * z)) * scale.y, 2 * (y * z - w * x) * scale.z,
                      p.y),
          math::Vec4f(2 * (x * z - w * y) * scale.x, 2 * (y * z + w * x) * scale.y, (1 - 2 * (x * x + y * y)) * scale.z,
                      p.z)};
}

/// Lines of sight of a parallel view do not meet in the eye: what is nearer than its distance lies outside of the
/// pyramid, by as much as it is nearer.
frame::EyeViews widened(frame::EyeViews eyes) {
  constexpr double kWider = 1.5;
  for (frame::EyeView& eye : eyes.eyes)
    eye.fov = {kWider * eye.fov.left, kWider * eye.fov.right, kWider * eye.fov.up, kWider * eye.fov.down};
  return eyes;
}

template <class T>
void copy_to(const gpu::FrameArray& array, std::span<const T> values) {
  if (!values.empty()) std::memcpy(array.as<std::byte>(), values.data(), values.size_bytes());
}

}  // namespace

DrawPlan::DrawPlan(const SceneGeometry& geometry, const std::vector<SkinRange>& skins, const Font& font,
                   const math::Aabb& place, std::uint32_t body_material)
    : meshes_(&geometry.meshes()),
      mirror_faces_(&geometry.mirror_faces()),
      skins_(&skins),
      place_(place),
      body_material_(body_material),
      lists_(geometry.meshes()),
      overlay_(font) {}

void DrawPlan::build(const frame::Snapshot& snapshot, std::span<const View> views, VkExtent2D extent,
                     const RenderSettings& settings, Purpose purpose) {
  lists_.clear();
  overlay_.clear();
  instances_.clear();
  mirrors_.clear();
  segment_colours_.clear();
  skinning_.clear();
  posed_vertices_ = 0;
  matrices_ = snapshot.skinning;
  cut_ = snapshot.section.kind != frame::Section::Kind::None;
  casts_shadows_ = purpose == Purpose::Picture && settings.shadows && snapshot.sun.illuminance > 0.0f;
  add_objects(snapshot);
  add_bodies(snapshot, views);

  const frame::EyeView& first = views.front().eyes.eyes[0];
  fit_ = ShadowFit(snapshot.sun.direction_to_sun, focus_of(views.front()),
                   first.world_from_eye.direction(math::kForward), place_, settings.shadow_size);
  if (casts_shadows_) {
    for (std::size_t c = 0; c < kCascades; ++c) {
      shadows_[c] = lists_.for_shadow([&](const math::Vec3f& p, float r) { return fit_.may_cast(c, p, r); });
    }
  }
  mirrors_per_view_ = purpose == Purpose::Picture ? std::min<std::size_t>(settings.mirrors, kMostMirrors) : 0;
  view_count_ = pass_count_ = views.size();
  // Room for every reflection that there may be: a view's plan stays where it is while its reflections are added.
  const std::size_t most = view_count_ * (mirrors_.empty() ? 1 : 1 + mirrors_per_view_);
  if (passes_.size() < most) passes_.resize(most);
  for (std::size_t i = 0; i < view_count_; ++i) plan_view(snapshot, views[i], extent, settings, passes_[i]);
}

void DrawPlan::add_objects(const frame::Snapshot& snapshot) {
  for (const frame::DrawObject& object : snapshot.objects) {
    if (!object.visible || object.mesh >= meshes_->size()) continue;
    const MeshRange& mesh = (*meshes_)[object.mesh];
    if (mesh.index_count == 0) continue;
    InstanceData& instance = instances_.emplace_back();
    instance.rows = rows_of(object.world_from_mesh, object.scale);
    instance.highlight = pack_colour(object.highlight);
    instance.id = object.id.value;
    instance.material = mesh.material | (object.see_through ? kSeeThroughBit : 0u);
    const math::Vec4f c(mesh.centre, 1.0f);
    const float largest = std::max({std::abs(object.scale.x), std::abs(object.scale.y), std::abs(object.scale.z)});
    Drawable& drawable = lists_.drawables.emplace_back();
    drawable.instance = static_cast<std::uint32_t>(instances_.size() - 1);
    drawable.mesh = object.mesh;
    drawable.centre = {glm::dot(instance.rows[0], c), glm::dot(instance.rows[1], c), glm::dot(instance.rows[2], c)};
    drawable.radius = mesh.radius * largest;
    drawable.see_through = object.see_through;
    drawable.casts_shadow = object.casts_shadow && mesh.surface != SurfaceClass::Glass;
    if (mesh.mirror_count > 0 && !object.see_through) add_mirrors(object, mesh);
  }
}

void DrawPlan::add_mirrors(const frame::DrawObject& object, const MeshRange& mesh) {
  for (std::uint32_t i = 0; i < mesh.mirror_count; ++i) {
    PlacedMirror& mirror = mirrors_.emplace_back();
    mirror.drawable = static_cast<std::uint32_t>(lists_.drawables.size() - 1);
    mirror.both_sides = mesh.surface == SurfaceClass::TwoSided;
    const MirrorFace& face = (*mirror_faces_)[mesh.first_mirror + i];
    for (std::size_t k = 0; k < face.corners.size(); ++k) {
      mirror.corners[k] = object.world_from_mesh.point(face.corners[k] * math::Vec3(object.scale));
    }
  }
}

void DrawPlan::add_bodies(const frame::Snapshot& snapshot, std::span<const View> views) {
  for (const frame::DrawBody& body : snapshot.bodies) {
    if (body.skin >= skins_->size()) continue;
    const SkinRange& skin = (*skins_)[body.skin];
    const bool whole = body.matrix_count >= skin.joint_count &&
                       std::size_t{body.first_matrix} + body.matrix_count <= snapshot.skinning.size();
    if (!whole) continue;  // a broken snapshot must not make the device read beyond its buffers
    float distance = 1e9f;
    for (const View& view : views) {
      distance = std::min(distance, static_cast<float>(glm::length(body.position - viewer_position(view.eyes))));
    }
    const SkinLevel& level = skin.level_for(distance);
    InstanceData& instance = instances_.emplace_back();
    instance.rows = {math::Vec4f(1, 0, 0, 0), math::Vec4f(0, 1, 0, 0), math::Vec4f(0, 0, 1, 0)};
    instance.id = kBodyIdBit | (body.id.value & 0x7fffffu) << 8;
    instance.material = body_material_;
    instance.flags = kInstanceIsBody | static_cast<std::uint32_t>(segment_colours_.size()) << 8;
    segment_colours_.resize(segment_colours_.size() + skin.segment_count, 0);
    for (const frame::SegmentHighlight& h : body.highlights) {
      if (h.segment < skin.segment_count) {
        segment_colours_[segment_colours_.size() - skin.segment_count + h.segment] = pack_colour(h.colour);
      }
    }
    skinning_.push_back({level.first_vertex, posed_vertices_, level.vertex_count, body.first_matrix});
    DrawableBody& drawable = lists_.bodies.emplace_back();
    drawable.instance = static_cast<std::uint32_t>(instances_.size() - 1);
    drawable.vertex_offset = static_cast<std::int32_t>(posed_vertices_);
    drawable.first_index = level.first_index;
    drawable.index_count = level.index_count;
    drawable.head_index_count = level.head_index_count;
    drawable.centre = math::Vec3f(body.position);
    drawable.hide_head = body.hide_head;
    posed_vertices_ += level.vertex_count;
  }
}

void DrawPlan::plan_view(const frame::Snapshot& snapshot, const View& view, VkExtent2D extent,
                         const RenderSettings& settings, ViewPlan& plan) {
  plan.rect = view.viewport;
  if (plan.rect.width == 0 || plan.rect.height == 0) plan.rect = {0, 0, extent.width, extent.height};
  plan.reflected = false;
  const SeenMirrors seen = nearest_mirrors(mirrors_, view, plan.rect, mirrors_per_view_);
  for (std::size_t i = 0; i < seen.count; ++i) lists_.drawables[seen.mirrors[i].drawable].apart = true;
  const Frustum frustum(view.parallel_at > 0.0 ? widened(view.eyes) : view.eyes);
  const math::Vec3 viewer = viewer_position(view.eyes);
  plan.list = lists_.for_view(math::Vec3f(viewer), view.first_person,
                              [&](const math::Vec3f& c, float r) { return frustum.may_see(c, r); });
  plan.globals = globals_of(snapshot, view, plan.rect, fit_, settings, casts_shadows_);
  plan.overlay = view.overlay ? overlay_.add(snapshot.overlay, view.viewer.value_or(viewer)) : OverlayRanges{};
  plan.through_lenses = view.through_lenses;
  plan.first_eye = view.first_eye;
  plan.caps.clear();
  if (cut_) add_cap_faces(snapshot.section, view, plan.caps);
  plan_mirrors(view, seen, plan);
}

void DrawPlan::plan_mirrors(const View& view, const SeenMirrors& seen, ViewPlan& plan) {
  plan.mirror_count = seen.count;
  // In other mirrors, and in other views, each is an ordinary, shiny thing.
  for (std::size_t i = 0; i < seen.count; ++i) lists_.drawables[seen.mirrors[i].drawable].apart = false;
  for (std::size_t i = 0; i < seen.count; ++i) {
    const SeenMirror& mirror = seen.mirrors[i];
    plan.mirrors[i] = {static_cast<std::uint32_t>(pass_count_), lists_.draw_alone(lists_.drawables[mirror.drawable]),
                       math::Vec4f(math::Vec3f(mirror.plane.normal), static_cast<float>(-mirror.plane.offset)),
                       mirror.both_sides};
    plan_reflection(view, plan, mirror, passes_[pass_count_++]);
  }
}

void DrawPlan::plan_reflection(const View& view, const ViewPlan& seen_by, const SeenMirror& mirror, ViewPlan& plan) {
  const frame::EyeViews eyes = through_part(view.eyes, seen_by.rect, mirror.pixels);
  const frame::EyeViews behind = reflected(eyes, mirror.plane);
  plan.rect = mirror.pixels;
  plan.reflected = true;
  plan.mirror_count = 0;
  plan.overlay = {};
  plan.globals = seen_by.globals;
  reflect_globals(eyes, mirror.plane, plan.rect, plan.globals);
  const Frustum frustum(behind);
  const math::Vec4f front = plan.globals.clip_planes[kMirrorPlane];
  // Heads are shown to their owners here: in a mirror they see themselves.
  plan.list = lists_.for_view(math::Vec3f(viewer_position(behind)), false, [&](const math::Vec3f& c, float r) {
    return glm::dot(math::Vec3f(front), c) + front.w >= -r && frustum.may_see(c, r);
  });
  plan.caps.clear();  // what a section keeps is convex: from a mirror within it no cut is seen from outside
}

std::size_t DrawPlan::most_mirrors() const {
  std::size_t most = 0;
  for (std::size_t i = 0; i < view_count_; ++i) most = std::max(most, passes_[i].mirror_count);
  return most;
}

FrameSizes DrawPlan::sizes(std::uint64_t globals_stride) const {
  FrameSizes sizes;
  sizes.globals = globals_stride * pass_count_;
  sizes.instances = instances_.size() * sizeof(InstanceData);
  sizes.order = lists_.order().size() * sizeof(std::uint32_t);
  sizes.commands = lists_.commands().size() * sizeof(VkDrawIndexedIndirectCommand);
  sizes.segment_colours = segment_colours_.size() * sizeof(std::uint32_t);
  sizes.matrices = matrices_.size_bytes();
  sizes.overlay = overlay_.items().size() * sizeof(OverlayItem);
  sizes.posed_vertices = std::uint64_t{posed_vertices_} * sizeof(Vertex);
  return sizes;
}

void DrawPlan::write(const FrameSlot& slot, std::uint64_t globals_stride) const {
  for (std::size_t i = 0; i < pass_count_; ++i) {
    std::memcpy(slot.globals.as<std::byte>() + i * globals_stride, &passes_[i].globals, sizeof(GlobalsData));
  }
  copy_to(slot.instances, std::span(std::as_const(instances_)));
  copy_to(slot.order, std::span(std::as_const(lists_.order())));
  copy_to(slot.commands, std::span(std::as_const(lists_.commands())));
  copy_to(slot.segment_colours, std::span(std::as_const(segment_colours_)));
  copy_to(slot.matrices, matrices_);
  copy_to(slot.overlay, std::span(std::as_const(overlay_.items())));
}

}  // namespace fh::render
