// SPDX-License-Identifier: Apache-2.0
#include "session/live_numbers.h"

#include <fmt/format.h>

#include "core/hash.h"
#include "evaluation/posture/posture_angles.h"
#include "session/measuring.h"

namespace fh::session {
namespace {

using evaluation::LiveFigures;
using math::Vec3;

constexpr double kBesideWrist = 0.14;                          // m towards the middle of the body
constexpr double kNear = 0.05, kClose = 0.10;                  // m: red below, amber below
constexpr float kTint = 0.6f;                                  // of a surface
constexpr double kFaceShare = 0.92;                            // of a face of the reach surface: a seam shows its shape
constexpr float kShellOpacity[] = {0.24f, 0.16f, 0.1f, 0.1f};  // the outer ones are looked through
constexpr float kLetter = 0.011f;                              // m: legible at arm's length
constexpr const char* kEfforts[] = {"arm", "lean", "step", "kneel", "out of reach"};

/// The colours of reports (report/heat_layers.h), linear.
constexpr float kReachColours[][3] = {
    {0.0f, 0.34f, 0.17f}, {0.09f, 0.46f, 0.81f}, {0.79f, 0.35f, 0.0f}, {0.60f, 0.19f, 0.38f}};

void change(evaluation::LiveChoice& choice, const frame::SettingChange& wish) {
  const bool on = wish.value >= 0.5;
  if (wish.setting == frame::LiveSetting::ShowClearance) choice.clearance = on;
  if (wish.setting == frame::LiveSetting::ShowReach) choice.reach = on;
  if (wish.setting == frame::LiveSetting::ShowPosture) choice.posture = on;
  if (wish.setting == frame::LiveSetting::ShowVisibility) choice.visibility = on;
}

std::string name_in(const world::World& world, core::ObjectId id) {
  const scene::Object* object = world.scenario().scene.find(id);
  return object ? object->name : std::string();
}

std::string clearance_line(const world::World& world, const LiveFigures& now) {
  if (!now.nearest.found()) return "clearance: over 50 cm";
  return fmt::format("clearance: {:.0f} cm, {} to {}", 100.0 * now.nearest.distance, human::info(now.segment).name,
                     name_in(world, now.nearest.object));
}

/// Threshold colours.
frame::Colour clearance_colour(double distance) {
  if (distance < kNear) return {0.85f, 0.08f, 0.04f, 1.0f};
  return distance < kClose ? frame::Colour{0.9f, 0.5f, 0.02f, 1.0f} : frame::Colour{0.1f, 0.6f, 0.2f, 1.0f};
}

/// The segment of the body and the thing that are too near each other take the colour of the threshold.
void colour_nearest(const LiveFigures& now, core::BodyId user, frame::Snapshot& snapshot) {
  if (now.nearest.distance >= kClose) return;
  frame::Colour colour = clearance_colour(now.nearest.distance);
  colour.a = kTint;
  for (frame::DrawBody& body : snapshot.bodies) {
    if (body.id == user) body.highlights.push_back({static_cast<std::uint16_t>(human::index_of(now.segment)), colour});
  }
  for (frame::DrawObject& object : snapshot.objects) {
    if (object.id == now.nearest.object) object.highlight = colour;
  }
}

/// What is nearest is joined by a line with its two points.
void draw_clearance(const LiveFigures& now, core::BodyId user, frame::Snapshot& snapshot) {
  if (!now.nearest.found()) return;
  colour_nearest(now, user, snapshot);
  const frame::Colour colour = clearance_colour(now.nearest.distance);
  frame::OverlayLine line;
  line.a = now.nearest.on_body;
  line.b = now.nearest.on_other;
  line.colour = colour;
  line.width = 0.006f;
  snapshot.overlay.lines.push_back(line);
  const Vec3 facing = math::normalized_or(now.nearest.on_body - now.nearest.on_other, math::kUp);
  for (const Vec3& at : {now.nearest.on_body, now.nearest.on_other})
    snapshot.overlay.discs.push_back({at + 0.002 * facing, facing, 0.02f, 0.0f, colour});
}

}  // namespace

void LiveNumbers::tick_done(const world::World& world, const frame::FrameInput& input, bool first) {
  if (first) change(choice_, input.change);
  if (!choice_.any() || world.users().empty()) {
    set_ = nullptr;
    return;
  }
  world.observe(moment_);
  const std::size_t person = world.users().front().id.value - 1;
  if (!set_ || body_number_ != moment_.people[person].body_number) {
    surroundings_ = std::make_unique<const evaluation::Surroundings>(surroundings_of(world));
    set_ = std::make_unique<evaluation::LiveSet>(*surroundings_, moment_, person);
    body_number_ = moment_.people[person].body_number;
  }
  set_->observe(moment_, choice_);
  const LiveFigures& now = set_->figures();
  const auto add = [&](double value) { hash_ = core::hash_bytes(std::as_bytes(std::span(&value, 1)), hash_); };
  for (const double value :
       {now.nearest.distance, static_cast<double>(now.rula.value), static_cast<double>(now.rula.low),
        static_cast<double>(now.rula.high), now.balance, static_cast<double>(now.effort)})
    add(value);
  for (const LiveFigures::Sight& sight : now.sights) add(sight.fraction);
}

core::Json LiveNumbers::json(const world::World& world) const {
  return set_ ? core::Json{{"lines", lines(world)}, {"hash", core::hash_string(hash_)}} : core::Json();
}

std::vector<std::string> LiveNumbers::lines(const world::World& world) const {
  std::vector<std::string> lines;
  if (!set_ || !set_->figures().present) return lines;
  const LiveFigures& now = set_->figures();
  if (choice_.clearance) lines.push_back(clearance_line(world, now));
  if (choice_.posture) {
    lines.push_back(fmt::format("RULA {} ({}-{})", now.rula.value, now.rula.low, now.rula.high));
    if (now.borne) lines.push_back(fmt::format("balance {:+.0f} cm", 100.0 * now.balance));
  }
  if (choice_.reach && now.reached.valid())
    lines.push_back(fmt::format("reach {}: {}{}", name_in(world, now.reached),
                                now.reach_known ? kEfforts[static_cast<std::size_t>(now.effort)] : "being worked out",
                                now.seat > 0.0 ? ", sitting" : ""));
  for (std::size_t i = 0; choice_.visibility && i < now.sight_count; ++i)
    lines.push_back(
        fmt::format("{:3.0f} % of {}", 100.0 * now.sights[i].fraction, name_in(world, now.sights[i].thing)));
  return lines;
}

void LiveNumbers::draw_reach(const world::World& world, frame::Snapshot& snapshot) const {
  const evaluation::LiveReach& reach = set_->reach();
  if (!reach.field()) return;
  const auto frames = evaluation::frames_of(moment_, moment_.people[world.users().front().id.value - 1]);
  const Vec3 ahead = evaluation::facing(frames);
  for (std::size_t effort = 0; effort < std::size(kReachColours); ++effort) {
    const auto& colour = kReachColours[effort];
    for (const evaluation::ReachFace& face :
         reach.field()->shell(static_cast<scene::ReachEffort>(effort), reach.origin(), ahead)) {
      const Vec3 middle = 0.25 * (face[0] + face[1] + face[2] + face[3]);
      frame::OverlayRegion region;
      for (const Vec3& corner : face) region.corners.push_back(middle + kFaceShare * (corner - middle));
      region.colour = {colour[0], colour[1], colour[2], kShellOpacity[effort]};
      snapshot.overlay.regions.push_back(std::move(region));
    }
  }
}

void LiveNumbers::draw(const world::World& world, frame::Snapshot& snapshot) const {
  if (!set_ || !set_->figures().present) return;
  const world::User& user = world.users().front();
  if (choice_.clearance) draw_clearance(set_->figures(), user.id, snapshot);
  if (choice_.reach) draw_reach(world, snapshot);
  const std::vector<std::string> told = lines(world);
  if (told.empty()) return;
  const bool left = user.moving.tool_hand() == frame::kRight;
  const auto frames = evaluation::frames_of(moment_, moment_.people[user.id.value - 1]);
  const math::Pose& head = user.state.head.world_from_point;
  const Vec3 wrist = frames[human::index_of(left ? human::Joint::LeftHand : human::Joint::RightHand)].position;
  frame::OverlayText text;
  for (const std::string& line : told) text.text += (text.text.empty() ? "" : "\n") + line;
  text.world_from_text = {head.rotation, wrist + head.direction({left ? kBesideWrist : -kBesideWrist, 0.06, 0.0})};
  text.height = kLetter;
  text.anchor_y = 0.0f;
  text.background = {0.02f, 0.02f, 0.025f, 0.9f};
  snapshot.overlay.texts.push_back(std::move(text));
}

}  // namespace fh::session
