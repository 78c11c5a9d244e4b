// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_metrics.h"

#include <algorithm>
#include <cmath>

#include "math/trig.h"

namespace fh::evaluation {
using namespace human;
namespace {

using math::Vec3;

constexpr double kSlowHead = 0.15;  // m/s
// Standing is static: at 0.1 m/s the extrapolated centre of mass (Hof et al. 2005) is 3 cm ahead of the centre of mass,
// and 0.3 s is as long as both feet are down in a stride of a slow walk (0.5 m/s; half of it at usual speeds).
constexpr double kStandingSpeed = 0.10;  // m/s of the clip's centre of mass
constexpr double kBothFeetSeconds = 0.3;
constexpr double kContactSpeed = 0.25;   // m/s of a toe that counts as standing
constexpr double kContactHeight = 0.03;  // m over its height when flat

bool is_lower(std::size_t joint) {
  return joint == index_of(ClipJoint::Pelvis) || joint >= index_of(ClipJoint::LeftHip);
}

double flat_length(const Vec3& v) {
  return std::sqrt(v.x * v.x + v.z * v.z);
}

void positions(const std::vector<ClipFrame>& truth, const std::vector<ClipFrame>& made, FitFigures& f) {
  double upper = 0.0, lower = 0.0;
  for (std::size_t i = 0; i < kClipJointCount; ++i) {
    double sum = 0.0;
    for (std::size_t t = 0; t < truth.size(); ++t) {
      sum += glm::length(truth[t].joints[i].position - made[t].joints[i].position);
    }
    f.joint_cm[i] = 100.0 * sum / static_cast<double>(truth.size());
    (is_lower(i) ? lower : upper) += f.joint_cm[i];
  }
  f.mpjpe_cm = (upper + lower) / 22.0;
  f.mpjpe_upper_cm = upper / 13.0;
  f.mpjpe_lower_cm = lower / 9.0;
  f.mpjpe_hands_cm = 0.5 * (f.joint_cm[index_of(ClipJoint::LeftWrist)] + f.joint_cm[index_of(ClipJoint::RightWrist)]);
  f.mpjpe_root_cm = f.joint_cm[index_of(ClipJoint::Pelvis)];
}

/// What is promised of the joints, and whether it is kept.
void intervals(const std::vector<ClipFrame>& truth, const std::vector<ClipFrame>& made,
               const std::vector<FitNotes>& notes, FitFigures& f) {
  const double frames = static_cast<double>(truth.size());
  std::vector<double> errors(truth.size());
  for (std::size_t i = 0; i < kClipJointCount; ++i) {
    double inside = 0.0, radii = 0.0;
    for (std::size_t t = 0; t < truth.size(); ++t) {
      errors[t] = 100.0 * glm::length(truth[t].joints[i].position - made[t].joints[i].position);
      const double radius = kRadii90[static_cast<std::size_t>(notes[t].does)][i];
      inside += errors[t] <= radius ? 1.0 : 0.0;
      radii += radius;
    }
    f.interval_cm[i] = radii / frames;
    f.interval_share[i] = inside / frames;
    (is_lower(i) ? f.interval_share_lower : f.interval_share_upper) += f.interval_share[i];
    const auto at = errors.begin() + static_cast<std::ptrdiff_t>(0.9 * (frames - 1.0));
    std::nth_element(errors.begin(), at, errors.end());
    f.joint_90_cm[i] = *at;
  }
  f.interval_share_upper /= 13.0;
  f.interval_share_lower /= 9.0;
}

math::Quat local(const ClipFrame& frame, std::size_t joint) {
  if (joint == 0) return frame.joints[0].rotation;
  const auto parent = index_of(parent_of(static_cast<ClipJoint>(joint)));
  return math::conjugate(frame.joints[parent].rotation) * frame.joints[joint].rotation;
}

void rotations(const std::vector<ClipFrame>& truth, const std::vector<ClipFrame>& made, FitFigures& f) {
  double components = 0.0, geodesic = 0.0;
  for (std::size_t t = 0; t < truth.size(); ++t) {
    for (std::size_t i = 0; i < kClipJointCount; ++i) {
      const math::Quat a = local(truth[t], i), b = local(made[t], i);
      const Vec3 apart = math::to_rotation_vector(a) - math::to_rotation_vector(b);
      for (int k = 0; k < 3; ++k) components += std::abs(math::wrap_angle(apart[k]));
      geodesic += math::angle_between(a, b);
    }
  }
  const double count = static_cast<double>(truth.size() * kClipJointCount);
  f.mpjre_deg = math::degrees(components / (3.0 * count));
  f.mpjre_geodesic_deg = math::degrees(geodesic / count);
}

double jitter(const std::vector<ClipFrame>& frames, double rate) {
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t t = 0; t + 3 < frames.size(); ++t) {
    for (std::size_t i = 0; i < kClipJointCount; ++i, ++count) {
      const auto p = [&](std::size_t k) { return frames[t + k].joints[i].position; };
      sum += glm::length(p(3) - 3.0 * p(2) + 3.0 * p(1) - p(0));
    }
  }
  return count ? sum * rate * rate * rate / static_cast<double>(count) : 0.0;
}

void motion_figures(const std::vector<ClipFrame>& truth, const std::vector<ClipFrame>& made, double rate,
                    FitFigures& f) {
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t t = 0; t + 1 < truth.size(); ++t) {
    for (std::size_t i = 0; i < kClipJointCount; ++i, ++count) {
      const Vec3 a = truth[t + 1].joints[i].position - truth[t].joints[i].position;
      const Vec3 b = made[t + 1].joints[i].position - made[t].joints[i].position;
      sum += glm::length(a - b);
    }
  }
  f.mpjve_cm_s = count ? 100.0 * sum * rate / static_cast<double>(count) : 0.0;
  f.jitter_m_s3 = jitter(made, rate);
  f.clip_jitter_m_s3 = jitter(truth, rate);
  f.jitter_ratio = f.clip_jitter_m_s3 > 0.0 ? f.jitter_m_s3 / f.clip_jitter_m_s3 : 0.0;
}

struct Skate {
  double sum = 0.0;
  std::size_t count = 0;
  double mean_cm_s() const { return count ? 100.0 * sum / static_cast<double>(count) : 0.0; }
};

void feet(const std::vector<ClipFrame>& truth, const std::vector<FitNotes>& notes, double rate,
          const human::Ground& ground, double toe_height, FitFigures& f) {
  Skate ours, theirs;
  std::size_t agree = 0, count = 0;
  double floating = 0.0;
  for (std::size_t t = 0; t < truth.size(); ++t) {
    f.penetration_cm = std::max(f.penetration_cm, -100.0 * std::min(notes[t].lowest[0], notes[t].lowest[1]));
    f.clip_penetration_cm = std::max(f.clip_penetration_cm, -100.0 * notes[t].clip_lowest);
    floating += std::max(0.0, std::min(notes[t].lowest[0], notes[t].lowest[1]));
    if (t + 1 >= truth.size()) continue;
    for (std::size_t s = 0; s < 2; ++s) {
      const std::size_t toe = index_of(ClipJoint::LeftToes) + s;
      const Vec3 step = truth[t + 1].joints[toe].position - truth[t].joints[toe].position;
      const bool theirs_stands = stands(truth, t, s, rate, ground, toe_height);
      if (theirs_stands) theirs.sum += rate * flat_length(step), ++theirs.count;
      // A foot stands through the interval when it stands at both its ends.
      const bool ours_stands = notes[t].contact[s] && notes[t + 1].contact[s];
      if (ours_stands) ours.sum += rate * flat_length(notes[t + 1].ball[s] - notes[t].ball[s]), ++ours.count;
      agree += theirs_stands == ours_stands ? 1 : 0;
      ++count;
    }
  }
  f.foot_skate_cm_s = ours.mean_cm_s();
  f.clip_foot_skate_cm_s = theirs.mean_cm_s();
  f.contact_share = count ? static_cast<double>(agree) / static_cast<double>(count) : 0.0;
  f.floating_cm = 100.0 * floating / static_cast<double>(truth.size());
}

struct Outside {
  int frames = 0, ours = 0, clip = 0;
  void count(const FitNotes& note) {
    ++frames;
    ours += note.balance_margin < 0.0 ? 1 : 0;
    clip += note.clip_margin < 0.0 ? 1 : 0;
  }
  double share(int outside) const { return frames > 0 ? static_cast<double>(outside) / frames : 0.0; }
};

/// Whether the clip stands is asked of the clip alone, and the same frames are counted for both bodies.
void balance_figures(const std::vector<ClipFrame>& truth, const std::vector<FitNotes>& notes, double rate,
                     const human::Ground& ground, double toe_height, FitFigures& f) {
  const std::size_t count = truth.size();
  const auto both_feet = [&](std::size_t t) {
    return stands(truth, t, 0, rate, ground, toe_height) && stands(truth, t, 1, rate, ground, toe_height);
  };
  Outside standing, slow;
  double margin = 0.0;
  for (std::size_t first = 0; first < count; ++first) {
    if (!both_feet(first)) continue;
    std::size_t end = first;
    while (end < count && both_feet(end)) ++end;
    const bool long_enough = static_cast<double>(end - first) >= kBothFeetSeconds * rate;
    for (std::size_t t = first; t < end; ++t) {
      const std::size_t next = std::min(t + 1, count - 1), before = t > 0 ? t - 1 : 0;
      const double seconds = static_cast<double>(std::max<std::size_t>(next - before, 1)) / rate;
      const Vec3 head = truth[next][ClipJoint::Head].position - truth[before][ClipJoint::Head].position;
      if (flat_length(head) <= kSlowHead * seconds) slow.count(notes[t]);
      if (!long_enough || flat_length(notes[next].clip_com - notes[before].clip_com) > kStandingSpeed * seconds)
        continue;
      standing.count(notes[t]);
      margin += std::max(notes[t].balance_margin, -1.0);
    }
    first = end;
  }
  f.standing_frames = standing.frames;
  f.slow_frames = slow.frames;
  f.com_outside_share = standing.share(standing.ours);
  f.com_outside_share_clip = standing.share(standing.clip);
  f.com_outside_share_slow = slow.share(slow.ours);
  f.com_outside_share_clip_slow = slow.share(slow.clip);
  if (standing.frames > 0) f.balance_margin_cm = 100.0 * margin / standing.frames;
}

void body_figures(const std::vector<FitNotes>& notes, FitFigures& f) {
  std::size_t hands = 0, reached = 0;
  double gap = 0.0;
  for (std::size_t t = 0; t < notes.size(); ++t) {
    f.limit_excess_deg = std::max(f.limit_excess_deg, math::degrees(notes[t].limit_excess));
    f.head_error_mm = std::max(f.head_error_mm, 1000.0 * notes[t].head_error);
    for (std::size_t s = 0; s < 2; ++s) {
      if (!notes[t].hand_tracked[s]) continue;
      ++hands;
      gap += notes[t].hand_gap[s];
      reached += notes[t].hand_gap[s] < 1e-3 ? 1 : 0;
    }
  }
  if (hands > 0) {
    f.hand_gap_cm = 100.0 * gap / static_cast<double>(hands);
    f.hand_reached_share = static_cast<double>(reached) / static_cast<double>(hands);
  }
}

}  // namespace

bool stands(const std::vector<ClipFrame>& truth, std::size_t t, std::size_t side, double rate, const Ground& ground,
            double toe_height) {
  const std::size_t toe = index_of(ClipJoint::LeftToes) + side;
  const std::size_t from = std::min(t, truth.size() - 2);
  const Vec3 at = truth[from].joints[toe].position;
  const double speed = rate * flat_length(truth[from + 1].joints[toe].position - at);
  return speed < kContactSpeed && at.y - ground.height(at.x, at.z, at.y) < toe_height + kContactHeight;
}

FitFigures compare(const std::vector<ClipFrame>& truth, const std::vector<ClipFrame>& made,
                   const std::vector<FitNotes>& notes, double rate, const human::Ground& ground, double toe_height) {
  FitFigures figures;
  figures.frames = static_cast<int>(truth.size());
  positions(truth, made, figures);
  intervals(truth, made, notes, figures);
  for (const FitNotes& note : notes) {
    figures.rula.add(note.clip_steps, note.steps);
    figures.scores.add(note.clip_scores, note.scores);
    figures.loads.add(note.clip_loads, note.loads);
  }
  rotations(truth, made, figures);
  motion_figures(truth, made, rate, figures);
  feet(truth, notes, rate, ground, toe_height, figures);
  balance_figures(truth, notes, rate, ground, toe_height, figures);
  body_figures(notes, figures);
  return figures;
}

}  // namespace fh::evaluation
