#!/bin/bash
# tests/xr/lifecycle.sh CASE FIRSTHAND: what `firsthand run` does when the runtime fails, inside tools/openxr-sandbox.
# Every case must end soon after the failure, with the right exit code and message, and an intact recording. The visit itself
# ends within 5 s; the limits here leave room for a frame that a busy machine draws in software.
set -euo pipefail
case_name=$1 firsthand=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/firsthand-life.XXXXXX")
trap 'rm -rf "$work"' EXIT
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
# expect_within SECONDS CODE PID: the process ends in time with that code.
expect_within() {
  local begin=$SECONDS code=0
  for _ in $(seq $(($1 * 20))); do
    kill -0 "$3" 2> /dev/null || break
    sleep 0.05
  done
  if kill -0 "$3" 2> /dev/null; then kill -9 "$3"; die "still running after $1 s"; fi
  wait "$3" || code=$?
  [ "$code" = "$2" ] || die "exit code $code instead of $2"
  echo "ended after $((SECONDS - begin)) s with $code"
}
wait_for() { # wait_for TEXT FILE: at most 60 s
  for _ in $(seq 600); do
    if grep -q "$1" "$2" 2> /dev/null; then return; fi
    sleep 0.1
  done
  die "\"$1\" never appeared"
}

case $case_name in
  killed)
    start run workshop --with headset --record "$work/visit.fhlog" --set log.level=debug > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for FOCUSED "$work/err.log"
    sleep 3
    kill -9 "$(service_pid)"
    expect_within 20 2 $run
    grep -q "OpenXR runtime has stopped" "$work/err.log" || die "no readable message"
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    cat "$work/replay.log"
    ;;
  absent)
    export XDG_RUNTIME_DIR=$work # nobody listens there
    unset DISPLAY WAYLAND_DISPLAY
    start run workshop --seconds 1 > "$work/out.log" 2> "$work/err.log" &
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
    expect_within 60 0 $!
    grep -q "no active OpenXR runtime (looked for $work/nothing.json)" "$work/err.log" || die "no cause"
    ;;
  wrong-manifest)
    echo '{"runtime":{"library_path":"/nowhere/libruntime.so"}}' > "$work/wrong.json"
    export XR_RUNTIME_JSON=$work/wrong.json
    unset DISPLAY WAYLAND_DISPLAY
    start run workshop --seconds 1 > "$work/out.log" 2> "$work/err.log" &
    expect_within 60 0 $!
    grep -q "not usable: .*libruntime.so, which does not exist" "$work/err.log" || die "no cause"
    ;;
  stopped)
    start run workshop --with headset --record "$work/visit.fhlog" --set log.level=debug > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for FOCUSED "$work/err.log"
    sleep 2
    kill -TERM $run
    expect_within 20 0 $run
    grep -q "stopped by the user" "$work/out.log" || die "no report"
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    env -i HOME="$HOME" PATH="$PATH" VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none "$firsthand" --data "$top" \
      replay "$work/visit.fhlog" --verify > "$work/replay2.log" 2>&1 || die "no replay without runtime and Vulkan"
    cat "$work/replay2.log"
    ;;
  focus)
    start run workshop --with headset --record "$work/visit.fhlog" --set log.level=debug > "$work/out.log" 2> "$work/err.log" &
    run=$!
    wait_for FOCUSED "$work/err.log"
    sleep 1
    fh run workshop --with headset --seconds 2 > "$work/out2.log" 2> "$work/err2.log" || die "the second visitor failed"
    wait_for SYNCHRONIZED "$work/err.log"
    for _ in $(seq 100); do
      if [ "$(grep -c FOCUSED "$work/err.log")" -ge 2 ]; then break; fi
      sleep 0.1
    done
    [ "$(grep -c FOCUSED "$work/err.log")" -ge 2 ] || die "focus did not come back"
    kill -TERM $run
    expect_within 20 0 $run
    fh replay "$work/visit.fhlog" --verify > "$work/replay.log" 2>&1 || die "the recording does not replay"
    ;;
  *) die "unknown case $case_name" ;;
esac
