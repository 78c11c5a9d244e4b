// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small sound files of every format the program reads: what the mutator starts from.
#include <string>

namespace fh::test {

extern const char* const kScenario;
extern const char* const kTour;
extern const char* const kConfig;
extern const char* const kProfile;
extern const char* const kPopulation;
extern const char* const kSentence;
/// report.json of a report folder, and what both tables hold that it names.
extern const char* const kReport;
extern const char* const kReportTable;
extern const char* const kObj;
extern const char* const kStl;
extern const char* const kPly;
extern const char* const kDae;
extern const char* const kFbx;
extern const char* const kIfc;

/// A scene with a texture, a glass, joints and a child.
std::string small_glb();
/// The same as text with its buffer inside.
std::string small_gltf();
/// A triangle with a picture, a PNG inside the text.
std::string gltf_with_picture(const std::string& png);

}  // namespace fh::test
