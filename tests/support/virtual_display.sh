# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# For tests that drive a window: sourced with $firsthand and $folder set. Starts the test anew on a virtual display of its own and
# goes to an empty $folder; gives visit, passes and end_visit, die, shot, changed and drawn.

# on_display REQUIREMENT WIDTHxHEIGHT: exit 4 (skipped) where a tool is missing, unless FH_REQUIRE names the requirement.
on_display() {
  local requirement=$1 size=$2 tool
  for tool in xvfb-run xdotool import identify compare convert; do
    command -v "$tool" > /dev/null && continue
    case ",${FH_REQUIRE:-}," in *,"$requirement",*) echo "FAILED: no $tool"; exit 1 ;; esac
    echo "skipped: no $tool (tools/setup --test installs it)"
    exit 4
  done
  if [ "${FH_INSIDE_XVFB:-}" != 1 ]; then
    export FH_INSIDE_XVFB=1
    exec xvfb-run -a -s "-screen 0 ${size}x24 -nolisten tcp" "$0" "$firsthand" "$folder"
  fi
  mkdir -p "$folder"
  cd "$folder"
  rm -rf ./*.png ./*.log ./*.fhlog ./visits
}

run=0 # the program's process; 0 = not running
die() {
  echo "FAILED: $*"
  tail -n 30 err.log
  if [ $run -ne 0 ]; then kill -9 $run 2> /dev/null || true; fi
  exit 1
}
shot() { import -window root "$1.png"; }
# looks_changed A B [AREA]: more than 10 000 pixels differ, of an AREA (WxH+X+Y) or of all. People who move and clocks are less.
looks_changed() {
  local pixels area=${3:+[$3]}
  pixels=$(compare -metric AE -fuzz 4% "$1.png$area" "$2.png$area" null: 2>&1 || true)
  [ "${pixels%%.*}" -gt 10000 ]
}
# changed NAME BEFORE [AREA]: takes pictures, for as long as a slow machine needs, until one looks other than BEFORE.
changed() {
  for _ in $(seq 60); do
    sleep 0.3
    shot "$1"
    if looks_changed "$@"; then return; fi
  done
  die "$2 and $1 look the same"
}
# drawn NAME: takes pictures until one shows more than a plain colour.
drawn() {
  for _ in $(seq 120); do
    sleep 0.5
    shot "$1"
    if [ "$(identify -format %k "$1.png")" -gt 200 ]; then return; fi
  done
  die "the window stays empty ($1)"
}
# visit ARGUMENTS: begins `firsthand run ARGUMENTS` and waits until its window shows something. Sets run and window; what it prints goes
# to out.json and err.log.
visit() {
  "$firsthand" --data "$top" run "$@" > out.json 2> err.log &
  run=$!
  window=""
  for _ in $(seq 300); do
    kill -0 $run 2> /dev/null || die "ended early"
    window=$(xdotool search --name '^Firsthand$' 2> /dev/null | head -n 1 || true)
    if [ -n "$window" ]; then break; fi
    sleep 0.2
  done
  [ -n "$window" ] || die "no window"
  drawn start # pipelines are made, the first picture is shown
  xdotool windowfocus "$window" || true
}
# passes SECONDS: waits until so much time has passed in the visit that visit.fhlog records, however slow the frames are.
passes() { python3 "$top/tests/support/visit_clock.py" visit.fhlog "$1" || die "the visit stands still"; }
# end_visit: asks the program to end and checks that it does, with exit code 0.
end_visit() {
  local code=0
  kill -TERM $run
  for _ in $(seq 120); do
    kill -0 $run 2> /dev/null || break
    sleep 0.5
  done
  if kill -0 $run 2> /dev/null; then die "a frame does not end"; fi
  wait $run || code=$?
  run=0
  [ $code = 0 ] || die "exit code $code"
}
