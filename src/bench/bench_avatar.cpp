// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_avatar.h"

#include <fmt/format.h>

#include "core/files.h"
#include "core/hash.h"
#include "human/body/named_postures.h"
#include "human/body/population.h"
#include "human/tracking/tracked_fit.h"
#include "math/trig.h"

namespace fh::bench {
namespace {

using namespace human;

constexpr double kTick = 1.0 / 90.0;

/// A second of input that comes back to where it began: standing and working, or walking in a circle.
TrackedInput input_at(const TrackedInput& rest, int tick, bool walking) {
  const double t = tick * kTick;
  const auto wave = [t](double hertz, double phase) { return math::sin(math::kTau * hertz * t + phase); };
  TrackedInput in = rest;
  math::Pose move;
  if (walking) {
    const double angle = 0.55 * t;
    move = {math::from_axis_angle(math::kUp, angle), {0.0, 0.02 * wave(1.8, 0.0), 0.0}};
    move = move * math::Pose{math::kIdentity, {2.0, 0.0, 0.0}};
  } else {
    move.position = {0.04 * wave(0.3, 0.0), -0.06 - 0.06 * wave(0.4, 1.0), -0.05 * wave(0.2, 0.0)};
  }
  in.head.pose = move * in.head.pose;
  for (std::size_t s = 0; s < 2; ++s) {
    in.hands[s].wrist.pose = move * in.hands[s].wrist.pose;
    const double sign = s == 0 ? 1.0 : -1.0;
    const double reach = walking ? 0.15 * sign * wave(0.9, 0.0) : 0.2 + 0.1 * sign * wave(0.7, 0.5);
    in.hands[s].wrist.pose.position += in.head.pose.direction({0.0, walking ? 0.0 : 0.25, -reach});
  }
  return in;
}

core::BenchRow row(const char* case_name, const core::Timing& timing, std::uint64_t hash, std::string note) {
  return core::bench_row("avatar", case_name, timing, hash, std::move(note));
}

std::uint64_t hash_of(const FitState& state) {
  std::vector<std::byte> bytes;
  core::save(state, bytes);
  return core::hash_bytes(bytes);
}

}  // namespace

std::vector<core::BenchRow> bench_avatar(const core::BenchSettings& settings) {
  const auto population = load_default_population();
  if (!population) return {row("not run", {}, 0, population.error().message)};
  const auto body = make_body(*population, BodySpec{});
  if (!body) return {row("not run", {}, 0, body.error().message)};
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  if (!prior) return {row("not run", {}, 0, prior.error().message)};
  const FitRig rig = build_fit_rig(*body), led = build_fit_rig(*body, &*prior);
  Frames<double> frames;
  forward_kinematics(body->skeleton, standing_posture(body->skeleton), frames);
  TrackedInput rest;
  rest.head = {frames.pose(Joint::Head) * math::Pose{math::kIdentity, rig.eyes_in_head}, true};
  rest.hands[0].wrist = {frames.pose(Joint::LeftHand), true};
  rest.hands[1].wrist = {frames.pose(Joint::RightHand), true};
  const FlatGround ground;
  const int samples = settings.quick ? 5 : 60, ticks = settings.quick ? 20 : 180;

  std::vector<core::BenchRow> rows;
  const auto add = [&](const char* case_name, const FitRig& of, bool walking) {
    FitState state;
    int tick = 0;
    const core::Timing timing = core::time_work(samples, ticks, [&] {
      core::keep(fit_tracked(of, input_at(rest, tick++, walking), ground, kTick, state).balance_margin);
    });
    rows.push_back(row(case_name, timing, hash_of(state),
                       fmt::format("20 avatars at 90 Hz: {:.1f} % of a core", 20.0 * 90.0 * timing.median_us * 1e-4)));
  };
  add("whole body, standing and reaching", rig, false);
  add("whole body, walking", rig, true);
  add("with prior, standing and reaching", led, false);
  add("with prior, walking", led, true);
  return rows;
}

}  // namespace fh::bench
