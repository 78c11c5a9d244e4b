#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/desktop/designer.sh FIRSTHAND FOLDER: a designer in a window on a virtual display, driven by xdotool: opens a kitchen of another
# program, measures its gap, cuts it, moves a cabinet by 50 mm, notes it, saves, compares before and after. Exit 4 (skipped) where the
# tools are missing, unless FH_REQUIRE names gpu.
set -euo pipefail
firsthand=$1 folder=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/support/virtual_display.sh
. "$top/tests/support/virtual_display.sh"
on_display gpu 1280x720
rm -rf saved kitchen.obj
python3 "$top/tests/desktop/designer.py" kitchen
# Where the user stands and looks is in what a first visit saves.
"$firsthand" --data "$top" run kitchen.obj --headless --tour start.json --out saved > start.log 2> err.log || die "the kitchen does not open"
turns=$(python3 "$top/tests/desktop/designer.py" turns saved/start.json)

visit kitchen.obj --with window --set gpu.shadows=false --set user.snap_turn_deg=22.5 --record visit.fhlog --out saved --json
sleep 2
xdotool key F1 # the panel goes
sleep 1
for _ in $(seq "$turns"); do xdotool key Right; sleep 1; done
# at WHAT: the mouse to where the hand's ray meets a point of the place ("gap") or a row of the menu ("menu ROW ROWS").
at() {
  local size
  size=$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=\|^HEIGHT=//p' | tr '\n' ' ')
  # shellcheck disable=SC2046,SC2086
  xdotool mousemove --window "$window" $(python3 "$top/tests/desktop/designer.py" pixel saved/start.json $size "$@")
  sleep 1.5
}
click() { xdotool mousedown 1; sleep 0.6; xdotool mouseup 1; sleep 1; }
pick() { at menu "$@"; shot "menu_${1// /_}"; click; }
key() { xdotool key "$1"; sleep 1; }
at gap
shot facing
key n # clear width
key m
key p
shot measured
at right
key f
key Tab
pick "Change"
pick "x + 50 mm"
key Tab
at gap
key m
# Notes: the row takes the tool into the hand, the click puts the note.
key Tab
pick "Notes"
pick "Good"
at right
click
# The cut goes through the chosen cabinet.
key Tab
pick "Back of notes"
pick "Section"
pick "Around chosen"
pick "100 mm inwards"
pick "100 mm inwards"
pick "Back of section"
pick "Views"
pick "Save place"
key Tab
key p
shot after
for _ in $(seq 60); do
  if [ "$(find saved -name 'snapshot_*.png' | wc -l)" = 2 ]; then break; fi
  sleep 0.5
done
end_visit
python3 "$top/tests/desktop/designer.py" report out.json || die "the report is wrong: $(head -c 3000 out.json)"
"$firsthand" --data "$top" replay visit.fhlog --verify || die "the recording does not replay"
"$firsthand" --data "$top" validate saved/place_1.json || die "what was saved does not validate"
# Before and after, side by side: the same tour through both.
for place in start place_1; do
  "$firsthand" --data "$top" run saved/$place.json --headless --tour again.json --json > $place.out 2> err.log || die "$place does not open"
done
python3 "$top/tests/desktop/designer.py" compare start.out place_1.out || die "before and after are wrong"
