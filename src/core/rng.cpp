// SPDX-License-Identifier: Apache-2.0
#include "core/rng.h"

#include "core/archive.h"
#include "core/hash.h"

namespace fh::core {

Rng::Rng(std::uint64_t seed, std::uint32_t body, std::string_view purpose)
    : state_(hash_text(purpose, seed ^ (0xA24BAED4963EE407ull * (body + 1ull)))) {}

void Rng::visit(Archive& archive) {
  archive.field("state", state_);
}

}  // namespace fh::core
