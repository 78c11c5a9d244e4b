// SPDX-License-Identifier: Apache-2.0
#include "session/outside_analyser.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/text.h"
#include "core/time.h"
#include "human/body/joints.h"

namespace fh::session {
namespace {

constexpr std::size_t kLongestAnswer = 16u << 20;

/// Tenths of a millimetre are more than enough, and shorter to read.
double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

core::Json pose_json(const math::Pose& pose) {
  const auto& p = pose.position;
  const auto& q = pose.rotation;
  return core::Json::array(
      {rounded(p.x), rounded(p.y), rounded(p.z), rounded(q.x), rounded(q.y), rounded(q.z), rounded(q.w)});
}

core::Json start_json(const evaluation::Surroundings& surroundings) {
  core::Json json = {{"kind", "start"},
                     {"format", 1},
                     {"ticks_per_s", core::kTicksPerSecond},
                     {"every_ticks", OutsideAnalyser::kEveryTicks},
                     {"joints", core::Json::array()},
                     {"people", core::Json::array()},
                     {"objects", core::Json::array()}};
  for (std::size_t i = 0; i < human::kJointCount; ++i) json["joints"].push_back(human::info(human::joint_at(i)).name);
  for (const auto& person : surroundings.people) json["people"].push_back(person.name);
  for (const scene::Object& object : surroundings.scene->objects)
    json["objects"].push_back(
        {{"name", object.name}, {"moves", !object.is_static()}, {"pose", pose_json(object.world_from_object)}});
  return json;
}

std::string object_name(const scene::Scene& scene, core::ObjectId id) {
  const scene::Object* object = scene.find(id);
  return object ? object->name : std::string();
}

core::Json moment_json(const evaluation::Surroundings& surroundings, const frame::Moment& moment) {
  core::Json json = {{"kind", "moment"},
                     {"tick", moment.tick},
                     {"time_s", core::seconds_of(moment.tick)},
                     {"people", core::Json::array()},
                     {"objects", core::Json::array()},
                     {"contacts", core::Json::array()}};
  for (const frame::MomentPerson& person : moment.people) {
    core::Json row = {{"name", evaluation::name_of(surroundings, person.id)},
                      {"user", person.is_user != 0},
                      {"present", person.present != 0},
                      {"joints", core::Json::array()},
                      {"loads_kg", {person.loads[0].mass, person.loads[1].mass}}};
    for (std::uint32_t i = 0; i < person.joint_count; ++i)
      row["joints"].push_back(pose_json(moment.world_from_joint[person.first_joint + i]));
    json["people"].push_back(std::move(row));
  }
  for (const frame::MomentObject& object : moment.objects)
    json["objects"].push_back(
        {{"name", object_name(*surroundings.scene, object.id)}, {"pose", pose_json(object.world_from_object)}});
  for (const frame::MomentContact& contact : moment.contacts)
    json["contacts"].push_back({evaluation::name_of(surroundings, contact.body),
                                contact.other.valid() ? evaluation::name_of(surroundings, contact.other)
                                                      : object_name(*surroundings.scene, contact.object)});
  return json;
}

}  // namespace

core::Result<std::unique_ptr<OutsideAnalyser>> OutsideAnalyser::start(const std::string& command,
                                                                      const evaluation::Surroundings& surroundings,
                                                                      Patience patience) {
  std::unique_ptr<OutsideAnalyser> analyser(new OutsideAnalyser(command, patience));
  FH_TRY_VOID(analyser->launch());
  analyser->surroundings_ = &surroundings;
  analyser->send(start_json(surroundings));
  return analyser;
}

core::Result<> OutsideAnalyser::launch() {
  int in[2], out[2];
  if (::pipe2(in, O_CLOEXEC) != 0)
    return core::fail("--with {}: cannot be started: {}", command_, std::strerror(errno));
  to_it_ = in[1];
  if (::pipe2(out, O_CLOEXEC) != 0) {
    ::close(in[0]);
    return core::fail("--with {}: cannot be started: {}", command_, std::strerror(errno));
  }
  from_it_ = out[0];
  process_ = ::fork();
  if (process_ == 0) {
    ::setpgid(0, 0);
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::signal(SIGINT, SIG_IGN);  // Ctrl-C ends the visit; the program then answers for what it was told
    ::execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  for (const int end : {to_it_, from_it_}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  if (process_ < 0) return core::fail("--with {}: cannot be started: {}", command_, std::strerror(errno));
  ::setpgid(process_, process_);  // whoever is first: the program itself does so too
  return {};
}

OutsideAnalyser::~OutsideAnalyser() {
  if (to_it_ >= 0) ::close(to_it_);
  if (from_it_ >= 0) ::close(from_it_);
  if (process_ > 0) {
    ::kill(-process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
}

void OutsideAnalyser::kill(std::string why) {
  listens_ = false;
  if (killed_.empty()) killed_ = std::move(why);
  ::kill(-process_, SIGKILL);
}

void OutsideAnalyser::hear() {
  std::array<char, 65536> piece;
  ::ssize_t count = 0;
  while (said_.size() <= kLongestAnswer && (count = ::read(from_it_, piece.data(), piece.size())) > 0)
    said_.append(piece.data(), static_cast<std::size_t>(count));
  if (said_.size() > kLongestAnswer && killed_.empty()) kill("its answer has more than 16 MB");
}

void OutsideAnalyser::send(const core::Json& line) {
  const std::string text = core::to_text(line) + "\n";
  core::Stopwatch waiting;
  for (std::size_t sent = 0; listens_ && sent < text.size();) {
    const ::ssize_t count = ::write(to_it_, text.data() + sent, text.size() - sent);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
      waiting = {};
    } else if (errno == EAGAIN) {
      std::array<::pollfd, 2> ends{{{to_it_, POLLOUT, 0}, {from_it_, POLLIN, 0}}};
      ::poll(ends.data(), ends.size(), 100);
      hear();
      if (waiting.seconds() > patience_.read_s) kill(fmt::format("it read nothing for {} s", patience_.read_s));
    } else if (errno != EINTR) {
      listens_ = false;
    }
  }
}

void OutsideAnalyser::tick_done(const frame::Moment& moment) {
  if (listens_ && moment.tick % kEveryTicks == 0) send(moment_json(*surroundings_, moment));
}

core::Result<core::Json> OutsideAnalyser::answer() {
  send({{"kind", "end"}});
  ::close(to_it_);
  to_it_ = -1;
  int status = 0;
  const core::Stopwatch waiting;
  while (::waitpid(process_, &status, WNOHANG) == 0) {
    ::pollfd end{from_it_, POLLIN, 0};
    ::poll(&end, 1, 10);
    if (end.revents & POLLHUP) ::usleep(1000);  // it has closed its output and has not ended yet
    if (killed_.empty()) hear();
    if (killed_.empty() && waiting.seconds() > patience_.end_s)
      kill(fmt::format("it did not end within {} s", patience_.end_s));
  }
  process_ = -1;
  if (killed_.empty()) hear();
  if (!killed_.empty()) return core::fail("--with {}: {}", command_, killed_);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return core::fail("--with {}: it ended with {} {}", command_, WIFEXITED(status) ? "exit code" : "signal",
                      WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
  core::Json json = core::Json::parse(said_, nullptr, false);
  if (json.is_discarded())
    return core::fail("--with {}: its answer must be one JSON value of at most 16 MB; it began with \"{}\"", command_,
                      core::printable(said_.substr(0, 60)));
  return json;
}

}  // namespace fh::session
