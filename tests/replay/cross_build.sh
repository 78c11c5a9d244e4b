#!/bin/bash
# A recording of the optimised build must verify in the Debug build of the same compiler, and the same binary must verify
# it with Debian 13's C library. usage: cross_build.sh debug|debian13 SOURCE_DIR RELEASE_PROGRAM
# Exit 4 (skipped) where the other side is not there, unless FH_REQUIRE names it.
set -euo pipefail
kind=$1 source=$2 program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
absent() {
  echo "skipped: $1"
  case ",${FH_REQUIRE:-}," in *,"$2",*) exit 1 ;; esac
  exit 4
}
"$program" --data "$source" run workshop --headless --tour "$source/assets/tours/first_look.json" --record "$work/visit.fhlog"
case $kind in
  debug)
    other=$source/build/dev/bin/fh_test_replay
    [ -x "$other" ] || absent "no Debug build (cmake --preset dev && cmake --build --preset dev --target fh_test_replay)" dev
    FH_CROSS_LOG=$work/visit.fhlog "$other" "[.cross]"
    ;;
  debian13)
    "$source/tools/setup" --xr --check > "$work/check" 2>&1 || absent "Debian 13's libraries are not unpacked (tools/setup --xr)" xr
    "$source/tools/debian13" "$program" --data "$source" replay "$work/visit.fhlog" --verify
    ;;
esac
