// firsthand: walk through a workspace with your own body, beside people who must see you.
#include <cstdio>
#include <string>
#include <vector>

#include "app/build_info.h"
#include "app/commands.h"
#include "core/files.h"

namespace {

using namespace fh;

/// One sentence for a wrong command line, with the nearest known word where there is one.
std::string explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  std::string message = error.what();
  std::vector<std::string> known;
  const CLI::App* chosen = &app;
  for (const auto* sub : app.get_subcommands({})) {
    if (!words.empty() && sub->get_name() == words[0]) chosen = sub;
  }
  if (chosen == &app) {
    for (const auto* sub : app.get_subcommands({})) known.push_back(sub->get_name());
    if (!words.empty() && words[0].rfind('-', 0) != 0) message = fmt::format("unknown command \"{}\"", words[0]);
  }
  for (const auto* option : chosen->get_options()) {
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const auto& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
    if (is_known || (name.rfind("--", 0) != 0 && chosen != &app)) continue;
    const std::string nearest = core::nearest_word(name, known);
    if (!nearest.empty() && nearest != name) message += fmt::format("; did you mean \"{}\"?", nearest);
    break;
  }
  return fmt::format("{} (see firsthand {}--help)", message, chosen == &app ? "" : chosen->get_name() + " ");
}

}  // namespace

int main(int argc, char** argv) {
  if (!__builtin_cpu_supports("avx2")) {
    std::fprintf(stderr, "firsthand: this build needs a CPU with AVX2 (any x86-64 since about 2013)\n");
    return app::kCannot;
  }
  CLI::App app("Walk through a workspace with your own body, beside people who must see you.", "firsthand");
  app.set_version_flag("--version", "firsthand " + app::build_id());
  app.require_subcommand(1);
  std::string data;
  app.add_option("--data", data, "Folder that holds assets/ and config/ (default: found beside the program)")
      ->type_name("DIR");
  struct Command {
    CLI::App* app;
    app::CommandBody body;
  };
  std::vector<Command> commands;
  const auto add = [&](const char* name, const char* help, app::CommandBody (*declare)(CLI::App&)) {
    CLI::App* sub = app.add_subcommand(name, help);
    commands.push_back({sub, declare(*sub)});
  };
  add("run", "Visit a scenario: headset, desktop window, or a scripted tour", app::add_run_command);
  add("replay", "Simulate a recording again; verify or dump it", app::add_replay_command);
  add("validate", "Check scenario, tour and configuration files", app::add_validate_command);
  add("doctor", "Report what this machine can do and what to do about problems", app::add_doctor_command);
  add("bench", "Measure speed; every row carries a hash of its results", app::add_bench_command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    std::fprintf(stderr, "firsthand: %s\n", explain(app, error, words).c_str());
    return app::kCannot;
  }
  if (!data.empty()) core::set_data_folder(data);
  for (const auto& command : commands) {
    if (command.app->parsed()) return command.body();
  }
  return app::kCannot;
}
