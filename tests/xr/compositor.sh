#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/xr/compositor.sh FIRSTHAND FOLDER: inside tools/openxr-sandbox --compositor xvfb, where the runtime shows what a headset
# would show in a window. Leaves headset.png in FOLDER and prints the pace.
set -euo pipefail
firsthand=$1 folder=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$folder"
start() { exec "$top/tools/debian13" "$firsthand" --data "$top" "$@"; }
die() { echo "FAILED: $*"; tail -n 30 "$folder/err.log"; exit 1; }
start run workshop --with headset --set xr.mirror=off --set xr.resolution=0.3 --json \
  --set log.level=debug > "$folder/out.json" 2> "$folder/err.log" &
run=$!
rm -f "$folder/loading.png"
for _ in $(seq 600); do
  # The loading sign, for people to look at; a quick machine may be past it.
  if [ ! -f "$folder/loading.png" ] && grep -q "loading sign" "$folder/err.log"; then import -window root "$folder/loading.png" || true; fi
  if grep -q "first picture" "$folder/err.log"; then break; fi
  kill -0 $run 2> /dev/null || die "ended early"
  sleep 0.1
done
# Until the compositor shows the picture (the loading sign has some hundred colours), and a few frames more.
for _ in $(seq 60); do
  import -window root "$folder/headset.png" || die "no screenshot"
  if [ "$(identify -format %k "$folder/headset.png")" -gt 2000 ]; then break; fi
  sleep 0.5
done
sleep 4
kill -TERM $run
wait $run || die "exit code $?"
python3 - "$folder" << 'P' || die "not a picture, or no frames"
import json, subprocess, sys
folder = sys.argv[1]
report = json.load(open(folder + "/out.json"))
colours = int(subprocess.check_output(["identify", "-format", "%k", folder + "/headset.png"]))
print(f"{report['frames'] / report['wall_seconds']:.1f} frames/s, {report['frames']} frames, {colours} colours in the picture")
assert report["frames"] > 3 and colours > 2000
P
