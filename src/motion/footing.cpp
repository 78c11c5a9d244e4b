#include "motion/footing.h"

#include <algorithm>

namespace fh::motion {

using math::Vec3;

void fit_to_ground(const Walker&, const RootMotion& motion, const human::Ground& ground, const Foothold&,
                   Footfall& foot) {
  foot.target.position.y = ground.height(foot.target.position.x, foot.target.position.z, motion.root.y);
  foot.obstacle = 0.0;
}

}  // namespace fh::motion
