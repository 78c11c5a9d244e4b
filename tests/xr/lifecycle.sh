#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/xr/lifecycle.sh CASE FIRSTHAND: what `firsthand run` does when the runtime fails, inside tools/openxr-sandbox.
# Every case must end within 5 s of the failure, with the right exit code and message, and an intact recording. The pictures are
# small, so that a frame drawn in software by a busy machine does not take up those seconds.
set -euo pipefail
case_name=$1 firsthand=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/firsthand-life.XXXXXX")
service=0 # a runtime of our own
trap 'if [ $service -ne 0 ]; then kill -9 $service 2> /dev/null || true; fi; rm -rf "$work"' EXIT
visit=(run workshop --with headset --set xr.resolution=0.25 --set gpu.shadows=false --set log.level=debug)
fh() { "$top/tools/debian13" "$firsthand" --data "$top" "$@"; }
start() { exec "$top/tools/debian13" "$firsthand" --data "$top" "$@"; } # with &: $! is then the program itself
die() { echo "FAILED: $*"; cat "$work"/*.log 2> /dev/null | tail -n 40; exit 1; }
service_pid() {
  python3 - << 'P'
import os, socket, struct
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ["XDG_RUNTIME_DIR"] + "/monado_comp_ipc")
print(struct.unpack("3i", s.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0])
P
}
now_ms() { echo $(($(date +%s%N) / 1000000)); }
# expect_within SECONDS CODE PID: the process ends in time, from now on, with that code.
expect_within() {
  local begin code=0 took
  begin=$(now_ms)
  while kill -0 "$3" 2> /dev/null && [ $(($(now_ms) - begin)) -lt $(($1 * 1000)) ]; do sleep 0.02; done
  took=$(($(now_ms) - begin))
  if kill -0 "$3" 2> /dev/null; then kill -9 "$3"; die "still running after $1 s"; fi
  wait "$3" || code=$?
  [ "$code" = "$2" ] || die "exit code $code instead of $2"
  echo "ended after $took ms with $code"
}
count() { grep -c "$1" "$2" || true; }
wait_for() { # wait_for TEXT FILE [TIMES]: at most 60 s
  for _ in $(seq 1200); do
    if [ "$(grep -c "$1" "$2" 2> /dev/null)" -ge "${3:-1}" ]; then return; fi
    sleep 0.05
  done
  die "\"$1\" never appeared"
}
told_within_5s() { # told_within_5s TEXT: in err.log
  local begin
  begin=$(now_ms)
  wait_for "$1" "$work/err.log"
  [ $(($(now_ms) - begin)) -le 5000 ] || die "\"$1\" after more than 5 s"
}
# A recording that is still being written ends without its last row: exit 1.
ticks_of() { { fh replay "$1" --dump || true; } | grep -c '^hashes tick'; }
# record_for TICKS LOG: waits until the visit under way has recorded that many.
record_for() {
  for _ in $(seq 240); do
    if [ "$(ticks_of "$2" 2> /dev/null || true)" -ge "$1" ]; then return; fi
    sleep 0.5
  done
  die "the visit does not advance"
}

case $case_name in
  killed)
    begin=$(now_ms)
    start "${visit[@]}" --record "$work/visit.fhlog" > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for "loading sign in the headset" "$work/err.log"
    shown=$(($(now_ms) - begin))
    echo "loading sign after $shown ms"
    [ $shown -le 4000 ] || die "nothing in the headset for 4 s"
    wait_for "first picture" "$work/err.log"
    sleep 2
    pid=$(service_pid)
    kill -9 "$pid"
    expect_within 5 2 $run
    grep -q "trying to come back" "$work/err.log" || die "did not try"
    grep -q "OpenXR runtime has stopped" "$work/err.log" || die "no readable message"
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    cat "$work/replay.log"
    ;;
  returns) # however long the runtime takes to start on a busy machine
    start "${visit[@]}" --set xr.come_back_s=60 --record "$work/visit.fhlog" > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for "first picture" "$work/err.log"
    sleep 1
    pid=$(service_pid)
    kill -9 "$pid"
    # A runtime that starts while the old one is still on its way out ends at once: it is started again then.
    for _ in $(seq 10); do
      "$FH_XR_SERVICE" &
      service=$!
      sleep 2
      if kill -0 $service 2> /dev/null; then break; fi
    done
    wait_for "the headset is back" "$work/err.log"
    grep "the headset is back" "$work/err.log"
    wait_for "first picture" "$work/err.log" 2
    before=$(ticks_of "$work/visit.fhlog")
    record_for $((before + 20)) "$work/visit.fhlog"
    kill -TERM $run
    expect_within 20 0 $run # stopping in time is the matter of "stopped"
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    cat "$work/replay.log"
    grep -q "space changed" <(fh replay "$work/visit.fhlog" --dump) || die "the new tracking space is not in the recording"
    ;;
  absent)
    export XDG_RUNTIME_DIR=$work # nobody listens there
    unset DISPLAY WAYLAND_DISPLAY
    start run workshop --seconds 1 > "$work/out.log" 2> "$work/err.log" &
    told_within_5s "no headset"
    expect_within 60 0 $!
    grep -q "no headset: the OpenXR runtime of .* does not start" "$work/err.log" || die "no cause"
    grep -q "scripted tour" "$work/err.log" || die "no fall back"
    code=0
    fh run workshop --with headset > "$work/out.log" 2> "$work/err.log" || code=$?
    [ $code = 2 ] || die "exit code $code instead of 2 without a runtime"
    ;;
  no-manifest)
    export XR_RUNTIME_JSON=$work/nothing.json
    unset DISPLAY WAYLAND_DISPLAY
    start run workshop --seconds 1 > "$work/out.log" 2> "$work/err.log" &
    told_within_5s "no headset"
    expect_within 60 0 $!
    grep -q "no active OpenXR runtime (looked for $work/nothing.json)" "$work/err.log" || die "no cause"
    ;;
  wrong-manifest)
    echo '{"runtime":{"library_path":"/nowhere/libruntime.so"}}' > "$work/wrong.json"
    export XR_RUNTIME_JSON=$work/wrong.json
    unset DISPLAY WAYLAND_DISPLAY
    start run workshop --seconds 1 > "$work/out.log" 2> "$work/err.log" &
    told_within_5s "no headset"
    expect_within 60 0 $!
    grep -q "not usable: .*libruntime.so, which does not exist" "$work/err.log" || die "no cause"
    ;;
  stopped)
    start "${visit[@]}" --record "$work/visit.fhlog" > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for FOCUSED "$work/err.log"
    record_for 300 "$work/visit.fhlog"
    kill -TERM $run
    expect_within 5 0 $run
    grep -q "stopped by the user" "$work/out.log" || die "no report"
    grep -q "graphics memory: [1-9][0-9]* MB" "$work/err.log" || die "the memory of the graphics is not told"
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    env -i HOME="$HOME" PATH="$PATH" VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none "$firsthand" --data "$top" \
      replay "$work/visit.fhlog" --verify > "$work/replay2.log" 2>&1 || die "no replay without runtime and Vulkan"
    cat "$work/replay2.log"
    [ "$(ticks_of "$work/visit.fhlog")" -ge 300 ] || die "less than 300 ticks"
    ;;
  focus)
    start "${visit[@]}" --record "$work/visit.fhlog" > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for "first picture" "$work/err.log"
    sleep 1
    begin=$(count FOCUSED "$work/err.log")
    fh "${visit[@]}" --seconds 1 > "$work/out2.log" 2> "$work/err2.log" || die "the second visitor failed"
    wait_for SYNCHRONIZED "$work/err.log" 2
    wait_for FOCUSED "$work/err.log" $((begin + 1))
    kill -TERM $run
    expect_within 5 0 $run
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    ;;
  *) die "unknown case $case_name" ;;
esac
