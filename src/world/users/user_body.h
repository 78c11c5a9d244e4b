// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which body the user has in the scene: one's own, as calibrated, or another one that is worn. Both may change
// during a visit. A new body takes some tenths of a second to make: it is made beside the simulation and put on a fixed
// number of ticks after it was asked for, so that no frame waits and a replay changes at the same tick.
//
// Wearing: tracked positions are multiplied by the ratio of eye heights (UserState::scale), so that a user who stands
// straight sees from the worn body's eye point. Steps, hands and the distance between the eyes shrink or grow with it.
#include <array>
#include <future>
#include <memory>
#include <optional>

#include "core/archive.h"
#include "human/tracking/calibration.h"
#include "human/tracking/worn_body.h"
#include "world/people/person.h"
#include "world/users/calibration_watch.h"
#include "world/users/user.h"

namespace fh::world {

/// All a user's body follows from.
struct Figure {
  human::Calibration self;  // who the user is
  human::Wear wear;

  void visit(core::Archive& archive);
};

/// How tracking space and controllers fit a body.
struct BodyFit {
  double eye_height = 0.0;                               // m, of the user standing straight, tracking space
  double scale = 1.0;                                    // m in the scene per m of tracking space
  double seated_lift = UserSettings::kSeatedLift;        // m
  std::array<math::Pose, frame::kHands> hand_from_grip;  // left, right
};

class UserBody {
 public:
  static constexpr std::int64_t kDressingTicks = 60;  // from asking to having another body

  /// Fails for measures no adult has. `population` must outlive it. `first`: the body to start with.
  static core::Result<UserBody> create(const human::Population& population, const Figure& figure, core::BodyId id,
                                       std::string name, human::Body& first);

  /// Who the user is, as last calibrated: its body may be put on only some ticks later.
  const human::Calibration& calibration() const { return last_wish().self; }
  const human::Wear& wear() const { return now_.wear; }
  const BodyFit& fit() const { return fit_; }
  /// Of the user standing straight, in tracking space (a seated user's with the lift added), m.
  double eye_height() const { return fit_.eye_height; }
  const CalibrationWatch& watch() const { return watch_; }
  std::int64_t calibrations() const { return calibrations_; }

  /// What the user asks for this frame; acts some ticks later.
  void apply_commands(const frame::FrameInput& input);
  /// One tick. The person in another body, when one is to be put on now; fit() is already that of it.
  std::optional<Person> advance(const frame::FrameInput& input, bool seated);

  void visit(core::Archive& archive);
  /// The same as numbers that change whenever the state does; for hashing each tick.
  void visit_digest(core::Archive& archive);
  /// After loading: the person of the loaded state where it is another one than before.
  std::optional<Person> take_loaded() { return std::exchange(loaded_, std::nullopt); }

 private:
  UserBody() = default;
  core::Result<human::Body> realise(const Figure& figure, BodyFit& fit) const;
  /// The figure that will be there when all wishes are fulfilled.
  const Figure& last_wish() const { return wished_ ? wish_ : (ticks_left_ > 0 ? next_ : now_); }
  void wish(Figure figure);
  /// Begins to make the body of next_.
  core::Result<> start_building_body();
  void note_change();
  void after_loading(core::Archive& archive, std::uint64_t before);

  const human::Population* population_ = nullptr;
  core::BodyId id_;
  std::string name_;
  Figure now_, next_, wish_;
  std::int64_t ticks_left_ = 0;  // until next_ is put on; 0: nothing is under way
  std::uint8_t wished_ = 0;      // wish_ waits for next_ to be put on
  CalibrationWatch watch_;
  std::int64_t calibrations_ = 0;  // since the start
  std::uint64_t fingerprint_ = 0;  // of the three figures
  // Derived.
  BodyFit fit_, next_fit_;
  std::future<Person> making_;
  std::optional<Person> loaded_;
};

}  // namespace fh::world
