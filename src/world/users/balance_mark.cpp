// SPDX-License-Identifier: Apache-2.0
#include "world/users/balance_mark.h"

#include <fmt/format.h>

#include <algorithm>

#include "math/trig.h"

namespace fh::world {
namespace {

using frame::BalanceVerdict;
using frame::BalanceView;
using math::Pose;
using math::Vec2;
using math::Vec3;

constexpr double kDialRadius = 0.075;  // m
constexpr double kDialScale = 0.24;    // m of the dial to a metre of the floor
constexpr double kBesideWrist = 0.12;  // m towards the middle, so that hand and sleeve are not in the way
constexpr double kLayer = 0.0015;      // m between what is drawn over another

frame::Colour colour_with(BalanceVerdict verdict, float alpha) {
  const math::Vec3f c = frame::colour_of(verdict);
  return {c.x, c.y, c.z, alpha};
}

/// Where marks are drawn: x to the right, y ahead, z towards the viewer; metres of the floor times `scale`.
struct Sheet {
  Pose world_from_sheet;
  double scale = 1.0;
  double layer = kLayer;

  Vec3 at(const Vec2& p, int layers) const {
    return world_from_sheet.point({scale * p.x, scale * p.y, layer * layers});
  }
  Vec3 normal() const { return world_from_sheet.direction({0.0, 0.0, 1.0}); }
};

void add_stroke(const Vec3& a, const Vec3& b, const frame::Colour& colour, double width, frame::Snapshot& snapshot) {
  frame::OverlayLine line;
  line.a = a;
  line.b = b;
  line.colour = colour;
  line.width = static_cast<float>(width);
  snapshot.overlay.lines.push_back(line);
}

/// The centre of mass: `size` is its radius on the sheet, m.
void draw_centre(const Sheet& sheet, const BalanceView& view, double size, frame::Snapshot& snapshot) {
  const frame::Colour colour = colour_with(view.verdict, 1.0f), dark{0.0f, 0.0f, 0.0f, 1.0f};
  const double s = size / sheet.scale;
  const auto near = [&](double x, double y, int layers) { return sheet.at(view.centre + s * Vec2(x, y), layers); };
  switch (view.verdict) {
    case BalanceVerdict::Firm:
    case BalanceVerdict::NotBorne: {
      const auto radius = static_cast<float>(size);
      const float inner = view.verdict == BalanceVerdict::Firm ? 0.0f : 0.6f * radius;
      if (inner == 0.0f) snapshot.overlay.discs.push_back({near(0, 0, 2), sheet.normal(), 1.25f * radius, 0.0f, dark});
      snapshot.overlay.discs.push_back({near(0, 0, 3), sheet.normal(), radius, inner, colour});
      return;
    }
    case BalanceVerdict::NearEdge: {
      const auto triangle = [&](double k, int layers, const frame::Colour& c) {
        snapshot.overlay.regions.push_back(
            {{near(-1.2 * k, -0.7 * k, layers), near(1.2 * k, -0.7 * k, layers), near(0.0, 1.4 * k, layers)}, c});
      };
      triangle(1.35, 2, dark);
      triangle(1.0, 3, colour);
      return;
    }
    case BalanceVerdict::Outside:
      for (const double way : {1.0, -1.0}) {
        add_stroke(near(-1.2, -1.2 * way, 2), near(1.2, 1.2 * way, 2), dark, 0.95 * size, snapshot);
        add_stroke(near(-1.1, -1.1 * way, 3), near(1.1, 1.1 * way, 3), colour, 0.6 * size, snapshot);
      }
      return;
  }
}

void draw_support(const Sheet& sheet, const BalanceView& view, double width, frame::Snapshot& snapshot) {
  if (view.outline.size() < 3) return;
  frame::OverlayRegion inside;
  for (const Vec2& p : view.outline) inside.corners.push_back(sheet.at(p, 0));
  inside.colour = colour_with(view.verdict, 0.35f);
  snapshot.overlay.regions.push_back(std::move(inside));
  for (std::size_t i = 0; i < view.outline.size(); ++i) {
    const Vec2 &a = view.outline[i], &b = view.outline[(i + 1) % view.outline.size()];
    add_stroke(sheet.at(a, 1), sheet.at(b, 1), {0.9f, 0.9f, 0.9f, 1.0f}, width, snapshot);
  }
}

std::string words_of(const BalanceView& view) {
  std::string words = frame::word_of(view.verdict);
  if (view.verdict != BalanceVerdict::NotBorne) words += fmt::format(" {:+.0f} cm", 100.0 * view.margin);
  if (view.held >= 0.05) words += fmt::format("\nholding {:.1f} kg", view.held);
  return words;
}

Vec2 middle_of(const human::SupportPolygon& support) {
  Vec2 low(1e9), high(-1e9);
  for (std::size_t i = 0; i < support.count; ++i) {
    low = glm::min(low, support.points[i]);
    high = glm::max(high, support.points[i]);
  }
  return 0.5 * (low + high);
}

/// On the floor, turned as the body: where the view's coordinates are.
Pose on_floor(const human::FitResult& fit, double height) {
  const Vec2 middle = fit.support.count > 0 ? middle_of(fit.support) : Vec2(fit.centre_of_mass.x, fit.centre_of_mass.z);
  const double yaw = math::yaw_of(fit.posture.world_from_pelvis.rotation);
  // x right, y ahead (-Z of the body), z up.
  return math::standing_at({middle.x, height, middle.y}, yaw) *
         Pose{math::from_axis_angle({1.0, 0.0, 0.0}, -0.5 * math::kPi), Vec3(0.0)};
}

}  // namespace

frame::BalanceView balance_view(const Avatar& avatar) {
  const human::FitResult& fit = avatar.fit();
  BalanceView view;
  const Pose sheet_from_world = math::inverse(on_floor(fit, 0.0));
  const auto laid = [&](double x, double z) {
    const Vec3 p = sheet_from_world.point({x, 0.0, z});
    return Vec2(p.x, p.y);
  };
  // The support turns +x towards +z: seen from above, with y ahead, the other way round.
  for (std::size_t i = fit.support.count; i-- > 0;)
    view.outline.push_back(laid(fit.support.points[i].x, fit.support.points[i].y));
  view.centre = laid(fit.centre_of_mass.x, fit.centre_of_mass.z);
  for (const auto& load : avatar.loads()) view.held += load.mass;
  if (fit.support.count == 0) return view;
  view.margin = fit.balance_margin;
  view.verdict = frame::verdict_of(view.margin);
  return view;
}

void draw_balance_on_floor(const BalanceView& view, const Person& person, const Avatar& avatar,
                           frame::Snapshot& snapshot) {
  const human::FitResult& fit = avatar.fit();
  double floor = 1e9;
  for (std::size_t s = 0; s < 2; ++s) {
    for (const Vec3& p : person.soles[s].whole) floor = std::min(floor, fit.feet[s].world_from_foot.point(p).y);
  }
  const Sheet sheet{on_floor(fit, floor + 0.006), 1.0, 0.002};
  draw_support(sheet, view, 0.008, snapshot);
  draw_centre(sheet, view, 0.022, snapshot);
}

void draw_balance_dial(const BalanceView& view, const Avatar& avatar, std::size_t side, const Pose& head,
                       frame::Snapshot& snapshot) {
  const bool left = side == frame::kLeft;
  const Vec3 wrist = avatar.fit().frames.position(left ? human::Joint::LeftHand : human::Joint::RightHand);
  const Pose facing{head.rotation, wrist + head.direction({left ? kBesideWrist : -kBesideWrist, 0.02, 0.0})};
  // A polygon, not a disc: discs are drawn over polygons, and the support is one.
  frame::OverlayRegion face;
  constexpr int kCorners = 32;
  for (int i = 0; i < kCorners; ++i) {
    const double a = math::kTau * i / kCorners;
    face.corners.push_back(facing.point({kDialRadius * math::cos(a), kDialRadius * math::sin(a), -kLayer}));
  }
  face.colour = {0.02f, 0.02f, 0.025f, 0.9f};
  snapshot.overlay.regions.push_back(std::move(face));
  BalanceView shown = view;
  // A centre of mass off the dial is shown at its rim.
  const double most = (kDialRadius - 0.008) / kDialScale, away = glm::length(view.centre);
  if (away > most) shown.centre *= most / away;
  const Sheet sheet{facing, kDialScale, kLayer};
  draw_support(sheet, shown, 0.0022, snapshot);
  draw_centre(sheet, shown, 0.0065, snapshot);
  frame::OverlayText text;
  text.text = words_of(view);
  text.world_from_text = {facing.rotation, facing.point({0.0, -kDialRadius - 0.004, kLayer})};
  text.height = 0.011f;
  text.anchor_y = 1.0f;
  text.background = {0.02f, 0.02f, 0.025f, 0.9f};
  snapshot.overlay.texts.push_back(std::move(text));
}

}  // namespace fh::world
