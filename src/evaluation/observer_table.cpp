// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "evaluation/agent_walks.h"
#include "evaluation/user_extremes.h"

namespace fh::evaluation {
namespace {

template <class T>
std::unique_ptr<Observer> make(const Surroundings& surroundings) {
  return std::make_unique<T>(surroundings);
}

constexpr std::array kTable = {
    ObserverEntry{"user_extremes", make<UserExtremes>},
    ObserverEntry{"agent_walks", make<AgentWalks>},
};

}  // namespace

std::span<const ObserverEntry> observer_table() {
  return kTable;
}

}  // namespace fh::evaluation
