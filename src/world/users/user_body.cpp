// SPDX-License-Identifier: Apache-2.0
#include "world/users/user_body.h"

#include "core/hash.h"
#include "human/tracking/fit_rig.h"

namespace fh::world {
namespace {

using human::Side;

std::uint64_t hash_of(const Figure& figure) {
  std::vector<std::byte> bytes;
  core::save(figure, bytes);
  return core::hash_bytes(bytes);
}

}  // namespace

void Figure::visit(core::Archive& archive) {
  archive.field("self", self);
  archive.field("wear", wear);
}

core::Result<UserBody> UserBody::create(const human::Population& population, const Figure& figure, core::BodyId id,
                                        std::string name, human::Body& first) {
  UserBody user;
  user.population_ = &population;
  user.id_ = id;
  user.name_ = std::move(name);
  user.now_ = figure;
  auto body = user.realise(figure, user.fit_);
  if (!body) return core::fail_within("the user's body", body.error());
  first = std::move(*body);
  user.note_change();
  return user;
}

core::Result<human::Body> UserBody::realise(const Figure& figure, BodyFit& fit) const {
  FH_TRY(self, human::calibrate(*population_, figure.self));
  const human::Calibration& calibration = self.calibration;
  fit.seated_lift = calibration.seated ? calibration.height_offset : UserSettings::kSeatedLift;
  fit.eye_height = human::standing_eye_height(self);
  core::Result<human::Body> body = self.body;
  fit.scale = 1.0;
  auto grips = calibration.grip_from_wrist;
  if (!figure.wear.is_own()) {
    body = human::worn_body(*population_, figure.wear);
    if (!body) return body;
    fit.scale = human::worn_scale(self, *body);
    for (const Side side : human::kSides)
      grips[human::index_of(side)] = human::grip_from_wrist_for(calibration, *body, side);
  }
  for (std::size_t side = 0; side < frame::kHands; ++side) fit.hand_from_grip[side] = math::inverse(grips[side]);
  return body;
}

void UserBody::apply_commands(const frame::FrameInput& input) {
  if (input.commands.has(frame::CommandId::Calibrate)) watch_.ask();
  if (input.change.setting == frame::LiveSetting::Wear) {
    Figure figure = last_wish();
    figure.wear = human::wear_of(input.change.value);
    if (figure.wear != last_wish().wear) wish(std::move(figure));
  }
}

void UserBody::wish(Figure figure) {
  wish_ = std::move(figure);
  wished_ = 1;
  note_change();
}

std::optional<Person> UserBody::advance(const frame::FrameInput& input, bool seated) {
  if (const auto pose = watch_.advance(input, seated)) {
    auto user = human::calibrate(*population_, last_wish().self.sex, *pose);
    if (user) {
      watch_.conclude(*user);
      ++calibrations_;
      wish({user->calibration, last_wish().wear});
    } else {
      watch_.refuse(user.error().message);
    }
  }
  std::optional<Person> person;
  if (ticks_left_ > 0 && --ticks_left_ == 0) {
    now_ = next_;
    fit_ = next_fit_;
    person = making_.get();
    note_change();
  }
  if (wished_ && ticks_left_ == 0) {
    next_ = wish_;
    wished_ = 0;
    // A body nobody can have is not put on; whoever asked has been told by the range of the setting.
    if (start_building_body()) ticks_left_ = kDressingTicks;
    note_change();
  }
  return person;
}

core::Result<> UserBody::start_building_body() {
  FH_TRY(body, realise(next_, next_fit_));
  making_ = std::async(std::launch::async, make_person, id_, name_, std::move(body));
  return {};
}

void UserBody::note_change() {
  fingerprint_ = hash_of(now_) + 3 * hash_of(next_) + 5 * hash_of(wish_);
}

void UserBody::visit(core::Archive& archive) {
  const std::uint64_t before = archive.is_loading() ? hash_of(now_) : 0;
  archive.field("now", now_);
  archive.field("next", next_);
  archive.field("wish", wish_);
  archive.field("ticks_left", ticks_left_);
  archive.field("wished", wished_);
  archive.field("watch", watch_);
  archive.field("calibrations", calibrations_);
  if (archive.is_loading() && archive.ok()) after_loading(archive, before);
}

void UserBody::after_loading(core::Archive& archive, std::uint64_t before) {
  if (making_.valid()) making_.get();  // of the state that was left
  loaded_.reset();
  note_change();
  if (ticks_left_ < 0 || ticks_left_ > kDressingTicks) return archive.reject();
  if (hash_of(now_) != before) {
    auto body = realise(now_, fit_);
    if (!body) return archive.reject();
    loaded_ = make_person(id_, name_, std::move(*body));
  }
  if (ticks_left_ > 0 && !start_building_body()) archive.reject();
}

void UserBody::visit_digest(core::Archive& archive) {
  archive.field("figures", fingerprint_);
  archive.field("ticks_left", ticks_left_);
  archive.field("wished", wished_);
  archive.field("watch", watch_);
  archive.field("calibrations", calibrations_);
}

}  // namespace fh::world
