// SPDX-License-Identifier: Apache-2.0
#pragma once
// A user's balance, live: the support with the centre of mass in it, true to size on the floor for everybody who looks,
// and as a dial beside the wrist of the hand that holds no tool, for the user's own eyes. Pictures only.
#include "frame/balance_view.h"
#include "frame/snapshot.h"
#include "world/people/person.h"
#include "world/users/avatar.h"

namespace fh::world {

/// For a body that is present.
frame::BalanceView balance_view(const Avatar& avatar);

/// `view`: of this avatar.
void draw_balance_on_floor(const frame::BalanceView& view, const Person& person, const Avatar& avatar,
                           frame::Snapshot& snapshot);
/// `side`: beside which wrist. `head`: the viewer's, world; the dial faces as the view does.
void draw_balance_dial(const frame::BalanceView& view, const Avatar& avatar, std::size_t side, const math::Pose& head,
                       frame::Snapshot& snapshot);

}  // namespace fh::world
