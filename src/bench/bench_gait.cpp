// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_gait.h"

#include "core/hash.h"
#include "human/body/population.h"
#include "human/motion/gait.h"
#include "human/motion/treadmill.h"

namespace fh::bench {
namespace {

constexpr double kDt = 1.0 / 90.0;

class Stairs final : public human::Ground {
 public:
  double height(double, double z, double) const override { return 0.17 * std::floor(-z / 0.28); }
};

core::BenchRow row(const char* case_name, const core::Timing& timing, const human::Posture& posture, const char* note) {
  return core::bench_row("gait", case_name, timing, core::hash_bytes(std::as_bytes(std::span(&posture, 1))), note);
}

struct Case {
  const char* name;
  double speed;
  double turn;  // rad/s
  bool stairs;
};
constexpr Case kCases[] = {{"standing", 0.0, 0.0, false},
                           {"walking 1.4 m/s", 1.4, 0.0, false},
                           {"curve of 1 m at 1.0 m/s", 1.0, 1.0, false},
                           {"jogging 3 m/s", 3.0, 0.0, false},
                           {"stairs up", 0.5, 0.0, true}};

core::BenchRow time_case(const human::Walker& walker, const Case& c, int samples, int repeats) {
  const human::FlatGround flat;
  const Stairs stairs;
  const human::Ground& ground = c.stairs ? static_cast<const human::Ground&>(stairs) : flat;
  human::GaitState state = human::standing_gait(walker, math::Vec3(0.0), 0.0, ground);
  human::GaitCommand command;
  human::Posture posture;
  double yaw = 0.0;
  const auto tick = [&] {
    yaw += c.turn * kDt;
    command.facing = human::forward_of(yaw);
    command.velocity = c.speed * command.facing;
    human::advance_gait(walker, command, ground, kDt, state, posture);
    core::keep(posture.world_from_pelvis.position.y);
  };
  for (int i = 0; i < 300; ++i) tick();
  const core::Timing timing = core::time_work(samples, repeats, tick);
  return row(c.name, timing, posture, "per body and tick");
}

core::BenchRow time_clip(const human::Walker& walker, int samples, int repeats) {
  const human::Stride stride = human::stride_at(walker, 1.4, 0.0);
  std::vector<human::Posture> frames;
  for (int i = 0; i <= 64; ++i) frames.push_back(human::straight_walk(walker, {}, 1.4, stride.cycle * i / 64.0));
  const auto clip = human::factor_cycle(walker, "made", frames, stride.cycle / 64.0);
  const auto gait = human::make_clip_gait(walker, {*clip});
  human::ClipGaitState state;
  human::Posture posture;
  double way = 0.0;
  const core::Timing timing = core::time_work(samples, repeats, [&] {
    way += 1.0 * kDt;
    human::advance_clip_gait(walker, *gait, {math::kIdentity, way * math::kForward}, 1.0, kDt, state, posture);
    core::keep(posture.world_from_pelvis.position.y);
  });
  return row("captured clip, feet locked, 1 m/s", timing, posture, "per body and tick");
}

}  // namespace

std::vector<core::BenchRow> bench_gait(const core::BenchSettings& settings) {
  const core::Result<human::Population> population = human::load_default_population();
  if (!population) return {row("not run", {}, {}, population.error().message.c_str())};
  const core::Result<human::Body> body = human::make_body(*population, {});
  if (!body) return {row("not run", {}, {}, body.error().message.c_str())};
  const human::Walker walker = human::walker_of(*body);
  const int samples = settings.quick ? 20 : 300, repeats = settings.quick ? 20 : 200;
  std::vector<core::BenchRow> rows;
  for (const Case& c : kCases) rows.push_back(time_case(walker, c, samples, repeats));
  rows.push_back(time_clip(walker, samples, repeats));
  return rows;
}

}  // namespace fh::bench
