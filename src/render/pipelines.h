// SPDX-License-Identifier: Apache-2.0
#pragma once
// All pipelines of the renderer: made when first needed, one set per number of eyes, since multiview is part of them.
#include <map>
#include <memory>

#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"

namespace fh::render {

/// Push constants of every pipeline; what each pass reads of it is said in its shader.
struct PushData {
  std::array<float, 16> values{};
};

/// What the materials of the place use; surfaces are drawn without the rest.
struct SurfaceFeatures {
  bool colour_textures = true;
  bool data_textures = true;
};

/// Pipelines that draw into the multisampled images of one or two eyes.
struct ViewPipelines {
  // Cull mode and front face dynamic; _clip: for sections and reflections.
  gpu::Pipeline surface, surface_clip;
  gpu::Pipeline mirror, mirror_clip;
  gpu::Pipeline glass, glass_clip;
  gpu::Pipeline sky;
  gpu::Pipeline count, cap;  // section: solids along the cut, the cut itself
  gpu::Pipeline occlusion, occlusion_apply;
  gpu::Pipeline hidden;   // what the lenses hide, into depth
  gpu::Pipeline overlay;  // depth test and compare dynamic
};

class Pipelines {
 public:
  static core::Result<std::unique_ptr<Pipelines>> create(gpu::Device& device, VkSampleCountFlagBits samples,
                                                         const SurfaceFeatures& features);

  VkPipelineLayout layout() const { return layout_.get(); }
  VkDescriptorSetLayout frame_layout() const { return frame_layout_.get(); }
  VkDescriptorSetLayout screen_layout() const { return screen_layout_.get(); }
  VkPipeline shadow(bool clipped) const { return clipped ? shadow_clip_.get() : shadow_.get(); }
  core::Result<const ViewPipelines*> for_eyes(std::uint32_t eyes);
  core::Result<VkPipeline> tone(std::uint32_t eyes, VkFormat format);
  core::Result<VkPipeline> ids(bool clipped);

 private:
  explicit Pipelines(gpu::Device& device) : device_(&device) {}
  core::Result<> make_shadow();
  core::Result<ViewPipelines> make_view(std::uint32_t view_mask);
  core::Result<> make_screen_passes(ViewPipelines& made, gpu::GraphicsPipelineSpec spec);
  core::Result<> make_hidden(ViewPipelines& made, gpu::GraphicsPipelineSpec spec);
  core::Result<> make_section(ViewPipelines& made, gpu::GraphicsPipelineSpec spec);

  gpu::Device* device_;
  SurfaceFeatures features_;
  VkSampleCountFlagBits samples_ = VK_SAMPLE_COUNT_4_BIT;
  gpu::DescriptorSetLayout frame_layout_, screen_layout_;
  gpu::PipelineLayout layout_;
  gpu::Pipeline shadow_, shadow_clip_, ids_, ids_clip_;
  std::map<std::uint32_t, ViewPipelines> by_eyes_;
  std::map<std::pair<std::uint32_t, VkFormat>, gpu::Pipeline> tone_;
};

inline constexpr VkFormat kShadowFormat = VK_FORMAT_D32_SFLOAT;
inline constexpr VkFormat kIdFormat = VK_FORMAT_R32_UINT;
inline constexpr VkFormat kIdDepthFormat = VK_FORMAT_D32_SFLOAT;

}  // namespace fh::render
