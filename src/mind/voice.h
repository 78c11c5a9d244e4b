// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent says and what it has heard. Words take the time that it takes to say them; further ones wait.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/archive.h"
#include "mind/behaviours/task.h"

namespace fh::mind {

/// Something that was said, for reports.
struct Spoken {
  double at = 0.0;  // s since the start
  Utterance words;

  void visit(core::Archive& archive);
};

class Voice {
 public:
  static constexpr std::size_t kMostKept = 100;  // of what was said and heard

  void say(Utterance words) { waiting_.push_back(std::move(words)); }
  /// One tick: what is being said goes on, ends, or the next begins.
  void advance(double now, double dt);
  /// What is being said in this tick; null: nothing.
  const Utterance* saying() const { return left_ > 0.0 ? &said_.back().words : nullptr; }
  /// The last things said, the oldest first.
  const std::vector<Spoken>& said() const { return said_; }

  /// Words that reach its ears, or a message of its own; the same words without a pause are one hearing.
  /// `instructs`: the listener is told to do what they say.
  void hear(core::BodyId from, const std::string& text, double now, bool instructs = false);
  /// What it was told to do, once it was said to the end; each once.
  std::optional<Heard> take_instruction(double now);
  std::span<const Heard> heard() const { return heard_; }

  void visit(core::Archive& archive);

 private:
  std::vector<Utterance> waiting_;
  double left_ = 0.0;  // s of what is being said
  std::vector<Spoken> said_;
  std::vector<Heard> heard_;
};

}  // namespace fh::mind
