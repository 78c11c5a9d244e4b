// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture_load.h"

#include <algorithm>

#include "evaluation/posture/score_tables.h"

namespace fh::evaluation {
namespace {

constexpr double kWalks = 0.3;                                   // m/s
constexpr core::Tick kStaticTicks = 60 * core::kTicksPerSecond;  // RULA and REBA: held longer than a minute
constexpr const char* kSides[] = {"left", "right"};

/// The feet carry alike: agents know; of users the ankles tell.
bool on_one_foot(const frame::MomentPerson& person, const PostureAngles& angles) {
  if (person.is_user) return !angles.level_feet;
  return person.planted[0] != person.planted[1];
}

bool is_walking(const frame::MomentPerson& person, const math::Vec3& pelvis, PostureLoad::Person& seen) {
  math::Vec3& oldest = seen.pelvis[seen.pelvis_count % seen.pelvis.size()];
  const bool known = seen.pelvis_count >= seen.pelvis.size();
  math::Vec3 way = pelvis - oldest;
  way.y = 0.0;
  oldest = pelvis;
  ++seen.pelvis_count;
  if (!person.is_user) return glm::length(math::Vec3(person.velocity.x, 0.0, person.velocity.z)) > kWalks;
  return known && glm::length(way) > kWalks * core::seconds_of(static_cast<core::Tick>(seen.pelvis.size()));
}

template <class Steps>
bool is_static(const Steps& now, core::Tick tick, Steps& before, core::Tick& since) {
  if (now != before) before = now, since = tick;
  return tick - since > kStaticTicks;
}

template <class Score, class Value>
void keep_worst(const Score& score, Value value, std::size_t side, core::Tick tick, PostureLoad::Worst<Score>& worst) {
  if (worst.tick >= 0 && value <= worst.band.value) return;
  worst.score = score;
  worst.band.value = value;
  worst.tick = tick;
  worst.side = side;
}

template <class Counts>
core::Json seconds_by(const Counts& ticks) {
  core::Json seconds = core::Json::array();
  for (std::size_t i = 1; i < ticks.size(); ++i) seconds.push_back(core::seconds_of(ticks[i]));
  return seconds;
}

template <class Score>
core::Json worst_json(const PostureLoad::Worst<Score>& worst, int action) {
  return {{"value", worst.band.value}, {"low", worst.band.low},
          {"high", worst.band.high},   {"at_s", core::seconds_of(worst.tick)},
          {"action", action},          {"row", row_text(worst.score)}};
}

core::Json person_json(const PostureLoad::Person& person) {
  core::Json json = {{"scored_s", core::seconds_of(person.scored)}, {"not_told", kNotTold}};
  if (person.scored == 0) return json;
  json["rula"] = {{"source", kRulaSource}, {"worst", worst_json(person.worst_rula, person.worst_rula.score.action())}};
  json["rula"]["worst"]["side"] = kSides[person.worst_rula.side];
  json["reba"] = {{"source", kRebaSource}, {"worst", worst_json(person.worst_reba, person.worst_reba.score.action())}};
  json["reba"]["worst"]["side"] = kSides[person.worst_reba.side];
  for (std::size_t side = 0; side < 2; ++side) {
    json["rula"]["seconds_by_score"][kSides[side]] = seconds_by(person.rula[side]);
    json["reba"]["seconds_by_score"][kSides[side]] = seconds_by(person.reba[side]);
  }
  json["owas"] = {{"source", kOwasSource},
                  {"worst", worst_json(person.worst_owas, person.worst_owas.score.action)},
                  {"seconds_by_category", seconds_by(person.owas)}};
  return json;
}

}  // namespace

void PostureLoad::begin(const frame::Moment& moment) {
  people_.clear();
  std::size_t users = 0, agents = 0;
  for (const frame::MomentPerson& source : moment.people) {
    Person person;
    person.id = source.id;
    person.is_user = source.is_user != 0;
    person.row = person.is_user ? users++ : agents++;
    person.arm_since = {moment.tick, moment.tick};
    person.body_since = moment.tick;
    people_.push_back(person);
  }
  carried_.begin(surroundings_->scene, moment);
}

Exertion PostureLoad::exertion_of(const frame::MomentPerson& source, std::span<const math::Pose> frames,
                                  const PostureAngles& angles, core::Tick now, Person& person) const {
  Exertion exertion;
  exertion.load = {carried_.load(source.id, 0), carried_.load(source.id, 1)};
  exertion.walking = is_walking(source, frames[0].position, person);
  exertion.on_one_foot = on_one_foot(source, angles);
  for (std::size_t side = 0; side < 2; ++side) {
    const RulaScore arm = rula(angles, side, exertion);
    exertion.arm_static[side] =
        is_static({arm.upper_arm, arm.lower_arm, arm.wrist}, now, person.arm_steps[side], person.arm_since[side]);
    if (side == 0)
      exertion.body_static = is_static({arm.neck, arm.trunk, arm.legs}, now, person.body_steps, person.body_since);
  }
  return exertion;
}

void PostureLoad::score(const frame::MomentPerson& source, std::span<const math::Pose> frames, core::Tick now,
                        Person& person) {
  const PostureAngles angles = posture_angles(frames);
  const Exertion exertion = exertion_of(source, frames, angles, now, person);
  ++person.scored;
  const core::Tick worst_before[] = {person.worst_rula.tick, person.worst_reba.tick, person.worst_owas.tick};
  for (std::size_t side = 0; side < 2; ++side) {
    const RulaScore r = rula(angles, side, exertion);
    const RebaScore b = reba(angles, side, exertion);
    ++person.rula[side][static_cast<std::size_t>(r.grand)];
    ++person.reba[side][static_cast<std::size_t>(b.grand)];
    keep_worst(r, r.grand, side, now, person.worst_rula);
    keep_worst(b, b.grand, side, now, person.worst_reba);
  }
  const OwasScore o = owas(angles, exertion);
  ++person.owas[static_cast<std::size_t>(o.action)];
  keep_worst(o, o.action, 0, now, person.worst_owas);
  const bool due = surroundings_->keeps_series && now % kSeriesTicks == 0;
  const bool worse = worst_before[0] != person.worst_rula.tick || worst_before[1] != person.worst_reba.tick ||
                     worst_before[2] != person.worst_owas.tick;
  if (!due && !worse) return;
  const BandedScores bands = banded_scores(frames, exertion, source.is_user != 0);
  if (person.worst_rula.tick == now) person.worst_rula.band = bands.rula[person.worst_rula.side];
  if (person.worst_reba.tick == now) person.worst_reba.band = bands.reba[person.worst_reba.side];
  if (person.worst_owas.tick == now) person.worst_owas.band = bands.owas;
  if (due) person.series.push_back({now, bands});
}

void PostureLoad::observe(const frame::Moment& moment) {
  carried_.update(moment);
  for (std::size_t i = 0; i < people_.size() && i < moment.people.size(); ++i) {
    const auto frames = frames_of(moment, moment.people[i]);
    if (!frames.empty()) score(moment.people[i], frames, moment.tick, people_[i]);
  }
}

void PostureLoad::write(core::Json& report) const {
  for (const Person& person : people_) {
    core::Json& row = person.is_user ? user_row(report, person.row) : agent_row(report, person.row);
    row["posture"] = person_json(person);
  }
}

void PostureLoad::tables(std::vector<Table>& out) const {
  Table table{"posture",
              "Scores of posture ten times a second; low and high: what the guessed parts of a user's body allow.",
              {"time_s", "person", "rula_left", "rula_left_low", "rula_left_high", "rula_right", "rula_right_low",
               "rula_right_high", "reba_left", "reba_right", "owas"},
              {}};
  const auto number = [](int value) { return Cell(static_cast<double>(value)); };
  for (const Person& person : people_) {
    for (const Sample& sample : person.series) {
      const BandedScores& s = sample.scores;
      table.rows.push_back({core::seconds_of(sample.tick), name_of(*surroundings_, person.id), number(s.rula[0].value),
                            number(s.rula[0].low), number(s.rula[0].high), number(s.rula[1].value),
                            number(s.rula[1].low), number(s.rula[1].high), number(s.reba[0].value),
                            number(s.reba[1].value), number(s.owas.value)});
    }
  }
  out.push_back(std::move(table));
}

std::unique_ptr<Observer> make_posture_load(const Surroundings& surroundings) {
  return std::make_unique<PostureLoad>(surroundings);
}

}  // namespace fh::evaluation
