// SPDX-License-Identifier: Apache-2.0
#pragma once
// Choice among equals by weighted factors (CB-01) that compare how things are with how they should be (CB-02).
#include <span>

#include "scene/scenario/agents.h"

namespace fh::mind {

/// 1 from `target` on, falling to 0 at `spread` below it, along a raised cosine.
double greater_than(double value, double target, double spread);

struct Factor {
  double value;      // 0 … 1
  double influence;  // at least 0
};
/// Their mean by influence, 0 … 1; 0 without any.
double weigh(std::span<const Factor> factors);

/// How gladly somebody does what a person asks: by how much it likes them, and by its mood. 0 … 1.
double readiness(const scene::AgentSpec& agent, const std::string& asker);

}  // namespace fh::mind
