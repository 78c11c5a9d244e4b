// SPDX-License-Identifier: Apache-2.0
// The library beside the program that rival_ompl.cpp opens: OMPL's RRT-Connect as it comes, states tested by FCL with a
// tree of boxes. Empty unless it is built as that library.
#if defined(FH_RIVAL_OMPL)
#include <fcl/fcl.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

#include <chrono>
#include <memory>
#include <vector>

namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;
using Transform = Eigen::Isometry3d;

struct Axis {
  Eigen::Vector3d offset;
  int axis;
  double lower, upper;
};

struct Desk {
  std::vector<Axis> axes;
  std::vector<int> links;
  std::vector<Eigen::Vector3d> centres;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> balls, boxes;
  fcl::DynamicAABBTreeCollisionManagerd tree;

  bool is_free(const double* q) {
    Transform at = Transform::Identity();
    std::size_t ball = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      at.translate(axes[i].offset);
      at.rotate(Eigen::AngleAxisd(q[i], Eigen::Vector3d::Unit(axes[i].axis)));
      for (; ball < balls.size() && links[ball] == static_cast<int>(i); ++ball) {
        balls[ball]->setTranslation(at * centres[ball]);
        balls[ball]->computeAABB();
        fcl::DefaultCollisionData<double> data;
        tree.collide(balls[ball].get(), &data, fcl::DefaultCollisionFunction<double>);
        if (data.result.isCollision()) return false;
      }
    }
    return true;
  }
};

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void* fh_rival_make(const double* axes, int spheres, const double* sphere,
                                                           int boxes, const double* box) {
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  auto* desk = new Desk;
  for (int i = 0; i < 7; ++i) {
    const double* a = axes + 6 * i;
    desk->axes.push_back({{a[0], a[1], a[2]}, static_cast<int>(a[3]), a[4], a[5]});
  }
  for (int i = 0; i < spheres; ++i) {
    const double* s = sphere + 5 * i;
    desk->links.push_back(static_cast<int>(s[0]));
    desk->centres.emplace_back(s[1], s[2], s[3]);
    desk->balls.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Sphered>(s[4])));
  }
  for (int i = 0; i < boxes; ++i) {
    const double* b = box + 6 * i;
    desk->boxes.push_back(
        std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(2 * b[3], 2 * b[4], 2 * b[5]),
                                                Eigen::Matrix3d::Identity(), Eigen::Vector3d(b[0], b[1], b[2])));
    desk->tree.registerObject(desk->boxes.back().get());
  }
  desk->tree.setup();
  return desk;
}

__attribute__((visibility("default"))) double fh_rival_plan(void* made, const float* from, const float* to) {
  auto* desk = static_cast<Desk*>(made);
  auto space = std::make_shared<ob::RealVectorStateSpace>(7);
  ob::RealVectorBounds bounds(7);
  for (unsigned i = 0; i < 7; ++i) {
    bounds.setLow(i, desk->axes[i].lower);
    bounds.setHigh(i, desk->axes[i].upper);
  }
  space->setBounds(bounds);
  og::SimpleSetup setup(space);
  setup.setStateValidityChecker(
      [desk](const ob::State* s) { return desk->is_free(s->as<ob::RealVectorStateSpace::StateType>()->values); });
  setup.getSpaceInformation()->setStateValidityCheckingResolution((1.0 / 32.0) / space->getMaximumExtent());
  ob::ScopedState<> start(space), goal(space);
  for (unsigned i = 0; i < 7; ++i) {
    start[i] = from[i];
    goal[i] = to[i];
  }
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
  setup.setup();
  const auto begin = std::chrono::steady_clock::now();
  setup.solve(2.0);
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

__attribute__((visibility("default"))) void fh_rival_drop(void* made) {
  delete static_cast<Desk*>(made);
}

}  // extern "C"
#endif
