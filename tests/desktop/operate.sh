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
"$firsthand" --data "$top" run booth.json --with window --set gpu.shadows=false --set user.snap_turn_deg=90 --record visit.fhlog \
  --json > out.json 2> err.log &
run=$!
window=""
for _ in $(seq 300); do
  kill -0 $run 2> /dev/null || die "ended early"
  window=$(xdotool search --name '^Firsthand$' 2> /dev/null | head -n 1 || true)
  if [ -n "$window" ]; then break; fi
  sleep 0.2
done
[ -n "$window" ] || die "no window"
drawn start
xdotool windowfocus "$window" || true
sleep 1
xdotool key F1 # the panel goes
sleep 1
python3 "$top/tests/desktop/operate.py" drive "$window" || die "xdotool failed"
shot end
kill -TERM $run
for _ in $(seq 120); do
  kill -0 $run 2> /dev/null || break
  sleep 0.5
done
if kill -0 $run 2> /dev/null; then die "a frame does not end"; fi
code=0
wait $run || code=$?
run=0
[ $code = 0 ] || die "exit code $code"
python3 "$top/tests/desktop/operate.py" report out.json || die "the report is wrong"
"$firsthand" --data "$top" replay visit.fhlog --verify || die "the recording does not replay"
