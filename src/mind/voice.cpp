// SPDX-License-Identifier: Apache-2.0
#include "mind/voice.h"

#include "mind/behaviours/behaviour.h"

namespace fh::mind {

void Spoken::visit(core::Archive& archive) {
  archive.field("at", at);
  archive.field("words", words);
}

void Voice::advance(double now, double dt) {
  if (left_ > 0.0) left_ -= dt;
  if (left_ > 0.0 || waiting_.empty()) return;
  if (said_.size() == kMostKept) said_.erase(said_.begin());
  said_.push_back({now, std::move(waiting_.front())});
  waiting_.erase(waiting_.begin());
  left_ = seconds_to_say(said_.back().words.text);
}

void Voice::hear(core::BodyId from, const std::string& text, double now, bool instructs) {
  constexpr double kPause = 0.5;  // s
  for (Heard& known : heard_) {
    if (known.from == from && known.text == text && now - known.last < kPause) {
      known.last = now;
      return;
    }
  }
  if (heard_.size() == kMostKept) heard_.erase(heard_.begin());
  heard_.push_back({from, now, now, text, static_cast<std::uint8_t>(instructs)});
}

std::optional<Heard> Voice::take_instruction(double now) {
  constexpr double kOver = 0.3;  // s of silence
  for (Heard& heard : heard_) {
    if (!heard.instructs || now - heard.last < kOver) continue;
    heard.instructs = 0;
    return heard;
  }
  return {};
}

void Voice::visit(core::Archive& archive) {
  archive.field("waiting", waiting_);
  archive.field("left", left_);
  archive.field("said", said_);
  archive.field("heard", heard_);
  if (archive.is_loading() && left_ > 0.0 && said_.empty()) archive.reject();
}

}  // namespace fh::mind
