#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/desktop/operate.sh FIRSTHAND FOLDER: hands at work in a window on a virtual display, driven by xdotool: emergency stop, dial, switch,
# lever, valve, drawer, a door by its handle and by a push, a crate of 15 kg with one hand and with two. Exit 4 (skipped)
# where the tools are missing, unless FH_REQUIRE names gpu.
set -euo pipefail
firsthand=$1 folder=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/support/virtual_display.sh
. "$top/tests/support/virtual_display.sh"
on_display gpu 640x360
python3 "$top/tests/desktop/operate.py" scenario > booth.json
"$firsthand" --data "$top" validate booth.json > valid.log || die "the booth is wrong: $(cat valid.log)"
visit booth.json --with window --set gpu.shadows=false --set user.snap_turn_deg=90 --record visit.fhlog --json
sleep 1
xdotool key F1 # the panel goes
sleep 1
python3 "$top/tests/desktop/operate.py" drive "$window" || die "xdotool failed"
shot end
end_visit
python3 "$top/tests/desktop/operate.py" report out.json || die "the report is wrong"
"$firsthand" --data "$top" replay visit.fhlog --verify || die "the recording does not replay"
