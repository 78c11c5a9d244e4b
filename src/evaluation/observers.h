// SPDX-License-Identifier: Apache-2.0
#pragma once
// All observers of the table, fed with the moments of one visit.
#include "evaluation/observe/observer.h"

namespace fh::evaluation {

/// How much is measured: what a visit can afford in its tick, or everything.
enum class Depth : std::uint8_t { Visit, Full };

struct ObserverEntry {
  const char* name;
  std::unique_ptr<Observer> (*make)(const Surroundings& surroundings);
  Depth depth = Depth::Visit;  // Full: only where everything is measured
};
/// All observers, in the order they are fed and written.
std::span<const ObserverEntry> observer_table();

/// All observers of the table over one visit.
class Observers {
 public:
  explicit Observers(Surroundings surroundings, Depth depth = Depth::Visit);

  void begin(const frame::Moment& moment);
  void observe(const frame::Moment& moment);
  /// {"users": [...], "agents": [...]} with every observer's figures.
  core::Json report() const;
  /// Every observer's figures over time.
  std::vector<Table> tables() const;
  /// By name; null for an unknown one.
  const Observer* find(std::string_view name) const;
  std::int64_t moments() const { return moments_; }

 private:
  std::unique_ptr<const Surroundings> surroundings_;  // observers point into it
  std::vector<const char*> names_;
  std::vector<std::unique_ptr<Observer>> observers_;  // by name
  std::int64_t moments_ = 0;
};

}  // namespace fh::evaluation
