#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/xr/mirror.sh FIRSTHAND FOLDER: inside tools/openxr-sandbox (null compositor), on a virtual display of its own: the window
# beside the headset with each of its views, and the operator's panel in it. Leaves pictures of the display in FOLDER.
set -euo pipefail
firsthand=$1 folder=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/support/virtual_display.sh
. "$top/tests/support/virtual_display.sh"
on_display xr 960x540
# stand YAW_DEGREES X Z: where the wearer stands, told to the runtime.
stand() {
  python3 - "$@" << 'P'
import math, os, socket, struct, sys
yaw, x, z = float(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
s = socket.create_connection(("127.0.0.1", int(os.environ["FH_XR_REMOTE_PORT"])))
state = b""
while len(state) < 752: state += s.recv(752 - len(state))
packet = bytearray(state[376:])
half = math.radians(yaw) / 2
packet[104:132] = struct.pack("<7f", 0, math.sin(half), 0, math.cos(half), x, 1.65, z)
s.sendall(packet)
P
}
open_mirror() { # open_mirror KIND: starts a visit and waits for its window to be drawn
  "$top/tools/debian13" "$firsthand" --data "$top" run workshop --with headset --set "xr.mirror=$1" --set xr.resolution=0.25 \
    --set gpu.shadows=false > out.log 2> err.log &
  run=$!
  for _ in $(seq 600); do
    kill -0 $run 2> /dev/null || die "ended early"
    if grep -q "first picture" err.log; then break; fi
    sleep 0.1
  done
  grep -q "first picture" err.log || die "no picture in the headset"
}
close_visit() {
  kill -TERM $run
  wait $run || die "exit code $?"
  run=0
}

stand 0 0 0
open_mirror eye
drawn eye
stand 60 0 0
changed eye_turned eye
# The operator's panel: the same mirror becomes smooth, third person and off; a setting changes; a recording starts and stops.
window=$(xdotool search --name '^Firsthand mirror$' | head -n 1) || die "no window"
xdotool windowfocus "$window" || true
xdotool mousemove 700 450 key F1
changed panel eye_turned
xdotool key r
for _ in $(seq 30); do
  if grep -q "operator: recording to" err.log; then break; fi
  sleep 0.5
done
grep -q "operator: recording to" err.log || die "recording did not start"
sleep 2
xdotool key r
for _ in $(seq 30); do
  if grep -q "operator: recorded" err.log; then break; fi
  sleep 0.5
done
"$top/tools/debian13" "$firsthand" --data "$top" replay visits/*.fhlog --verify || die "a recording started in the middle does not replay"
xdotool key p
for _ in $(seq 40); do
  if [ -n "$(find . -name 'snapshot_*.png')" ]; then break; fi
  sleep 0.5
done
[ -n "$(find . -name 'snapshot_*.png')" ] || die "no snapshot was written"
close_visit

stand 0 0 0
open_mirror smooth
drawn smooth
stand 60 0 0
sleep 0.7
shot smooth_turning # on its way
close_visit

stand 0 0 0
open_mirror "third person"
drawn third_person
looks_changed eye third_person || die "the third person sees what the eye sees"
# At the start the wearer's back is 1.5 m from a wall: the camera stays on this side. Turned round, it has all the room it wants.
stand 180 0 0
changed third_person_turned third_person
close_visit

open_mirror off
sleep 2
if xdotool search --name '^Firsthand mirror$' > /dev/null 2>&1; then die "a mirror that is off has a window"; fi
close_visit
