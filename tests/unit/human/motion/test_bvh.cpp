// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "cmu_bvh.h"
#include "human/motion/bvh.h"

namespace fh::human {
namespace {

const std::string kSmall = R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Back bone
  {
    OFFSET 0 10 0
    CHANNELS 3 Yrotation Xrotation Zrotation
    End Site
    {
      OFFSET 0 0 5
    }
  }
}
MOTION
Frames: 2
Frame Time: .01
1 2 3 0 0 0  0 0 0
1 2 3 90 0 0  90 0 0
)";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("a hierarchy with its motion is read") {
  const auto bvh = read_bvh(kSmall, "small.bvh");
  REQUIRE(bvh);
  REQUIRE(bvh->joints.size() == 3);
  CHECK(bvh->joints[1].name == "Back bone");
  CHECK(bvh->joints[2].end_site);
  CHECK(bvh->channel_count == 9);
  CHECK(bvh->frame_count == 2);
  CHECK(bvh->frame_time == 0.01);
  std::vector<math::Pose> poses;
  bvh_poses(*bvh, 1, 0.01, poses);
  // The root turns its child from up to -X; the child's own axis Y is then -X, so its end goes from +Z to … +X in its
  // frame, which is +Y of the world.
  CHECK(glm::length(poses[1].position - math::Vec3(0.01 - 0.1, 0.02, 0.03)) < 1e-12);
  CHECK(glm::length(poses[2].position - (poses[1].position + math::Vec3(0.0, 0.05, 0.0))) < 1e-12);
}

TEST_CASE("windows line ends, tabs and numbers without a leading zero") {
  std::string text;
  for (const char c : kSmall) text += c == '\n' ? std::string("\r\n") : c == ' ' ? std::string(" ") : std::string(1, c);
  const auto bvh = read_bvh(text, "dos.bvh");
  REQUIRE(bvh);
  CHECK(bvh->joints[1].name == "Back bone");
}

TEST_CASE("what is not in the format is refused with file and line") {
  struct Case {
    const char *what, *with, *says;
  };
  const Case cases[] = {
      {"HIERARCHY", "HIERARCHIE", "small.bvh:1: expected 'HIERARCHY'"},
      {"ROOT Hips", "ROOT ", "small.bvh:2: a joint without a name"},
      {"OFFSET 0 10 0", "OFFSET 0 ten 0", "small.bvh:8: expected a number, found 'ten'"},
      {"OFFSET 0 10 0", "OFFSET 0 nan 0", "expected a number, found 'nan'"},
      {"OFFSET 0 10 0", "OFFSET 0 1e300 0", "expected a number, found '1e300'"},
      {"CHANNELS 3", "CHANNELS 7", "expected a whole number up to 6"},
      {"CHANNELS 3 Yrotation", "CHANNELS 3 Xrotation", "has a channel twice"},
      {"Zposition Z", "Wposition Z", "expected a channel"},
      {"Back bone", "Hips", "two joints are called 'Hips'"},
      {"Frames: 2", "Frames: 0", "no frames"},
      {"Frames: 2", "Frames: -2", "expected a whole number"},
      {"Frames: 2", "Frames: 3", "expected a number, found the end of the file"},
      {"Frames: 2", "Frames: 99999999", "the file ends before"},
      {"Frames: 2", "Frames: 1", "more than the 1 frames announced"},
      {"Frame Time: .01", "Frame Time: 0", "a frame time of 0 s"},
      {"MOTION", "}", "expected 'MOTION', found '}'"},
      {"End Site", "JOINT", "a joint without a name"},
  };
  for (const Case& c : cases) {
    INFO(c.what << " -> " << c.with);
    const auto bvh = read_bvh(replaced(kSmall, c.what, c.with), "small.bvh");
    REQUIRE(!bvh);
    INFO(bvh.error().message);
    CHECK(bvh.error().message.find(c.says) != std::string::npos);
  }
}

TEST_CASE("a million open braces are refused, not recursed into") {
  std::string text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n";
  for (int i = 0; i < 20000; ++i) text += fmt::format("JOINT j{}\n{{\nOFFSET 0 0 0\nCHANNELS 0\n", i);
  const auto bvh = read_bvh(text, "deep.bvh");
  REQUIRE(!bvh);
  CHECK(bvh.error().message.find("more than 1024 joints") != std::string::npos);
}

TEST_CASE("the unit is guessed from the size of the body") {
  auto bvh = read_bvh(test::cmu_bvh(2), "cm.bvh");
  REQUIRE(bvh);
  CHECK(guess_unit(*bvh) == 0.01);
  for (const double unit : {1.0, 0.001, 0.0254, 0.0254 / 0.45}) {
    Bvh scaled = *bvh;
    for (BvhJoint& joint : scaled.joints) joint.offset *= 0.01 / unit;
    CHECK(guess_unit(scaled) == unit);
  }
}

}  // namespace fh::human
