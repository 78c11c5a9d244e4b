// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/cameras.h"

#include <algorithm>
#include <charconv>

#include "evaluation/observe/body_parts.h"
#include "evaluation/posture/posture_angles.h"
#include "evaluation/sight/true_sight.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using math::Vec2;
using math::Vec3;

constexpr core::Tick kCameraTicks = 18;
constexpr std::uint32_t kCameraWindow = 64;  // samples across a part
constexpr double kMotionless = 1e-6;         // of the picture: rounding

double area_of(const Vec2& a, const Vec2& b, const Vec2& c) {
  return 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/// Counter-clockwise.
std::vector<Vec2> convex_outline(std::vector<Vec2> points) {
  const auto before = [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
  std::sort(points.begin(), points.end(), before);
  std::vector<Vec2> hull;
  for (const bool upper : {false, true}) {
    const std::size_t start = hull.size();
    for (const Vec2& point : points) {
      while (hull.size() >= start + 2 && area_of(hull[hull.size() - 2], hull.back(), point) <= 0.0) hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    if (!upper) std::reverse(points.begin(), points.end());
  }
  return hull;
}

Vec2 nearest_on(std::span<const Vec2> outline, const Vec2& point) {
  Vec2 best(0.0);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 &a = outline[i], &b = outline[(i + 1) % outline.size()];
    const Vec2 way = b - a;
    const double share = math::clamp(glm::dot(point - a, way) / std::max(1e-300, glm::dot(way, way)), 0.0, 1.0);
    const Vec2 at = a + share * way;
    const double away = glm::length(at - point);
    if (away < least) least = away, best = at;
  }
  return best;
}

/// A body in parts that are looked at one by one; each hides the others.
struct Parts {
  std::array<human::CollisionBody, kBodyParts> pieces;
  bool added = false;

  explicit Parts(const human::CollisionBody& body) {
    for (const human::CollisionPiece& piece : body.pieces) pieces[part_of(piece.joint)].pieces.push_back(piece);
  }
  static core::BodyId id_of(std::size_t person, std::size_t part) {
    return {static_cast<std::uint32_t>(person * kBodyParts + part + 1)};
  }
};

struct Tally {
  std::int64_t looks = 0, in_view = 0, moves = 0, best = 0;
  double visibility = 0.0, observability = 0.0;
  std::vector<Vec2> before;  // outline in the picture
};

/// The picture's middle is 0, its edges -1 and 1; nothing when a corner is behind the camera.
std::vector<Vec2> outline_of(const human::CollisionBody& part, std::span<const math::Pose> frames,
                             const Camera& camera) {
  std::vector<Vec2> points;
  const math::Pose camera_from_world = math::inverse(camera.world_from_camera);
  const double scale = 1.0 / math::tan(math::radians(0.5 * camera.opening));
  for (const human::CollisionPiece& piece : part.pieces) {
    const math::Pose box = frames[human::index_of(piece.joint)] * piece.shape.joint_from_box;
    const Vec3 half = piece.shape.half + Vec3(piece.shape.radius);
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign((corner & 1) ? 1 : -1, (corner & 2) ? 1 : -1, (corner & 4) ? 1 : -1);
      const Vec3 at = camera_from_world.point(box.point(sign * half));
      if (at.z > -0.05) return {};
      points.emplace_back(-scale * at.x / at.z, -scale * at.y / at.z);
    }
  }
  return points.size() < 3 ? std::vector<Vec2>() : convex_outline(std::move(points));
}

bool in_picture(const std::vector<Vec2>& outline) {
  if (outline.size() < 3) return false;
  Vec2 middle(0.0);
  for (const Vec2& corner : outline) middle += corner / static_cast<double>(outline.size());
  return std::abs(middle.x) <= 1.0 && std::abs(middle.y) <= 1.0;
}

class Looks {
 public:
  Looks(const Surroundings& surroundings, std::span<const Camera> cameras)
      : surroundings_(surroundings), cameras_(cameras), scene_(*surroundings.scene) {
    for (const auto& person : surroundings.people)
      parts_.push_back(person.solids ? Parts(*person.solids) : Parts(human::CollisionBody{}));
    tallies_.resize(parts_.size() * kBodyParts * cameras.size());
    for (const scene::Object& object : surroundings.scene->objects) moves_.push_back(object.is_static() ? 0 : 1);
  }

  void look(const frame::Moment& moment) {
    place(moment);
    for (std::size_t person = 0; person < parts_.size(); ++person) {
      const auto frames = frames_of(moment, moment.people[person]);
      if (frames.empty()) continue;
      for (std::size_t part = 0; part < kBodyParts; ++part) look_at(person, part, frames);
    }
  }
  const Tally& tally(std::size_t person, std::size_t part, std::size_t camera) const {
    return tallies_[(person * kBodyParts + part) * cameras_.size() + camera];
  }

 private:
  void place(const frame::Moment& moment) {
    for (const frame::MomentObject& object : moment.objects) {
      if (moves_[object.id.value - 1]) scene_.place_object(object.id, object.world_from_object);
    }
    for (std::size_t person = 0; person < parts_.size(); ++person) {
      const auto poses = frames_of(moment, moment.people[person]);
      human::Frames<double> frames;
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const math::Quat& q = poses[i].rotation;
        frames.rotations[i] = {q.x, q.y, q.z, q.w};
        frames.positions[i] = {poses[i].position.x, poses[i].position.y, poses[i].position.z, 0.0};
      }
      for (std::size_t part = 0; part < kBodyParts; ++part) {
        const core::BodyId id = Parts::id_of(person, part);
        if (parts_[person].pieces[part].pieces.empty()) continue;
        if (!poses.empty() && !parts_[person].added)
          scene_.add_body(id, parts_[person].pieces[part], frames);
        else if (!poses.empty())
          scene_.place_body(id, frames);
        else if (parts_[person].added)
          scene_.remove_body(id);
      }
      parts_[person].added = parts_[person].added || !poses.empty();
    }
    scene_.settle();
  }

  void look_at(std::size_t person, std::size_t part, std::span<const math::Pose> frames) {
    Tally* best = nullptr;
    double most = kMotionless;
    for (std::size_t camera = 0; camera < cameras_.size(); ++camera) {
      Tally& tally = tallies_[(person * kBodyParts + part) * cameras_.size() + camera];
      ++tally.looks;
      std::vector<Vec2> outline = outline_of(parts_[person].pieces[part], frames, cameras_[camera]);
      if (!in_picture(outline)) {
        tally.before.clear();
        continue;
      }
      ++tally.in_view;
      const auto item = senses::ItemId::of(Parts::id_of(person, part));
      const double seen =
          senses::inspect(scene_, cameras_[camera].world_from_camera.position, item, {}, kCameraWindow).fraction;
      tally.visibility += seen;
      if (!tally.before.empty()) {
        ++tally.moves;
        const double change = outline_change(outline, tally.before) / 4.0;  // of the picture's area
        tally.observability += change;
        if (seen > kLeastVisibility && change > most) most = change, best = &tally;
      }
      tally.before = std::move(outline);
    }
    if (best) ++best->best;
  }

  const Surroundings& surroundings_;
  std::span<const Camera> cameras_;
  senses::RetinaScene scene_;
  std::vector<Parts> parts_;
  std::vector<Tally> tallies_;
  std::vector<std::uint8_t> moves_;
};

core::Json camera_row(const Camera& camera, const Tally& tally) {
  return {{"camera", camera.name},
          {"looks", tally.looks},
          {"in_picture", tally.in_view},
          {"visibility",
           maybe(tally.visibility / static_cast<double>(std::max<std::int64_t>(1, tally.in_view)), tally.in_view > 0)},
          {"observability",
           maybe(tally.observability / static_cast<double>(std::max<std::int64_t>(1, tally.moves)), tally.moves > 0)},
          {"best", tally.best}};
}

}  // namespace

double outline_change(std::span<const Vec2> now, std::span<const Vec2> before) {
  double sum = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Vec2 &a = now[i], &b = now[(i + 1) % now.size()];
    const Vec2 at_a = nearest_on(before, a), at_b = nearest_on(before, b);
    sum += std::abs(area_of(a, b, at_b)) + std::abs(area_of(a, at_b, at_a));
  }
  return sum;
}

core::Result<Camera> read_camera(const std::string& text) {
  const auto wrong = [&] {
    return core::fail(
        "--camera {}: must be NAME=X,Y,Z:X,Y,Z or NAME=X,Y,Z:X,Y,Z:DEGREES (where it is, what it looks "
        "at, 5 to 150 degrees)",
        text);
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return wrong();
  std::vector<double> numbers;
  std::vector<char> marks;
  const char *at = text.data() + equals + 1, *end = text.data() + text.size();
  while (at < end) {
    double value = 0.0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc() || !(std::abs(value) < 1e6)) return wrong();
    numbers.push_back(value);
    at = read.ptr;
    if (at < end) marks.push_back(*at++);
  }
  const std::string shape(marks.begin(), marks.end());
  if (!(numbers.size() == 6 && shape == ",,:,,") && !(numbers.size() == 7 && shape == ",,:,,:")) return wrong();
  Camera camera{text.substr(0, equals), {}, numbers.size() == 7 ? numbers[6] : 60.0};
  const Vec3 from(numbers[0], numbers[1], numbers[2]), to(numbers[3], numbers[4], numbers[5]);
  if (glm::length(to - from) < 1e-3 || camera.opening < 5.0 || camera.opening > 150.0) return wrong();
  camera.world_from_camera = {math::looking_along(glm::normalize(to - from)), from};
  return camera;
}

core::Json camera_views(const Surroundings& surroundings, std::span<const frame::Moment> moments,
                        std::span<const Camera> cameras) {
  core::Json views = core::Json::array();
  if (cameras.empty() || !surroundings.scene || moments.empty()) return views;
  Looks looks(surroundings, cameras);
  core::Tick next = 0;
  for (const frame::Moment& moment : moments) {
    if (moment.tick < next || moment.people.size() != surroundings.people.size()) continue;
    next = moment.tick + kCameraTicks;
    looks.look(moment);
  }
  for (std::size_t person = 0; person < surroundings.people.size(); ++person) {
    for (std::size_t part = 0; part < kBodyParts; ++part) {
      core::Json row = {{"who", surroundings.people[person].name}, {"part", kBodyPartNames[part]}, {"best", nullptr}};
      std::int64_t most = 0;
      for (std::size_t camera = 0; camera < cameras.size(); ++camera) {
        const Tally& tally = looks.tally(person, part, camera);
        row["cameras"].push_back(camera_row(cameras[camera], tally));
        if (tally.best > most) most = tally.best, row["best"] = cameras[camera].name;
      }
      views.push_back(std::move(row));
    }
  }
  return views;
}

}  // namespace fh::evaluation
