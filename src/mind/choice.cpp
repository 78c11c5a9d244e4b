// SPDX-License-Identifier: Apache-2.0
#include "mind/choice.h"

#include "math/trig.h"

namespace fh::mind {

double greater_than(double value, double target, double spread) {
  if (value >= target) return 1.0;
  const double t = (target - value) / spread;
  return t < 1.0 ? 0.5 * (1.0 + math::sin_cos(math::kPi * t).cos) : 0.0;
}

double weigh(std::span<const Factor> factors) {
  double sum = 0.0, all = 0.0;
  for (const Factor& factor : factors) {
    sum += factor.value * factor.influence;
    all += factor.influence;
  }
  return all > 0.0 ? sum / all : 0.0;
}

double readiness(const scene::AgentSpec& agent, const std::string& asker) {
  constexpr double kIndifferent = 0.5, kFond = 1.0, kLiking = 3.0, kMood = 1.0;
  const auto relation = agent.relations.find(asker);
  const double likes = relation == agent.relations.end() ? kIndifferent : relation->second;
  double eager = 0.0;
  switch (agent.mood) {
    case scene::Mood::Brisk:
      eager = 1.0;
      break;
    case scene::Mood::Neutral:
      eager = 0.6;
      break;
    case scene::Mood::Proud:
    case scene::Mood::Cautious:
      eager = 0.4;
      break;
    case scene::Mood::Tired:
      eager = 0.1;
      break;
  }
  const Factor factors[] = {{greater_than(likes, kFond, 1.0), kLiking}, {eager, kMood}};
  return weigh(factors);
}

}  // namespace fh::mind
