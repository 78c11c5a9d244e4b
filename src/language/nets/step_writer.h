// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes the nodes of a single step.
#include <string>

#include "language/nets/step_actions.h"

namespace fh::language {

class StepWriter {
 public:
  StepWriter(const Setting& setting, const Step& step, bool last, bool low)
      : setting_(setting), step_(step), last_(last), low_(low) {}

  Actions write();

 private:
  using Json = core::Json;
  static std::string spaced(std::string name);
  Actions refuse(std::string why);
  Actions& add(Json node);
  bool is_person(const std::string& name) const;
  bool is_known(const std::string& name) const;
  Target speaker() const;
  void find(const std::string& name);
  bool go_to(const PlaceGoal& place, const Json& more = Json::object());
  Actions cannot_go();
  Actions go();
  Actions go_round();
  Actions with_person(const std::string& verb, const Target& target);
  Actions hide();
  Actions lead();
  Actions search();
  Actions wait();
  Actions queue();
  Actions towards(const std::string& verb);
  Actions in_place(const std::string& verb);
  Actions low_for_a_while(Json node);
  Actions sit();
  Actions turn();
  Actions wave();
  Actions speak(const std::string& verb);
  Actions touch();
  Actions pick_up();
  Actions put(const std::string& verb);
  Actions hand_over(const Target& to);
  Actions fetch_from(const Target& from, const Target& what);
  Actions take_over();
  Actions shake_hands();
  Actions pass_on();
  Actions put_beside(const std::string& anchor, const std::string& side);
  static std::string side_of(const std::string& relation);
  Actions put_in(const std::string& into);
  Actions turn_thing(const std::string& verb);
  bool turns_partly() const;
  bool turn_partly(const std::string& name, bool clockwise, bool back, Json& node) const;
  Actions ratchet();
  Actions push();
  Actions operate(const std::string& verb);

  const Setting& setting_;
  const Step& step_;
  bool last_, low_;
  Actions actions_;
};

bool has_manner(const Step& step, std::initializer_list<const char*> names);
/// One name of those that will do, known ones first.
std::string chosen(const Target& target);
/// All of them, or as many as will do, known ones first.
std::vector<std::string> all_of(const Target& target);

}  // namespace fh::language
