#pragma once
// Where the elbow likes to be. All in the thorax frame of a right arm (+X right, +Y up, -Z forward).
#include "human/limb.h"

namespace fh::human {

/// Unit vector at right angles to the unit vector `axis` (shoulder -> wrist) that counts as swivel 0. A field with a
/// single singularity (CA-08), at a direction the arm cannot take: back, up and inward. Its rate of turning is at most
/// 1.8 times that of the axis over all directions an arm can take.
math::Vec3 elbow_pole(const math::Vec3& axis);

/// The natural elbow: Soechting and Flanders' sensorimotor map (K-40) gives a direction of the upper arm, of which only
/// the swivel is used; it fades into the pole field outside of where it was measured. `distance`: shoulder - wrist as a
/// share of the arm's length. Continuous.
Swivel natural_swivel(const math::Vec3& axis, const math::Vec3& pole, double distance);

}  // namespace fh::human
