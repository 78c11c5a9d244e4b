// SPDX-License-Identifier: Apache-2.0
#pragma once
// Things that are added to a place and taken out of it: copies of things that are there, in another size if wanted, and
// parts of the table. Written by save_as, made by the tools while a visit runs. An added thing is one fixed thing:
// what moves on it, and what could be carried, stands fast.
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "scene/place/scene.h"

namespace fh::scene {

struct PlaceReader;
class KeyReader;

inline constexpr double kLeastScale = 0.01, kMostScale = 100.0;

struct Addition {
  core::ObjectId of;      // what it is a copy of; else
  std::string part;       // a part of the table with its usual measures
  math::Vec3 scale{1.0};  // along the thing's own axes
};

/// The name a thing is added under: of the original or the part with the first free number from 2 on.
std::string name_of_addition(const Scene& scene, const Addition& addition);
/// Appends the thing with the next id; nothing changes when that fails.
core::Result<core::ObjectId> append(Scene& scene, const Addition& addition, std::string name, const math::Pose& at);

/// "added" and "removed" of a scenario, in this order around "placed".
void read_added(PlaceReader& scenario, KeyReader& root);
void read_removed(PlaceReader& scenario, KeyReader& root);

}  // namespace fh::scene
