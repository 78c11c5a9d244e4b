// SPDX-License-Identifier: Apache-2.0
#include "report/visit_pictures.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/time.h"
#include "evaluation/posture/posture_angles.h"
#include "math/trig.h"
#include "report/html_parts.h"
#include "report/picture.h"

namespace fh::report {
namespace {

using core::Json;
using math::Pose;
using math::Vec3;
using Moments = std::span<const frame::Moment>;

constexpr int kWide = 960, kHigh = 600;             // four of these pixels are one of the picture
constexpr int kTryWide = 96, kTryHigh = 60;         // to choose a camera
constexpr double kSurroundings = 7.0;               // m around the subject that are drawn
constexpr double kFromBody = 3.0, kFromLine = 2.0;  // m between camera and what it looks at
constexpr std::uint8_t kSubject = 1, kOther = 2;    // who is looked at

/// A picture that is wanted.
struct Wish {
  std::string who, caption;
  Json at_s, points = Json::array();
};

/// "left_forearm" as "left forearm".
std::string words(const Json& name) {
  std::string text = shown(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

void wish_clearances(const std::string& who, const Json& clearance, std::vector<Wish>& wishes) {
  if (const Json least = value_at(clearance, {"least"}); !least.is_null())
    wishes.push_back({who,
                      fmt::format("{}: least clearance, {} m from {} to {}", who, shown(least["distance_m"]),
                                  words(least["segment"]), shown(least["to"])),
                      least["at_s"], points_of(least)});
  if (const Json held = value_at(clearance, {"carried"}); !held.is_null())
    wishes.push_back(
        {who,
         fmt::format("{}: what is carried comes within {} m of {}", who, shown(held["distance_m"]), shown(held["to"])),
         held["at_s"], points_of(held)});
  if (const Json room = value_at(clearance, {"headroom"}); !room.is_null())
    wishes.push_back(
        {who, fmt::format("{}: least headroom, {} m", who, shown(room["least_m"])), room["at_s"], points_of(room)});
  if (const Json gap = value_at(clearance, {"passage"}); !gap.is_null())
    wishes.push_back({who, fmt::format("{}: narrowest passage, {} m wide", who, shown(gap["least_m"])), gap["at_s"],
                      points_of(gap)});
}

std::vector<Wish> wishes_of(const Json& measures) {
  std::vector<Wish> wishes;
  for (const Json& user : measures["users"]) {
    const std::string who = user.value("name", "");
    if (const Json rula = value_at(user, {"posture", "rula", "worst"}); !rula.is_null())
      wishes.push_back({who, fmt::format("{}: worst RULA score, {} of 7", who, banded(rula)), rula["at_s"]});
    wish_clearances(who, value_at(user, {"clearance"}), wishes);
  }
  for (const Json& near : value_at(measures, {"approaches", "to"})) {
    if (!near["at_s"].is_null())
      wishes.push_back(
          {near["who"],
           fmt::format("{}: {} m from {}", shown(near["who"]), shown(near["least_m"]), shown(near["object"])),
           near["at_s"], points_of(near)});
  }
  for (const Json& miss : value_at(measures, {"awareness", "near_misses"}))
    wishes.push_back({miss["a"],
                      fmt::format("{} and {}: near miss, contact predicted in {} s", shown(miss["a"]), shown(miss["b"]),
                                  shown(miss["least_time_to_contact_s"])),
                      miss["from_s"], Json::array({miss["b"]})});
  if (wishes.size() > kMostPictures) wishes.resize(kMostPictures);
  return wishes;
}

/// The moments around a time and how far it is between them.
struct Between {
  const frame::Moment *before, *after;
  double share = 0.0;
};

Between around(Moments moments, double seconds) {
  const auto later = std::find_if(moments.begin(), moments.end(),
                                  [&](const frame::Moment& m) { return core::seconds_of(m.tick) >= seconds; });
  if (later == moments.begin() || moments.size() < 2) return {&moments.front(), &moments.front()};
  if (later == moments.end()) return {&moments.back(), &moments.back()};
  const frame::Moment& before = *(later - 1);
  const double from = core::seconds_of(before.tick), to = core::seconds_of(later->tick);
  return {&before, &*later, (seconds - from) / std::max(to - from, 1e-9)};
}

std::vector<Pose> frames_at(const Between& when, std::size_t person) {
  const auto a = evaluation::frames_of(*when.before, when.before->people[person]);
  const auto b = evaluation::frames_of(*when.after, when.after->people[person]);
  if (a.empty() || a.size() != b.size()) return {b.begin(), b.end()};
  std::vector<Pose> frames(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) frames[i] = math::interpolate(a[i], b[i], when.share);
  return frames;
}

ColouredMesh body_mesh(const human::CollisionBody& body, std::span<const Pose> frames, const Colour& colour) {
  ColouredMesh mesh;
  for (const human::CollisionPiece& piece : body.pieces) {
    const PieceMesh part = piece_mesh(piece);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size() / 3);
    for (const Vec3& p : part.points) mesh.add_point(frames[human::index_of(piece.joint)].point(p), colour);
    for (const std::uint16_t index : part.indices) mesh.indices.push_back(first + index);
  }
  return mesh;
}

/// What of a place is around a point: triangles with a corner within kSurroundings, and large ones.
ColouredMesh near_of(const ColouredMesh& mesh, const Vec3& middle) {
  ColouredMesh near = mesh;
  near.indices.clear();
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    Vec3 low(1e9), high(-1e9);
    for (std::size_t k = 0; k < 3; ++k) {
      const float* at = &mesh.positions[3 * std::size_t{mesh.indices[i + k]}];
      low = glm::min(low, Vec3(at[0], at[1], at[2]));
      high = glm::max(high, Vec3(at[0], at[1], at[2]));
    }
    if (glm::length(glm::clamp(middle, low, high) - middle) > kSurroundings) continue;
    near.indices.insert(near.indices.end(), mesh.indices.begin() + static_cast<std::ptrdiff_t>(i),
                        mesh.indices.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  return near;
}

class Studio {
 public:
  Studio(const evaluation::Surroundings& surroundings, Moments moments)
      : surroundings_(&surroundings), moments_(moments), as_box_(boxed(*surroundings.scene)) {
    ColouredMesh glass;
    for (std::size_t i = 0; i < surroundings.scene->objects.size(); ++i) {
      const scene::Object& object = surroundings.scene->objects[i];
      if (object.is_static())
        add_object(*surroundings.scene, object, object.world_from_object, as_box_[i] != 0, still_, glass);
    }
  }

  /// Nothing when the person is not there.
  std::vector<std::byte> take(Wish& wish) const {
    const Between when = around(moments_, wish.at_s.get<double>());
    const std::size_t subject = index_of(wish.who);
    const std::vector<Pose> frames = subject < people() ? frames_at(when, subject) : std::vector<Pose>();
    if (frames.empty() || !surroundings_->people[subject].solids) return {};
    Shot shot;
    std::size_t other = people();
    if (wish.points.size() == 1) {
      other = index_of(wish.points[0]);
      wish.points = other < people() ? between_people(frames, frames_at(when, other)) : Json::array();
      shot.has_other = wish.points.size() == 6;
    }
    shot.has_line = wish.points.size() == 6;
    shot.target = frames[0].position + Vec3(0.0, 0.15, 0.0);
    if (shot.has_line) {
      shot.a = {wish.points[0].get<double>(), wish.points[1].get<double>(), wish.points[2].get<double>()};
      shot.b = {wish.points[3].get<double>(), wish.points[4].get<double>(), wish.points[5].get<double>()};
      shot.target = 0.25 * shot.target + 0.375 * (shot.a + shot.b);
    }
    shot.distance = shot.has_line ? kFromLine + glm::length(shot.a - shot.b) : kFromBody;
    shot.place = near_of(still_, shot.target);
    add_movers(when, shot.place);
    for (std::size_t i = 0; i < people(); ++i) {
      const auto theirs = frames_at(when, i);
      if (theirs.empty() || !surroundings_->people[i].solids) continue;
      shot.bodies.push_back({body_mesh(*surroundings_->people[i].solids, theirs, person_colour(*surroundings_, i)),
                             i == subject ? kSubject
                             : i == other ? kOther
                                          : std::uint8_t{0}});
    }
    Picture picture = drawn(shot, best_camera(shot, evaluation::facing(frames)), kWide, kHigh);
    if (shot.has_line) picture.line(shot.a, shot.b);
    return picture.png();
  }

 private:
  struct Shot {
    ColouredMesh place;
    std::vector<std::pair<ColouredMesh, std::uint8_t>> bodies;
    Vec3 target{0.0}, a{0.0}, b{0.0};
    bool has_line = false, has_other = false;
    double distance = 0.0;
  };

  std::size_t people() const { return surroundings_->people.size(); }

  std::size_t index_of(const std::string& name) const {
    std::size_t i = 0;
    while (i < people() && surroundings_->people[i].name != name) ++i;
    return i;
  }

  static Json between_people(std::span<const Pose> mine, std::span<const Pose> theirs) {
    if (theirs.empty()) return Json::array();
    const Vec3 &a = mine[0].position, &b = theirs[0].position;
    return Json::array({a.x, a.y, a.z, b.x, b.y, b.z});
  }

  void add_movers(const Between& when, ColouredMesh& mesh) const {
    ColouredMesh glass;
    const scene::Scene& scene = *surroundings_->scene;
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const scene::Object& object = scene.objects[i];
      if (object.is_static()) continue;
      const auto has_id = [&](const frame::MomentObject& o) { return o.id == object.id; };
      const auto &was = when.before->objects, &is = when.after->objects;
      const auto a = std::find_if(was.begin(), was.end(), has_id), b = std::find_if(is.begin(), is.end(), has_id);
      const Pose pose = a == was.end() || b == is.end()
                            ? object.world_from_object
                            : math::interpolate(a->world_from_object, b->world_from_object, when.share);
      add_object(scene, object, pose, as_box_[i] != 0, mesh, glass);
    }
  }

  static Picture drawn(const Shot& shot, const Vec3& eye, int wide, int high) {
    Picture picture(wide, high);
    picture.look(eye, shot.target);
    picture.draw(shot.place);
    for (const auto& [mesh, tag] : shot.bodies) picture.draw(mesh, tag);
    return picture;
  }

  /// Of 16 around the target the one that sees most.
  static Vec3 best_camera(const Shot& shot, const Vec3& facing) {
    Vec3 best = shot.target + shot.distance * facing;
    int most = -1;
    for (const double lift_deg : {14.0, 38.0}) {
      for (int i = 0; i < 8; ++i) {
        const math::SinCos turn = math::sin_cos(math::radians(40.0 + 45.0 * i)),
                           lift = math::sin_cos(math::radians(lift_deg));
        const Vec3 aside(facing.z, 0.0, -facing.x);
        const Vec3 way = lift.cos * (turn.cos * facing + turn.sin * aside) + Vec3(0.0, lift.sin, 0.0);
        const Vec3 eye = shot.target + shot.distance * way;
        const Picture picture = drawn(shot, eye, kTryWide, kTryHigh);
        int score = picture.pixels_of(kSubject);
        if (shot.has_other) score = std::min(score, picture.pixels_of(kOther));
        if (shot.has_line && !shot.has_other) score += 400 * (picture.sees(shot.a) + picture.sees(shot.b));
        if (score > most) most = score, best = eye;
      }
    }
    return best;
  }

  const evaluation::Surroundings* surroundings_;
  Moments moments_;
  std::vector<std::uint8_t> as_box_;
  ColouredMesh still_;
};

}  // namespace

std::vector<VisitPicture> visit_pictures(const evaluation::Surroundings& surroundings, Moments moments,
                                         const Json& measures) {
  std::vector<VisitPicture> pictures;
  if (!surroundings.scene || moments.empty() || moments.front().people.size() != surroundings.people.size())
    return pictures;
  const Studio studio(surroundings, moments);
  for (Wish& wish : wishes_of(measures)) {
    std::vector<std::byte> png = studio.take(wish);
    if (!png.empty())
      pictures.push_back(
          {wish.who, std::move(wish.caption), std::move(wish.at_s), std::move(wish.points), std::move(png)});
  }
  return pictures;
}

}  // namespace fh::report
