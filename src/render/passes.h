// SPDX-License-Identifier: Apache-2.0
#pragma once
// Records the passes of a frame: shadow maps, then for each view its mirrors' pictures and its own: surfaces,
// occlusion, glass and overlay, tone.
#include "gpu/device.h"
#include "render/draw_plan.h"
#include "render/frame_slot.h"
#include "render/pipelines.h"
#include "render/targets/eye_buffers.h"
#include "render/targets/target.h"
#include "render/view/hidden_mesh.h"

namespace fh::render {

struct ShadowMaps {
  gpu::Image image;                              // kCascades layers
  std::array<gpu::ImageView, kCascades> layers;  // to draw into
};

/// What the passes draw with; all borrowed.
struct RecordContext {
  VkCommandBuffer commands = VK_NULL_HANDLE;
  const DrawPlan* plan = nullptr;
  const FrameSlot* slot = nullptr;
  const Pipelines* pipelines = nullptr;
  const ViewPipelines* view_pipelines = nullptr;
  VkPipeline tone = VK_NULL_HANDLE;
  const SceneGeometry* geometry = nullptr;
  const SkinStore* skins = nullptr;
  std::uint64_t globals_stride = 0;
  const RenderSettings* settings = nullptr;
  const HiddenMesh* hidden = nullptr;
};

void record_shadows(const RecordContext& context, const ShadowMaps& maps);
/// View number `index` of the plan, with what its mirrors show, into the target, which is cleared first where `clear`
/// says so.
void record_view(const RecordContext& context, std::size_t index, const EyeBuffers& buffers, const TargetImage& target,
                 bool clear);
/// Object ids and depth of view 0; both images are left ready for copying.
void record_ids(const RecordContext& context, VkPipeline pipeline, const gpu::Image& ids, const gpu::Image& depth);

}  // namespace fh::render
