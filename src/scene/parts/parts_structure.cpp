#include <algorithm>

#include "scene/parts/parts.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

}  // namespace

void add_floor(SceneBuilder& builder, const Placement& place, const FloorSpec& spec) {
  ObjectBuilder floor(builder, place.name, label_or(place, "Floor"), {"floor", "structure"}, place.world_from_part);
  floor.box(builder.material(spec.finish), Vec3(0.0, -0.5 * spec.thickness, 0.0),
            {0.5 * spec.width, 0.5 * spec.thickness, 0.5 * spec.depth}, 0.0);
  floor.object.friction = 0.8;
  floor.finish();
}

void add_ceiling(SceneBuilder& builder, const Placement& place, const CeilingSpec& spec) {
  ObjectBuilder ceiling(builder, place.name, label_or(place, "Ceiling"), {"ceiling", "structure"},
                        place.world_from_part);
  // Only its lower face is drawn, so that plans seen from above look inside.
  auto& mesh = ceiling.surface(builder.material(spec.finish));
  append_picture(mesh, {math::from_axis_angle(math::kRight, 0.5 * math::kPi), Vec3(0.0)},
                 {0.5 * spec.width, 0.5 * spec.depth});
  for (auto& uv : mesh.uvs) uv *= math::Vec2f(float(spec.width), float(spec.depth));
  ceiling.feel_box({math::kIdentity, {0.0, 0.1, 0.0}}, {0.5 * spec.width, 0.1, 0.5 * spec.depth});
  ceiling.finish();
}

namespace {

/// One rectangular piece of wall, painted on either side.
void wall_piece(ObjectBuilder& wall, std::uint32_t front, std::uint32_t back, double x0, double x1, double y0,
                double y1, double thickness) {
  const Vec3 half{0.5 * (x1 - x0), 0.5 * (y1 - y0), 0.5 * thickness};
  if (half.x <= 0.0 || half.y <= 0.0) return;
  const Vec3 middle{0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.0};
  if (front == back) {
    wall.box(front, middle, half, 0.0);
    return;
  }
  const Vec3 leaf{half.x, half.y, 0.25 * thickness};
  wall.box(front, middle + Vec3(0, 0, 0.25 * thickness), leaf, 0.0, Solid::Seen);
  wall.box(back, middle - Vec3(0, 0, 0.25 * thickness), leaf, 0.0, Solid::Seen);
  wall.feel_box({math::kIdentity, middle}, half);
}

void skirting_piece(ObjectBuilder& wall, std::uint32_t material, const WallSpec& spec, double x0, double x1) {
  if (x1 - x0 < 0.02) return;
  const double half_depth = 0.006;
  for (const double side : {-1.0, 1.0}) {
    wall.box(material, Vec3(0.5 * (x0 + x1), 0.5 * spec.skirting_height, side * (0.5 * spec.thickness + half_depth)),
             {0.5 * (x1 - x0), 0.5 * spec.skirting_height, half_depth}, 0.003, Solid::Seen);
  }
}

}  // namespace

void add_wall(SceneBuilder& builder, const Placement& place, const WallSpec& spec) {
  ObjectBuilder wall(builder, place.name, label_or(place, "Wall"), {"wall", "structure"}, place.world_from_part);
  const std::uint32_t front = builder.material(spec.finish), back = builder.material(spec.back);
  const std::uint32_t skirting = builder.material("paint_dark");
  auto openings = spec.openings;
  std::sort(openings.begin(), openings.end(), [](const Opening& a, const Opening& b) { return a.x < b.x; });
  double x = -0.5 * spec.length;
  for (const Opening& opening : openings) {
    const double x0 = opening.x - 0.5 * opening.width, x1 = opening.x + 0.5 * opening.width;
    wall_piece(wall, front, back, x, x0, 0.0, spec.height, spec.thickness);
    wall_piece(wall, front, back, x0, x1, 0.0, opening.sill, spec.thickness);
    wall_piece(wall, front, back, x0, x1, opening.sill + opening.height, spec.height, spec.thickness);
    if (spec.skirting) skirting_piece(wall, skirting, spec, x, opening.sill > spec.skirting_height ? x1 : x0);
    x = x1;
  }
  wall_piece(wall, front, back, x, 0.5 * spec.length, 0.0, spec.height, spec.thickness);
  if (spec.skirting) skirting_piece(wall, skirting, spec, x, 0.5 * spec.length);
  wall.finish();
}

void add_pillar(SceneBuilder& builder, const Placement& place, const PillarSpec& spec) {
  ObjectBuilder pillar(builder, place.name, label_or(place, "Pillar"), {"pillar", "structure"}, place.world_from_part);
  const std::uint32_t body = builder.material(spec.finish);
  const double half = 0.5 * spec.width;
  const double foot = std::min(0.06, 0.25 * spec.height);
  if (spec.round) {
    pillar.cylinder(body, {math::kIdentity, {0.0, 0.5 * spec.height, 0.0}}, half, 0.5 * spec.height, 40, 0.0);
  } else {
    pillar.box(body, Vec3(0.0, 0.5 * spec.height, 0.0), {half, 0.5 * spec.height, half}, 0.015);
  }
  if (spec.hazard_band && spec.height > 1.6) {
    const std::uint32_t band = builder.material("hazard");
    if (spec.round) {
      pillar.cylinder(band, {math::kIdentity, {0.0, 0.75, 0.0}}, half + 0.004, 0.45, 40, 0.0, Solid::Seen);
    } else {
      pillar.box(band, Vec3(0.0, 0.75, 0.0), {half + 0.004, 0.45, half + 0.004}, 0.015, Solid::Seen);
    }
    pillar.box(builder.material("steel_dark"), Vec3(0.0, 0.5 * foot, 0.0), {half + 0.03, 0.5 * foot, half + 0.03},
               0.008, Solid::Seen);
  }
  pillar.finish();
}

void add_beam(SceneBuilder& builder, const Placement& place, const BeamSpec& spec) {
  ObjectBuilder beam(builder, place.name, label_or(place, "Beam"), {"beam", "structure"}, place.world_from_part);
  const std::uint32_t material = builder.material(spec.finish);
  const double x = 0.5 * spec.length, h = 0.5 * spec.height, z = 0.5 * spec.width;
  if (spec.i_section) {
    const double flange = std::min(0.02, 0.15 * spec.height);
    beam.box(material, Vec3(0.0, 0.5 * flange, 0.0), {x, 0.5 * flange, z}, 0.003, Solid::Seen);
    beam.box(material, Vec3(0.0, spec.height - 0.5 * flange, 0.0), {x, 0.5 * flange, z}, 0.003, Solid::Seen);
    beam.box(material, Vec3(0.0, h, 0.0), {x, h - flange, 0.35 * flange + 0.003}, 0.0, Solid::Seen);
    beam.feel_box({math::kIdentity, {0.0, h, 0.0}}, {x, h, z});
  } else {
    beam.box(material, Vec3(0.0, h, 0.0), {x, h, z}, 0.01);
  }
  beam.finish();
}

namespace {

void add_railing(ObjectBuilder& stairs, std::uint32_t material, const std::vector<Vec3>& feet, double height) {
  std::vector<Vec3> top, middle;
  for (const Vec3& foot : feet) {
    top.push_back(foot + Vec3(0.0, height, 0.0));
    middle.push_back(foot + Vec3(0.0, 0.55 * height, 0.0));
    stairs.cylinder(material, {math::kIdentity, foot + Vec3(0.0, 0.5 * height, 0.0)}, 0.018, 0.5 * height, 12, 0.0);
  }
  append_tube(stairs.surface(material), {}, top, 0.021, 12);
  append_tube(stairs.surface(material), {}, middle, 0.015, 10);
  for (std::size_t i = 0; i + 1 < top.size(); ++i) {
    const Vec3 d = top[i + 1] - top[i];
    stairs.feel_cylinder(along(glm::normalize(d), 0.5 * (top[i] + top[i + 1])), 0.021, 0.5 * glm::length(d));
  }
}

}  // namespace

void add_stairs(SceneBuilder& builder, const Placement& place, const StairsSpec& spec) {
  ObjectBuilder stairs(builder, place.name, label_or(place, "Steps"), {"stairs", "structure"}, place.world_from_part);
  const std::uint32_t body = builder.material(spec.finish), edge = builder.material("hazard");
  const std::uint32_t rail = builder.material("paint_yellow");
  for (int i = 0; i < spec.steps; ++i) {
    const double height = spec.rise * (i + 1), z = -spec.run * (i + 0.5);
    stairs.box(body, Vec3(0.0, 0.5 * height, z), {0.5 * spec.width, 0.5 * height, 0.5 * spec.run}, 0.004);
    stairs.box(edge, Vec3(0.0, height - 0.012, z + 0.5 * spec.run - 0.018), {0.5 * spec.width - 0.01, 0.0135, 0.0195},
               0.004, Solid::Seen);
  }
  const double top = spec.rise * spec.steps, back = -spec.run * spec.steps;
  if (spec.landing_depth > 0.0) {
    const double width = std::max(spec.width, spec.landing_width);
    stairs.box(body, Vec3(0.0, 0.5 * top, back - 0.5 * spec.landing_depth),
               {0.5 * width, 0.5 * top, 0.5 * spec.landing_depth}, 0.006);
    stairs.site("landing", Vec3(0.0, top, back - 0.5 * spec.landing_depth));
    if (spec.railing) {
      const double x = 0.5 * width - 0.04, inner = 0.5 * spec.width + 0.04, front = back - 0.05;
      for (const double side : {-1.0, 1.0}) {
        if (x - inner > 0.2) {
          // Along the front beside the steps, then back along the side.
          const double rear = back - spec.landing_depth + 0.05;
          add_railing(stairs, rail, {{side * inner, top, front}, {side * x, top, front}, {side * x, top, rear}}, 1.0);
        }
      }
    }
  }
  if (spec.railing && spec.steps > 1) {
    for (const double side : {-1.0, 1.0}) {
      const double x = side * (0.5 * spec.width - 0.04);
      add_railing(stairs, rail, {{x, spec.rise, -0.5 * spec.run}, {x, top, back + 0.5 * spec.run}}, 0.9);
    }
  }
  stairs.object.friction = 0.8;
  stairs.finish();
}

void add_ramp(SceneBuilder& builder, const Placement& place, const RampSpec& spec) {
  ObjectBuilder ramp(builder, place.name, label_or(place, "Ramp"), {"ramp", "structure"}, place.world_from_part);
  // The side view lies in XY and is turned so that its +X becomes -Z.
  const Pose turned{math::from_axis_angle(math::kUp, 0.5 * math::kPi), Vec3(0.0)};
  const Vec2 side[3] = {{0.0, 0.0}, {spec.length, 0.0}, {spec.length, spec.rise}};
  math::TriMesh wedge;
  append_prism(wedge, turned, side, spec.width);
  ramp.hull(builder.material(spec.finish), wedge);
  const double slope = math::atan2(spec.rise, spec.length);
  const Pose surface{math::from_axis_angle(math::kRight, slope), Vec3(0.0)};
  const double run = std::sqrt(spec.length * spec.length + spec.rise * spec.rise);
  for (const double edge : {-1.0, 1.0}) {
    const Pose strip{surface.rotation, surface.point({edge * (0.5 * spec.width - 0.05), 0.001, -0.5 * run})};
    ramp.box(builder.material("hazard"), strip, {0.04, 0.0015, 0.5 * run - 0.02}, 0.0, Solid::Seen);
  }
  ramp.object.friction = 0.8;
  ramp.finish();
}

void add_marking(SceneBuilder& builder, const Placement& place, const MarkingSpec& spec) {
  ObjectBuilder marking(builder, place.name, label_or(place, "Floor marking"), {"marking"}, place.world_from_part);
  marking.box(builder.material(spec.finish), Vec3(0.0, 0.001, 0.0), {0.5 * spec.width, 0.001, 0.5 * spec.depth}, 0.0,
              Solid::Seen);
  marking.finish();
}

}  // namespace fh::scene
