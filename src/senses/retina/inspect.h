// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an evaluator asks: how much of an item can be seen from a point.
#include "senses/retina/retina.h"

namespace fh::senses {

/// A window of `side` × `side` samples is aimed at the item, so that small and large items are measured alike; head
/// limits and acuity play no part. Where little of the item is visible that part is looked at closer. Mirrors are not
/// looked into; one in front of the item hides it.
struct Visibility {
  double fraction = 0.0;           // visible / unoccluded, 0 … 1
  double solid_angle = 0.0;        // steradians of the visible part
  double whole_solid_angle = 0.0;  // unoccluded
  std::size_t samples = 0;         // that the unoccluded item covers
  struct Occluder {
    ItemId item;
    double solid_angle = 0.0;  // steradians of the hidden part that it is in front of
  };
  std::vector<Occluder> occluders;  // the largest first; of equal ones the smaller item
};
Visibility inspect(const RetinaScene& scene, const math::Vec3& eye, ItemId item, const SeeSettings& settings = {},
                   std::uint32_t side = 96);
/// Likewise of its image in a mirror (an index of RetinaScene::mirrors()): the whole is the image as a mirror without
/// edges would show it. Nothing from behind the mirror, and where no line from the eye by way of the mirror can meet
/// the item.
Visibility inspect_image(const RetinaScene& scene, const math::Vec3& eye, ItemId item, std::size_t mirror,
                         const SeeSettings& settings = {}, std::uint32_t side = 96);

/// What two eyes see of an item: to each its own fraction; `either` and `both`: of the points of its surface that the
/// one or the other, or both eyes would see without anything in front of it.
struct TwoEyes {
  double left = 0.0, right = 0.0, either = 0.0, both = 0.0;
};
TwoEyes inspect_with_both(const RetinaScene& scene, const math::Vec3& left, const math::Vec3& right, ItemId item,
                          const SeeSettings& settings = {}, std::uint32_t side = 96);

}  // namespace fh::senses
