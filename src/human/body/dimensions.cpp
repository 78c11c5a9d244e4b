// SPDX-License-Identifier: Apache-2.0
#include "human/body/dimensions.h"

namespace fh::human {
namespace {

constexpr std::array<std::string_view, kDimensionCount> kNames = {
    "stature",
    "weight",
    "span",
    "acromial_height",
    "sitting_height",
    "eye_height_sitting",
    "shoulder_elbow_length",
    "forearm_hand_length",
    "knee_height_sitting",
    "cervicale_height",
    "suprasternale_height",
    "chest_height",
    "axilla_height",
    "tenth_rib_height",
    "waist_height",
    "iliocristale_height",
    "trochanterion_height",
    "buttock_height",
    "crotch_height",
    "knee_height_midpatella",
    "lateral_epicondyle_height",
    "tibial_height",
    "lateral_malleolus_height",
    "popliteal_height",
    "buttock_knee_length",
    "buttock_popliteal_length",
    "acromion_radiale_length",
    "radiale_stylion_length",
    "hand_length",
    "palm_length",
    "hand_breadth",
    "hand_circumference",
    "wrist_circumference",
    "forearm_circumference",
    "biceps_circumference",
    "shoulder_length",
    "biacromial_breadth",
    "bideltoid_breadth",
    "chest_breadth",
    "chest_depth",
    "chest_circumference",
    "waist_breadth",
    "waist_depth",
    "waist_circumference",
    "bicristal_breadth",
    "hip_breadth",
    "buttock_depth",
    "buttock_circumference",
    "thigh_circumference",
    "lower_thigh_circumference",
    "calf_circumference",
    "ankle_circumference",
    "bimalleolar_breadth",
    "thigh_clearance",
    "foot_length",
    "ball_of_foot_length",
    "foot_breadth",
    "heel_breadth",
    "neck_circumference",
    "neck_base_circumference",
    "head_breadth",
    "head_length",
    "head_circumference",
    "face_breadth",
    "face_length",
    "tragion_top_of_head",
    "interpupillary_breadth",
    "ear_length",
    "ear_breadth",
    "ear_protrusion",
    "elbow_rest_height",
    "hip_breadth_sitting",
    "abdominal_depth_sitting",
    "thumbtip_reach",
    "overhead_reach_sitting",
    "forearm_grip_length",
};

}  // namespace

std::string_view name_of(Dimension dimension) {
  return kNames[index_of(dimension)];
}

std::optional<Dimension> dimension_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Dimension>(i);
  }
  return std::nullopt;
}

std::string_view name_of(Sex sex) {
  return sex == Sex::Female ? "female" : "male";
}

}  // namespace fh::human
