// SPDX-License-Identifier: Apache-2.0
#include "app/sheets/walk_sheet.h"

#include "app/sheets/studio.h"
#include "human/motion/gait.h"

namespace fh::app {
namespace {

using human::GaitCommand;
using math::Vec3;

constexpr double kDt = 1.0 / 90.0;
constexpr int kPhases = 9;
constexpr double kSpacing = 1.05;  // m between figures

// Walkers go along -Z; seen from the side they go to the right.
const math::Quat kSideways = math::from_axis_angle(math::kUp, -0.5 * math::kPi);
const math::Quat kFacing = math::from_axis_angle(math::kUp, math::kPi);

void label(frame::Overlay& overlay, double x, double y, const std::string& words) {
  frame::OverlayText text;
  text.text = words;
  text.world_from_text.position = {x, y, -0.8};
  text.anchor_x = 0.0f;
  text.height = 0.075f;
  text.colour = {0.15f, 0.17f, 0.20f, 1.0f};
  overlay.texts.push_back(text);
}

StudioRow sheet_row(const std::string& words, double tall, double middle) {
  StudioRow row;
  row.width = 1600;
  row.tall = tall;
  row.middle = middle;
  row.height = static_cast<std::uint32_t>(1600.0 * tall / (kPhases * kSpacing + 0.2));
  label(row.overlay, -0.5 * kPhases * kSpacing, middle + 0.44 * tall, words);
  return row;
}

double crown_of(const human::Walker& walker) {
  return walker.hip_height + walker.head_top;
}

/// Of upright figures: room above their heads for labels, and above those for the words.
StudioRow figure_row(const human::Walker& walker, const std::string& words) {
  constexpr double kBelow = 0.12, kAbove = 0.42;  // m
  const double tall = crown_of(walker) + kBelow + kAbove;
  return sheet_row(words, tall, 0.5 * tall - kBelow);
}

double slot(int i) {
  return (i - 0.5 * (kPhases - 1)) * kSpacing;
}

/// One cycle of the straight walker, phase by phase.
StudioRow cycle_row(const human::Walker& walker, double speed, const math::Quat& turn, const std::string& words) {
  StudioRow row = figure_row(walker, words);
  const human::Stride stride = human::stride_at(walker, speed, speed > human::jog_speed(walker) ? 1.0 : 0.0);
  for (int i = 0; i < kPhases; ++i) {
    const double seconds = stride.cycle * i / kPhases;
    StudioFigure figure{human::straight_walk(walker, {}, speed, seconds), {turn, {slot(i), 0.0, 0.0}}};
    figure.posture.world_from_pelvis.position.z += speed * seconds;
    row.figures.push_back(figure);
    label(row.overlay, slot(i) - 0.05, crown_of(walker) + 0.10, fmt::format("{:.0f} %", 100.0 * i / kPhases));
  }
  return row;
}

/// Ten steps of 17 by 28 cm, along -Z from z = -1; up or down.
class Stairs final : public human::Ground {
 public:
  static constexpr double kRiser = 0.17, kTread = 0.28;
  static constexpr int kCount = 10;
  explicit Stairs(bool up) : up_(up) {}
  double height(double, double z, double) const override {
    const double along = -z - 1.0;
    const int steps = along < 0.0 ? 0 : std::min(kCount, static_cast<int>(along / kTread) + 1);
    return kRiser * (up_ ? steps : kCount - steps);
  }

 private:
  bool up_;
};

StudioRow stairs_row(const human::Walker& walker, bool up) {
  const Stairs stairs(up);
  StudioRow row = sheet_row(up ? "stairs up" : "stairs down", 3.75, 1.75);
  const Vec3 start(0.0, up ? 0.0 : Stairs::kRiser * Stairs::kCount, 1.4);
  human::GaitState state = human::standing_gait(walker, start, 0.0, stairs);
  human::Posture posture;
  GaitCommand command;
  command.velocity = command.facing = math::kForward;
  // The middle of the flight in the middle of the picture.
  const math::Pose place{kSideways, {-1.0 - 0.5 * Stairs::kCount * Stairs::kTread, 0.0, 0.0}};
  double next = -0.9;
  for (int tick = 0; tick < 1200 && row.figures.size() < 12; ++tick) {
    human::advance_gait(walker, command, stairs, kDt, state, posture);
    if (-state.root.z < next) continue;
    row.figures.push_back({posture, place});
    next = -state.root.z + 0.55;
  }
  for (int i = 0; i < Stairs::kCount + 1; ++i) {
    const double top = Stairs::kRiser * (up ? i : Stairs::kCount - i);
    if (top <= 0.0) continue;
    const double length = i == 0 || i == Stairs::kCount ? 3.2 : Stairs::kTread;
    const double from = i == 0 ? -2.2 : 1.0 + (i - 1) * Stairs::kTread;
    row.boxes.push_back({{place.position.x + from + 0.5 * length, 0.5 * top, -0.4}, {length, top, 1.4}});
  }
  return row;
}

struct Scene {
  const char* words;
  GaitCommand command;
  double seconds;    // of it, before the picture
  double yaw = 0.0;  // of the picture: 0 from the side
};

/// Single moments of what else the gait does.
StudioRow moments_row(const human::Walker& walker) {
  GaitCommand still, back, aside, turning, duck, over, brisk, tired;
  back.facing = math::kForward;
  back.velocity = -0.8 * math::kForward;
  aside.facing = math::kForward;
  aside.velocity = 0.55 * math::kRight;
  turning.facing = math::kRight;
  duck.facing = duck.velocity = math::kForward;
  duck.head_room = 0.72 * (walker.hip_height + walker.head_top);
  over.facing = over.velocity = 0.9 * math::kForward;
  over.step_over = 0.25;
  brisk.facing = brisk.velocity = 1.7 * math::kForward;
  brisk.style = human::gait_style(human::GaitMood::Brisk, 5);
  tired.facing = tired.velocity = 0.8 * math::kForward;
  tired.style = human::gait_style(human::GaitMood::Tired, 6);
  const std::array<Scene, kPhases> scenes{{{"standing", still, 3.0, math::kPi / 2},
                                           {"turning", turning, 0.55, math::kPi / 2},
                                           {"aside", aside, 2.3, math::kPi / 2},
                                           {"backwards", back, 2.62},
                                           {"ducking", duck, 3.0},
                                           {"ducking", duck, 3.25},
                                           {"stepping over", over, 2.95},
                                           {"brisk", brisk, 3.0},
                                           {"tired", tired, 3.05}}};
  StudioRow row = figure_row(walker, "");
  const human::FlatGround flat;
  for (int i = 0; i < kPhases; ++i) {
    const Scene& scene = scenes[static_cast<std::size_t>(i)];
    human::GaitState state = human::standing_gait(walker, Vec3(0.0), 0.0, flat);
    human::Posture posture;
    for (double t = 0.0; t < scene.seconds; t += kDt) {
      human::advance_gait(walker, scene.command, flat, kDt, state, posture);
    }
    const math::Quat turn = math::from_axis_angle(math::kUp, -0.5 * math::kPi - scene.yaw);
    const Vec3 root(state.root.x, 0.0, state.root.z);
    row.figures.push_back({posture, {turn, Vec3(slot(i), 0.0, 0.0) - math::rotate(turn, root)}});
    label(row.overlay, slot(i) - 0.3, crown_of(walker) + 0.20, scene.words);
    if (scene.command.head_room > 0.0) {
      row.boxes.push_back({{slot(i), scene.command.head_room + 0.06, 0.0}, {0.10, 0.12, 1.2}});
    }
  }
  return row;
}

}  // namespace

core::Result<> write_walk_sheet(const human::Body& body, const std::filesystem::path& file) {
  const human::Walker walker = human::walker_of(body);
  FH_TRY(studio, Studio::open(body));
  const StudioRow rows[] = {cycle_row(walker, 1.4, kSideways, "walking 1.4 m/s"),
                            cycle_row(walker, 1.4, kFacing, "the same from the front"),
                            cycle_row(walker, 2.8, kSideways, "jogging 2.8 m/s"),
                            stairs_row(walker, true),
                            stairs_row(walker, false),
                            moments_row(walker)};
  std::vector<render::Picture> pictures;
  for (const StudioRow& row : rows) {
    FH_TRY(picture, studio->draw(row));
    pictures.push_back(std::move(picture));
  }
  return render::write_png(file, stacked(pictures));
}

}  // namespace fh::app
