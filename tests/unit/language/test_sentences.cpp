// SPDX-License-Identifier: Apache-2.0
// Sentences with the plans they are meant to give (tests/data/instructions), what must be asked back or refused, and
// the page that lists the words.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "core/files.h"
#include "language/grounding/understand.h"
#include "language/nets/plan_net.h"
#include "language/vocabulary.h"

namespace fh::language {
namespace {

struct Example {
  std::string sentence, scenario = "workshop", who = "mira";
  std::vector<std::string> expected;  // "1. …" steps in order; "? …" a question, "! …" a refusal that says this
};

std::vector<Example> examples(const std::string& file) {
  std::ifstream in(std::string(FH_SOURCE_DIR) + "/tests/data/instructions/" + file);
  std::vector<Example> all;
  std::string scenario = "workshop", who = "mira";
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '@') {  // "@ workshop mira"
      std::istringstream(line.substr(1)) >> scenario >> who;
    } else if (line[0] == '>') {
      all.push_back({line.substr(2), scenario, who, {}});
    } else {
      REQUIRE(!all.empty());
      all.back().expected.push_back(line);
    }
  }
  return all;
}

/// Settings are made once for each agent.
const Setting& setting_for(const Example& example) {
  static std::map<std::string, Setting> made;
  const std::string key = example.scenario + " " + example.who;
  const auto known = made.find(key);
  if (known != made.end()) return known->second;
  core::set_data_folder(FH_SOURCE_DIR);
  const auto scenario = scene::load_scenario(*scene::find_scenario(example.scenario));
  REQUIRE(scenario);
  auto setting = make_setting(*scenario, example.who);
  REQUIRE(setting);
  return made.emplace(key, std::move(*setting)).first->second;
}

constexpr const char* kUnderstood[] = {"written_first.txt", "paraphrases.txt", "as_people_say.txt", "as_people_ask.txt",
                                       "as_reviewers_write.txt"};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

std::string answered(const Example& example) {
  const Answer answer = understand(setting_for(example), example.sentence);
  if (answer.kind == Answer::Kind::Understood) return to_text(answer.steps);
  return (answer.kind == Answer::Kind::Question ? "? " : "! ") + answer.message;
}

}  // namespace

TEST_CASE("sentences are understood as they are meant") {
  std::size_t count = 0, understood = 0;
  for (const char* file : kUnderstood) {
    const auto all = examples(file);
    CHECK(all.size() >= 100);
    for (const Example& example : all) {
      ++count;
      const std::string answer = answered(example);
      const bool plan = answer.rfind("1. ", 0) == 0;
      understood += plan ? 1 : 0;
      INFO(file << ": " << example.sentence);
      // What is not understood may only be asked back or refused, never taken for something else.
      if (plan || joined(example.expected).rfind("1. ", 0) == 0) CHECK(answer == joined(example.expected));
    }
  }
  CHECK(count >= 200);
  CHECK(understood >= (95 * count + 99) / 100);
}

TEST_CASE("every plan becomes a net that the checks accept, or a reason why it cannot be done") {
  std::size_t nets = 0, refused = 0;
  core::set_data_folder(FH_SOURCE_DIR);
  for (const char* file : kUnderstood) {
    for (const Example& example : examples(file)) {
      const Setting& setting = setting_for(example);
      const Answer answer = understand(setting, example.sentence);
      if (answer.kind != Answer::Kind::Understood) continue;
      const NetPlan plan = plan_net(setting, answer.steps);
      INFO(example.sentence << "\n" << plan.nets << plan.refused);
      REQUIRE(plan.resumes + !plan.nets.empty() + !plan.refused.empty() + !plan.answer.empty() ==
              (plan.forbids.empty() || !plan.nets.empty()));
      if (plan.nets.empty()) {
        ++refused;
        continue;
      }
      static std::map<std::string, scene::Scenario> places;
      if (!places.contains(example.scenario))
        places.emplace(example.scenario, *scene::load_scenario(*scene::find_scenario(example.scenario)));
      const auto read = scene::parse_nets(plan.nets, places.at(example.scenario));
      // Two things that need the same part of the body cannot be done at the same time: the agent says so.
      if (!read) CHECK(read.error().message.find("as a branch before it does") != std::string::npos);
      ++nets;
    }
  }
  INFO(nets << " nets, " << refused << " refused");
  CHECK(nets > 150);
}

TEST_CASE("what is done every few seconds until something happens ends when it happens") {
  const Example example{"wave every 5 seconds until the user is here", "workshop", "mira", {}};
  const Setting& setting = setting_for(example);
  const Answer answer = understand(setting, example.sentence);
  INFO(answer.message);
  REQUIRE(answer.kind == Answer::Kind::Understood);
  const NetPlan plan = plan_net(setting, answer.steps);
  INFO(plan.nets << plan.refused);
  REQUIRE_FALSE(plan.nets.empty());
  const core::Json net = core::Json::parse(plan.nets)["nets"][0];
  std::size_t waits = 0, left = 0;
  bool returns = false;
  for (const core::Json& node : net["nodes"]) {
    if (node["do"] == "end") continue;
    ++waits;
    for (const core::Json& edge : node["edges"]) {
      left += edge["to"] == "done" && edge.contains("when") ? 1 : 0;
      returns = returns || (node["do"] == "wait" && node["seconds"] == 5.0 && edge["to"] == "n1");
    }
  }
  CHECK(waits >= 2);     // the wave, and the pause after it
  CHECK(left >= waits);  // each is left when the user is there
  CHECK(returns);
}

TEST_CASE("what is ambiguous, impossible or unknown is asked back or refused") {
  const auto all = examples("not_carried_out.txt");
  CHECK(all.size() >= 60);
  for (const Example& example : all) {
    INFO(example.sentence);
    REQUIRE(example.expected.size() == 1);
    const std::string answer = answered(example);
    CHECK(answer.substr(0, 2) == example.expected[0].substr(0, 2));
    INFO(answer);
    CHECK(answer.find(example.expected[0].substr(2)) != std::string::npos);
  }
}

TEST_CASE("no cut or changed sentence takes long or is a crash") {
  // Every prefix, and every sentence without one of its words: understood or not, but always answered.
  const auto all = examples("written_first.txt");
  std::size_t answers = 0;
  for (std::size_t n = 0; n < all.size(); n += 4) {
    std::istringstream in(all[n].sentence);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    for (std::size_t out = 0; out < words.size(); ++out) {
      std::string shorter, prefix;
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != out) shorter += words[i] + " ";
        if (i <= out) prefix += words[i] + " ";
      }
      for (const auto& text : {shorter, prefix}) {
        const Answer answer = understand(setting_for(all[n]), text);
        CHECK(answer.steps.empty() == (answer.kind != Answer::Kind::Understood));
        CHECK(answer.message.empty() == (answer.kind == Answer::Kind::Understood));
        ++answers;
      }
    }
  }
  CHECK(answers > 100);
}

TEST_CASE("hostile text is answered") {
  const Example mira{"", "workshop", "mira", {}};
  std::string ands = "go to the press";
  for (int i = 0; i < 10; ++i) ands += " and the crate by the shelf";
  for (const std::string& text :
       {std::string(""), std::string(5000, 'a'), std::string("\xff\xfe"), std::string("\"\""), std::string("..,,"),
        std::string("go to \"the press"), std::string("say ''"), ands, std::string("\xe3\x81\x82"),
        std::string("go\tto\nthe press"), std::string("12 12 12 12")}) {
    const Answer answer = understand(setting_for(mira), text);
    CHECK((answer.kind == Answer::Kind::Understood) == !answer.steps.empty());
  }
}

TEST_CASE("the page of instructions lists every word") {
  const auto page = core::read_text(std::string(FH_SOURCE_DIR) + "/docs/instructions.md");
  REQUIRE(page);
  const std::string begin = "<!-- words: firsthand tell --words -->\n", end = "<!-- end -->";
  const auto from = page->find(begin);
  REQUIRE(from != std::string::npos);
  const auto to = page->find(end, from);
  CHECK(page->substr(from + begin.size(), to - from - begin.size()) == vocabulary_tables());
  CHECK(verb_names().size() >= 25);
  CHECK(relations().size() >= 15);
}

TEST_CASE("a plan as JSON names what is meant") {
  const Example example{"go to the store to get the extinguisher, carefully", "workshop", "mira", {}};
  const Answer answer = understand(setting_for(example), example.sentence);
  REQUIRE(answer.kind == Answer::Kind::Understood);
  const auto json = to_json(answer);
  REQUIRE(json["steps"].size() == 2);
  CHECK(json["steps"][0]["place"]["of"]["names"][0] == "floor.store");
  CHECK(json["steps"][0]["purpose"] == "pick_up");
  CHECK(json["steps"][1]["object"]["names"][0] == "extinguisher");
  CHECK(json["steps"][1]["object"]["to_be_found"][0] == "extinguisher");
  CHECK(json["steps"][1]["expected"]["of"]["names"][0] == "floor.store");
  CHECK(json["steps"][1]["look_in"].size() == 2);
  const auto question = to_json(understand(setting_for(example), "pick up the crate"));
  CHECK(question["understood"] == false);
  CHECK(question["choices"].size() == 10);
}

}  // namespace fh::language
