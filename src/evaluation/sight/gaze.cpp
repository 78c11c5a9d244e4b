// SPDX-License-Identifier: Apache-2.0
// Where users look: fixations (the gaze stays within 1 degree for more than 100 ms) and how long it dwells on each
// thing and person. The gaze is that of the avatar: from eye tracking where there is any, else guessed from head and
// hands, which the report says.
#include <algorithm>
#include <map>

#include "evaluation/posture/posture_angles.h"
#include "evaluation/sight/true_sight.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

const double kStays = math::radians(1.0);  // from where the fixation began
constexpr core::Tick kLeast = 9;           // ticks: 100 ms
constexpr double kFovea = 0.0175;          // tangent of 1 degree to each side that is looked at
constexpr double kGazeRange = 60.0;        // m

struct Dwell {
  core::Tick ticks = 0;
  std::int64_t fixations = 0;
  core::Tick first = -1;
};

struct Fixation {
  core::Tick from = 0, to = 0;
  std::string what;
};

class Gaze final : public Observer {
 public:
  explicit Gaze(const Surroundings& surroundings)
      : surroundings_(&surroundings), fovea_(senses::Field::window({-kFovea, kFovea, kFovea, -kFovea}, 32, 8)) {}

  void begin(const frame::Moment& moment) override {
    users_.clear();
    sight_ = nullptr;
    if (!surroundings_->scene || surroundings_->people.size() != moment.people.size()) return;
    sight_ = std::make_unique<TrueSight>(*surroundings_, moment);
    for (std::size_t i = 0; i < moment.people.size(); ++i) {
      if (moment.people[i].is_user) users_.push_back(User{i});
    }
  }

  void observe(const frame::Moment& moment) override {
    if (!sight_) return;
    for (User& user : users_) {
      const auto frames = frames_of(moment, moment.people[user.person]);
      if (frames.empty()) {
        close(user);
        continue;
      }
      follow(moment, TrueSight::eye_of(frames), user);
    }
  }

  void write(core::Json& report) const override {
    for (std::size_t i = 0; i < users_.size(); ++i) {
      User user = users_[i];
      close(user);
      core::Tick held = 0;
      for (const Fixation& fixation : user.fixations) held += fixation.to - fixation.from;
      core::Json dwells = core::Json::array();
      for (const auto& [name, dwell] : ranked(user))
        dwells.push_back({{"what", name},
                          {"seconds", core::seconds_of(dwell.ticks)},
                          {"fixations", dwell.fixations},
                          {"first_at_s", core::seconds_of(dwell.first)}});
      const auto count = static_cast<double>(user.fixations.size());
      user_row(report, i)["gaze"] = {
          {"source", "the avatar's gaze, guessed from head and hands where eyes are not tracked"},
          {"fixation_within_deg", 1.0},
          {"fixation_longer_s", core::seconds_of(kLeast)},
          {"fixations", user.fixations.size()},
          {"mean_fixation_s", maybe(core::seconds_of(held) / std::max(1.0, count), count > 0.0)},
          {"dwells", std::move(dwells)}};
    }
  }

  void tables(std::vector<Table>& out) const override {
    Table table{"fixations", "When and on what the gaze of users rested.", {"person", "from_s", "to_s", "what"}, {}};
    for (User user : users_) {
      close(user);
      for (const Fixation& fixation : user.fixations)
        table.rows.push_back({name_of(*surroundings_, surroundings_->people[user.person].id),
                              core::seconds_of(fixation.from), core::seconds_of(fixation.to), fixation.what});
    }
    out.push_back(std::move(table));
  }

 private:
  struct User {
    std::size_t person = 0;
    math::Vec3 direction{0.0};  // at the beginning of what may become a fixation
    Fixation now;
    bool open = false;
    std::vector<Fixation> fixations;
  };

  static void close(User& user) {
    if (user.open && user.now.to - user.now.from > kLeast) user.fixations.push_back(user.now);
    user.open = false;
  }

  void follow(const frame::Moment& moment, const math::Pose& eye, User& user) {
    const math::Vec3 direction = eye.direction(math::kForward);
    const double away = math::acos(math::clamp(glm::dot(direction, user.direction), -1.0, 1.0));
    if (user.open && away > kStays) close(user);
    if (!user.open) {
      user.open = true;
      user.direction = direction;
      user.now = {moment.tick, moment.tick, {}};
    }
    user.now.to = moment.tick;
    if (user.now.to - user.now.from == kLeast) user.now.what = met_by(moment, eye, user.person);
  }

  /// What most of the fovea shows.
  std::string met_by(const frame::Moment& moment, const math::Pose& eye, std::size_t person) {
    if (updated_ != moment.tick) sight_->update(moment);
    updated_ = moment.tick;
    senses::SeeSettings settings;
    settings.viewer = moment.people[person].id;
    settings.range = kGazeRange;
    senses::see(sight_->scene(), fovea_, eye, settings, retina_);
    std::map<std::string, int> counts;
    for (const std::uint32_t label : retina_.labels) ++counts[name_in(label)];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most->first;
  }

  std::string name_in(std::uint32_t label) const {
    if (label == 0) return "nothing";
    const senses::ItemId item = senses::item_of(label);
    if (item.is_body()) return name_of(*surroundings_, item.body());
    const scene::Object* object = surroundings_->scene->find(item.object());
    return object ? object->name : "nothing";
  }

  /// By time, the longest first.
  static std::vector<std::pair<std::string, Dwell>> ranked(const User& user) {
    std::map<std::string, Dwell> dwells;
    for (const Fixation& fixation : user.fixations) {
      Dwell& dwell = dwells[fixation.what];
      dwell.ticks += fixation.to - fixation.from;
      ++dwell.fixations;
      if (dwell.first < 0) dwell.first = fixation.from;
    }
    std::vector<std::pair<std::string, Dwell>> all(dwells.begin(), dwells.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.ticks > b.second.ticks; });
    return all;
  }

  const Surroundings* surroundings_;
  senses::Field fovea_;
  senses::Retina retina_;
  std::unique_ptr<TrueSight> sight_;
  core::Tick updated_ = -1;
  std::vector<User> users_;
};

}  // namespace

std::unique_ptr<Observer> make_gaze(const Surroundings& surroundings) {
  return std::make_unique<Gaze>(surroundings);
}

}  // namespace fh::evaluation
