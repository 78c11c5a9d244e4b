// SPDX-License-Identifier: Apache-2.0
#include "human/motion/treadmill.h"

#include <algorithm>

#include "human/body/kinematics.h"
#include "human/motion/pelvis.h"

namespace fh::human {
namespace {

using human::Joint;
using human::Posture;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kShortest = 0.45, kLongest = 2.2;  // s of a cycle
constexpr double kLow = 0.035;                      // m: a foot this little above its lowest is on the ground …
constexpr double kSlow = 0.6;                       // … if it moves slower than this share of the clip's speed

struct Feet {
  std::array<Vec3, 2> ankles, balls;  // left, right
};

Feet feet_of(const Walker& walker, const Posture& posture) {
  human::Frames<double> frames;
  human::forward_kinematics(walker.skeleton, posture, frames);
  return {{frames.position(Joint::LeftFoot), frames.position(Joint::RightFoot)},
          {frames.position(Joint::LeftToes), frames.position(Joint::RightToes)}};
}

Vec3 flattened(const Vec3& v) {
  return {v.x, 0.0, v.z};
}

double difference(const Posture& a, const Posture& b) {
  double sum = std::abs(a.world_from_pelvis.position.y - b.world_from_pelvis.position.y);
  for (std::size_t i = 1; i < human::kJointCount; ++i) sum += 0.1 * math::angle_between(a.rotations[i], b.rotations[i]);
  return sum;
}

// The turn from the cycle's first posture to what should be the same one a cycle later, undone bit by bit.
void close_seam(std::vector<Posture>& frames, const Posture& next) {
  const double count = static_cast<double>(frames.size());
  const Posture first = frames[0];
  const auto undo = [](const Quat& q, const Quat& from, const Quat& to, double t) {
    const Vec3 gap = math::to_rotation_vector(math::conjugate(to) * from);
    return math::normalized(q * math::from_rotation_vector(t * gap));
  };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const double t = static_cast<double>(i) / count;
    Pose& p = frames[i].world_from_pelvis;
    p.position += t * (first.world_from_pelvis.position - next.world_from_pelvis.position);
    p.rotation = undo(p.rotation, first.world_from_pelvis.rotation, next.world_from_pelvis.rotation, t);
    for (std::size_t j = 1; j < human::kJointCount; ++j) {
      frames[i].rotations[j] = undo(frames[i].rotations[j], first.rotations[j], next.rotations[j], t);
    }
  }
}

void find_contacts(const Walker& walker, TreadmillClip& clip) {
  const std::size_t n = clip.frames.size();
  std::vector<Feet> feet;
  for (const Posture& frame : clip.frames) feet.push_back(feet_of(walker, frame));
  const double frame_time = clip.cycle / static_cast<double>(n);
  for (std::size_t side = 0; side < 2; ++side) {
    double ankle = 1e9, ball = 1e9;
    for (const Feet& f : feet) {
      ankle = std::min(ankle, f.ankles[side].y);
      ball = std::min(ball, f.balls[side].y);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const Feet &a = feet[(i + n - 1) % n], &b = feet[(i + 1) % n];
      const auto still = [&](const Vec3& before, const Vec3& after) {
        const Vec3 over_ground = (after - before) / (2.0 * frame_time) + clip.speed * math::kForward;
        return glm::length(over_ground) < kSlow * clip.speed;
      };
      clip.contacts[i][side] = (feet[i].ankles[side].y < ankle + kLow && still(a.ankles[side], b.ankles[side])) ||
                               (feet[i].balls[side].y < ball + kLow && still(a.balls[side], b.balls[side]));
    }
  }
}

double golden_least(double low, double high, const auto& cost) {
  constexpr double kGold = 0.6180339887498949;
  double a = high - kGold * (high - low), b = low + kGold * (high - low);
  double at_a = cost(a), at_b = cost(b);
  for (int i = 0; i < 18; ++i) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - kGold * (high - low);
      at_a = cost(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + kGold * (high - low);
      at_b = cost(b);
    }
  }
  return 0.5 * (low + high);
}

Posture with_share(const ClipGait& gait, double share, double phase) {
  return human::interpolate(gait.standing, at_phase(gait.clips[0], phase), share);
}

// Which clips a speed lies between: the upper one and the weight of it.
struct Between {
  std::size_t lower = 0, upper = 0;
  double t = 0.0;
};
Between between(const ClipGait& gait, double speed) {
  Between b;
  while (b.upper + 1 < gait.clips.size() && gait.clips[b.upper].speed < speed) ++b.upper;
  b.lower = b.upper == 0 ? 0 : b.upper - 1;
  const double low = gait.clips[b.lower].speed, high = gait.clips[b.upper].speed;
  b.t = high > low ? math::clamp((speed - low) / (high - low), 0.0, 1.0) : 1.0;
  return b;
}

}  // namespace

core::Result<FrameRange> find_cycle(const Walker& walker, std::span<const Posture> frames, double frame_time) {
  if (frames.size() < 3 || !(frame_time > 0.0)) return core::fail("a clip of {} frames has no cycle", frames.size());
  const Vec3 way = flattened(frames.back().world_from_pelvis.position - frames.front().world_from_pelvis.position);
  const Vec3 ahead = math::normalized_or(way, math::kForward);
  std::vector<double> reach;
  for (const Posture& p : frames) {
    reach.push_back(glm::dot(feet_of(walker, p).ankles[0] - p.world_from_pelvis.position, ahead));
  }
  std::vector<std::size_t> strikes;
  for (std::size_t i = 1; i + 1 < frames.size(); ++i) {
    if (reach[i] > 0.05 && reach[i] >= reach[i - 1] && reach[i] > reach[i + 1]) strikes.push_back(i);
  }
  FrameRange best;
  double least = 1e9;
  for (std::size_t a = 0; a < strikes.size(); ++a) {
    for (std::size_t b = a + 1; b < strikes.size(); ++b) {
      const double seconds = frame_time * static_cast<double>(strikes[b] - strikes[a]);
      if (seconds < kShortest) continue;  // a wiggle of the same step
      if (seconds > kLongest) break;
      const double d = difference(frames[strikes[a]], frames[strikes[b]]);
      if (d < least) {
        least = d;
        best = {strikes[a], strikes[b]};
      }
      break;  // the next one is two cycles away
    }
  }
  if (best.end == 0) {
    return core::fail("no walking cycle found: the left foot comes forward {} times in {:.1f} s", strikes.size(),
                      frame_time * static_cast<double>(frames.size()));
  }
  return best;
}

core::Result<TreadmillClip> factor_cycle(const Walker& walker, std::string name, std::span<const Posture> frames,
                                         double frame_time) {
  if (frames.size() < 5 || !(frame_time > 0.0)) {
    return core::fail("{}: a cycle needs at least five frames, this one has {}", name, frames.size());
  }
  const std::size_t count = frames.size() - 1;
  const Vec3 b0 = flattened(frames.front().world_from_pelvis.position),
             b1 = flattened(frames.back().world_from_pelvis.position);
  TreadmillClip clip;
  clip.name = std::move(name);
  clip.cycle = frame_time * static_cast<double>(count);
  clip.speed = glm::length(b1 - b0) / clip.cycle;
  if (clip.speed < 0.05) {
    return core::fail("{}: the root moves at {:.3f} m/s; a walk that stays on the spot has no direction", clip.name,
                      clip.speed);
  }
  const Quat heading = math::looking_along(glm::normalize(b1 - b0));
  std::vector<Posture> all(frames.begin(), frames.end());
  for (std::size_t i = 0; i <= count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(count);
    const Pose world_from_base{heading, b0 + t * (b1 - b0)};
    all[i].world_from_pelvis = math::inverse(world_from_base) * all[i].world_from_pelvis;
  }
  const Posture next = all.back();
  all.pop_back();
  clip.seam_metres = glm::length(next.world_from_pelvis.position - all[0].world_from_pelvis.position);
  for (std::size_t j = 1; j < human::kJointCount; ++j) {
    clip.seam_radians = std::max(clip.seam_radians, math::angle_between(next.rotations[j], all[0].rotations[j]));
  }
  close_seam(all, next);
  for (Posture& frame : all) human::clamp_to_limits(walker.skeleton, frame);
  clip.frames = std::move(all);
  clip.contacts.resize(count);
  find_contacts(walker, clip);
  return clip;
}

Posture at_phase(const TreadmillClip& clip, double phase) {
  const double n = static_cast<double>(clip.frames.size());
  const double at = (phase - std::floor(phase)) * n;
  const std::size_t i = std::min(static_cast<std::size_t>(at), clip.frames.size() - 1);
  return human::interpolate(clip.frames[i], clip.frames[(i + 1) % clip.frames.size()], at - static_cast<double>(i));
}

double foot_slide(const Walker& walker, const ClipGait& gait, double speed, const SpeedEntry& entry) {
  constexpr int kSamples = 40;
  const TreadmillClip& clip = gait.clips[0];
  double sum = 0.0;
  Feet before = feet_of(walker, with_share(gait, entry.share, 0.0));
  for (int i = 1; i <= kSamples; ++i) {
    const double phase = static_cast<double>(i) / kSamples;
    const Feet now = feet_of(walker, with_share(gait, entry.share, phase));
    const std::size_t frame =
        static_cast<std::size_t>(phase * static_cast<double>(clip.frames.size())) % clip.frames.size();
    const Vec3 base = entry.rate > 0.0 ? speed / (entry.rate * kSamples) * math::kForward : Vec3(0.0);
    for (std::size_t side = 0; side < 2; ++side) {
      if (!clip.contacts[frame][side]) continue;
      const double ankle = glm::length(flattened(now.ankles[side] - before.ankles[side]) + base);
      const double ball = glm::length(flattened(now.balls[side] - before.balls[side]) + base);
      sum += std::min(ankle, ball);
    }
    before = now;
  }
  return 0.5 * sum;  // two steps in a cycle
}

core::Result<ClipGait> make_clip_gait(const Walker& walker, std::vector<TreadmillClip> clips) {
  if (clips.empty()) return core::fail("a gait of clips needs at least one clip");
  std::sort(clips.begin(), clips.end(), [](const auto& a, const auto& b) { return a.speed < b.speed; });
  ClipGait gait;
  gait.clips = std::move(clips);
  const TreadmillClip& slowest = gait.clips[0];
  // Standing: the middle of the clip with straight legs, at the clip's mean place over its base.
  gait.standing = human::zero_posture(walker.skeleton);
  Vec3 mean(0.0);
  for (const Posture& f : slowest.frames)
    mean += f.world_from_pelvis.position / static_cast<double>(slowest.frames.size());
  gait.standing.world_from_pelvis.position = {mean.x, walker.hip_height, mean.z};
  const auto count = static_cast<std::size_t>(slowest.speed / ClipGait::kStep) + 2;
  for (std::size_t i = 0; i < count; ++i) {
    const double v = std::min(ClipGait::kStep * static_cast<double>(i), slowest.speed), relative = v / slowest.speed;
    // People take half of a speed change by longer, half by quicker steps: both grow with the root of the speed
    // (Inman's law, stride.h).
    SpeedEntry entry{0.0, math::sqrt(relative) / slowest.cycle};
    if (v >= slowest.speed) {
      entry.share = 1.0;
    } else if (i > 0) {
      const double least = gait.table.back().share;  // never less than at a lower speed
      entry.share = golden_least(least, 1.0, [&](double share) {
        return foot_slide(walker, gait, v, {share, entry.rate});
      });
    }
    gait.table.push_back(entry);
  }
  return gait;
}

SpeedEntry at_speed(const ClipGait& gait, double speed) {
  const double v = std::max(speed, 0.0);
  if (v < gait.clips[0].speed) {
    const double at = v / ClipGait::kStep;
    const std::size_t i = std::min(static_cast<std::size_t>(at), gait.table.size() - 2);
    const double high = std::min(ClipGait::kStep * static_cast<double>(i + 1), gait.clips[0].speed);
    const double low = ClipGait::kStep * static_cast<double>(i);
    const double t = high > low ? math::clamp((v - low) / (high - low), 0.0, 1.0) : 1.0;
    const SpeedEntry &a = gait.table[i], &b = gait.table[i + 1];
    return {a.share + t * (b.share - a.share), a.rate + t * (b.rate - a.rate)};
  }
  const Between b = between(gait, v);
  const double low = 1.0 / gait.clips[b.lower].cycle, high = 1.0 / gait.clips[b.upper].cycle;
  const double fastest = gait.clips.back().speed;
  return {1.0, (low + b.t * (high - low)) * (v > fastest ? v / fastest : 1.0)};
}

Posture blended(const ClipGait& gait, double speed, double phase) {
  if (speed < gait.clips[0].speed) return with_share(gait, at_speed(gait, speed).share, phase);
  const Between b = between(gait, speed);
  return human::interpolate(at_phase(gait.clips[b.lower], phase), at_phase(gait.clips[b.upper], phase), b.t);
}

namespace {

// Sets the leg so that the ball of the foot is at `ball`; where a limit turns the foot, the ankle gives way. Returns
// what is missing, m.
double reach_with_ball(const Walker& walker, std::size_t side, Pose foot, const Vec3& ball, Posture& out) {
  const Joint toes = side == 0 ? Joint::LeftToes : Joint::RightToes;
  const Vec3 toe_joint = walker.skeleton.offsets[human::index_of(toes)];
  human::LegSolution leg;
  double missing = 0.0;
  for (int pass = 0; pass < 3; ++pass) {
    leg = human::solve_leg(walker.legs[side], out.world_from_pelvis, foot);
    const Vec3 gap = flattened(ball - human::foot_pose(walker.legs[side], out.world_from_pelvis, leg).point(toe_joint));
    missing = glm::length(gap);
    if (missing < 1e-4) break;
    foot.position += gap;
  }
  const Quat bend = out[toes];  // the clip's own
  human::set_leg(out, side == 0 ? human::Side::Left : human::Side::Right, leg);
  out[toes] = bend;
  return missing;
}

}  // namespace

void advance_clip_gait(const Walker& walker, const ClipGait& gait, const Pose& world_from_base, double speed, double dt,
                       ClipGaitState& state, Posture& out) {
  constexpr double kFading = 0.10;                       // s
  constexpr double kFarthest = 0.25, kLettingGo = 0.02;  // m
  const SpeedEntry entry = at_speed(gait, speed);
  state.phase += dt * entry.rate;
  state.phase -= std::floor(state.phase);
  out = blended(gait, speed, state.phase);
  out.world_from_pelvis = world_from_base * out.world_from_pelvis;
  human::Frames<double> frames;
  human::forward_kinematics(walker.skeleton, out, frames);
  const Between b = between(gait, speed);
  const TreadmillClip& clip = gait.clips[b.t > 0.5 ? b.upper : b.lower];
  const std::size_t n = clip.frames.size();
  const auto& contact = clip.contacts[std::min(static_cast<std::size_t>(state.phase * static_cast<double>(n)), n - 1)];
  std::array<RolledFoot, 2> feet;
  std::array<Vec3, 2> balls;
  for (std::size_t side = 0; side < 2; ++side) {
    FootLock& lock = state.feet[side];
    feet[side].world_from_foot = frames.pose(side == 0 ? Joint::LeftFoot : Joint::RightFoot);
    const Vec3 ball = flattened(frames.position(side == 0 ? Joint::LeftToes : Joint::RightToes));
    const bool down = contact[side] || speed < 0.02;
    if (down && !lock.locked && !lock.given_up) lock.place = ball + lock.offset;
    if (!down) lock.given_up = false;
    lock.locked = down && !lock.given_up && glm::length(lock.place - ball) < kFarthest;
    if (lock.locked) {
      lock.offset = lock.place - ball;
    } else {
      lock.offset *= 1.0 - dt / (kFading + dt);
    }
    feet[side].world_from_foot.position += lock.offset;
    balls[side] = ball + lock.offset;
  }
  // Feet held back need a lower pelvis.
  Vec3& pelvis = out.world_from_pelvis.position;
  pelvis.y = reachable_height(walker, out.world_from_pelvis.rotation, pelvis.x, pelvis.z, feet, pelvis.y);
  for (std::size_t side = 0; side < 2; ++side) {
    FootLock& lock = state.feet[side];
    const double missing = reach_with_ball(walker, side, feet[side].world_from_foot, balls[side], out);
    // A foot the leg cannot hold any more comes along for the rest of its stance.
    if (lock.locked && missing > kLettingGo) {
      lock.locked = false;
      lock.given_up = true;
    }
  }
}

}  // namespace fh::human
