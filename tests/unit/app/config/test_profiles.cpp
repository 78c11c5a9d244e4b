// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <filesystem>

#include "app/config/config.h"
#include "app/config/profiles.h"
#include "app/config/settings_from_config.h"
#include "core/files.h"
#include "temporary_folder.h"

using namespace fh;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A configuration folder of its own for the test.
struct Home {
  Home() {
    if (const char* before = std::getenv("XDG_CONFIG_HOME")) kept = before;
    ::setenv("XDG_CONFIG_HOME", folder.path.c_str(), 1);
  }
  ~Home() {
    if (kept.empty())
      ::unsetenv("XDG_CONFIG_HOME");
    else
      ::setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  }
  void write(const std::string& name, const std::string& text) const {
    REQUIRE(core::write_text(app::profile_folder() / name, text));
  }
  test::TemporaryFolder folder;
  std::string kept;
};

human::Calibration somebody() {
  core::set_data_folder(FH_SOURCE_DIR);
  human::UserMeasures measures;
  measures.eye_height = 1.501;
  measures.span = 1.58;
  return human::calibrate(*human::load_default_population(), human::Sex::Female, measures)->calibration;
}

}  // namespace

TEST_CASE("profiles: kept under a name, found again, listed") {
  const Home home;
  CHECK(app::profile_names().empty());
  const auto file = app::save_profile("Ada L.", somebody());
  REQUIRE(file);
  CHECK(*file == home.folder.path / "firsthand" / "profiles" / "Ada L..json");
  REQUIRE(app::save_profile("bob", somebody()));
  CHECK(app::profile_names() == std::vector<std::string>{"Ada L.", "bob"});
  const auto back = app::load_profile("Ada L.");
  REQUIRE(back);
  CHECK(back->name == "Ada L.");
  CHECK(app::profile_text(*back) == app::profile_text(*app::load_profile(file->string())));
  auto renamed = somebody();
  renamed.name = "Ada L.";
  CHECK(app::profile_text(*back) == app::profile_text(renamed));  // to the last bit: numbers are written in full
}

TEST_CASE("profiles: a short file made by hand will do") {
  const Home home;
  home.write("hand.json", R"({"name": "hand", "sex": "f", "measures": {"stature": 1.62}})");
  const auto profile = app::load_profile("hand");
  REQUIRE(profile);
  CHECK(profile->sex == human::Sex::Female);
  CHECK_FALSE(profile->grips_known);
}

TEST_CASE("profiles: names that are none and files that are none get one clear message") {
  const Home home;
  REQUIRE(app::save_profile("anna", somebody()));
  const auto says = [](const std::string& name, const char* words) {
    const auto loaded = app::load_profile(name);
    REQUIRE_FALSE(loaded);
    CAPTURE(name);
    CHECK_THAT(loaded.error().message, ContainsSubstring(words));
  };
  says("ana", "did you mean \"anna\"?");
  says("somebody else", "make one with firsthand body --save-profile");
  says("..", "is no name of a profile");
  says("a\nb", "is no name of a profile");
  says("../anna.json", "no such file");
  says("/dev/zero", "not a regular file");
  says("/dev/null.json", "no such file");
  for (const char* name : {"", ".", "..", "a/b", "../x", "-x", "x\t", "ä"}) {
    CAPTURE(name);
    CHECK_FALSE(app::save_profile(name, somebody()));
  }
  CHECK_FALSE(app::save_profile(std::string(65, 'a'), somebody()));
  home.write("big.json", "{\"name\": \"" + std::string(70000, 'x') + "\"}");
  says("big", "more than the limit");
}

TEST_CASE("profiles: hostile content is refused with its place") {
  const auto says = [](const std::string& text, const char* words) {
    const auto parsed = app::parse_profile(text, "p.json");
    CAPTURE(text);
    REQUIRE_FALSE(parsed);
    CHECK_THAT(parsed.error().message, ContainsSubstring(words));
    CHECK_THAT(parsed.error().message, ContainsSubstring("p.json:1:"));
  };
  says("{", "p.json");
  says("[]", "must be an object");
  says(R"({"sex": "f"})", "measures");
  says(R"({"sex": "f", "measures": {}})", "at least one of");
  says(R"({"sex": "x", "measures": {"stature": 1.7}})", "/sex");
  says(R"({"sex": "f", "measures": {"stature": 17}})", "/measures/stature");
  CHECK_FALSE(app::parse_profile(R"({"sex": "f", "measures": {"stature": 1e999}})", "p.json"));
  says(R"({"sex": "f", "measures": {"stature": 1.58, "span": 1.0}})", "/measures: calibrating: span = 1 is beyond");
  says(R"({"sex": "f", "measures": {"stature": 1.6, "eye_height": 1.7}})",
       "/measures: calibrating: eye_height = 1.7 does not fit stature = 1.6");
  says(R"({"sex": "f", "measures": {"eye_height": 1.5, "shoulder_height": 1.5}})", "shoulder_height = 1.5");
  says(R"({"sex": "f", "measures": {"stature": 1.7, "tail": 1}})", "tail");
  says(R"({"name": "../../x", "sex": "f", "measures": {"stature": 1.7}})", "/name");
  says(R"({"sex": "f", "measures": {"stature": 1.7}, "height_offset": 50})", "/height_offset");
  const auto grips = [](const std::string& left) {
    return R"({"sex": "f", "measures": {"stature": 1.7}, "left_grip_from_wrist": )" + left +
           R"(, "right_grip_from_wrist": {"position": [0,0.1,0], "rotation": [0,0,0,1]}})";
  };
  CHECK(app::parse_profile(grips(R"({"position": [0,0.1,0], "rotation": [0,0,0,1]})"), "p.json"));
  says(grips(R"({"position": [0,0.1,0], "rotation": [0,0,0,0]})"), "rotation of length 1");
  says(grips(R"({"position": [0,9,0], "rotation": [0,0,0,1]})"), "within 30 cm");
  says(grips(R"({"position": [0,9], "rotation": [0,0,0,1]})"), "/left_grip_from_wrist/position");
  says(R"({"sex": "f", "measures": {"stature": 1.7},
           "left_grip_from_wrist": {"position": [0,0.1,0], "rotation": [0,0,0,1]}})",
       "both or none");
}

TEST_CASE("profiles: the configuration holds the content, so that a recording needs no file") {
  std::string in_recording;
  std::uint64_t hash = 0;
  {
    const Home home;
    human::Calibration seated = somebody();
    seated.seated = true;
    seated.height_offset = 0.44;
    REQUIRE(app::save_profile("anna", seated));
    auto config = app::Config::load("", {"user.profile=anna", "user.wear=m:97.5"});
    REQUIRE(config);
    CHECK(config->text("user.posture") == "seated");
    CHECK(app::Config::load("", {"user.profile=anna", "user.posture=standing"})->text("user.posture") == "standing");
    CHECK(config->simulation_hash() != app::Config::load("", {"user.wear=m:97.5"})->simulation_hash());
    const auto unknown = app::Config::load("", {"user.profile=ana"});
    REQUIRE_FALSE(unknown);
    CHECK_THAT(unknown.error().message, ContainsSubstring("did you mean \"anna\"?"));
    in_recording = config->to_json().dump();
    hash = config->simulation_hash();
  }
  const auto again = app::Config::from_json_text(in_recording, "recording");
  REQUIRE(again);
  CHECK(again->simulation_hash() == hash);
  const auto settings = app::world_settings(*again);
  CHECK(settings.figure.self.name == "anna");
  CHECK(settings.figure.self.measures.eye_height == 1.501);
  CHECK(settings.figure.self.height_offset == 0.44);
  CHECK(settings.figure.wear == human::Wear{human::Sex::Male, 97.5});
  // A recording is not trusted either.
  const auto bad = app::Config::from_json_text(R"({"user": {"profile": "{\"sex\": \"f\"}"}})", "recording");
  REQUIRE_FALSE(bad);
  CHECK_THAT(bad.error().message, ContainsSubstring("measures"));
}

TEST_CASE("profiles: which body is worn is said in few words") {
  using human::read_wear;
  using human::Sex;
  CHECK(read_wear("own")->is_own());
  CHECK(*read_wear("f05") == human::Wear{Sex::Female, 5.0});
  CHECK(*read_wear("m:97.5") == human::Wear{Sex::Male, 97.5});
  for (const char* bad : {"", "f", "x50", "f0", "m100", "m-5", "f05x", "fnan", "own "}) {
    CAPTURE(bad);
    CHECK_FALSE(read_wear(bad));
  }
  for (const char* text : {"own", "f05", "m95", "f:12.5"}) {
    const human::Wear wear = *read_wear(text);
    CHECK(human::text_of(wear) == text);
    CHECK(human::wear_of(human::number_of(wear)) == wear);
  }
  CHECK(human::wear_of(-1e9) == human::Wear{Sex::Female, human::kMostWorn});
  CHECK(human::wear_of(0.01) == human::Wear{Sex::Male, human::kLeastWorn});
  CHECK_THAT(app::Config::load("", {"user.wear=x5"}).error().message, ContainsSubstring("f05, m95 or f:12.5"));
}
