// SPDX-License-Identifier: Apache-2.0
#include "render/passes.h"

#include "gpu/barrier.h"

namespace fh::render {
namespace {

using gpu::Use;

constexpr VkShaderStageFlags kPushStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

VkRenderingAttachmentInfo attachment(VkImageView view, VkImageLayout layout, VkAttachmentLoadOp load,
                                     VkAttachmentStoreOp store = VK_ATTACHMENT_STORE_OP_STORE) {
  VkRenderingAttachmentInfo info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
  info.imageView = view;
  info.imageLayout = layout;
  info.loadOp = load;
  info.storeOp = store;
  return info;
}

void set_area(VkCommandBuffer commands, const VkRect2D& area) {
  const VkViewport viewport{static_cast<float>(area.offset.x),
                            static_cast<float>(area.offset.y),
                            static_cast<float>(area.extent.width),
                            static_cast<float>(area.extent.height),
                            0.0f,
                            1.0f};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &area);
}

VkRect2D area_of(const Viewport& v) {
  return {{static_cast<std::int32_t>(v.x), static_cast<std::int32_t>(v.y)}, {v.width, v.height}};
}

std::uint32_t view_mask(const EyeBuffers& buffers) {
  return buffers.layers == 2 ? 0b11 : 0b1;
}

/// Binds set 0 with the view's globals.
void bind_frame(const RecordContext& c, std::size_t view) {
  const auto offset = static_cast<std::uint32_t>(view * c.globals_stride);
  vkCmdBindDescriptorSets(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.pipelines->layout(), 0, 1, &c.slot->set, 1,
                          &offset);
}

void bind_screen(const RecordContext& c, const EyeBuffers& buffers) {
  vkCmdBindDescriptorSets(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.pipelines->layout(), 1, 1, &buffers.set, 0,
                          nullptr);
}

void bind_place(const RecordContext& c) {
  const VkBuffer vertices = c.geometry->vertices();
  const VkDeviceSize offset = 0;
  vkCmdBindVertexBuffers(c.commands, 0, 1, &vertices, &offset);
  vkCmdBindIndexBuffer(c.commands, c.geometry->indices(), 0, VK_INDEX_TYPE_UINT32);
}

void bind_bodies(const RecordContext& c) {
  const VkBuffer vertices = c.slot->posed_vertices.get();
  const VkDeviceSize offset = 0;
  vkCmdBindVertexBuffers(c.commands, 0, 1, &vertices, &offset);
  vkCmdBindIndexBuffer(c.commands, c.skins->indices(), 0, VK_INDEX_TYPE_UINT32);
}

void draw(const RecordContext& c, const DrawRange& range) {
  if (range.count == 0) return;
  constexpr std::uint32_t kStride = sizeof(VkDrawIndexedIndirectCommand);
  vkCmdDrawIndexedIndirect(c.commands, c.slot->commands.get(), VkDeviceSize{range.first} * kStride, range.count,
                           kStride);
}

template <class T>
void push(const RecordContext& c, const T& value) {
  static_assert(sizeof(T) <= sizeof(PushData));
  vkCmdPushConstants(c.commands, c.pipelines->layout(), kPushStages, 0, sizeof value, &value);
}

/// Seen in a mirror, triangles run the other way round.
void set_front(const RecordContext& c, const ViewPlan& plan) {
  vkCmdSetFrontFace(c.commands, plan.reflected ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE);
}

/// Whether triangles end at planes: those of a section, that of the mirror looked through.
bool clips(const RecordContext& c, const ViewPlan& plan) {
  return c.plan->cut() || plan.reflected;
}

/// All opaque things with the bound pipeline, whose cull mode and front face are dynamic.
void draw_opaque(const RecordContext& c, const ViewPlan& plan) {
  const DrawList& list = plan.list;
  bind_place(c);
  set_front(c, plan);
  vkCmdSetCullMode(c.commands, VK_CULL_MODE_BACK_BIT);
  draw(c, list.opaque);
  vkCmdSetCullMode(c.commands, VK_CULL_MODE_NONE);
  draw(c, list.two_sided);
  if (list.bodies.count > 0) {
    bind_bodies(c);
    vkCmdSetCullMode(c.commands, VK_CULL_MODE_BACK_BIT);
    draw(c, list.bodies);
  }
}

/// Mirrors, each with the picture that was drawn for it.
void draw_mirrors(const RecordContext& c, const ViewPlan& plan, const EyeBuffers& buffers) {
  if (plan.mirror_count == 0) return;
  const ViewPipelines& p = *c.view_pipelines;
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, clips(c, plan) ? p.mirror_clip.get() : p.mirror.get());
  bind_place(c);
  set_front(c, plan);
  for (std::size_t i = 0; i < plan.mirror_count; ++i) {
    const MirrorPlan& mirror = plan.mirrors[i];
    vkCmdBindDescriptorSets(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.pipelines->layout(), 1, 1,
                            &buffers.reflections[i].set, 0, nullptr);
    vkCmdSetCullMode(c.commands, mirror.both_sides ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT);
    push(c, mirror.plane);
    draw(c, mirror.surface);
  }
}

void record_caps(const RecordContext& c, const ViewPlan& plan) {
  const VkRect2D area = area_of(plan.rect);
  for (const CapFace& face : plan.caps) {
    const VkClearAttachment clear{VK_IMAGE_ASPECT_STENCIL_BIT, 0, {}};
    const VkClearRect rect{area, 0, 1};
    vkCmdClearAttachments(c.commands, 1, &clear, 1, &rect);
    vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.view_pipelines->count.get());
    push(c, static_cast<std::int32_t>(face.plane));
    bind_place(c);
    draw(c, plan.list.solids);
    if (plan.list.bodies.count > 0) {
      bind_bodies(c);
      draw(c, plan.list.bodies);
    }
    vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.view_pipelines->cap.get());
    push(c, std::array{math::Vec4f(face.centre, 1.0f), math::Vec4f(face.u, 0.0f), math::Vec4f(face.v, 0.0f)});
    vkCmdDraw(c.commands, 6, 1, 0, 0);
  }
}

/// First of all: whatever is drawn later fails the depth test where the lenses show nothing.
void record_hidden(const RecordContext& c, const ViewPlan& plan, std::uint32_t layers) {
  if (!plan.through_lenses || !c.hidden->vertices) return;
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.view_pipelines->hidden.get());
  const VkBuffer vertices = c.hidden->vertices.get();
  const VkDeviceSize offset = 0;
  vkCmdBindVertexBuffers(c.commands, 0, 1, &vertices, &offset);
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    const HiddenMesh::Range& range = c.hidden->eyes[(plan.first_eye + layer) % 2];
    if (range.count == 0) continue;
    push(c, static_cast<std::int32_t>(layer));
    vkCmdDraw(c.commands, range.count, 1, range.first, 0);
  }
}

void record_surfaces(const RecordContext& c, std::size_t index, const EyeBuffers& buffers, const TargetImage& target) {
  const ViewPlan& plan = c.plan->passes()[index];
  constexpr VkImageAspectFlags kDepthStencil = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
  image_barrier(c.commands, buffers.colour.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::ColourTarget,
                true);
  image_barrier(c.commands, buffers.depth.get(), kDepthStencil, Use::DepthRead, Use::DepthTarget, true);
  VkRenderingAttachmentInfo colour =
      attachment(buffers.colour.view(), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR);
  VkRenderingAttachmentInfo depth =
      attachment(buffers.depth.view(), VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR);
  VkRenderingAttachmentInfo stencil = depth;
  stencil.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  if (target.depth_view != VK_NULL_HANDLE) {
    image_barrier(c.commands, target.depth_image, kDepthStencil, Use::DepthTarget, Use::DepthTarget, true);
    depth.resolveMode = stencil.resolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    depth.resolveImageView = stencil.resolveImageView = target.depth_view;
    depth.resolveImageLayout = stencil.resolveImageLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  }
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea = area_of(plan.rect);
  rendering.layerCount = buffers.layers;
  rendering.viewMask = view_mask(buffers);
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  rendering.pDepthAttachment = &depth;
  rendering.pStencilAttachment = &stencil;
  vkCmdBeginRendering(c.commands, &rendering);
  set_area(c.commands, rendering.renderArea);
  bind_frame(c, index);
  record_hidden(c, plan, buffers.layers);
  const ViewPipelines& p = *c.view_pipelines;
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                    clips(c, plan) ? p.surface_clip.get() : p.surface.get());
  draw_opaque(c, plan);
  draw_mirrors(c, plan, buffers);
  if (c.plan->cut()) record_caps(c, plan);
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, p.sky.get());
  vkCmdDraw(c.commands, 6, 1, 0, 0);
  vkCmdEndRendering(c.commands);
  image_barrier(c.commands, buffers.depth.get(), kDepthStencil, Use::DepthTarget, Use::DepthRead);
}

void record_occlusion(const RecordContext& c, std::size_t index, const EyeBuffers& buffers) {
  const ViewPlan& plan = c.plan->passes()[index];
  image_barrier(c.commands, buffers.colour.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::Sampled);
  image_barrier(c.commands, buffers.openness.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::Sampled, Use::ColourTarget, true);
  const VkRenderingAttachmentInfo colour =
      attachment(buffers.openness.view(), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_DONT_CARE);
  const Viewport half{plan.rect.x / 2, plan.rect.y / 2, (plan.rect.x + plan.rect.width + 1) / 2 - plan.rect.x / 2,
                      (plan.rect.y + plan.rect.height + 1) / 2 - plan.rect.y / 2};
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea = area_of(half);
  rendering.layerCount = buffers.layers;
  rendering.viewMask = view_mask(buffers);
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  vkCmdBeginRendering(c.commands, &rendering);
  set_area(c.commands, rendering.renderArea);
  bind_screen(c, buffers);
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.view_pipelines->occlusion.get());
  vkCmdDraw(c.commands, 6, 1, 0, 0);
  vkCmdEndRendering(c.commands);
  image_barrier(c.commands, buffers.openness.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::Sampled);
  image_barrier(c.commands, buffers.colour.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::Sampled, Use::ColourTarget);
}

void draw_items(const RecordContext& c, const ItemRange& range, bool test, VkCompareOp compare, float opacity) {
  if (range.count == 0) return;
  vkCmdSetDepthTestEnable(c.commands, test);
  vkCmdSetDepthCompareOp(c.commands, compare);
  push(c, std::array{opacity, test ? 0.004f : 0.0f});
  vkCmdDraw(c.commands, 6 * range.count, 1, 6 * range.first, 0);
}

void record_overlay(const RecordContext& c, const ViewPlan& plan) {
  const OverlayRanges& o = plan.overlay;
  const auto of = [&](frame::Occlusion level) { return o[static_cast<std::size_t>(level)]; };
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.view_pipelines->overlay.get());
  constexpr float kFaint = 0.22f;
  draw_items(c, of(frame::Occlusion::Faint), true, VK_COMPARE_OP_LESS, kFaint);
  draw_items(c, of(frame::Occlusion::Faint), true, VK_COMPARE_OP_GREATER_OR_EQUAL, 1.0f);
  draw_items(c, of(frame::Occlusion::Hidden), true, VK_COMPARE_OP_GREATER_OR_EQUAL, 1.0f);
  draw_items(c, of(frame::Occlusion::AlwaysSeen), false, VK_COMPARE_OP_ALWAYS, 1.0f);
}

/// Occlusion joined in, glass, overlay; resolved into `picture`.
void record_blended(const RecordContext& c, std::size_t index, const EyeBuffers& buffers, const gpu::Image& picture) {
  const ViewPlan& plan = c.plan->passes()[index];
  image_barrier(c.commands, picture.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::Sampled, Use::ColourTarget, true);
  VkRenderingAttachmentInfo colour = attachment(buffers.colour.view(), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                                VK_ATTACHMENT_LOAD_OP_LOAD, VK_ATTACHMENT_STORE_OP_DONT_CARE);
  colour.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
  colour.resolveImageView = picture.view();
  colour.resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  const VkRenderingAttachmentInfo depth =
      attachment(buffers.depth.view(), VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL, VK_ATTACHMENT_LOAD_OP_LOAD,
                 VK_ATTACHMENT_STORE_OP_NONE);
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea = area_of(plan.rect);
  rendering.layerCount = buffers.layers;
  rendering.viewMask = view_mask(buffers);
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  rendering.pDepthAttachment = &depth;
  rendering.pStencilAttachment = &depth;
  vkCmdBeginRendering(c.commands, &rendering);
  set_area(c.commands, rendering.renderArea);
  const ViewPipelines& p = *c.view_pipelines;
  bind_screen(c, buffers);
  if (c.settings->occlusion) {
    vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, p.occlusion_apply.get());
    vkCmdDraw(c.commands, 6, 1, 0, 0);
  }
  if (plan.list.glass.count > 0) {
    vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, clips(c, plan) ? p.glass_clip.get() : p.glass.get());
    set_front(c, plan);
    vkCmdSetCullMode(c.commands, VK_CULL_MODE_NONE);
    bind_place(c);
    draw(c, plan.list.glass);
  }
  record_overlay(c, plan);
  vkCmdEndRendering(c.commands);
  image_barrier(c.commands, picture.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::Sampled);
}

/// Everything in world space, from the surfaces to the resolved picture; `target` may get the depth.
void record_scene(const RecordContext& c, std::size_t index, const EyeBuffers& buffers, const gpu::Image& picture,
                  const TargetImage& target) {
  record_surfaces(c, index, buffers, target);
  if (c.settings->occlusion) {
    record_occlusion(c, index, buffers);
  } else {
    image_barrier(c.commands, buffers.colour.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::ColourTarget);
  }
  record_blended(c, index, buffers, picture);
}

void record_tone(const RecordContext& c, std::size_t index, const EyeBuffers& buffers, const TargetImage& target,
                 bool clear) {
  const ViewPlan& plan = c.plan->passes()[index];
  const VkRenderingAttachmentInfo colour = attachment(target.view, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                                      clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD);
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea = {{0, 0}, target.extent};
  rendering.layerCount = buffers.layers;
  rendering.viewMask = view_mask(buffers);
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  vkCmdBeginRendering(c.commands, &rendering);
  set_area(c.commands, area_of(plan.rect));
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.tone);
  vkCmdDraw(c.commands, 6, 1, 0, 0);
  vkCmdEndRendering(c.commands);
}

}  // namespace

void record_shadows(const RecordContext& c, const ShadowMaps& maps) {
  const VkImage image = maps.image.get();
  image_barrier(c.commands, image, VK_IMAGE_ASPECT_DEPTH_BIT, Use::Sampled, Use::DepthTarget, true);
  const bool cast = c.plan->casts_shadows();
  for (std::size_t i = 0; i < kCascades; ++i) {
    const VkRenderingAttachmentInfo depth =
        attachment(maps.layers[i].get(), VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR);
    VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
    rendering.renderArea = {{0, 0}, maps.image.shape().extent};
    rendering.layerCount = 1;
    rendering.pDepthAttachment = &depth;
    vkCmdBeginRendering(c.commands, &rendering);
    if (cast) {
      set_area(c.commands, rendering.renderArea);
      bind_frame(c, 0);
      vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, c.pipelines->shadow(c.plan->cut()));
      vkCmdSetDepthBias(c.commands, 0.0f, 0.0f, -1.5f);
      push(c, static_cast<std::int32_t>(i));
      const DrawList& list = c.plan->shadows()[i];
      bind_place(c);
      draw(c, list.opaque);
      draw(c, list.two_sided);
      if (list.bodies.count > 0) {
        bind_bodies(c);
        draw(c, list.bodies);
      }
    }
    vkCmdEndRendering(c.commands);
  }
  image_barrier(c.commands, image, VK_IMAGE_ASPECT_DEPTH_BIT, Use::DepthTarget, Use::Sampled);
}

void record_view(const RecordContext& c, std::size_t index, const EyeBuffers& buffers, const TargetImage& target,
                 bool clear) {
  const ViewPlan& plan = c.plan->passes()[index];
  for (std::size_t i = 0; i < plan.mirror_count; ++i) {
    record_scene(c, plan.mirrors[i].pass, buffers, buffers.reflections[i].picture, {});
  }
  record_scene(c, index, buffers, buffers.picture, target);
  record_tone(c, index, buffers, target, clear);
}

void record_ids(const RecordContext& c, VkPipeline pipeline, const gpu::Image& ids, const gpu::Image& depth) {
  image_barrier(c.commands, ids.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::TransferSource, Use::ColourTarget, true);
  image_barrier(c.commands, depth.get(), VK_IMAGE_ASPECT_DEPTH_BIT, Use::TransferSource, Use::DepthTarget, true);
  const ViewPlan& plan = c.plan->passes()[0];
  const VkRenderingAttachmentInfo colour =
      attachment(ids.view(), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR);
  const VkRenderingAttachmentInfo depths =
      attachment(depth.view(), VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR);
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea = area_of(plan.rect);
  rendering.layerCount = 1;
  rendering.viewMask = 0b1;
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  rendering.pDepthAttachment = &depths;
  vkCmdBeginRendering(c.commands, &rendering);
  set_area(c.commands, rendering.renderArea);
  bind_frame(c, 0);
  vkCmdBindPipeline(c.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  draw_opaque(c, plan);
  vkCmdEndRendering(c.commands);
  image_barrier(c.commands, ids.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::ColourTarget, Use::TransferSource);
  image_barrier(c.commands, depth.get(), VK_IMAGE_ASPECT_DEPTH_BIT, Use::DepthTarget, Use::TransferSource);
}

}  // namespace fh::render
