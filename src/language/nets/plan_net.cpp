// SPDX-License-Identifier: Apache-2.0
#include "language/nets/plan_net.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/nets/answers.h"
#include "language/nets/step_actions.h"

namespace fh::language {
namespace {

using core::Json;

constexpr double kForEver = 86400.0;  // s
constexpr int kMostTimes = 20;
constexpr const char* kHandVerbs[] = {"touch", "pick_up", "put",       "put_down",   "carry",   "bring", "hand_over",
                                      "open",  "close",   "press",     "turn",       "ratchet", "hold",  "take_over",
                                      "push",  "pull",    "switch_on", "switch_off", "attach",  "remove"};

Json wait_for_ever(const std::string& look_at) {
  Json node{{"do", "wait"}, {"seconds", kForEver}};
  if (!look_at.empty()) node["look_at"] = look_at;
  return node;
}

/// Edges to one node, one for each of the ways in which a condition can hold.
void add_edges(Json& edges, const std::string& to, const Questions& any_of) {
  for (const Json& all_of : any_of) edges.push_back({{"to", to}, {"on", "always"}, {"when", all_of}});
}

/// One net under construction: nodes get their names in order, edges lead to names that may come later.
class NetWriter {
 public:
  NetWriter(const Setting& setting, Json& nets, bool low) : setting_(setting), nets_(nets), low_(low) {}

  /// Returns the net's name; on a refusal `refused` is set.
  std::string write(const std::vector<Step>& steps, std::string& refused) {
    const std::string name = nets_.empty() ? "told" : fmt::format("told.{}", nets_.size());
    const std::size_t index = nets_.size();
    nets_.push_back({{"name", name}});  // a net stands before those that it runs
    for (std::size_t i = 0; i < steps.size() && refused.empty();) {
      std::size_t end = i + 1;
      while (end < steps.size() && steps[end].meanwhile) ++end;
      const bool last = end == steps.size();
      if (end - i == 1)
        write_step(steps[i], last, skip_target(steps, end), refused);
      else
        write_together(
            {steps.begin() + static_cast<std::ptrdiff_t>(i), steps.begin() + static_cast<std::ptrdiff_t>(end)},
            refused);
      // Whoever did this does not do what is to be done otherwise.
      if (!last && steps[end].otherwise)
        add({{"do", "wait"},
             {"seconds", 0.0},
             {"edges", {{{"to", fmt::format("(skip {} {})", marks_.size() + 1, skip_target(steps, end + 1) + 1)}}}}});
      marks_.push_back(nodes_.size());
      i = end;
    }
    finish();
    nets_[index]["nodes"] = nodes_;
    return name;
  }

 private:
  static constexpr const char *kNext = "(next)", *kDone = "done", *kFailed = "failed";

  /// How many groups of steps hang on the condition of this one.
  static std::size_t skip_target(const std::vector<Step>& steps, std::size_t from) {
    std::size_t groups = 0;
    for (std::size_t i = from; i < steps.size() && steps[i].only_if_previous; ++i) groups += steps[i].meanwhile ? 0 : 1;
    return groups;
  }

  std::string add(Json node) {
    const std::string name = fmt::format("n{}", nodes_.size() + 1);
    node["name"] = name;
    if (!node.contains("edges")) node["edges"] = Json::array();
    nodes_.push_back(std::move(node));
    return name;
  }
  std::string name_after(std::size_t more) const { return fmt::format("n{}", nodes_.size() + 1 + more); }

  void write_step(const Step& step, bool last, std::size_t skips, std::string& refused) {
    if (!step.question.empty()) return write_answer(step, refused);
    const Actions actions = actions_of(setting_, step, last, low_);
    if (!actions.refused.empty()) return void(refused = actions.refused);
    static constexpr const char* kSeated[] = {"wave", "point_at", "look_at", "look_around",
                                              "say",  "ask",      "wait",    "listen"};
    const auto is = [&](const char* word) { return step.verb == word; };
    low_ = (is("sit") || is("kneel")) ? step.seconds == 0.0
                                      : low_ && std::any_of(std::begin(kSeated), std::end(kSeated), is);
    if (step.every_seconds > 0.0 && !last)
      return void(refused = "I would do that again and again: nothing can come after it.");
    if (step.times > kMostTimes) return void(refused = fmt::format("{} times is too often.", step.times));
    Questions until;
    std::string loop_to;
    for (const Condition& condition : step.conditions) {
      const Asked asked = questions_of(setting_, condition);
      if (!asked.refused.empty()) return void(refused = asked.refused);
      if (condition.kind == "until") until.insert(until.end(), asked.holds.begin(), asked.holds.end());
      if (condition.kind == "while") until.insert(until.end(), asked.fails.begin(), asked.fails.end());
      if (condition.kind == "when" || condition.kind == "after" || condition.kind == "whenever") {
        Json node = wait_for_ever(asked.watched);
        add_edges(node["edges"], name_after(1), asked.holds);
        const std::string begin = add(std::move(node));
        if (condition.kind == "whenever") {
          loop_to = begin;
          again_when_ = asked.fails;
        }
      }
      if (condition.kind == "if" || condition.kind == "unless") {
        Json node{{"do", "wait"}, {"seconds", 0.0}, {"edges", Json::array()}};
        for (const Json& all_of : condition.kind == "if" ? asked.holds : asked.fails)
          node["edges"].push_back({{"to", name_after(1)}, {"when", all_of}});
        node["edges"].push_back({{"to", fmt::format("(skip {} {})", marks_.size(), skips + 1)}});
        add(std::move(node));
      }
      if (condition.kind == "before")
        return void(refused = "I can do things after something has happened, not in time before it.");
    }
    const std::string first = name_after(0);
    const bool again = step.every_seconds > 0.0;
    const std::size_t begin = nodes_.size();
    for (int i = 0; i < step.times; ++i) write_actions(actions, step, again ? Questions{} : until);
    if (again) {
      add({{"do", "wait"}, {"seconds", step.every_seconds}, {"edges", {{{"to", first}}}}});
      leave_when(until, begin);
    }
    if (loop_to.empty()) return;
    Json node = wait_for_ever("");
    add_edges(node["edges"], loop_to, again_when_);
    add(std::move(node));
  }

  /// Says yes or no by what it believes when it gets there.
  void write_answer(const Step& step, std::string& refused) {
    if (step.question == "where" && step.conditions.empty()) {
      for (const auto& name : step.object.names) {
        Json node{{"do", "report"}, {"what", name}};
        if (setting_.speaker) node["whom"] = setting_.at(*setting_.speaker).name;
        add(std::move(node));
      }
      return;
    }
    if (step.question != "whether" || step.conditions.size() != 1)
      return void(refused = "Ask me that by itself, when I am there.");
    const Asked asked = questions_of(setting_, step.conditions[0]);
    if (!asked.refused.empty()) return void(refused = asked.refused);
    Json node{{"do", "wait"}, {"seconds", 0.0}, {"edges", Json::array()}};
    for (const Json& all_of : asked.holds) node["edges"].push_back({{"to", name_after(1)}, {"when", all_of}});
    node["edges"].push_back({{"to", name_after(2)}});
    add(std::move(node));
    const std::string what = to_text(step.conditions[0]);
    Json yes{{"do", "say"}, {"text", fmt::format("Yes: {}.", what)}};
    yes["edges"] = {{{"to", "(after yes)"}, {"on", "done"}}};
    add(std::move(yes));
    add({{"do", "say"}, {"text", fmt::format("No, not: {}.", what)}});
  }

  /// From any of the nodes since `begin` on to what follows them, as soon as it holds.
  void leave_when(const Questions& until, std::size_t begin) {
    const std::string past = name_after(0);
    for (std::size_t i = begin; i < nodes_.size(); ++i) {
      Json edges = Json::array();
      add_edges(edges, past, until);
      for (const Json& edge : nodes_[i]["edges"]) edges.push_back(edge);
      nodes_[i]["edges"] = std::move(edges);
    }
  }

  /// The actions in order; "until" ends the last of them, and what is done before that is held.
  void write_actions(const Actions& actions, const Step& step, const Questions& until) {
    for (std::size_t i = 0; i < actions.nodes.size(); ++i) {
      Json node = actions.nodes[i];
      Json edges = Json::array();
      if (i + 1 < actions.nodes.size() || until.empty()) {
        if (i + 1 == actions.nodes.size() && actions.endless && step.seconds > 0.0)
          edges.push_back({{"to", kNext}, {"on", "always"}, {"when", {{{"is", "after"}, {"seconds", step.seconds}}}}});
        node["edges"] = std::move(edges);
        add(std::move(node));
        continue;
      }
      const std::string hold = name_after(actions.repeats ? 0 : 1);
      add_edges(edges, actions.repeats || actions.endless ? kNext : fmt::format("(after {})", hold), until);
      if (!actions.endless) edges.push_back({{"to", hold}, {"on", "done"}});
      node["edges"] = std::move(edges);
      add(std::move(node));
      if (actions.endless || actions.repeats) continue;
      Json wait = wait_for_ever("");
      add_edges(wait["edges"], kNext, until);
      add(std::move(wait));
    }
  }

  void write_together(std::vector<Step> steps, std::string& refused) {
    Json branches = Json::array();
    bool all_end = true;
    std::vector<std::string> ending, endless;
    for (Step& step : steps) {
      step.meanwhile = false;
      const bool ends = !actions_of(setting_, step, false).endless || step.seconds > 0.0 || !step.conditions.empty();
      std::vector<Step> one{step};
      const std::string name = NetWriter(setting_, nets_, low_).write(one, refused);
      if (!refused.empty()) return;
      (ends ? ending : endless).push_back(name);
      all_end = all_end && ends;
    }
    for (const auto& name : ending) branches.push_back(name);
    for (const auto& name : endless) branches.push_back(name);
    add({{"do", "parallel"}, {"branches", branches}, {"join", all_end || ending.empty() ? "all" : "while"}});
  }

  /// Names of nodes instead of what stood for them; what is done leads on, what fails ends the net.
  void finish() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Json& node = nodes_[i];
      bool done = false;
      for (Json& edge : node["edges"]) {
        edge["to"] = target(edge["to"].get<std::string>(), i);
        done = done || !edge.contains("on") || edge["on"] == "done";
      }
      if (!done) node["edges"].push_back({{"to", target(kNext, i)}, {"on", "done"}});
      if (node["do"] != "wait") node["edges"].push_back({{"to", kFailed}, {"on", "failed"}});
    }
    // What goes on for ever has no end that anything leads to.
    const auto is_led_to = [&](const char* name) {
      return std::any_of(nodes_.begin(), nodes_.end(), [&](const Json& node) {
        return std::any_of(node["edges"].begin(), node["edges"].end(),
                           [&](const Json& edge) { return edge["to"] == name; });
      });
    };
    const bool done = is_led_to(kDone), failed = is_led_to(kFailed);
    if (done) nodes_.push_back({{"name", kDone}, {"do", "end"}});
    if (failed) nodes_.push_back({{"name", kFailed}, {"do", "end"}, {"result", "failed"}});
  }

  std::string at(std::size_t index) const {
    return index < nodes_.size() ? nodes_[index]["name"].get<std::string>() : kDone;
  }

  std::string target(const std::string& name, std::size_t from) const {
    if (name == kNext) return at(from + 1);
    if (name.rfind("(after ", 0) == 0) return at(from + 2);
    if (name.rfind("(skip ", 0) != 0) return name.starts_with('n') && index_of(name) >= nodes_.size() ? kDone : name;
    std::size_t mark = 0, count = 0;
    std::sscanf(name.c_str(), "(skip %zu %zu)", &mark, &count);
    const std::size_t group = mark + count - 1;
    return group < marks_.size() ? at(marks_[group]) : kDone;
  }
  static std::size_t index_of(const std::string& name) { return std::stoul(name.substr(1)) - 1; }

  const Setting& setting_;
  Json& nets_;
  bool low_;  // it sits or kneels when the next step begins
  Json nodes_ = Json::array();
  std::vector<std::size_t> marks_;  // where the nodes of each group of steps end
  Questions again_when_;
};

/// "Follow sofia, and when she stops, come back": what goes on by itself goes on until then.
std::vector<Step> held_until_next(std::vector<Step> steps) {
  static constexpr const char* kGoOn[] = {"follow", "wander", "flee", "wait", "hide"};
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    Step& step = steps[i];
    const bool ends = step.seconds > 0.0 || steps[i + 1].meanwhile || step.meanwhile ||
                      std::any_of(step.conditions.begin(), step.conditions.end(),
                                  [](const Condition& c) { return c.kind == "until" || c.kind == "while"; });
    if (ends || std::none_of(std::begin(kGoOn), std::end(kGoOn), [&](const char* verb) { return step.verb == verb; }))
      continue;
    for (Condition condition : steps[i + 1].conditions) {
      if (condition.kind != "when" || !condition.text.empty()) continue;
      condition.kind = "until";
      step.conditions.push_back(std::move(condition));
      break;
    }
  }
  return steps;
}

}  // namespace

std::vector<std::string> rule_keys(const Step& step) {
  std::vector<std::string> keys;
  const std::string verb = step.verb == "enter" || step.verb == "climb" ? "go" : step.verb;
  const bool hands =
      std::any_of(std::begin(kHandVerbs), std::end(kHandVerbs), [&](const char* word) { return verb == word; });
  const auto add = [&](const std::string& name) {
    keys.push_back(verb + " " + name);
    if (verb != step.verb) keys.push_back(step.verb + " " + name);
    if (hands && verb != "touch") keys.push_back("touch " + name);
  };
  for (const auto& name : step.object.names) add(name);
  for (const auto& name : step.acts_on) add(name);
  if (step.object.names.empty()) {
    for (const auto& name : step.place.of.names) add(name);
  }
  if (keys.empty() || !step.forbidden) keys.push_back(verb);
  if (hands && !step.forbidden) keys.emplace_back("touch");
  return keys;
}

NetPlan plan_net(const Setting& setting, const std::vector<Step>& steps) {
  NetPlan plan;
  if (steps.size() == 1 && (steps[0].verb == "resume" || (steps[0].verb == "stop" && !steps[0].asked.empty()))) {
    plan.resumes = true;
    return plan;
  }
  if (std::all_of(steps.begin(), steps.end(), [](const Step& step) { return !step.question.empty(); })) {
    for (const Step& step : steps) plan.answer += (plan.answer.empty() ? "" : " ") + answer_to(setting, step);
    return plan;
  }
  std::vector<Step> done;
  for (const Step& step : steps) {
    if (!step.forbidden) {
      done.push_back(step);
      continue;
    }
    // "touch" stands for all work of the hands; of other verbs the narrowest rule counts.
    const auto keys = rule_keys(step);
    for (const auto& key : keys) {
      if (step.verb == "touch" || key.rfind("touch ", 0) != 0) plan.forbids.push_back(key);
    }
  }
  if (done.empty()) return plan;
  Json nets = Json::array();
  NetWriter(setting, nets, setting.low).write(held_until_next(std::move(done)), plan.refused);
  if (plan.refused.empty())
    plan.nets = Json{{"nets", nets}}.dump();
  else
    plan.forbids.clear();
  return plan;
}

}  // namespace fh::language
