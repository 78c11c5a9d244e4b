#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/desktop/window.sh FIRSTHAND FOLDER: a visit in a real window on a virtual display, driven by xdotool. Pictures of
# the display are left in FOLDER. Exit 4 (skipped) where the tools are missing, unless FH_REQUIRE names gpu.
set -euo pipefail
firsthand=$1 folder=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/support/virtual_display.sh
. "$top/tests/support/virtual_display.sh"
on_display gpu 1280x720
said() { # said TEXT: in the log, within 90 s
  for _ in $(seq 180); do
    if grep -q "$1" err.log; then return; fi
    sleep 0.5
  done
  die "\"$1\" was not said"
}
# press_until_changed: holds the mouse button until the lower part of the panel looks different, however slow the frames are.
press_until_changed() {
  import -window root -crop 420x100+15+250 before.png
  xdotool mousedown 1
  for _ in $(seq 30); do
    sleep 0.5
    import -window root -crop 420x100+15+250 after.png
    cmp -s before.png after.png || break
  done
  xdotool mouseup 1
  sleep 1.5
}
# title_bar NAME SHOWN: takes pictures until one shows the panel's blue title bar (1) or does not (0).
title_bar() {
  for _ in $(seq 60); do
    sleep 0.3
    shot "$1"
    if [ "$(convert "$1.png" -format '%[fx:p{350,18}.b>p{350,18}.r+0.15?1:0]' info:)" = "$2" ]; then return; fi
  done
  die "the panel does not come or go ($1)"
}

visit workshop --with window --set gpu.shadows=false --record visit.fhlog --json
xdotool mousemove 500 250
sleep 1
shot start
# Walk ahead, then look to the right with the right mouse button.
xdotool keydown w; passes 1.5; xdotool keyup w
changed walked start
xdotool mousemove 450 300 mousedown 3 sleep 1 mousemove_relative 100 20 sleep 1 mouseup 3
changed looked walked
# The panel goes and comes; the view changes to third person and to the top.
xdotool key F1
title_bar no_panel 0
xdotool key F1
title_bar panel 1
# The operator changes a setting: a click on the slider of the first one.
xdotool mousemove 70 240; sleep 1.5
press_until_changed
xdotool mousemove 60 264; sleep 1.5
press_until_changed
said "operator: user.snap_turn_deg = "
shot settings
beside_panel=200x360+440+0
xdotool key v
changed third_person settings $beside_panel
xdotool key v
changed top third_person $beside_panel
xdotool key p
for _ in $(seq 60); do
  if [ -n "$(find . -name 'snapshot_*.png')" ]; then break; fi
  sleep 0.5
done
xdotool key v
changed agent top $beside_panel
# A squat and a reaching hand.
xdotool keydown c; passes 1
shot squat
xdotool keyup c
# The menu comes and goes; a section follows the hand and stays; the thing ahead is noted.
xdotool key Tab; sleep 1.5
shot menu
xdotool key Tab; sleep 1
xdotool key j; sleep 1.5
xdotool key j; sleep 1
shot section
xdotool key f; sleep 1
# Hold T: the teleport's arc.
xdotool mousemove 330 260 keydown t; sleep 2
shot teleport
xdotool keyup t; sleep 1
# The body is calibrated: the emulated user strikes the pose.
xdotool key k
said "Calibrated: eyes at"
# The recording is stopped; a second one starts in the middle of the visit.
xdotool mousemove 500 250 key r
said "operator: recorded visit.fhlog"
xdotool key r
said "operator: recording to visits/workshop-"
xdotool key Right; sleep 2
end_visit
[ -n "$(find . -name 'snapshot_*.png')" ] || die "no snapshot was written"
if grep -iE "vulkan.*(error|VUID)|validation" err.log; then die "the validation layer complained"; fi
python3 - << 'P' || die "the report is wrong: $(cat out.json)"
import json
report = json.load(open("out.json"))
assert report["users"][0]["walked_m"] > 0.3, report
assert report["users"][0]["lowest_head_m"] < 1.2, report
assert report["section"]["kind"] == "plane", report["section"]
assert report["ended_by"] == "stopped by the user", report
P
"$firsthand" --data "$top" replay visit.fhlog --verify || die "the recording does not replay"
"$firsthand" --data "$top" replay visits/*.fhlog --verify || die "the recording started in the middle does not replay"
# Into a file, not a pipe: a reader that has found its line closes the pipe and the writer would fail.
"$firsthand" --data "$top" replay visit.fhlog --dump > dump.log
grep -q "user.snap_turn_deg = " dump.log || die "the changed setting is not in the recording"
