// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scripts the head and hands of a Monado runtime over its remote driver's TCP protocol ("mndrmt3", Monado 25): each
// packet replaces the whole state; there is no answer.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "math/pose.h"

namespace fh::test {

struct RemotePose {
  float qx = 0, qy = 0, qz = 0, qw = 1, x = 0, y = 0, z = 0;

  static RemotePose from(const math::Pose& pose) {
    const auto f = [](double v) { return static_cast<float>(v); };
    return {f(pose.rotation.x), f(pose.rotation.y), f(pose.rotation.z), f(pose.rotation.w),
            f(pose.position.x), f(pose.position.y), f(pose.position.z)};
  }
};

struct RemoteView {
  float left = 0, right = 0, up = 0, down = 0;  // radians
  RemotePose centre_from_eye;
  std::uint32_t pad = 0;
};

struct RemoteController {
  RemotePose pose;
  float linear_velocity[3] = {}, angular_velocity[3] = {};
  float curl[5] = {};  // little, ring, middle, index, thumb
  float trigger = 0, squeeze = 0, squeeze_force = 0;
  float stick[2] = {};
  float trackpad_force = 0, trackpad[2] = {};
  bool hand_tracking = true, active = true, system_click = false, system_touch = false, a_click = false,
       a_touch = false, b_click = false, b_touch = false, trigger_click = false, trigger_touch = false,
       stick_click = false, stick_touch = false, trackpad_touch = false;
  bool pad[3] = {};
};

/// Positions in STAGE coordinates, metres.
struct RemoteState {
  char header[8] = {'m', 'n', 'd', 'r', 'm', 't', '3', '\0'};
  RemoteView views[2];
  RemotePose head;
  bool views_valid = false;
  bool pad[3] = {};
  RemoteController left, right;

  RemoteState() {
    head.y = 1.6f;
    left.pose = {0, 0, 0, 1, -0.2f, 1.3f, -0.5f};
    right.pose = {0, 0, 0, 1, 0.2f, 1.3f, -0.5f};
  }
};
static_assert(sizeof(RemoteController) == 120 && sizeof(RemoteState) == 376);

class MonadoRemote {
 public:
  /// Throws where there is no runtime: tests run inside tools/openxr-sandbox.
  MonadoRemote() {
    const char* port = std::getenv("FH_XR_REMOTE_PORT");
    if (!port) throw std::runtime_error("FH_XR_REMOTE_PORT is not set: run inside tools/openxr-sandbox");
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("no runtime listens on FH_XR_REMOTE_PORT");
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    std::array<char, 2 * sizeof(RemoteState)> greeting;  // reset values, then the latest
    std::size_t got = 0;
    while (got < greeting.size()) {
      const ssize_t n = ::recv(socket_, greeting.data() + got, greeting.size() - got, 0);
      if (n <= 0) throw std::runtime_error("the runtime closed the remote connection");
      got += static_cast<std::size_t>(n);
    }
  }
  ~MonadoRemote() { ::close(socket_); }
  MonadoRemote(const MonadoRemote&) = delete;
  MonadoRemote& operator=(const MonadoRemote&) = delete;

  RemoteState state;  // change it, then send()

  void send() {
    if (::send(socket_, &state, sizeof state, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof state))
      throw std::runtime_error("the runtime no longer takes poses");
  }

 private:
  int socket_ = -1;
};

/// The process id of the runtime's service, by asking its socket who listens; -1 when none does.
inline pid_t monado_service_pid() {
  const std::string path = std::string(std::getenv("XDG_RUNTIME_DIR")) + "/monado_comp_ipc";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ucred who{};
  socklen_t size = sizeof who;
  const bool found = ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                     getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0;
  ::close(fd);
  return found ? who.pid : -1;
}

}  // namespace fh::test
