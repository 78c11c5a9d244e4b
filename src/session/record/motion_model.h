// SPDX-License-Identifier: Apache-2.0
#pragma once
// What writer and reader of the motion track know of the ticks before, and the one traversal of a moment that both use.
// Private to session/record. Coder is BitWriter or BitReader; while writing, moments are only read.
#include <cstring>

#include "frame/moment.h"
#include "session/record/bit_coder.h"

namespace fh::session {

// Steps of what is kept, powers of two so that they are exact. m, m/s; turns in Rodrigues' half-angle parameters
// (tan(angle / 4)), where a step is about four times as many radians.
inline constexpr double kFineStep = 1.0 / (1 << 16);
inline constexpr double kPlaceStep = 1.0 / (1 << 13);
inline constexpr double kSpeedStep = 1.0 / (1 << 16);
inline constexpr double kTurnStep = 1.0 / (1 << 14);
inline constexpr double kJointStep = 1.0 / (1 << 13);
inline constexpr double kShapeStep = 1.0 / (1 << 16);
inline constexpr double kSwingStep = 1.0 / (1 << 10);   // soles of a foot in the air
inline constexpr double kMarginStep = 1.0 / (1 << 10);  // of balance

// What a reader accepts at most.
inline constexpr std::int64_t kMostPeople = 4096, kMostJoints = 255, kMostAllJoints = 1 << 17;
inline constexpr std::int64_t kMostObjects = 1 << 16, kMostDrives = 1 << 12, kMostContacts = 1 << 14;
inline constexpr double kFarthest = 1e7;  // m, m/s

/// A number that is predicted to stay, or to go on as it did; whichever has been better lately.
struct ScalarModel {
  std::int64_t last = 0, before = 0;
  std::uint32_t stay_cost = 0, go_on_cost = 0;  // running sums of errors
  NumberModel number;

  std::int64_t predicted() const { return stay_cost <= go_on_cost ? last : 2 * last - before; }
  void learn(std::int64_t value);
};

/// A rotation that is predicted to go on turning as between its last two corrections. It is corrected when the joint in
/// the world would be off by more than it may.
struct TurnModel {
  math::Vec3 corner{0.0}, rate{0.0}, now{0.0};  // parameters; rate per tick since the last correction
  std::int32_t age = 0;                         // ticks since then
  math::Quat seen = math::kIdentity;            // writers: parent_from_joint of the tick before
  std::uint8_t last = 0;                        // how it was told the last time
  std::array<BitModel, 3> goes_on, stays;       // by `last`
  std::array<NumberModel, 3> correction;
};

struct PointModel {
  std::array<ScalarModel, 9> numbers;  // place, turn, velocity
  ScalarModel known;
};

struct PersonModel {
  ScalarModel present, body_number, joint_count;
  std::array<PointModel, 3> points;  // head, hands
  ScalarModel walked, jumps;
  std::array<ScalarModel, 6> root;    // place, velocity
  std::array<ScalarModel, 12> soles;  // planted: fine steps
  std::array<ScalarModel, 12> swings;
  std::array<ScalarModel, 12> states;
  ScalarModel borne_by, margin;
  std::array<ScalarModel, 2> load_masses;
  std::array<ScalarModel, 6> load_centres;
  std::array<ScalarModel, 3> pelvis;
  std::vector<TurnModel> joints;
  std::vector<math::Vec3> offsets;             // joint centres in the parent's frame
  std::vector<math::Pose> frames;              // world_from_joint as a reader has them
  std::uint32_t shape_of = 0, shape_size = 0;  // body and joints the offsets belong to
};

struct ObjectModel {
  core::ObjectId id;
  BitModel moves;
  std::array<ScalarModel, 6> numbers;
  math::Pose seen;  // as last written or read
};

/// Sizes of errors, by what is coded.
struct TrackSizes {
  SizeModel place, fine, speed, turn, count, margin;
  std::vector<std::array<SizeModel, 3>> joints;  // by joint, everybody's
};

struct MotionModel {
  std::vector<PersonModel> people;
  std::vector<core::BodyId> ids;
  std::vector<std::uint8_t> is_user;
  std::vector<std::uint8_t> parents, depths;
  std::vector<ObjectModel> objects;
  std::vector<ScalarModel> drives;
  std::vector<frame::MomentContact> contacts;
  NumberModel cast, shape, contact;
  SizeModel cast_size, shape_size, contact_size;
  TrackSizes sizes;
  BitModel same_contacts, objects_rest;
  bool with_balance = true, with_drives = true;  // rows of older programs have none
};

/// Who and what there is; the start of a key row. False: impossible.
template <class Coder>
bool code_cast(Coder& coder, MotionModel& model);
/// One tick. `moment` is written by readers and read by writers. False: impossible.
template <class Coder, class AnyMoment>
bool code_tick(Coder& coder, MotionModel& model, AnyMoment& moment);

}  // namespace fh::session
