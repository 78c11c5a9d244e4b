// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/worn_body.h"

#include <charconv>

#include "core/assert.h"
#include "math/trig.h"

namespace fh::human {

void Wear::visit(core::Archive& archive) {
  archive.field("sex", sex);
  archive.field("percentile", percentile);
  const bool known = sex == Sex::Female || sex == Sex::Male;
  const bool within = is_own() || (percentile >= kLeastWorn && percentile <= kMostWorn);
  if (archive.is_loading() && !(known && within)) archive.reject();
}

core::Result<Wear> read_wear(const std::string& text) {
  if (text == "own") return Wear{};
  std::string_view number = text;
  const bool female = number.starts_with('f'), male = number.starts_with('m');
  if (female || male) number.remove_prefix(1);
  if (number.starts_with(':')) number.remove_prefix(1);
  double percentile = 0.0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percentile);
  const bool whole = error == std::errc() && end == number.data() + number.size();
  if (!(female || male) || !whole || !(percentile >= kLeastWorn && percentile <= kMostWorn)) {
    return core::fail("must be own, or sex and percentile of stature ({} to {}) such as f05, m95 or f:12.5", kLeastWorn,
                      kMostWorn);
  }
  return Wear{female ? Sex::Female : Sex::Male, percentile};
}

std::string text_of(const Wear& wear) {
  if (wear.is_own()) return "own";
  const char sex = wear.sex == Sex::Female ? 'f' : 'm';
  const int whole = static_cast<int>(wear.percentile);
  if (static_cast<double>(whole) == wear.percentile) return fmt::format("{}{:02d}", sex, whole);
  return fmt::format("{}:{}", sex, wear.percentile);
}

double number_of(const Wear& wear) {
  return wear.sex == Sex::Female ? -wear.percentile : wear.percentile;
}

Wear wear_of(double number) {
  if (!(number < 0.0 || number > 0.0)) return {};  // not a number is nobody's body
  const double percentile = math::clamp(number < 0.0 ? -number : number, kLeastWorn, kMostWorn);
  return {number < 0.0 ? Sex::Female : Sex::Male, percentile};
}

core::Result<Body> worn_body(const Population& population, const Wear& wear) {
  FH_ASSERT(!wear.is_own(), "the user's own body is made by calibrate()");
  BodySpec spec;
  spec.person.sex = wear.sex;
  spec.person.percentiles[Dimension::Stature] = wear.percentile / 100.0;
  return make_body(population, spec);
}

}  // namespace fh::human
