// SPDX-License-Identifier: Apache-2.0
#include "senses/perception/percepts.h"

#include <algorithm>
#include <optional>

#include "human/body/joints.h"
#include "senses/retina/item_coverage.h"

namespace fh::senses {
namespace {

using math::Vec3;
using Tally = PerceptScratch::Tally;

constexpr float kPersonUncertainty = 0.05f, kObjectUncertainty = 0.01f, kMirrorUncertainty = 0.2f;

bool is_trunk(std::uint8_t segment) {
  return segment <= human::index_of(human::Joint::RightEye) || segment == human::index_of(human::Joint::LeftClavicle) ||
         segment == human::index_of(human::Joint::RightClavicle);
}

std::size_t slot_of(const RetinaScene& scene, ItemId item) {
  return item.is_body() ? scene.object_count() + scene.place_of(item.body()) : item.value - 1;
}

ItemId item_at(const RetinaScene& scene, std::size_t slot) {
  const std::size_t objects = scene.object_count();
  return slot < objects ? ItemId{static_cast<std::uint32_t>(slot + 1)} : ItemId::of(scene.bodies()[slot - objects].id);
}

// Samples side by side in a row that show the same thing, in the same way.
void add_run(const RetinaScene& scene, const Retina& retina, std::size_t first, std::size_t end,
             PerceptScratch& scratch) {
  const Field& field = *retina.field;
  const std::uint32_t label = retina.labels[first];
  const ItemId item = item_of(label);
  const auto slot = static_cast<std::uint32_t>(slot_of(scene, item)), length = static_cast<std::uint32_t>(end - first);
  scratch.runs.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end), slot});
  Tally& tally = scratch.tallies[slot];
  const float eccentricity = field.eccentricity(first, end);
  if (tally.samples + tally.mirrored == 0) {
    scratch.touched.push_back(slot);
    tally.eccentricity = eccentricity;
  }
  tally.eccentricity = std::min(tally.eccentricity, eccentricity);
  if (item.is_body() && is_trunk(segment_of(label))) tally.trunk += length;
  const bool mirrored = !retina.mirrors.empty() && retina.mirrors[first] != 0;
  (mirrored ? tally.mirrored : tally.samples) += length;
  (mirrored ? tally.solid_angle_mirrored : tally.solid_angle) += field.solid_angle(first, end);
  float& nearness = mirrored ? tally.nearness_mirrored : tally.nearness;
  std::uint32_t& nearest = mirrored ? tally.nearest_mirrored : tally.nearest;
  for (std::size_t i = first; i < end; ++i) {
    if (retina.nearness[i] > nearness) {
      nearness = retina.nearness[i];
      nearest = static_cast<std::uint32_t>(i);
    }
  }
}

// One pass over the image.
void count(const RetinaScene& scene, const Retina& retina, PerceptScratch& scratch) {
  const Field& field = *retina.field;
  scratch.tallies.assign(scene.object_count() + scene.bodies().size(), {});
  scratch.touched.clear();
  scratch.obstacles.clear();
  scratch.runs.clear();
  const auto mirrored = [&](std::size_t i) { return !retina.mirrors.empty() && retina.mirrors[i] != 0; };
  for (std::size_t row = 0; row < field.size(); row += field.columns()) {
    const std::size_t row_end = row + field.columns();
    for (std::size_t first = row, end = row; first < row_end; first = end) {
      while (++end < row_end && retina.labels[end] == retina.labels[first] && mirrored(end) == mirrored(first)) {
      }
      if (retina.labels[first] != 0) add_run(scene, retina, first, end, scratch);
    }
  }
}

// Of divided things: samples of every piece.
void count_pieces(const RetinaScene& scene, const Retina& retina, PerceptScratch& scratch) {
  scratch.pieces.clear();
  for (const PerceptScratch::Run& run : scratch.runs) {
    if (run.slot >= scene.object_count()) continue;
    const core::ObjectId id{run.slot + 1};
    const scene::PieceGrid& grid = scene.shape(id).pieces;
    if (!grid.divided() || (!retina.mirrors.empty() && retina.mirrors[run.first] != 0)) continue;
    Tally& tally = scratch.tallies[run.slot];
    if (tally.pieces == 0) {
      scratch.pieces.push_back({});
      tally.pieces = static_cast<std::uint32_t>(scratch.pieces.size());
    }
    auto& counts = scratch.pieces[tally.pieces - 1];
    const math::Pose object_from_world = math::inverse(scene.pose(id));
    for (std::size_t i = run.first; i < run.end; ++i) {
      std::uint16_t& samples =
          counts[static_cast<std::size_t>(grid.at(object_from_world.point(seen_point(scene, retina, i))))];
      if (samples < 0xffff) ++samples;
    }
  }
}

// Pieces of a thing that this look did not show.
std::uint32_t unseen_pieces(const RetinaScene& scene, const PerceptScratch& scratch, std::uint32_t slot,
                            const PerceptSettings& settings) {
  const Tally& tally = scratch.tallies[slot];
  const scene::PieceGrid& grid = scene.shape(core::ObjectId{slot + 1}).pieces;
  std::uint32_t unseen = grid.whole();
  if (tally.pieces == 0) return unseen;
  for (int piece = 0; piece < grid.count(); ++piece) {
    if (scratch.pieces[tally.pieces - 1][static_cast<std::size_t>(piece)] >= settings.piece_samples)
      unseen &= ~(1u << piece);
  }
  return unseen;
}

// Visible / solid angle of the sphere around the item's bounds: never more than the true fraction.
float least_fraction(const RetinaScene& scene, const Retina& retina, ItemId item, const Tally& tally) {
  const math::Aabb bounds = scene.bounds(item);
  const double radius = 0.5 * glm::length(bounds.size());
  const double distance = glm::length(bounds.centre() - retina.world_from_eye.position);
  if (distance <= radius) return static_cast<float>(static_cast<double>(tally.solid_angle) / (2.0 * math::kTau));
  const double share = radius / distance;
  const double sphere = math::kTau * (1.0 - math::sqrt(1.0 - share * share));
  return std::min(1.0f, static_cast<float>(static_cast<double>(tally.solid_angle) / sphere));
}

// The middle and spread of what is seen of the obstacles.
void place_obstacles(const RetinaScene& scene, const Retina& retina, PerceptScratch& scratch, Percepts& out) {
  if (scratch.obstacles.empty()) return;
  for (const PerceptScratch::Run& run : scratch.runs) {
    const std::uint32_t at = scratch.tallies[run.slot].obstacle;
    if (at == 0) continue;
    PerceptScratch::UnnamedThing& obstacle = scratch.obstacles[at - 1];
    for (std::size_t i = run.first; i < run.end; ++i) {
      const Vec3 p = seen_point(scene, retina, i);
      const double w = retina.field->solid_angle(i);
      obstacle.sum += w * p;
      obstacle.squares += w * glm::dot(p, p);
      obstacle.weight += w;
    }
  }
  for (const PerceptScratch::UnnamedThing& o : scratch.obstacles) {
    const Vec3 middle = o.sum / o.weight;
    const double spread = math::sqrt(std::max(0.0, o.squares / o.weight - glm::dot(middle, middle)));
    Percept& percept = out.items[o.percept];
    percept.pose = {math::kIdentity, middle};
    percept.reach = {std::max(0.05, 1.5 * spread), 0.0, 0.0};
    percept.uncertainty = static_cast<float>(percept.reach.x);
  }
}

// All but the place of obstacles. `piece_seen`: of divided things, whether a piece of it was recognised.
Percept describe(const RetinaScene& scene, const Retina& retina, ItemId item, const Tally& tally, float fraction,
                 const PerceptSettings& settings, bool followed, std::optional<bool> piece_seen) {
  Percept p;
  p.item = item;
  p.in_mirror = tally.samples == 0;
  p.samples = p.in_mirror ? tally.mirrored : tally.samples;
  p.solid_angle = p.in_mirror ? tally.solid_angle_mirrored : tally.solid_angle;
  p.eccentricity = tally.eccentricity;
  p.distance = 1.0f / (p.in_mirror ? tally.nearness_mirrored : tally.nearness);
  p.nearest_point = seen_point(scene, retina, p.in_mirror ? tally.nearest_mirrored : tally.nearest);
  p.moves = item.is_body() || !scene.is_static(item.object());
  if (!p.in_mirror) p.visible_fraction = fraction;
  const bool enough = item.is_body() ? tally.trunk >= settings.person_samples
                                     : p.samples >= settings.object_samples &&
                                           (p.in_mirror || p.visible_fraction >= settings.object_fraction);
  const bool clear = piece_seen.value_or(enough);
  if (!clear && !followed) {
    p.kind = Kind::Obstacle;
    p.item = item.nameless();
    p.moves = true;
    return p;
  }
  if (item.is_body()) {
    const SeenBody& body = *scene.body(item.body());
    p.kind = Kind::Person;
    p.pose = body.world_from_pelvis;
    p.reach = body.head - body.world_from_pelvis.position;
  } else {
    p.kind = Kind::Object;
    p.pose = scene.pose(item.object());
  }
  p.uncertainty = p.in_mirror ? kMirrorUncertainty : item.is_body() ? kPersonUncertainty : kObjectUncertainty;
  return p;
}

// Velocities need two looks at the same thing; its angular place is compared as seen from the eye's present place, so
// that walking towards still things does not make them move.
void add_motion(const Percepts& before, core::Tick now, const PerceptSettings& settings, const Vec3& eye, Percept& p) {
  const double seconds = core::seconds_of(now - before.time);
  const Percept* last = before.find(p.item);
  if (!p.moves || last == nullptr || seconds <= 0.0 || seconds > settings.velocity_seconds) return;
  p.velocity_known = true;
  p.velocity = (p.pose.position - last->pose.position) / seconds;
  p.angular_velocity = math::to_rotation_vector(p.pose.rotation * math::conjugate(last->pose.rotation)) / seconds;
  const Vec3 to_now = math::normalized_or(p.pose.position - eye, math::kForward);
  const Vec3 to_last = math::normalized_or(last->pose.position - eye, math::kForward);
  p.retinal_speed =
      static_cast<float>(math::atan2(glm::length(glm::cross(to_last, to_now)), glm::dot(to_last, to_now)) / seconds);
}

}  // namespace

void Percept::visit(core::Archive& archive) {
  archive.field("item", item);
  archive.field("kind", kind);
  archive.field("source", source);
  archive.field("in_mirror", in_mirror);
  archive.field("moves", moves);
  archive.field("samples", samples);
  archive.field("unseen", unseen);
  archive.field("visible_fraction", visible_fraction);
  archive.field("solid_angle", solid_angle);
  archive.field("eccentricity", eccentricity);
  archive.field("distance", distance);
  archive.field("uncertainty", uncertainty);
  archive.field("retinal_speed", retinal_speed);
  archive.field("nearest_point", nearest_point);
  archive.field("pose", pose);
  archive.field("reach", reach);
  archive.field("velocity", velocity);
  archive.field("angular_velocity", angular_velocity);
  archive.field("velocity_known", velocity_known);
}

const Percept* Percepts::find(ItemId item) const {
  const auto at =
      std::lower_bound(items.begin(), items.end(), item, [](const Percept& p, ItemId id) { return p.item < id; });
  return at != items.end() && at->item == item ? &*at : nullptr;
}

void Percepts::visit(core::Archive& archive) {
  archive.field("time", time);
  archive.field("world_from_eye", world_from_eye);
  archive.field("items", items);
}

void perceive(const RetinaScene& scene, const Retina& retina, core::Tick now, const PerceptSettings& settings,
              const Percepts& before, PerceptScratch& scratch, Percepts& out) {
  count(scene, retina, scratch);
  if (settings.pieces) count_pieces(scene, retina, scratch);
  const auto is_divided = [&](ItemId item) {
    return settings.pieces && !item.is_body() && scene.shape(item.object()).pieces.divided();
  };
  out.time = now;
  out.world_from_eye = retina.world_from_eye;
  out.items.clear();
  const bool recent = core::seconds_of(now - before.time) <= settings.follow_seconds;
  const auto followed = [&](ItemId item) { return recent && before.find(item) != nullptr; };
  scratch.measured.clear();
  for (const std::uint32_t slot : scratch.touched) {
    const ItemId item = item_at(scene, slot);
    const Tally& tally = scratch.tallies[slot];
    const bool doubtful = !item.is_body() && !is_divided(item) && tally.samples >= settings.object_samples &&
                          !followed(item) && least_fraction(scene, retina, item, tally) < settings.object_fraction;
    if (settings.fractions == Fractions::All || doubtful) scratch.measured.push_back(item);
  }
  scratch.hidden.assign(scratch.measured.size(), 0.0f);
  hidden_parts(scene, retina, scratch.measured, scratch.hidden);
  std::size_t next = 0;  // measured items come in the same order
  for (const std::uint32_t slot : scratch.touched) {
    const ItemId item = item_at(scene, slot);
    Tally& tally = scratch.tallies[slot];
    const bool measured = next < scratch.measured.size() && scratch.measured[next] == item;
    // Measured on the very samples of the look: exactly 1 when nothing is in front.
    const float fraction = measured ? tally.solid_angle / (tally.solid_angle + scratch.hidden[next++])
                                    : least_fraction(scene, retina, item, tally);
    std::optional<bool> piece_seen;
    std::uint32_t unseen = 0;
    if (is_divided(item)) {
      unseen = unseen_pieces(scene, scratch, slot, settings);
      piece_seen = unseen != scene.shape(item.object()).pieces.whole();
    }
    out.items.push_back(describe(scene, retina, item, tally, fraction, settings, followed(item), piece_seen));
    if (out.items.back().kind != Kind::Obstacle) {
      out.items.back().unseen = unseen;
      continue;
    }
    scratch.obstacles.push_back({.percept = out.items.size() - 1});
    tally.obstacle = static_cast<std::uint32_t>(scratch.obstacles.size());
  }
  place_obstacles(scene, retina, scratch, out);
  for (Percept& p : out.items) add_motion(before, now, settings, retina.world_from_eye.position, p);
  std::sort(out.items.begin(), out.items.end(), [](const Percept& a, const Percept& b) { return a.item < b.item; });
}

}  // namespace fh::senses
