#include "app/body_sheet.h"

#include "frame/snapshot.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "human/sheet_postures.h"
#include "render/offscreen_target.h"
#include "render/renderer.h"

namespace fh::app {
namespace {

using math::Vec3;

constexpr std::uint32_t kWidth = 1500, kHeight = 640;
constexpr std::array<double, 5> kPlaces{-2.3, -1.5, -0.2, 1.5, 2.2};  // m along the row; the T-pose needs its span
constexpr double kTall = 2.25;                                        // m of the picture's height

/// A plain studio floor.
scene::Scene studio() {
  scene::Scene scene;
  scene::Material floor;
  floor.name = "floor";
  floor.base_colour = {0.62f, 0.63f, 0.65f, 1.0f};
  floor.roughness = 0.95f;
  scene.materials.push_back(floor);
  scene::Mesh mesh;
  mesh.name = "floor";
  constexpr float kFar = 60.0f;
  mesh.geometry.positions = {{-kFar, 0, kFar}, {kFar, 0, kFar}, {kFar, 0, -kFar}, {-kFar, 0, -kFar}};
  mesh.geometry.normals.assign(4, {0, 1, 0});
  mesh.geometry.uvs.assign(4, {0, 0});
  mesh.geometry.indices = {0, 1, 2, 0, 2, 3};
  mesh.bounds = mesh.geometry.bounds();
  scene.meshes.push_back(std::move(mesh));
  return scene;
}

/// The body in one posture, turned so that the common camera sees the wanted side, at its place in the row.
void add_body(frame::Snapshot& snapshot, const human::Body& body, const human::SheetView& view, double x) {
  std::array<human::SkinningMatrix, human::kSkinBoneCount> matrices;
  human::skinning_matrices(body.skeleton, body.binding, view.posture, matrices);
  // Bodies look along -Z and the camera stands on +Z: half a turn shows the face.
  const math::Quat turn = math::from_axis_angle(math::kUp, math::kPi - view.camera_yaw);
  const math::Mat3 m = math::to_matrix(turn);
  frame::DrawBody draw;
  draw.id = {static_cast<std::uint32_t>(snapshot.bodies.size() + 1)};
  draw.first_matrix = static_cast<std::uint32_t>(snapshot.skinning.size());
  draw.matrix_count = human::kSkinBoneCount;
  draw.position = {x, 0.9, 0.0};
  for (const auto& matrix : matrices) {
    frame::SkinningMatrix turned;
    for (int row = 0; row < 3; ++row) {
      turned.rows[row] = static_cast<float>(m[0][row]) * matrix.rows[0] +
                         static_cast<float>(m[1][row]) * matrix.rows[1] +
                         static_cast<float>(m[2][row]) * matrix.rows[2];
    }
    turned.rows[0].w += static_cast<float>(x);
    snapshot.skinning.push_back(turned);
  }
  snapshot.bodies.push_back(draw);
}

/// Height marks every 0.5 m behind the row.
void add_marks(frame::Snapshot& snapshot, double half_width) {
  for (int i = 1; i <= 4; ++i) {
    frame::OverlayLine line;
    line.a = {-half_width, 0.5 * i, -0.6};
    line.b = {half_width, 0.5 * i, -0.6};
    line.colour = {0.35f, 0.38f, 0.42f, 0.6f};
    line.width = 0.004f;
    snapshot.overlay.lines.push_back(line);
    frame::OverlayText text;
    text.text = fmt::format("{:.1f} m", 0.5 * i);
    text.world_from_text.position = {-1.2, 0.5 * i + 0.05, -0.6};  // a gap in the row
    text.anchor_x = 0.0f;
    text.height = 0.05f;
    text.colour = {0.2f, 0.22f, 0.25f, 1.0f};
    snapshot.overlay.texts.push_back(text);
  }
}

frame::Snapshot sheet_snapshot(const human::Body& body) {
  frame::Snapshot snapshot;
  frame::DrawObject floor;
  floor.id = {1};
  snapshot.objects.push_back(floor);
  const auto views = human::sheet_views(body.skeleton);
  for (std::size_t i = 0; i < views.size(); ++i) {
    add_body(snapshot, body, views[i], kPlaces[i]);
  }
  add_marks(snapshot, 2.6);
  snapshot.sun.direction_to_sun = {0.4, 0.9, 0.7};
  snapshot.sky_zenith = {0.75f, 0.78f, 0.82f};
  snapshot.sky_horizon = {0.85f, 0.86f, 0.88f};
  snapshot.ground = {0.5f, 0.5f, 0.5f};
  return snapshot;
}

frame::EyeViews sheet_camera() {
  // Far away with a narrow field: little perspective, so that the height marks hold for every body.
  constexpr double kDistance = 14.0;
  frame::EyeViews views;
  views.count = 1;
  const Vec3 eye{0.0, 1.0, kDistance};
  views.eyes[0] = {{math::kIdentity, eye},
                   frame::symmetric_fov(2.0 * math::atan(0.5 * kTall / kDistance), double(kWidth) / kHeight)};
  return views;
}

}  // namespace

core::Result<> write_body_sheet(const human::Body& body, const std::filesystem::path& file) {
  auto instance = gpu::Instance::create({});
  if (!instance) return core::fail_within("picture", instance.error());
  auto device = gpu::Device::create(**instance);
  if (!device) return core::fail_within("picture", device.error());
  const human::Skin skin = human::make_skin(body);
  std::vector<render::Skin> skins;
  skins.push_back({skin.levels[0], {}, {}});  // always the finest, however far the camera stands
  auto renderer = render::Renderer::create(**device, studio(), skins);
  if (!renderer) return core::fail_within("picture", renderer.error());
  auto target = render::OffscreenTarget::create(**device, kWidth, kHeight);
  if (!target) return core::fail_within("picture", target.error());
  if (auto drawn = (*renderer)->draw(sheet_snapshot(body), sheet_camera(), *target); !drawn) return drawn;
  const auto picture = target->read_back();
  if (!picture) return tl::make_unexpected(picture.error());
  return render::write_png(file, *picture);
}

}  // namespace fh::app
