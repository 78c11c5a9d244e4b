// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a thing can be seen: visible fraction and solid angle, eccentricity from the gaze, distance and what is
// in front of it, five times a second. Everybody looks at what is watched, users also at everything with a label that
// is not structure. Of text also how large a capital letter is seen. Nothing outside the field of the eye, or farther
// than 30 m, is visible.
#include <optional>

#include "evaluation/observe/observer.h"
#include "evaluation/sight/true_sight.h"

namespace fh::evaluation {

class Visibility final : public Observer {
 public:
  explicit Visibility(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;
  void tables(std::vector<Table>& out) const override;

  struct View {
    std::size_t person = 0;
    bool by_user = false;
    core::ObjectId object;
    std::int64_t looks = 0, in_field = 0;
    double best = 0.0, best_solid_angle = 0.0, best_eccentricity = 180.0, best_distance = 0.0;
    double best_meridian = 0.0;              // degrees from the right, counter-clockwise as the eye sees it
    double best_low = 0.0, best_high = 0.0;  // over where the eyes of a tracked head may be
    senses::TwoEyes best_eyes;               // of users
    core::Tick best_tick = -1;               // -1: never in the field
    double sum = 0.0;                        // of fractions, while in the field
    std::int64_t half = 0;                   // looks with at least half of it visible
    std::vector<senses::Visibility::Occluder> occluders;  // solid angles summed over all looks
    double best_image = 0.0;                              // of its image in a mirror
    core::Tick best_image_tick = -1;                      // -1: no part of one was seen
    core::ObjectId best_mirror;
    struct Letter {  // a capital of its text, object frame
      math::Vec3 low{0.0}, high{0.0}, front{0.0, 0.0, 1.0};
      double best_arcmin = 0.0;
      core::Tick best_tick = -1;  // -1: never before the reader
    };
    std::optional<Letter> letter;  // none: no text is told (sites letter_low and letter_high)
  };
  std::span<const View> views() const { return views_; }

 private:
  void look(const frame::Moment& moment, View& view);
  void look_with_both(const frame::Moment& moment, std::span<const math::Pose> frames, View& view) const;
  void look_into_mirrors(const frame::Moment& moment, const math::Pose& eye, View& view) const;
  void read_text(const frame::Moment& moment, const math::Vec3& eye, double fraction, View& view) const;

  const Surroundings* surroundings_;
  std::unique_ptr<TrueSight> sight_;
  std::vector<View> views_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace fh::evaluation
