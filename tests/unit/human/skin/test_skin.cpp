// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <set>

#include "human/body/named_postures.h"
#include "human/body/shoulder.h"
#include "math/trig.h"
#include "skin_support.h"

using namespace fh;
using namespace fh::human;
using math::radians;
using math::Vec3;
using math::Vec3f;

namespace {

#if defined(__SANITIZE_ADDRESS__)  // five to ten times slower
constexpr std::uint64_t kSeeds = 1;
constexpr std::array kPercentiles = {0.5};
#else
constexpr std::uint64_t kSeeds = 3;
constexpr std::array kPercentiles = {0.05, 0.25, 0.5, 0.75, 0.95};
#endif

double signed_volume(const std::vector<Vec3>& points, const std::vector<std::uint32_t>& indices) {
  double volume = 0.0;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    volume += glm::dot(points[indices[i]], glm::cross(points[indices[i + 1]], points[indices[i + 2]])) / 6.0;
  }
  return volume;
}

}  // namespace

TEST_CASE("the skin is closed, weighted and symmetric at every level of detail") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const Body body = body_of(sex, 0.5, seed);
      const Skin skin = make_skin(body);
      const std::array<std::pair<std::size_t, std::size_t>, 3> counts = {{{19000, 20100}, {4700, 5050}, {900, 1100}}};
      for (std::size_t level = 0; level < kDetailLevels; ++level) {
        const math::SkinnedMesh& mesh = skin.levels[level];
        CHECK(mesh.mesh.triangle_count() > counts[level].first);
        CHECK(mesh.mesh.triangle_count() < counts[level].second);
        const std::size_t n = mesh.mesh.positions.size();
        REQUIRE(mesh.mesh.normals.size() == n);
        REQUIRE(mesh.colours.size() == n);
        REQUIRE(mesh.joints.size() == n);
        REQUIRE(mesh.weights.size() == n);
        REQUIRE(mesh.segments.size() == n);
        // Closed and consistently turned: every directed edge has exactly one opposite.
        std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
        for (std::size_t i = 0; i < mesh.mesh.indices.size(); i += 3) {
          for (std::size_t k = 0; k < 3; ++k) {
            ++edges[{mesh.mesh.indices[i + k], mesh.mesh.indices[i + (k + 1) % 3]}];
          }
        }
        std::size_t open = 0;
        for (const auto& [edge, uses] : edges) {
          const auto back = edges.find({edge.second, edge.first});
          if (uses != 1 || back == edges.end() || back->second != 1) ++open;
        }
        CHECK(open == 0);
        std::size_t bad = 0;
        std::set<std::array<float, 3>> points;
        for (std::size_t v = 0; v < n; ++v) {
          float sum = 0.0f;
          for (std::size_t k = 0; k < 4; ++k) {
            sum += mesh.weights[v][k];
            if (mesh.weights[v][k] < 0.0f || mesh.joints[v][k] >= kSkinBoneCount) ++bad;
          }
          if (std::abs(sum - 1.0f) > 1e-5f || mesh.segments[v] >= kJointCount) ++bad;
          if (!(std::abs(glm::length(mesh.mesh.normals[v]) - 1.0f) < 1e-3f)) ++bad;
          const Vec3f p = mesh.mesh.positions[v];
          points.insert({p.x == 0.0f ? 0.0f : p.x, p.y, p.z});
        }
        CHECK(bad == 0);
        std::size_t lonely = 0;
        for (const auto& p : points) lonely += points.count({p[0] == 0.0f ? 0.0f : -p[0], p[1], p[2]}) == 0 ? 1u : 0u;
        CHECK(lonely == 0);
      }
    }
  }
}

TEST_CASE("head, hands and feet belong to one surface") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    const Skin skin = make_skin(body_of(sex, 0.5, 3));
    for (std::size_t level = 0; level < kDetailLevels; ++level) {
      const math::SkinnedMesh& mesh = skin.levels[level];
      std::vector<std::uint32_t> piece(mesh.mesh.positions.size());
      for (std::uint32_t v = 0; v < piece.size(); ++v) piece[v] = v;
      const auto root = [&](std::uint32_t v) {
        while (piece[v] != v) v = piece[v] = piece[piece[v]];
        return v;
      };
      for (std::size_t i = 0; i < mesh.mesh.indices.size(); i += 3) {
        for (std::size_t k = 1; k < 3; ++k) piece[root(mesh.mesh.indices[i + k])] = root(mesh.mesh.indices[i]);
      }
      std::map<std::uint32_t, std::set<std::uint16_t>> segments;  // by piece
      for (std::uint32_t v = 0; v < piece.size(); ++v) segments[root(v)].insert(mesh.segments[v]);
      CHECK(segments.size() <= 4);  // body, two eyeballs, hair
      std::size_t whole = 0;
      for (const auto& [first, held] : segments) {
        bool all = true;
        for (const Joint j : {Joint::Head, Joint::Pelvis, Joint::LeftHand, Joint::RightHand, Joint::LeftFoot,
                              Joint::RightFoot, Joint::LeftIndex3, Joint::RightThumb3}) {
          // The coarsest level has no vertex for every phalanx.
          const bool phalanx = j == Joint::LeftIndex3 || j == Joint::RightThumb3;
          all = all && ((phalanx && level == 2) || held.count(static_cast<std::uint16_t>(index_of(j))) > 0);
        }
        whole += all ? 1u : 0u;
      }
      CHECK(whole == 1);
    }
  }
}

TEST_CASE("the skin measures what was asked") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    for (const double p : kPercentiles) {
      const Body body = body_of(sex, p, 7);
      const Skin skin = make_skin(body);
      for (const math::SkinnedMesh& mesh : skin.levels) {
        const std::vector<Vec3> points = posed(body, mesh, t_posture(body.skeleton));
        math::Aabb box;
        for (const Vec3& point : points) box.add(point);
        INFO(name_of(sex) << " p" << 100 * p << " " << mesh.mesh.triangle_count());
        CHECK(std::abs(box.size().y - body.dimensions[Dimension::Stature]) < 0.005);
        CHECK(std::abs(box.low.y) < 0.002);
        CHECK(std::abs(box.size().x - body.dimensions[Dimension::Span]) < 0.005);
      }
    }
  }
}

TEST_CASE("girths and breadths of the skin follow the dimensions") {
  // Dressed, so a little more than the survey's naked figures.
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    Body body = body_of(sex, 0.5);
    body.appearance.hair_style = HairStyle::Short;  // a bun is no head length
    const Skin skin = make_skin(body);
    const math::SkinnedMesh& mesh = skin.levels[0];
    const auto breadth_at = [&](double y, double reach) {
      double low = 0.0, high = 0.0, front = 0.0, back = 0.0;
      for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
        const Vec3f p = mesh.mesh.positions[v];
        if (std::abs(p.y - y) > 0.02 || std::abs(p.x) > reach) continue;
        low = std::min<double>(low, p.x), high = std::max<double>(high, p.x);
        front = std::min<double>(front, p.z), back = std::max<double>(back, p.z);
      }
      return math::Vec2(high - low, back - front);
    };
    const Dimensions& d = body.dimensions;
    const math::Vec2 hips = breadth_at(d[Dimension::ButtockHeight], 0.3);
    CHECK(std::abs(hips.x - d[Dimension::HipBreadth]) < 0.03);
    CHECK(std::abs(hips.y - d[Dimension::ButtockDepth]) < 0.04);
    const math::Vec2 head = breadth_at(d[Dimension::Stature] - 0.075, 0.3);
    CHECK(std::abs(head.x - d[Dimension::HeadBreadth]) < 0.02);
    CHECK(std::abs(head.y - d[Dimension::HeadLength]) < 0.03);
    const double volume = signed_volume(
        [&] {
          std::vector<Vec3> points;
          for (const Vec3f& p : mesh.mesh.positions) points.emplace_back(p);
          return points;
        }(),
        mesh.mesh.indices);
    // A body of its mass has about this volume; overlaps under the clothes count twice.
    CHECK(volume > 0.85 * d[Dimension::Weight] / 1010.0);
    CHECK(volume < 1.45 * d[Dimension::Weight] / 1010.0);
  }
}

TEST_CASE("bending keeps the volume of the limbs") {
  const Body body = body_of(Sex::Male, 0.5);
  const Skin skin = make_skin(body);
  const math::SkinnedMesh& mesh = skin.levels[0];
  const double rest = signed_volume(posed(body, mesh, bind_posture(body.skeleton)), mesh.mesh.indices);
  const auto with = [&](Joint joint, double first_deg, double second_deg = 0.0) {
    Posture posture = bind_posture(body.skeleton);
    for (const Side side : {Side::Left, Side::Right}) {
      const std::array<double, 3> angles{radians(first_deg), radians(second_deg), 0.0};
      posture[on_side(joint, side)] = joint_rotation(on_side(joint, side), angles.data());
    }
    return signed_volume(posed(body, mesh, posture), mesh.mesh.indices) / rest;
  };
  CHECK(with(Joint::LeftForearm, 110) > 0.97);
  CHECK(with(Joint::LeftForearmTwist, 75) > 0.98);
  CHECK(with(Joint::LeftHand, 60) > 0.985);
  CHECK(with(Joint::LeftThigh, 90) > 0.95);
  CHECK(with(Joint::LeftShank, 110) > 0.96);
  // No ring of the limb collapses: the skin near the bent joint stays away from the joint centre.
  Posture posture = bind_posture(body.skeleton);
  const double bent = radians(110.0);
  posture[Joint::RightForearm] = joint_rotation(Joint::RightForearm, &bent);
  Frames<double> frames;
  forward_kinematics(body.skeleton, posture, frames);
  const std::vector<Vec3> points = posed(body, mesh, posture);
  double nearest = 1.0;
  for (const Vec3& p : points) nearest = std::min(nearest, glm::length(p - frames.position(Joint::RightForearm)));
  CHECK(nearest > 0.012);
}

TEST_CASE("looks vary by seed and are repeatable") {
  const Body a = body_of(Sex::Female, 0.5, 1), b = body_of(Sex::Female, 0.5, 1);
  CHECK(make_skin(a).levels[0].mesh.positions == make_skin(b).levels[0].mesh.positions);
  std::set<std::array<float, 3>> shirts, skins;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Appearance look = appearance_from_seed(seed, Sex::Male);
    shirts.insert({look.shirt.x, look.shirt.y, look.shirt.z});
    skins.insert({look.skin.x, look.skin.y, look.skin.z});
  }
  CHECK(shirts.size() > 5);
  CHECK(skins.size() > 5);
}

TEST_CASE("the collision body follows the skin") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    for (const double p : kPercentiles) {
      const Body body = body_of(sex, p);
      const Skin skin = make_skin(body);
      const CollisionBody pieces = make_collision_body(body, skin);
      CHECK(pieces.pieces.size() > 40);
      const FitQuality quality = fit_quality(body.skeleton, skin, pieces);
      CAPTURE(name_of(sex), p, quality.mean, quality.p95, quality.worst);
      CHECK(quality.mean < 0.015);
      CHECK(quality.p95 < 0.04);
    }
  }
}

TEST_CASE("the postures of the sheet are within limits and stand on the floor") {
  const Body body = body_of(Sex::Female, 0.05);
  const Skin skin = make_skin(body);
  for (const SheetView& view : sheet_views(body.skeleton)) {
    INFO(view.name);
    CHECK(limit_excess(body.skeleton, view.posture) < 1e-6);
    double lowest = 1.0;
    for (const Vec3& p : posed(body, skin.levels[1], view.posture)) lowest = std::min(lowest, p.y);
    CHECK(std::abs(lowest) < 0.02);
  }
}

TEST_CASE("the postures of the close-ups are within limits") {
  const Body body = body_of(Sex::Male, 0.95);
  for (const CloseUp& view : close_ups(body.skeleton)) {
    INFO(view.name);
    CHECK(limit_excess(body.skeleton, view.posture) < 1e-6);
  }
}

TEST_CASE("the body report holds dimensions, joints and masses with their sources") {
  const Body body = body_of(Sex::Female, 0.05);
  const core::Json report = body_report_json(ansur(), body);
  CHECK(report["dimensions"].size() == kDimensionCount);
  CHECK(std::abs(report["dimensions"]["stature"]["percentile"].get<double>() - 5.0) < 0.01);
  CHECK(report["joints"].size() == kJointCount);
  CHECK(report["joints"][1]["limits_source"].get<std::string>().size() > 5);
  PersonSpec spec;
  CHECK(add_measurement(spec, "stature=1.55"));
  CHECK(spec.measured.at(Dimension::Stature) == 1.55);
  CHECK(add_measurement(spec, "statur=1.55").error().message.find("stature") != std::string::npos);
  CHECK_FALSE(add_measurement(spec, "weight=heavy"));
  CHECK_FALSE(add_measurement(spec, "weight"));
}
