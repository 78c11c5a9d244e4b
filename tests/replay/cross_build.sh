#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The recording of the optimised build must verify in the Debug build of the same compiler, and in the same binary with Debian 13's
# C library. usage: cross_build.sh debug|debian13 SOURCE_DIR TEST_PROGRAM RECORDING
# Exit 4 (skipped) where the other side is not there, unless FH_REQUIRE names it.
set -euo pipefail
kind=$1 source=$2 program=$3
export FH_CROSS_LOG=$4
absent() {
  echo "skipped: $1"
  case ",${FH_REQUIRE:-}," in *,"$2",*) exit 1 ;; esac
  exit 4
}
case $kind in
  debug)
    other=$source/build/dev/bin/fh_test_replay
    [ -x "$other" ] || absent "no Debug build (cmake --preset dev && cmake --build --preset dev --target fh_test_replay)" dev
    exec "$other" "[.cross]"
    ;;
  debian13)
    "$source/tools/setup" --xr --check > /dev/null 2>&1 || absent "Debian 13's libraries are not unpacked (tools/setup --xr)" xr
    exec "$source/tools/debian13" "$program" "[.cross]"
    ;;
esac
