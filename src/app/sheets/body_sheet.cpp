// SPDX-License-Identifier: Apache-2.0
#include "app/sheets/body_sheet.h"

#include <algorithm>

#include "app/sheets/studio.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"

namespace fh::app {
namespace {

constexpr std::array<double, 5> kPlaces{-2.3, -1.5, -0.2, 1.5, 2.2};  // m along the row; the T-pose needs its span

/// Height marks every 0.5 m behind the row.
void add_marks(frame::Overlay& overlay, double half_width) {
  for (int i = 1; i <= 4; ++i) {
    frame::OverlayLine line;
    line.a = {-half_width, 0.5 * i, -0.6};
    line.b = {half_width, 0.5 * i, -0.6};
    line.colour = {0.35f, 0.38f, 0.42f, 0.6f};
    line.width = 0.004f;
    overlay.lines.push_back(line);
    frame::OverlayText text;
    text.text = fmt::format("{:.1f} m", 0.5 * i);
    text.world_from_text.position = {-1.2, 0.5 * i + 0.05, -0.6};  // a gap in the row
    text.anchor_x = 0.0f;
    text.height = 0.05f;
    text.colour = {0.2f, 0.22f, 0.25f, 1.0f};
    overlay.texts.push_back(text);
  }
}

constexpr std::uint32_t kPanel = 375, kPanelsPerRow = 4;  // pixels of a close-up's side

StudioRow close_up_row(const human::Body& body, const human::CloseUp& view) {
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, view.posture, frames);
  const math::Quat turn = math::from_axis_angle(math::kUp, math::kPi - view.camera_yaw);
  const math::Vec3 middle = math::rotate(turn, frames.position(view.middle));
  StudioRow row;
  row.figures.push_back({view.posture, {turn, {-middle.x, 0.0, -middle.z}}});
  row.tall = view.tall;
  row.middle = middle.y;
  row.width = row.height = kPanel;
  return row;
}

void copy_panel(const render::Picture& panel, std::size_t index, render::Picture& sheet) {
  const std::size_t left = kPanel * (index % kPanelsPerRow), top = kPanel * (index / kPanelsPerRow);
  for (std::size_t y = 0; y < kPanel; ++y) {
    const auto from = panel.rgba.begin() + static_cast<std::ptrdiff_t>(4 * y * kPanel);
    std::copy(from, from + 4 * kPanel,
              sheet.rgba.begin() + static_cast<std::ptrdiff_t>(4 * ((top + y) * sheet.width + left)));
  }
}

}  // namespace

core::Result<> write_body_close_ups(const human::Body& body, const std::filesystem::path& file) {
  const auto views = human::close_ups(body.skeleton);
  render::Picture sheet;
  sheet.width = kPanel * kPanelsPerRow;
  sheet.height = kPanel * static_cast<std::uint32_t>((views.size() + kPanelsPerRow - 1) / kPanelsPerRow);
  sheet.rgba.resize(std::size_t{4} * sheet.width * sheet.height);
  FH_TRY(studio, Studio::open(body));
  for (std::size_t i = 0; i < views.size(); ++i) {
    FH_TRY(panel, studio->draw(close_up_row(body, views[i])));
    copy_panel(panel, i, sheet);
  }
  return render::write_png(file, sheet);
}

core::Result<> write_body_sheet(const human::Body& body, const std::filesystem::path& file) {
  StudioRow row;
  const auto views = human::sheet_views(body.skeleton);
  for (std::size_t i = 0; i < views.size(); ++i) {
    // Bodies look along -Z and the camera stands on +Z: half a turn shows the face.
    const math::Quat turn = math::from_axis_angle(math::kUp, math::kPi - views[i].camera_yaw);
    row.figures.push_back({views[i].posture, {turn, {kPlaces[i], 0.0, 0.0}}});
  }
  add_marks(row.overlay, 2.6);
  FH_TRY(studio, Studio::open(body));
  FH_TRY(picture, studio->draw(row));
  return render::write_png(file, picture);
}

}  // namespace fh::app
