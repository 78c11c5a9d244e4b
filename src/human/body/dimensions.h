// SPDX-License-Identifier: Apache-2.0
#pragma once
// The body dimensions Firsthand works with: 75 lengths in metres and the body mass in kilograms, as defined by the
// ANSUR II survey (Gordon et al. 2014). Order = order of the rows of a population file's correlation matrices.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fh::human {

enum class Dimension : std::uint8_t {
  Stature,                  // floor to top of head, standing
  Weight,                   // body mass
  Span,                     // fingertip to fingertip, arms outstretched
  AcromialHeight,           // floor to tip of shoulder
  SittingHeight,            // seat to top of head
  EyeHeightSitting,         // seat to outer corner of the eye
  ShoulderElbowLength,      // acromion to bottom of the bent elbow
  ForearmHandLength,        // back of the bent elbow to fingertip
  KneeHeightSitting,        // floor to top of the bent knee
  CervicaleHeight,          // floor to the spine of C7
  SuprasternaleHeight,      // floor to the notch above the breastbone
  ChestHeight,              // floor to the bust point
  AxillaHeight,             // floor to the armpit fold
  TenthRibHeight,           // floor to the lowest rib
  WaistHeight,              // floor to the navel
  IliocristaleHeight,       // floor to top of the hip bone
  TrochanterionHeight,      // floor to top of the greater trochanter
  ButtockHeight,            // floor to the rearmost point of the buttock
  CrotchHeight,             // floor to the crotch
  KneeHeightMidpatella,     // floor to the middle of the kneecap
  LateralEpicondyleHeight,  // floor to the outer knee axis landmark
  TibialHeight,             // floor to top of the shin bone
  LateralMalleolusHeight,   // floor to the outer ankle bone
  PoplitealHeight,          // floor to the back of the bent knee
  ButtockKneeLength,        // back of the buttock to front of the knee, seated
  ButtockPoplitealLength,   // back of the buttock to back of the knee, seated
  AcromionRadialeLength,    // acromion to head of the radius, arm hanging
  RadialeStylionLength,     // head of the radius to the wrist
  HandLength,               // wrist to tip of the middle finger
  PalmLength,               // wrist to base of the middle finger
  HandBreadth,              // across the knuckles
  HandCircumference,        // around the knuckles
  WristCircumference,       // around the wrist
  ForearmCircumference,     // largest, elbow bent, fist
  BicepsCircumference,      // largest, elbow bent, fist
  ShoulderLength,           // side of the neck to acromion
  BiacromialBreadth,        // between the shoulder tips
  BideltoidBreadth,         // largest over the upper arms
  ChestBreadth,             // at the bust point
  ChestDepth,               // at the bust point
  ChestCircumference,       // at the bust point
  WaistBreadth,             // at the navel
  WaistDepth,               // at the navel
  WaistCircumference,       // at the navel
  BicristalBreadth,         // between the hip bones
  HipBreadth,               // largest, standing
  ButtockDepth,             // at the largest protrusion
  ButtockCircumference,     // at the largest protrusion
  ThighCircumference,       // below the gluteal fold
  LowerThighCircumference,  // above the knee
  CalfCircumference,        // largest
  AnkleCircumference,       // smallest
  BimalleolarBreadth,       // between the ankle bones
  ThighClearance,           // seat to top of the thigh
  FootLength,               // heel to longest toe
  BallOfFootLength,         // heel to the ball of the foot
  FootBreadth,              // largest
  HeelBreadth,              // largest
  NeckCircumference,        // below the larynx
  NeckBaseCircumference,    // at the root of the neck
  HeadBreadth,              // largest, above the ears
  HeadLength,               // brow ridge to back of the head
  HeadCircumference,        // above the brow ridges
  FaceBreadth,              // between the cheekbones
  FaceLength,               // chin to root of the nose
  TragionTopOfHead,         // ear notch to top of the head
  InterpupillaryBreadth,    // between the pupils, looking far
  EarLength,                // largest
  EarBreadth,               // largest
  EarProtrusion,            // from the head
  ElbowRestHeight,          // seat to the bent elbow
  HipBreadthSitting,        // largest, seated
  AbdominalDepthSitting,    // back to belly, seated
  ThumbtipReach,            // wall behind the back to thumb tip
  OverheadReachSitting,     // seat to fingertip, arm raised
  ForearmGripLength,        // back of the bent elbow to a gripped rod
};

inline constexpr std::size_t kDimensionCount = 76;

enum class Sex : std::uint8_t { Female, Male };

constexpr std::size_t index_of(Dimension dimension) {
  return static_cast<std::size_t>(dimension);
}

/// "stature", "hand_length" …: the names of files and of the command line.
std::string_view name_of(Dimension dimension);
std::optional<Dimension> dimension_named(std::string_view name);
std::string_view name_of(Sex sex);

/// One person: a value for every dimension.
struct Dimensions {
  Sex sex = Sex::Female;
  std::array<double, kDimensionCount> values{};

  double operator[](Dimension dimension) const { return values[index_of(dimension)]; }
  double& operator[](Dimension dimension) { return values[index_of(dimension)]; }
};

}  // namespace fh::human
