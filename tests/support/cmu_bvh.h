// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small .bvh with the names and rest pose of the CMU conversion, made up here: our own body, our own motion.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace fh::test {

struct CmuLine {
  const char* name;  // "}" closes
  double x, y, z;
};

/// Centimetres: the body of a person of about 1.7 m facing +Z.
inline std::string cmu_hierarchy() {
  static const std::vector<CmuLine> kLines = {
      {"LHipJoint", 0, 0, 0},
      {"LeftUpLeg", 9, -9, 2},
      {"LeftLeg", 14, -39, 0},
      {"LeftFoot", 14, -38, 0},
      {"LeftToeBase", 1, -3, 12},
      {"", 0, 0, 6},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"RHipJoint", 0, 0, 0},
      {"RightUpLeg", -9, -9, 2},
      {"RightLeg", -14, -39, 0},
      {"RightFoot", -14, -38, 0},
      {"RightToeBase", -1, -3, 12},
      {"", 0, 0, 6},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"LowerBack", 0, 0, 0},
      {"Spine", 0, 13, -1},
      {"Spine1", 0, 14, 0},
      {"Neck", 0, 0, 0},
      {"Neck1", 0, 13, 1},
      {"Head", 0, 10, 0},
      {"", 0, 15, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"LeftShoulder", 0, 0, 0},
      {"LeftArm", 18, 8, 0},
      {"LeftForeArm", 28, 0, 0},
      {"LeftHand", 24, 0, 0},
      {"LeftHandIndex1", 6, 0, 0},
      {"", 4, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"RightShoulder", 0, 0, 0},
      {"RightArm", -18, 8, 0},
      {"RightForeArm", -28, 0, 0},
      {"RightHand", -24, 0, 0},
      {"RightHandIndex1", -6, 0, 0},
      {"", -4, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
      {"}", 0, 0, 0},
  };
  std::string text =
      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
      "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n";
  for (const CmuLine& line : kLines) {
    const std::string name = line.name;
    if (name == "}") {
      text += "}\n";
      continue;
    }
    text += name.empty() ? "End Site\n{\n" : "JOINT " + name + "\n{\n";
    text += fmt::format("OFFSET {} {} {}\n", line.x, line.y, line.z);
    text += name.empty() ? "}\n" : "CHANNELS 3 Zrotation Yrotation Xrotation\n";
  }
  return text + "}\n";
}

/// Rows of the joints in the order of cmu_hierarchy(): 6 numbers of the root, then 3 per joint.
enum CmuRow : std::size_t {
  kLeftUpLeg = 6 + 3,
  kLeftLeg = 6 + 6,
  kRightUpLeg = 6 + 18,
  kRightLeg = 6 + 21,
  kSpine = 6 + 33,
  kHead = 6 + 45,
  kLeftShoulder = 6 + 48,
  kLeftArm = 6 + 51,
  kLeftForeArm = 6 + 54,
  kRightArm = 6 + 66,
  kRightForeArm = 6 + 69,
  kCmuChannels = 6 + 26 * 3,
};

/// A person who stands with hanging arms, sways, swings the arms a little and goes forward at `speed` (m/s) with
/// swinging legs; 120 Hz, the first frame the T-pose of the conversion.
inline std::string cmu_bvh(int frames, double speed = 0.0) {
  std::string text = cmu_hierarchy() + fmt::format("MOTION\nFrames: {}\nFrame Time: 0.0083333\n", frames);
  for (int f = 0; f < frames; ++f) {
    std::vector<double> row(kCmuChannels, 0.0);
    const double t = f / 120.0, phase = 6.2831853 * t * 0.9;
    row[1] = 92.0;
    row[kLeftUpLeg] = -19.7;
    row[kRightUpLeg] = 19.7;
    if (f > 0) {
      const double swing = speed > 0.0 ? 22.0 * std::sin(phase) : 0.0;
      row[0] = 1.5 * std::sin(phase);
      row[2] = 100.0 * speed * t;
      row[kLeftUpLeg + 2] = -swing - 4.0;
      row[kRightUpLeg + 2] = swing - 4.0;
      row[kLeftLeg + 2] = row[kRightLeg + 2] = 8.0;
      row[kSpine + 2] = 3.0 + 2.0 * std::sin(phase);
      row[kLeftArm] = -75.0;
      row[kRightArm] = 75.0;
      row[kLeftForeArm + 1] = -20.0 - 10.0 * std::sin(phase);
      row[kRightForeArm + 1] = 20.0 - 10.0 * std::sin(phase);
    }
    for (const double value : row) text += fmt::format("{:.4f} ", value);
    text += "\n";
  }
  return text;
}

}  // namespace fh::test
