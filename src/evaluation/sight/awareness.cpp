// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/awareness.h"

#include <algorithm>
#include <utility>

#include "evaluation/posture/posture_angles.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using human::Joint;

constexpr double kSightRange = 30.0;       // m
constexpr core::Tick kMissEnds = 90;       // ticks without danger after which a near miss is over
constexpr std::uint32_t kBodyWindow = 32;  // samples across a body that is looked for

bool any_in_field(const math::Pose& eye, std::span<const math::Pose> body) {
  for (const Joint joint : {Joint::Head, Joint::T8, Joint::Pelvis, Joint::LeftFoot, Joint::RightFoot}) {
    if (TrueSight::in_field(eye, body[human::index_of(joint)].position)) return true;
  }
  return false;
}

math::Vec3 level(math::Vec3 v) {
  v.y = 0.0;
  return v;
}

core::Json time_or_null(core::Tick tick) {
  return maybe(core::seconds_of(tick), tick >= 0);
}

Cell cell_of(double value, bool known) {
  return known ? Cell(value) : Cell();
}

}  // namespace

std::optional<double> time_to_contact(const math::Vec3& apart, const math::Vec3& approach) {
  const double distance = glm::dot(apart, apart) - kContactAxes * kContactAxes;
  if (distance <= 0.0) return 0.0;
  // |apart - t approach| = kContactAxes
  const double a = glm::dot(approach, approach), b = glm::dot(apart, approach);
  const double under = b * b - a * distance;
  if (a <= 0.0 || b <= 0.0 || under < 0.0) return {};
  return (b - math::sqrt(under)) / a;
}

void Awareness::begin(const frame::Moment& moment) {
  pairs_.clear();
  misses_.clear();
  startles_.clear();
  start_ = moment.tick;
  rows_.clear();
  const std::size_t count = moment.people.size();
  past_.assign(count, {});
  jumps_.assign(count, 0);
  known_.assign(count, 0);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      Pair pair;
      pair.a = a;
      pair.b = b;
      pairs_.push_back(pair);
    }
  }
  const bool shaped = surroundings_->scene && surroundings_->people.size() == count;
  sight_ = shaped ? std::make_unique<TrueSight>(*surroundings_, moment) : nullptr;
}

void Awareness::look(const frame::Moment& moment, Pair& pair) {
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t me = side == 0 ? pair.a : pair.b, you = side == 0 ? pair.b : pair.a;
    const auto mine = frames_of(moment, moment.people[me]), yours = frames_of(moment, moment.people[you]);
    Side& seen = pair.sides[side];
    if (mine.empty() || yours.empty()) {
      seen.sees = false;
      continue;
    }
    ++seen.looks;
    const math::Pose eye = TrueSight::eye_of(mine);
    senses::SeeSettings settings;
    settings.viewer = moment.people[me].id;
    settings.range = kSightRange;
    const auto item = senses::ItemId::of(moment.people[you].id);
    const bool open =
        senses::inspect(sight_->scene(), eye.position, item, settings, kBodyWindow).fraction >= kSeenShare;
    const bool before = seen.sees;
    seen.could += open ? 1 : 0;
    seen.sees = open && any_in_field(eye, yours);
    if (!seen.sees) continue;
    seen.appeared = !before;
    seen.unseen = seen.last_saw < 0 ? -1 : moment.tick - seen.last_saw;
    ++seen.seen;
    seen.last_saw = moment.tick;
  }
}

void Awareness::note_startles(core::Tick tick, Pair& pair, double separation, double closing, double contact_in) {
  for (std::size_t side = 0; side < 2; ++side) {
    Side& seen = pair.sides[side];
    if (!std::exchange(seen.appeared, false)) continue;
    const core::Tick unseen = seen.unseen < 0 ? tick - start_ : seen.unseen;
    if (unseen < kUnseenTicks || (separation > kStartleDistance && contact_in > kStartleSeconds)) continue;
    startles_.push_back(
        {side == 0 ? pair.a : pair.b, side == 0 ? pair.b : pair.a, tick, seen.unseen, separation, closing, contact_in});
  }
}

void Awareness::note_miss(core::Tick tick, std::size_t index, double separation, double closing, double contact_in) {
  Pair& pair = pairs_[index];
  const bool danger = contact_in <= kNearMissSeconds;
  if (pair.miss < 0) {
    if (!danger) return;
    pair.miss = static_cast<std::int32_t>(misses_.size());
    NearMiss miss;
    miss.pair = index;
    miss.from = tick;
    for (std::size_t side = 0; side < 2; ++side) {
      miss.saw[side] = pair.sides[side].sees;
      if (pair.sides[side].last_saw >= 0) miss.unseen[side] = tick - pair.sides[side].last_saw;
    }
    misses_.push_back(miss);
  }
  NearMiss& miss = misses_[static_cast<std::size_t>(pair.miss)];
  miss.separation = std::min(miss.separation, separation);
  miss.closing = std::max(miss.closing, closing);
  miss.contact_in = std::min(miss.contact_in, contact_in);
  if (danger)
    miss.to = tick;
  else if (tick - miss.to > kMissEnds)
    pair.miss = -1;
}

void Awareness::approach(const frame::Moment& moment, std::size_t index) {
  Pair& pair = pairs_[index];
  if (known_[pair.a] < kPastTicks || known_[pair.b] < kPastTicks) return;
  const auto slot = static_cast<std::size_t>(moment.tick) % kPastTicks;
  const std::size_t oldest = (slot + 1) % kPastTicks;
  const double seconds = core::seconds_of(kPastTicks - 1);
  const auto speed = [&](std::size_t who) { return level(past_[who][slot] - past_[who][oldest]) / seconds; };
  const math::Vec3 apart = level(past_[pair.b][slot] - past_[pair.a][slot]);
  const math::Vec3 approach = speed(pair.a) - speed(pair.b);
  const double separation = glm::length(apart);
  const double closing = separation > 1e-9 ? glm::dot(apart, approach) / separation : 0.0;
  const auto contact = time_to_contact(apart, approach);
  if (separation < pair.separation) pair.separation = separation, pair.separation_tick = moment.tick;
  if (closing > pair.closing) pair.closing = closing, pair.closing_tick = moment.tick;
  if (contact && *contact < pair.contact_in) pair.contact_in = *contact, pair.contact_tick = moment.tick;
  note_startles(moment.tick, pair, separation, closing, contact ? *contact : 1e9);
  note_miss(moment.tick, index, separation, closing, contact ? *contact : 1e9);
  if (moment.tick % kSightTicks != 0) return;
  std::vector<Cell> row = {core::seconds_of(moment.tick),
                           name_of(*surroundings_, moment.people[pair.a].id),
                           name_of(*surroundings_, moment.people[pair.b].id),
                           separation,
                           closing,
                           cell_of(contact ? *contact : 0.0, contact.has_value())};
  for (const Side& side : pair.sides) {
    row.push_back(side.sees ? 1.0 : 0.0);
    row.push_back(cell_of(core::seconds_of(moment.tick - side.last_saw), side.last_saw >= 0));
  }
  rows_.push_back(std::move(row));
}

void Awareness::observe(const frame::Moment& moment) {
  for (std::size_t i = 0; i < past_.size() && i < moment.people.size(); ++i) {
    const auto frames = frames_of(moment, moment.people[i]);
    const bool jumped = jumps_[i] != moment.people[i].jumps;  // a teleport is no speed
    jumps_[i] = moment.people[i].jumps;
    known_[i] = frames.empty() ? 0 : jumped ? 1 : known_[i] + 1;
    if (!frames.empty()) past_[i][static_cast<std::size_t>(moment.tick) % kPastTicks] = frames[0].position;
  }
  const bool looks = sight_ && moment.tick % kSightTicks == 0;
  if (looks) sight_->update(moment);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (looks) look(moment, pairs_[i]);
    approach(moment, i);
  }
}

core::Json Awareness::startles_json() const {
  const auto who = [&](std::size_t index) { return name_of(*surroundings_, surroundings_->people[index].id); };
  core::Json startles = core::Json::array();
  for (const Startle& startle : startles_)
    startles.push_back({{"who", who(startle.who)},
                        {"by", who(startle.by)},
                        {"at_s", core::seconds_of(startle.tick)},
                        {"separation_m", startle.separation},
                        {"closing_m_s", startle.closing},
                        {"time_to_contact_s", maybe(startle.contact_in, startle.contact_in < 1e8)},
                        {"unseen_s", time_or_null(startle.unseen)}});
  return startles;
}

void Awareness::write(core::Json& report) const {
  const auto who = [&](std::size_t index) { return name_of(*surroundings_, surroundings_->people[index].id); };
  core::Json pairs = core::Json::array(), misses = core::Json::array();
  for (const Pair& pair : pairs_) {
    if (pair.separation_tick < 0) continue;
    core::Json row = {{"a", who(pair.a)},
                      {"b", who(pair.b)},
                      {"least_separation_m", pair.separation},
                      {"least_separation_at_s", core::seconds_of(pair.separation_tick)},
                      {"fastest_closing_m_s", pair.closing},
                      {"fastest_closing_at_s", time_or_null(pair.closing_tick)},
                      {"least_time_to_contact_s", maybe(pair.contact_in, pair.contact_tick >= 0)},
                      {"least_time_to_contact_at_s", time_or_null(pair.contact_tick)}};
    const char* keys[2][3] = {{"a_saw_b_share", "a_last_saw_b_s", "a_could_see_b_share"},
                              {"b_saw_a_share", "b_last_saw_a_s", "b_could_see_a_share"}};
    for (std::size_t side = 0; side < 2; ++side) {
      const Side& seen = pair.sides[side];
      const auto share = [&](std::int64_t count) {
        return maybe(static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, seen.looks)),
                     seen.looks > 0);
      };
      row[keys[side][0]] = share(seen.seen);
      row[keys[side][2]] = share(seen.could);
      row[keys[side][1]] = time_or_null(seen.last_saw);
    }
    pairs.push_back(std::move(row));
  }
  for (const NearMiss& miss : misses_) {
    const Pair& pair = pairs_[miss.pair];
    misses.push_back({{"a", who(pair.a)},
                      {"b", who(pair.b)},
                      {"from_s", core::seconds_of(miss.from)},
                      {"to_s", core::seconds_of(miss.to)},
                      {"least_separation_m", miss.separation},
                      {"fastest_closing_m_s", miss.closing},
                      {"least_time_to_contact_s", miss.contact_in},
                      {"a_saw_b", miss.saw[0]},
                      {"b_saw_a", miss.saw[1]},
                      {"a_unseen_s", time_or_null(miss.unseen[0])},
                      {"b_unseen_s", time_or_null(miss.unseen[1])}});
  }
  report["awareness"] = {{"startle_within_m", kStartleDistance},
                         {"startle_contact_s", kStartleSeconds},
                         {"startle_unseen_s", core::seconds_of(kUnseenTicks)},
                         {"startles", startles_json()},
                         {"contact_m", kContactAxes},
                         {"near_miss_s", kNearMissSeconds},
                         {"seen_share", kSeenShare},
                         {"looks_per_s", core::kTicksPerSecond / kSightTicks},
                         {"pairs", std::move(pairs)},
                         {"near_misses", std::move(misses)}};
}

void Awareness::tables(std::vector<Table>& out) const {
  out.push_back(
      {"awareness",
       "Every pair of people five times a second: axes apart, how fast they close, when they would touch, who "
       "sees whom and how long ago.",
       {"time_s", "a", "b", "separation_m", "closing_m_s", "time_to_contact_s", "a_sees_b", "a_unseen_s", "b_sees_a",
        "b_unseen_s"},
       rows_});
}

std::unique_ptr<Observer> make_awareness(const Surroundings& surroundings) {
  return std::make_unique<Awareness>(surroundings);
}

}  // namespace fh::evaluation
