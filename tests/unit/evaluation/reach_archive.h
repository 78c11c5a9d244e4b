// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute force for reaching with the whole body: postures that keep joint limits, contacts and balance are changed at
// random, and one is kept for each cell that the right palm comes to straight ahead; cells at the edge of what was
// reached are changed most often, so that the archive grows to the true edge. No search for goals is part of it.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "human/ik/whole_body.h"
#include "human/skin/body.h"

enum class Stance { Standing, Kneeling };

class ReachArchive {
 public:
  static constexpr double kBin = 0.02;     // m
  static constexpr double kSlice = 0.012;  // m to either side of straight ahead

  ReachArchive(const fh::human::Body& body, Stance stance);
  /// Tries so many postures.
  void grow(int count);
  /// Of the nine cells at and around a point, how many were reached; with steps of `nearest` to `farthest` m ahead.
  int around(double ahead, double up, double nearest = 0.0, double farthest = 0.0) const;
  std::size_t cells() const { return kept_.size(); }

  /// That a posture stands as it says: feet (or knees and toes) where they belong, limits kept, in balance. `moved`: of
  /// the stance, m ahead. Else what is wrong.
  std::optional<std::string> wrong(const fh::human::Posture& posture, double moved) const;

 private:
  using Cell = std::pair<int, int>;
  bool change(const fh::human::Posture& from, double size, fh::human::Posture& to);
  bool put_legs(fh::human::Posture& posture) const;
  bool stands(const fh::human::Posture& posture, const fh::human::Frames<double>& frames) const;
  bool reached(int ahead, int up) const { return kept_.contains({ahead, up}); }
  bool at_edge(const Cell& cell) const;
  fh::human::SupportPolygon support_of(const fh::human::Frames<double>& frames) const;

  fh::human::Body body_;
  Stance stance_;
  fh::human::WholeBody whole_;
  fh::human::BodySite palm_;
  fh::human::Posture start_;
  fh::human::Frames<double> at_start_;
  fh::human::SupportPolygon soles_;
  double ground_ = 0.0;
  fh::core::Rng rng_{91};
  std::map<Cell, fh::human::Posture> kept_;
  std::vector<Cell> order_;
};
