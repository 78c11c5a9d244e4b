// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/visibility.h"

#include <algorithm>

#include "evaluation/posture/posture_angles.h"
#include "math/trig.h"
#include "scene/place/lettering.h"

namespace fh::evaluation {
namespace {

constexpr double kFarthestThing = 30.0;  // m
constexpr std::size_t kOccludersTold = 3;
constexpr double kEyeError = 0.01;        // m that the eyes may be beside where a headset has them; our choice
constexpr std::size_t kMostMirrors = 16;  // flat ones; a curved mirror is many and is not looked into
// NUREG-0700 Rev. 2, guideline 1.3.1-4: characters are at least 16 minutes of arc high; 20 to 22 are preferred.
constexpr double kLeastArc = 16.0, kPreferredArc = 20.0;
constexpr double kReadFrom = 0.5;   // cosine of the largest angle from straight before the text; our choice
constexpr double kReadShare = 0.5;  // of the thing that must be visible; our choice

std::optional<Visibility::View::Letter> letter_of(const scene::Object& object) {
  const scene::Site *low = nullptr, *high = nullptr;
  for (const scene::Site& site : object.sites) {
    if (site.name == scene::kLetterLow) low = &site;
    if (site.name == scene::kLetterHigh) high = &site;
  }
  if (!low || !high) return {};
  return Visibility::View::Letter{low->object_from_site.position, high->object_from_site.position,
                                  low->object_from_site.direction({0.0, 0.0, 1.0})};
}

core::Json text_json(const Visibility::View::Letter& letter) {
  const bool read = letter.best_tick >= 0;
  return {{"capital_m", glm::length(letter.high - letter.low)},
          {"best_arcmin", maybe(letter.best_arcmin, read)},
          {"at_s", maybe(core::seconds_of(letter.best_tick), read)},
          {"least_arcmin", kLeastArc},
          {"preferred_arcmin", kPreferredArc},
          {"source", "NUREG-0700 Rev. 2 (2002), guideline 1.3.1-4"}};
}

std::string item_name(const Surroundings& surroundings, senses::ItemId item) {
  if (item.is_body()) return name_of(surroundings, item.body());
  const scene::Object* object = surroundings.scene->find(item.object());
  return object ? object->name : std::string();
}

void add_occluders(const senses::Visibility& seen, std::vector<senses::Visibility::Occluder>& sums) {
  for (const auto& occluder : seen.occluders) {
    const auto at = std::find_if(sums.begin(), sums.end(), [&](const auto& sum) { return sum.item == occluder.item; });
    if (at == sums.end())
      sums.push_back(occluder);
    else
      at->solid_angle += occluder.solid_angle;
  }
}

core::Json ranked(const Surroundings& surroundings, std::vector<senses::Visibility::Occluder> sums) {
  std::sort(sums.begin(), sums.end(), [](const auto& a, const auto& b) {
    return a.solid_angle != b.solid_angle ? a.solid_angle > b.solid_angle : a.item < b.item;
  });
  double all = 0.0;
  for (const auto& sum : sums) all += sum.solid_angle;
  core::Json rows = core::Json::array();
  for (std::size_t i = 0; i < sums.size() && i < kOccludersTold; ++i)
    rows.push_back({{"name", item_name(surroundings, sums[i].item)}, {"share", sums[i].solid_angle / all}});
  return rows;
}

}  // namespace

void Visibility::begin(const frame::Moment& moment) {
  views_.clear();
  rows_.clear();
  sight_ = nullptr;
  if (!surroundings_->scene || surroundings_->people.size() != moment.people.size()) return;
  sight_ = std::make_unique<TrueSight>(*surroundings_, moment);
  for (std::size_t i = 0; i < moment.people.size(); ++i) {
    std::vector<core::ObjectId> things = surroundings_->watched;
    for (const scene::Object& object : surroundings_->scene->objects) {
      const bool named = !object.label.empty() && !object.is_a("structure") && !object.is_a("floor");
      if (!named || !moment.people[i].is_user) continue;
      if (std::find(things.begin(), things.end(), object.id) == things.end()) things.push_back(object.id);
    }
    for (const core::ObjectId thing : things) {
      if (sight_->scene().bounds(senses::ItemId::of(thing)).empty()) continue;  // glass: eyes look through it
      View view;
      view.person = i;
      view.by_user = moment.people[i].is_user != 0;
      view.object = thing;
      view.letter = letter_of(*surroundings_->scene->find(thing));
      views_.push_back(view);
    }
  }
}

void Visibility::look(const frame::Moment& moment, View& view) {
  const frame::MomentPerson& person = moment.people[view.person];
  const auto frames = frames_of(moment, person);
  if (frames.empty()) return;
  ++view.looks;
  const auto item = senses::ItemId::of(view.object);
  const math::Aabb bounds = sight_->scene().bounds(item);
  if (bounds.empty()) return;
  const math::Pose eye = TrueSight::eye_of(frames);
  look_into_mirrors(moment, eye, view);
  const math::Vec3 nearest = glm::clamp(eye.position, bounds.low, bounds.high);
  const double distance = glm::length(bounds.centre() - eye.position);
  if (glm::length(nearest - eye.position) > kFarthestThing) return;
  if (!TrueSight::in_field(eye, bounds.centre())) return;
  senses::SeeSettings settings;
  settings.viewer = person.id;
  settings.range = 2.0 * kFarthestThing;
  const senses::Visibility seen = senses::inspect(sight_->scene(), eye.position, item, settings, kWindowSide);
  const double eccentricity = TrueSight::eccentricity(eye, bounds.centre());
  ++view.in_field;
  view.sum += seen.fraction;
  view.half += seen.fraction >= 0.5 ? 1 : 0;
  if (view.best_tick < 0 || seen.fraction > view.best) {
    view.best = seen.fraction;
    view.best_solid_angle = seen.solid_angle;
    view.best_eccentricity = eccentricity;
    view.best_distance = distance;
    view.best_tick = moment.tick;
    const math::Vec3 at = math::inverse(eye).point(bounds.centre());
    view.best_meridian = math::degrees(math::atan2(at.y, at.x));
    view.best_low = view.best_high = seen.fraction;
    if (person.is_user) look_with_both(moment, frames, view);
  }
  add_occluders(seen, view.occluders);
  if (view.letter) read_text(moment, eye.position, seen.fraction, view);
  rows_.push_back({core::seconds_of(moment.tick), name_of(*surroundings_, person.id), item_name(*surroundings_, item),
                   seen.fraction, seen.solid_angle, eccentricity, distance,
                   seen.occluders.empty() ? Cell() : Cell(item_name(*surroundings_, seen.occluders[0].item))});
}

void Visibility::look_with_both(const frame::Moment& moment, std::span<const math::Pose> frames, View& view) const {
  senses::SeeSettings settings;
  settings.viewer = moment.people[view.person].id;
  settings.range = 2.0 * kFarthestThing;
  const auto item = senses::ItemId::of(view.object);
  const auto& at = [&](human::Joint joint) { return frames[human::index_of(joint)].position; };
  view.best_eyes = senses::inspect_with_both(sight_->scene(), at(human::Joint::LeftEye), at(human::Joint::RightEye),
                                             item, settings, kWindowSide);
  const math::Pose eye = TrueSight::eye_of(frames);
  for (const math::Vec3& off :
       {math::Vec3(kEyeError, 0, 0), {-kEyeError, 0, 0}, {0, kEyeError, 0}, {0, -kEyeError, 0}}) {
    const double fraction = senses::inspect(sight_->scene(), eye.point(off), item, settings, kWindowSide).fraction;
    view.best_low = std::min(view.best_low, fraction);
    view.best_high = std::max(view.best_high, fraction);
  }
}

void Visibility::look_into_mirrors(const frame::Moment& moment, const math::Pose& eye, View& view) const {
  const auto item = senses::ItemId::of(view.object);
  const senses::RetinaScene& scene = sight_->scene();
  if (scene.mirrors().size() > kMostMirrors) return;
  const math::Vec3 middle = scene.bounds(item).centre();
  senses::SeeSettings settings;
  settings.viewer = moment.people[view.person].id;
  settings.range = 2.0 * kFarthestThing;
  for (std::size_t i = 0; i < scene.mirrors().size(); ++i) {
    const math::Plane plane = scene.world_mirror(i);
    const math::Vec3 image = middle - 2.0 * plane.signed_distance(middle) * plane.normal;
    if (glm::length(image - eye.position) > kFarthestThing || !TrueSight::in_field(eye, image)) continue;
    const double fraction = senses::inspect_image(scene, eye.position, item, i, settings, kWindowSide).fraction;
    if (fraction <= view.best_image) continue;
    view.best_image = fraction;
    view.best_image_tick = moment.tick;
    view.best_mirror = scene.mirrors()[i].object;
  }
}

void Visibility::read_text(const frame::Moment& moment, const math::Vec3& eye, double fraction, View& view) const {
  View::Letter& letter = *view.letter;
  const math::Pose& pose = sight_->scene().pose(view.object);
  const math::Vec3 low = pose.point(letter.low) - eye, high = pose.point(letter.high) - eye;
  const double lengths = glm::length(low) * glm::length(high);
  if (fraction < kReadShare || lengths < 1e-6) return;
  if (glm::dot(pose.direction(letter.front), glm::normalize(low)) > -kReadFrom) return;
  const double arcmin = 60.0 * math::degrees(math::atan2(glm::length(glm::cross(low, high)), glm::dot(low, high)));
  if (arcmin <= letter.best_arcmin) return;
  letter.best_arcmin = arcmin;
  letter.best_tick = moment.tick;
}

void Visibility::observe(const frame::Moment& moment) {
  if (!sight_ || moment.tick % kSightTicks != 0) return;
  sight_->update(moment);
  for (View& view : views_) look(moment, view);
}

void Visibility::write(core::Json& report) const {
  core::Json rows = core::Json::array();
  for (const View& view : views_) {
    const scene::Object* object = surroundings_->scene->find(view.object);
    const bool seen = view.best_tick >= 0;
    core::Json row = {
        {"who", name_of(*surroundings_, surroundings_->people[view.person].id)},
        {"what", object->name},
        {"looks", view.looks},
        {"in_field", view.in_field},
        {"at_least_half", view.half},
        {"mean_fraction", maybe(view.sum / static_cast<double>(std::max<std::int64_t>(1, view.in_field)), seen)},
        {"best_fraction", view.best},
        {"best_low", view.best_low},
        {"best_high", view.best_high},
        {"occluders", ranked(*surroundings_, view.occluders)}};
    if (seen)
      row["best"] = {{"at_s", core::seconds_of(view.best_tick)},
                     {"solid_angle_sr", view.best_solid_angle},
                     {"eccentricity_deg", view.best_eccentricity},
                     {"meridian_deg", view.best_meridian},
                     {"distance_m", view.best_distance}};
    if (seen && view.by_user)
      row["best"]["eyes"] = {{"left", view.best_eyes.left},
                             {"right", view.best_eyes.right},
                             {"either", view.best_eyes.either},
                             {"both", view.best_eyes.both}};
    if (view.best_image_tick >= 0)
      row["image"] = {{"mirror", surroundings_->scene->find(view.best_mirror)->name},
                      {"best_fraction", view.best_image},
                      {"at_s", core::seconds_of(view.best_image_tick)}};
    if (view.letter) row["text"] = text_json(*view.letter);
    rows.push_back(std::move(row));
  }
  report["visibility"] = {{"looks_per_s", core::kTicksPerSecond / kSightTicks},
                          {"source", "casting of 64 x 64 samples at the true geometry (docs/vision.md)"},
                          {"views", std::move(rows)}};
}

void Visibility::tables(std::vector<Table>& out) const {
  out.push_back(
      {"visibility",
       "How much of a thing is visible while it is in somebody's field of view, five times a second.",
       {"time_s", "person", "thing", "fraction", "solid_angle_sr", "eccentricity_deg", "distance_m", "first_occluder"},
       rows_});
}

std::unique_ptr<Observer> make_visibility(const Surroundings& surroundings) {
  return std::make_unique<Visibility>(surroundings);
}

}  // namespace fh::evaluation
