// SPDX-License-Identifier: Apache-2.0
#include "frame/finger_curls.h"

#include <algorithm>

namespace fh::frame {
namespace {

// Shares of a fist, chosen so that the five hand shapes are told apart (tested by "five hand shapes").
constexpr double kThumbDown = 0.75;    // on a button or stick
constexpr double kOnTrigger = 0.35;    // the index finger resting on it
constexpr double kRelaxedGrip = 0.12;  // the other three round a handle that is not squeezed
constexpr double kPulled = 0.05;       // of the trigger: more than its noise
constexpr std::uint32_t kUnderThumb = kButtonPrimary | kButtonSecondary | kButtonStick | kButtonMenu | kButtonTrackpad;

}  // namespace

std::array<double, 5> curls_of_controller(const HandInput& hand, bool senses_trigger) {
  const auto closing = [](double from, double share) { return from + (1.0 - from) * share; };
  const bool thumb = ((hand.touches | hand.buttons) & kUnderThumb) != 0;
  const bool index = !senses_trigger || hand.trigger > kPulled || (hand.touches & kButtonTrigger) != 0;
  const double grip = closing(kRelaxedGrip, hand.squeeze);
  return {thumb ? kThumbDown : 0.0, index ? closing(kOnTrigger, hand.trigger) : 0.0, grip, grip, grip};
}

}  // namespace fh::frame
