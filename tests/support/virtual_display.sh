# shellcheck shell=bash
# For tests that drive a window: sourced with $firsthand and $folder set. Starts the test anew on a virtual display of its own and
# goes to an empty $folder; gives die and shot.

# on_display REQUIREMENT WIDTHxHEIGHT TOOL...: exit 4 (skipped) where a tool is missing, unless FH_REQUIRE names the requirement.
on_display() {
  local requirement=$1 size=$2 tool
  shift 2
  for tool in xvfb-run xdotool import identify "$@"; do
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
