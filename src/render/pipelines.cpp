// SPDX-License-Identifier: Apache-2.0
#include "render/pipelines.h"

#include <array>

#include <shaders/embedded.h>
#include "gpu/check.h"
#include "render/frame_slot.h"
#include "render/targets/eye_buffers.h"

namespace fh::render {
namespace {

constexpr std::array kVertexBinding{VkVertexInputBindingDescription{0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX}};
constexpr std::array kVertexAttributes{
    VkVertexInputAttributeDescription{0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, position)},
    VkVertexInputAttributeDescription{1, 0, VK_FORMAT_R16G16B16A16_SNORM, offsetof(Vertex, normal)},
    VkVertexInputAttributeDescription{2, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(Vertex, uv)},
    VkVertexInputAttributeDescription{3, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(Vertex, colour)},
};
constexpr std::array kPositionOnly{kVertexAttributes[0]};
constexpr std::array kTangentBinding{
    VkVertexInputBindingDescription{0, sizeof(math::Vec2f), VK_VERTEX_INPUT_RATE_VERTEX}};
constexpr std::array kTangent{VkVertexInputAttributeDescription{0, 0, VK_FORMAT_R32G32_SFLOAT, 0}};
constexpr std::array kCullDynamic{VK_DYNAMIC_STATE_CULL_MODE, VK_DYNAMIC_STATE_FRONT_FACE};
constexpr std::array kBiasDynamic{VK_DYNAMIC_STATE_DEPTH_BIAS};
constexpr std::array kOverlayDynamic{VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE, VK_DYNAMIC_STATE_DEPTH_COMPARE_OP};

std::uint32_t mask_of(std::uint32_t eyes) {
  return eyes == 2 ? 0b11 : 0b1;
}

core::Result<> assign(gpu::Device& device, gpu::Pipeline& target, const gpu::GraphicsPipelineSpec& spec) {
  FH_TRY(made, gpu::make_pipeline(device, spec));
  target = std::move(made);
  return {};
}

}  // namespace

core::Result<std::unique_ptr<Pipelines>> Pipelines::create(gpu::Device& device, VkSampleCountFlagBits samples,
                                                           const SurfaceFeatures& features) {
  std::unique_ptr<Pipelines> made(new Pipelines(device));
  made->samples_ = samples;
  made->features_ = features;
  FH_TRY(frame, make_frame_layout(device));
  made->frame_layout_ = std::move(frame);
  const gpu::Binding image{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT};
  FH_TRY(screen, gpu::make_set_layout(device, std::array{image, image, image, image}));
  made->screen_layout_ = std::move(screen);
  const std::array sets{made->frame_layout_.get(), made->screen_layout_.get()};
  FH_TRY(layout, gpu::make_pipeline_layout(device, sets, sizeof(PushData),
                                           VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT));
  made->layout_ = std::move(layout);
  FH_TRY_VOID(made->make_shadow());
  return made;
}

core::Result<> Pipelines::make_shadow() {
  gpu::GraphicsPipelineSpec spec;
  spec.vertex = shaders::shadow_vert;
  spec.layout = layout_.get();
  spec.bindings = kVertexBinding;
  spec.attributes = kPositionOnly;
  spec.depth_format = kShadowFormat;
  spec.view_mask = 0;
  spec.depth_bias = true;
  spec.cull = VK_CULL_MODE_NONE;  // open meshes cast too
  spec.dynamic = kBiasDynamic;
  FH_TRY_VOID(assign(*device_, shadow_, spec));
  spec.vertex = shaders::shadow_clip_vert;
  return assign(*device_, shadow_clip_, spec);
}

core::Result<const ViewPipelines*> Pipelines::for_eyes(std::uint32_t eyes) {
  const auto found = by_eyes_.find(eyes);
  if (found != by_eyes_.end()) return &found->second;
  FH_TRY(made, make_view(mask_of(eyes)));
  return &by_eyes_.emplace(eyes, std::move(made)).first->second;
}

core::Result<ViewPipelines> Pipelines::make_view(std::uint32_t view_mask) {
  ViewPipelines made;
  std::array<std::uint32_t, 3> constants{0, features_.colour_textures, features_.data_textures};
  gpu::GraphicsPipelineSpec spec;
  spec.vertex = shaders::surface_vert;
  spec.fragment = shaders::surface_frag;
  spec.layout = layout_.get();
  spec.bindings = kVertexBinding;
  spec.attributes = kVertexAttributes;
  spec.colour_format = kHdrFormat;
  spec.depth_format = kDepthFormat;
  spec.has_stencil = true;
  spec.view_mask = view_mask;
  spec.samples = samples_;
  spec.dynamic = kCullDynamic;
  spec.constants = constants;
  FH_TRY_VOID(assign(*device_, made.surface, spec));
  spec.vertex = shaders::surface_clip_vert;
  FH_TRY_VOID(assign(*device_, made.surface_clip, spec));

  gpu::GraphicsPipelineSpec mirror = spec;
  mirror.fragment = shaders::mirror_frag;
  FH_TRY_VOID(assign(*device_, made.mirror_clip, mirror));
  mirror.vertex = shaders::surface_vert;
  FH_TRY_VOID(assign(*device_, made.mirror, mirror));

  gpu::GraphicsPipelineSpec glass = spec;
  constants[0] = 1;
  glass.blend = gpu::Blend::Premultiplied;
  glass.depth_write = false;
  FH_TRY_VOID(assign(*device_, made.glass_clip, glass));
  glass.vertex = shaders::surface_vert;
  FH_TRY_VOID(assign(*device_, made.glass, glass));
  spec.constants = {};
  FH_TRY_VOID(make_hidden(made, spec));
  FH_TRY_VOID(make_section(made, spec));
  FH_TRY_VOID(make_screen_passes(made, spec));
  return made;
}

core::Result<> Pipelines::make_hidden(ViewPipelines& made, gpu::GraphicsPipelineSpec spec) {
  spec.vertex = shaders::hidden_vert;
  spec.fragment = {};
  spec.bindings = kTangentBinding;
  spec.attributes = kTangent;
  spec.write_colour = false;
  spec.cull = VK_CULL_MODE_NONE;
  spec.dynamic = {};
  return assign(*device_, made.hidden, spec);
}

core::Result<> Pipelines::make_section(ViewPipelines& made, gpu::GraphicsPipelineSpec spec) {
  // Along the line of sight beyond the cut, every solid entered and left cancels out; one more left than entered means
  // that the cut itself lies inside a solid.
  VkStencilOpState front{};
  front.failOp = front.depthFailOp = VK_STENCIL_OP_KEEP;
  front.passOp = VK_STENCIL_OP_DECREMENT_AND_WRAP;
  front.compareOp = VK_COMPARE_OP_ALWAYS;
  front.compareMask = front.writeMask = 0xff;
  VkStencilOpState back = front;
  back.passOp = VK_STENCIL_OP_INCREMENT_AND_WRAP;
  spec.vertex = shaders::count_vert;
  spec.fragment = {};
  spec.attributes = kPositionOnly;
  spec.write_colour = false;
  spec.depth_test = false;
  spec.depth_write = false;
  spec.cull = VK_CULL_MODE_NONE;
  spec.dynamic = {};
  spec.stencil_front = &front;
  spec.stencil_back = &back;
  FH_TRY_VOID(assign(*device_, made.count, spec));

  VkStencilOpState inside{};
  inside.failOp = inside.depthFailOp = inside.passOp = VK_STENCIL_OP_KEEP;
  inside.compareOp = VK_COMPARE_OP_NOT_EQUAL;
  inside.compareMask = 0xff;
  spec.vertex = shaders::cap_vert;
  spec.fragment = shaders::cap_frag;
  spec.bindings = {};
  spec.attributes = {};
  spec.write_colour = true;
  spec.depth_test = true;
  spec.depth_write = true;
  spec.cull = VK_CULL_MODE_BACK_BIT;
  spec.stencil_front = &inside;
  spec.stencil_back = nullptr;
  return assign(*device_, made.cap, spec);
}

core::Result<> Pipelines::make_screen_passes(ViewPipelines& made, gpu::GraphicsPipelineSpec spec) {
  spec.bindings = {};
  spec.attributes = {};
  spec.dynamic = {};
  spec.cull = VK_CULL_MODE_NONE;
  spec.depth_write = false;
  spec.vertex = shaders::screen_vert;
  spec.fragment = shaders::sky_frag;
  FH_TRY_VOID(assign(*device_, made.sky, spec));

  gpu::GraphicsPipelineSpec apply = spec;
  apply.fragment = shaders::occlusion_apply_frag;
  apply.depth_test = false;
  apply.blend = gpu::Blend::Multiply;
  FH_TRY_VOID(assign(*device_, made.occlusion_apply, apply));

  gpu::GraphicsPipelineSpec overlay = spec;
  overlay.vertex = shaders::overlay_vert;
  overlay.fragment = shaders::overlay_frag;
  overlay.blend = gpu::Blend::Alpha;
  overlay.dynamic = kOverlayDynamic;
  FH_TRY_VOID(assign(*device_, made.overlay, overlay));

  spec.fragment = shaders::occlusion_frag;
  spec.colour_format = kOpennessFormat;
  spec.depth_format = VK_FORMAT_UNDEFINED;
  spec.has_stencil = false;
  spec.depth_test = false;
  spec.samples = VK_SAMPLE_COUNT_1_BIT;
  return assign(*device_, made.occlusion, spec);
}

core::Result<VkPipeline> Pipelines::tone(std::uint32_t eyes, VkFormat format) {
  const auto key = std::make_pair(eyes, format);
  const auto found = tone_.find(key);
  if (found != tone_.end()) return found->second.get();
  gpu::GraphicsPipelineSpec spec;
  spec.vertex = shaders::screen_vert;
  spec.fragment = shaders::tone_frag;
  spec.layout = layout_.get();
  spec.colour_format = format;
  spec.view_mask = mask_of(eyes);
  spec.cull = VK_CULL_MODE_NONE;
  spec.depth_test = false;
  spec.depth_write = false;
  FH_TRY(made, gpu::make_pipeline(*device_, spec));
  return tone_.emplace(key, std::move(made)).first->second.get();
}

core::Result<VkPipeline> Pipelines::ids(bool clipped) {
  gpu::Pipeline& wanted = clipped ? ids_clip_ : ids_;
  if (wanted) return wanted.get();
  gpu::GraphicsPipelineSpec spec;
  spec.vertex = clipped ? shaders::ids_clip_vert : shaders::ids_vert;
  spec.fragment = shaders::ids_frag;
  spec.layout = layout_.get();
  spec.bindings = kVertexBinding;
  spec.attributes = kVertexAttributes;
  spec.colour_format = kIdFormat;
  spec.depth_format = kIdDepthFormat;
  spec.dynamic = kCullDynamic;
  FH_TRY_VOID(assign(*device_, wanted, spec));
  return wanted.get();
}

}  // namespace fh::render
