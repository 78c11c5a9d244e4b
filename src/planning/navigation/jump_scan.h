// SPDX-License-Identifier: Apache-2.0
#pragma once
// Jump points on bit maps (Harabor and Grastien 2011, 2014; the variant that never cuts corners): runs along open floor
// are scanned 64 cells at a time. A run ends where the way may have to turn: beside the end of a wall, at a goal, and
// at any cell whose neighbourhood is not open floor of one cost (`special`).
#include <bit>
#include <cstdint>

#include "planning/navigation/grid.h"

namespace fh::planning {

struct JumpScan {
  const BitMap& free;
  const BitMap& special;
  const BitMap& goals;

  bool stops(int x, int row) const { return special.at(x, row) || goals.at(x, row); }

  /// From a free cell entered in direction k, on to the jump point; false when the run ends at a wall.
  bool jump(int& x, int& row, int k) const {
    if (stops(x, row)) return true;
    if (k & 1) return jump_diagonal(x, row, k);
    if (forced(x, row, k)) return true;
    return run(x, row, k);
  }

 private:
  /// Whether a cell entered straight is beside the end of a wall.
  bool forced(int x, int row, int k) const {
    const int side_x = kStepZ[k] != 0 ? 1 : 0, side_z = kStepX[k] != 0 ? 1 : 0;
    const int bx = x - kStepX[k], brow = row - kStepZ[k];
    return (free.at(x + side_x, row + side_z) && !free.at(bx + side_x, brow + side_z)) ||
           (free.at(x - side_x, row - side_z) && !free.at(bx - side_x, brow - side_z));
  }

  /// Straight run beyond (x, row).
  bool run(int& x, int& row, int k) const {
    if (kStepX[k] != 0) return scan<false>(row, x, kStepX[k] > 0);
    return scan<true>(x, row, kStepZ[k] > 0);
  }

  template <bool kColumn>
  static const std::uint64_t* line(const BitMap& bits, int at) {
    return kColumn ? bits.column(at) : bits.row(at);
  }

  /// Moves `at` along line `number` to the next stop; false at a wall. The rim guarantees an end.
  template <bool kColumn>
  bool scan(int number, int& at, bool forward) const {
    const std::uint64_t* own = line<kColumn>(free, number);
    const std::uint64_t* left = line<kColumn>(free, number - 1);
    const std::uint64_t* right = line<kColumn>(free, number + 1);
    const std::uint64_t* marks = line<kColumn>(special, number);
    const std::uint64_t* ends = line<kColumn>(goals, number);
    int word = at >> 6;
    if (forward) {
      // Bits above `at` only; the carry is the last cell of the word before.
      std::uint64_t wanted = (at & 63) == 63 ? 0 : ~std::uint64_t{0} << ((at & 63) + 1);
      std::uint64_t left_carry = word > 0 ? left[word - 1] >> 63 : 0,
                    right_carry = word > 0 ? right[word - 1] >> 63 : 0;
      for (;; ++word, wanted = ~std::uint64_t{0}) {
        const std::uint64_t turns =
            (left[word] & ~(left[word] << 1 | left_carry)) | (right[word] & ~(right[word] << 1 | right_carry));
        const std::uint64_t found = (turns | marks[word] | ends[word] | ~own[word]) & wanted;
        if (found != 0) {
          const int bit = std::countr_zero(found);
          at = word * 64 + bit;
          return own[word] >> bit & 1u;
        }
        left_carry = left[word] >> 63;
        right_carry = right[word] >> 63;
      }
    }
    std::uint64_t wanted = (std::uint64_t{1} << (at & 63)) - 1;
    // Beyond the last word lies the rim: nothing is free there.
    const int words = kColumn ? free.column_words() : free.row_words();
    std::uint64_t left_carry = word + 1 < words ? left[word + 1] << 63 : 0,
                  right_carry = word + 1 < words ? right[word + 1] << 63 : 0;
    for (;; --word, wanted = ~std::uint64_t{0}) {
      const std::uint64_t turns =
          (left[word] & ~(left[word] >> 1 | left_carry)) | (right[word] & ~(right[word] >> 1 | right_carry));
      const std::uint64_t found = (turns | marks[word] | ends[word] | ~own[word]) & wanted;
      if (found != 0) {
        const int bit = 63 - std::countl_zero(found);
        at = word * 64 + bit;
        return own[word] >> bit & 1u;
      }
      left_carry = left[word] << 63;
      right_carry = right[word] << 63;
    }
  }

  bool jump_diagonal(int& x, int& row, int k) const {
    const int dx = kStepX[k], dz = kStepZ[k];
    for (;;) {
      if (stops(x, row)) return true;
      int sx = x, srow = row;
      if (free.at(x + dx, row) && scan<false>(row, sx, dx > 0)) return true;
      if (free.at(x, row + dz) && scan<true>(x, srow, dz > 0)) return true;
      if (!free.at(x + dx, row) || !free.at(x, row + dz) || !free.at(x + dx, row + dz)) return false;
      x += dx;
      row += dz;
    }
  }
};

}  // namespace fh::planning
