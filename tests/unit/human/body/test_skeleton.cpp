// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>

#include "arm_support.h"
#include "core/rng.h"
#include "human/body/kinematics.h"
#include "human/body/masses.h"
#include "human/skin/skinning.h"
#include "human_support.h"
#include "math/eigen_bridge.h"
#include "samples.h"

using namespace fh;
using namespace fh::human;
using arm_test::random_rotation;
using math::Quat;
using math::Vec3;

namespace {

template <class T>
Eigen::Transform<T, 3, Eigen::Affine> affine(const Quat& q, const Vec3& p) {
  Eigen::Transform<T, 3, Eigen::Affine> a = Eigen::Transform<T, 3, Eigen::Affine>::Identity();
  a.linear() = math::to_eigen(q).toRotationMatrix().cast<T>();
  a.translation() = math::to_eigen(p).cast<T>();
  return a;
}

// An independent chain of 4×4 matrices.
template <class T>
double worst_against_eigen(const Skeleton& skeleton, const Posture& posture) {
  Frames<T> frames;
  forward_kinematics(skeleton, posture, frames);
  std::array<Eigen::Transform<T, 3, Eigen::Affine>, kJointCount> chain;
  chain[0] = affine<T>(posture.world_from_pelvis.rotation, posture.world_from_pelvis.position);
  double worst = 0.0;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    if (i > 0) {
      chain[i] = chain[index_of(parent_of(joint_at(i)))] * affine<T>(posture.rotations[i], skeleton.offsets[i]);
    }
    const auto expected = chain[i].template cast<double>();
    const auto got = affine<double>(math::normalized(frames.rotation(joint_at(i))), frames.position(joint_at(i)));
    worst = std::max(worst, (expected.matrix() - got.matrix()).cwiseAbs().maxCoeff());
  }
  return worst;
}

}  // namespace

TEST_CASE("the skeleton has the joints, axes and names it must have") {
  STATIC_REQUIRE(kJointCount == 70);
  STATIC_REQUIRE(kDofCount + 6 > 100);
  std::set<std::string> names, vrm;
  std::size_t dofs = 0;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const JointInfo& joint = info(joint_at(i));
    INFO(joint.name);
    CHECK(names.insert(std::string(joint.name)).second);
    if (!joint.vrm.empty()) CHECK(vrm.insert(std::string(joint.vrm)).second);
    CHECK((i == 0 || index_of(joint.parent) < i));
    CHECK(mirrored(mirrored(joint_at(i))) == joint_at(i));
    dofs += joint.dof_count;
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      CHECK(joint.dofs[k].lower < joint.dofs[k].upper);
      CHECK(joint.dofs[k].lower <= 0.0);
      CHECK(joint.dofs[k].upper >= 0.0);
      CHECK(std::abs(glm::length(joint.dofs[k].axis) - 1.0) < 1e-12);
      CHECK_FALSE(joint.source.empty());
      for (std::size_t j = 0; j < k; ++j) CHECK(std::abs(glm::dot(joint.dofs[k].axis, joint.dofs[j].axis)) < 1e-12);
    }
  }
  CHECK(dofs == kDofCount);
  // All bones that VRM 1.0 requires.
  for (const char* bone :
       {"hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg",
        "rightFoot", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand"}) {
    CHECK(vrm.count(bone) == 1);
  }
}

TEST_CASE("joint centres stand where the dimensions put them") {
  for (const Dimensions& d : {person(Sex::Female, 0.05), person(Sex::Male, 0.5), person(Sex::Male, 0.95)}) {
    const auto at = zero_positions(build_skeleton(d));
    CHECK(std::abs(at[index_of(Joint::RightEye)].y -
                   (d[Dimension::Stature] - d[Dimension::SittingHeight] + d[Dimension::EyeHeightSitting])) < 1e-9);
    CHECK(std::abs(at[index_of(Joint::Neck)].y - d[Dimension::CervicaleHeight]) < 1e-9);
    CHECK(std::abs(at[index_of(Joint::L4)].y - d[Dimension::IliocristaleHeight]) < 1e-9);
    CHECK(std::abs(at[index_of(Joint::LeftFoot)].y - d[Dimension::LateralMalleolusHeight]) < 1e-9);
    const Skeleton skeleton = build_skeleton(d);
    // Real humeri and forearms, between centres, are 0.18 and 0.15 of stature (Drillis and Contini 1966: 0.186, 0.146).
    CHECK(std::abs(skeleton.upper_arm_length() / d[Dimension::Stature] - 0.175) < 0.015);
    CHECK(std::abs(skeleton.forearm_length() / d[Dimension::Stature] - 0.146) < 0.012);
    CHECK(std::abs(skeleton.thigh_length() / d[Dimension::Stature] - 0.240) < 0.02);
  }
}

TEST_CASE("forward kinematics agrees with a chain of Eigen transforms") {
  const Skeleton skeleton = build_skeleton(person(Sex::Male, 0.5));
  core::Rng rng(99);
  Posture posture;
  double worst_double = 0.0, worst_float = 0.0;
  for (int n = 0; n < samples(100000); ++n) {
    for (Quat& q : posture.rotations) q = random_rotation(rng);
    posture.rotations[0] = math::kIdentity;
    posture.world_from_pelvis = {random_rotation(rng),
                                 Vec3(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2))};
    worst_double = std::max(worst_double, worst_against_eigen<double>(skeleton, posture));
    worst_float = std::max(worst_float, worst_against_eigen<float>(skeleton, posture));
  }
  CAPTURE(worst_double, worst_float);
  CHECK(worst_double < 1e-9);
  CHECK(worst_float < 1e-5);
}

TEST_CASE("angles and rotations are two forms of one posture") {
  const Skeleton skeleton = build_skeleton(person(Sex::Female, 0.5));
  core::Rng rng(3);
  for (int n = 0; n < 2000; ++n) {
    Posture posture;
    const Angles angles = random_angles(skeleton, rng, 0.45);  // well away from the poles
    set_angles(posture, angles);
    const Angles back = angles_of(posture);
    double worst = 0.0;
    for (std::size_t i = 0; i < kDofCount; ++i) worst = std::max(worst, std::abs(angles[i] - back[i]));
    CHECK(worst < 1e-9);
  }
}

TEST_CASE("limits are kept after clamping and respected postures stay") {
  const Skeleton skeleton = build_skeleton(person(Sex::Female, 0.5));
  core::Rng rng(4);
  for (int n = 0; n < 2000; ++n) {
    Posture posture;
    for (Quat& q : posture.rotations) q = random_rotation(rng);
    clamp_to_limits(skeleton, posture);
    CHECK(limit_excess(skeleton, posture) < 1e-6);
  }
  Posture rest = zero_posture(skeleton);
  CHECK_FALSE(clamp_to_limits(skeleton, rest));
}

namespace {

/// Left and right exchanged, reflected in the plane x = 0.
Posture reflected_posture(const Posture& posture) {
  const auto reflect = [](const math::Quat& q) { return math::Quat(q.w, q.x, -q.y, -q.z); };
  Posture result;
  result.world_from_pelvis.position = posture.world_from_pelvis.position * Vec3(-1.0, 1.0, 1.0);
  result.world_from_pelvis.rotation = reflect(posture.world_from_pelvis.rotation);
  for (std::size_t i = 0; i < kJointCount; ++i)
    result.rotations[index_of(mirrored(joint_at(i)))] = reflect(posture.rotations[i]);
  return result;
}

}  // namespace

TEST_CASE("left and right mirror each other exactly") {
  const Skeleton skeleton = build_skeleton(person(Sex::Male, 0.95));
  core::Rng rng(5);
  for (int n = 0; n < 200; ++n) {
    Posture posture = zero_posture(skeleton);
    for (std::size_t i = 1; i < kJointCount; ++i) posture.rotations[i] = random_rotation(rng);
    Frames<double> a, b;
    forward_kinematics(skeleton, posture, a);
    forward_kinematics(skeleton, reflected_posture(posture), b);
    bool exact = true;
    for (std::size_t i = 0; i < kJointCount; ++i) {
      const Vec3 p = a.position(joint_at(i)), q = b.position(mirrored(joint_at(i)));
      exact = exact && p.x == -q.x && p.y == q.y && p.z == q.z;
    }
    CHECK(exact);
  }
}

TEST_CASE("re-rooted at a joint, that joint stays while others turn, and the pelvis goes where the chain says") {
  const Skeleton skeleton = build_skeleton(person(Sex::Male, 0.5));
  core::Rng rng(6);
  Posture posture = zero_posture(skeleton);
  for (std::size_t i = 1; i < kJointCount; ++i) posture.rotations[i] = random_rotation(rng);
  Frames<double> before, after;
  forward_kinematics(skeleton, posture, before);
  for (std::size_t root = 1; root < kJointCount; ++root) {
    const Joint joint = joint_at(root);
    Posture changed = posture;
    for (std::size_t i = 1; i < kJointCount; ++i) changed.rotations[i] = random_rotation(rng);
    changed.world_from_pelvis = pelvis_for(skeleton, changed, joint, before.pose(joint));
    forward_kinematics(skeleton, changed, after);
    CHECK(glm::length(after.position(joint) - before.position(joint)) < 1e-12);
    CHECK(math::angle_between(after.rotation(joint), before.rotation(joint)) < 1e-7);
    // The oracle: from the joint up to the pelvis by Eigen's transforms.
    Eigen::Affine3d pelvis_from_joint = Eigen::Affine3d::Identity();
    for (Joint at = joint; at != Joint::Pelvis; at = parent_of(at)) {
      pelvis_from_joint = affine<double>(changed[at], skeleton.offsets[index_of(at)]) * pelvis_from_joint;
    }
    const Eigen::Affine3d world_from_joint = affine<double>(before.rotation(joint), before.position(joint));
    const Eigen::Vector3d place = (world_from_joint * pelvis_from_joint.inverse()).translation();
    const Vec3 expected(place.x(), place.y(), place.z());
    CHECK(glm::length(after.position(Joint::Pelvis) - expected) < 1e-11);
  }
}

TEST_CASE("masses sum to the weight and the centre of mass is where people have it") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    const Dimensions d = person(sex, 0.5);
    const Skeleton skeleton = build_skeleton(d);
    const MassModel masses = build_masses(d, skeleton);
    double sum = 0.0;
    for (const SegmentMass& s : masses.segments) {
      sum += s.mass;
      if (s.mass > 0.0) {
        const Vec3 i = s.inertia;  // principal moments obey the triangle inequality
        CHECK(i.x > 0.0);
        CHECK(i.x < i.y + i.z + 1e-9);
        CHECK(i.y < i.x + i.z + 1e-9);
        CHECK(i.z < i.x + i.y + 1e-9);
      }
    }
    CHECK(std::abs(sum - d[Dimension::Weight]) < 1e-9);
    Frames<double> frames;
    forward_kinematics(skeleton, zero_posture(skeleton), frames);
    const Vec3 com = centre_of_mass(masses, frames);
    CHECK(std::abs(com.x) < 1e-12);
    CHECK(std::abs(com.y / d[Dimension::Stature] - (sex == Sex::Male ? 0.565 : 0.555)) < 0.015);
    // Independent sum in world space.
    Vec3 slow(0.0);
    for (std::size_t i = 0; i < kJointCount; ++i) {
      slow += masses.segments[i].mass * frames.pose(joint_at(i)).point(masses.segments[i].centre);
    }
    CHECK(glm::length(com - slow / masses.total) < 1e-12);
    // A 10 kg case in the right hand pulls the centre to the right by exactly its share.
    const std::array<HeldLoad, 1> load{HeldLoad{Joint::RightHand, {0.0, -0.3, 0.0}, 10.0}};
    const Vec3 held = frames.pose(Joint::RightHand).point(load[0].offset);
    const Vec3 expected = (masses.total * com + 10.0 * held) / (masses.total + 10.0);
    CHECK(glm::length(centre_of_mass(masses, frames, load) - expected) < 1e-12);
  }
}

TEST_CASE("the Jacobians agree with finite differences") {
  const Dimensions d = person(Sex::Female, 0.25);
  const Skeleton skeleton = build_skeleton(d);
  const MassModel masses = build_masses(d, skeleton);
  const std::array<HeldLoad, 1> load{HeldLoad{Joint::LeftHand, {0.01, -0.1, 0.02}, 3.0}};
  core::Rng rng(7);
  for (int n = 0; n < 10; ++n) {
    Posture posture = zero_posture(skeleton);
    const Angles angles = random_angles(skeleton, rng, 0.45);
    set_angles(posture, angles);
    Frames<double> frames;
    forward_kinematics(skeleton, posture, frames);
    std::array<Vec3, kDofCount> axes, com_columns, point_columns;
    dof_axes(frames, axes);
    com_jacobian(masses, frames, axes, com_columns, load);
    const Vec3 tip(0.01, -0.05, 0.0);
    point_jacobian(frames, axes, Joint::LeftIndex3, frames.pose(Joint::LeftIndex3).point(tip), point_columns);
    for (std::size_t k = 0; k < kDofCount; ++k) {
      const auto moved = [&](double step, Vec3& com, Vec3& point) {
        Angles changed = angles;
        changed[k] += step;
        set_angles(posture, changed);
        Frames<double> f;
        forward_kinematics(skeleton, posture, f);
        com = centre_of_mass(masses, f, load);
        point = f.pose(Joint::LeftIndex3).point(tip);
      };
      Vec3 com_a, com_b, point_a, point_b;
      moved(1e-5, com_a, point_a);
      moved(-1e-5, com_b, point_b);
      CHECK(glm::length((com_a - com_b) / 2e-5 - com_columns[k]) < 1e-8);
      CHECK(glm::length((point_a - point_b) / 2e-5 - point_columns[k]) < 1e-8);
    }
  }
}

TEST_CASE("gravity torque of a horizontal arm is mass times lever") {
  const Dimensions d = person(Sex::Male, 0.5);
  const Skeleton skeleton = build_skeleton(d);
  const MassModel masses = build_masses(d, skeleton);
  Posture posture = zero_posture(skeleton);
  const double forward = math::radians(90.0);
  const double angles[3] = {forward, 0.0, 0.0};
  posture[Joint::RightUpperArm] = joint_rotation(Joint::RightUpperArm, angles);
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  std::array<Vec3, kDofCount> axes;
  std::array<double, kDofCount> torques;
  dof_axes(frames, axes);
  const std::array<HeldLoad, 1> load{HeldLoad{Joint::RightHand, Vec3(0.0), 88.96 / 9.81}};  // 20 lb, J-37
  gravity_torques(masses, frames, axes, {0.0, -9.81, 0.0}, torques, load);
  double expected = 88.96 * (skeleton.upper_arm_length() + skeleton.forearm_length());
  const Vec3 shoulder = frames.position(Joint::RightUpperArm);
  for (const Joint joint : {Joint::RightUpperArm, Joint::RightForearm, Joint::RightHand}) {
    const SegmentMass& s = masses.segments[index_of(joint)];
    expected += 9.81 * s.mass * (shoulder.z - frames.pose(joint).point(s.centre).z);
  }
  CHECK(std::abs(torques[info(Joint::RightUpperArm).first_dof] - expected) < 1e-6 * expected);
}

TEST_CASE("skinning matrices leave the bind posture at rest and carry joints rigidly") {
  const Skeleton skeleton = build_skeleton(person(Sex::Male, 0.5));
  const Binding binding = build_binding(skeleton);
  std::array<SkinningMatrix, kSkinBoneCount> matrices;
  skinning_matrices(skeleton, binding, bind_posture(skeleton), matrices);
  const auto apply = [&](std::size_t bone, const Vec3& p) {
    const math::Vec4f q(math::Vec3f(p), 1.0f);
    return Vec3(glm::dot(matrices[bone].rows[0], q), glm::dot(matrices[bone].rows[1], q),
                glm::dot(matrices[bone].rows[2], q));
  };
  for (std::size_t bone = 0; bone < kSkinBoneCount; ++bone) {
    CHECK(glm::length(apply(bone, {0.3, 1.2, -0.4}) - Vec3(0.3, 1.2, -0.4)) < 2e-6);
  }
  core::Rng rng(8);
  Posture posture = zero_posture(skeleton);
  set_angles(posture, random_angles(skeleton, rng, 0.9));
  skinning_matrices(skeleton, binding, posture, matrices);
  Frames<double> bind, frames;
  forward_kinematics(skeleton, bind_posture(skeleton), bind);
  forward_kinematics(skeleton, posture, frames);
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const Vec3 local(0.02, -0.03, 0.05);
    const Vec3 moved = apply(i, bind.pose(joint_at(i)).point(local));
    CHECK(glm::length(moved - frames.pose(joint_at(i)).point(local)) < 3e-6);
  }
}
