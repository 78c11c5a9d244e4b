# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this
# Helpers shared by the scripts in tools/. Sourced, never run.

# Every script runs from anywhere: paths start at the repository's top.
FH_TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# All downloads and unpacked libraries live here; cmake/dependencies.cmake computes the same path.
FH_CACHE=${XDG_CACHE_HOME:-${HOME:-/var/tmp/firsthand-$(id -u)}/.cache}/firsthand

# In these scripts (pipefail is on) no pipe ends in "grep -q" or "head": they stop reading early, the writer then dies of SIGPIPE, and
# the pipe fails at random.

# Progress goes to stderr, so that a program started by a script owns stdout.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# fail MESSAGE [REMEDY]: one readable message, exit 1.
fail() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  if [ $# -gt 1 ]; then printf '%s: remedy: %s\n' "${0##*/}" "$2" >&2; fi
  exit 1
}

# usage FILE: the comment block at the head of a script is its help text.
usage() { sed -n '2,/^[^#]/{/^#/!d;/^# SPDX-License/d;s/^# \{0,1\}//p}' "$1"; }

# option_value OPTION [VALUE]: the value of an option, or a readable error.
option_value() {
  [ $# -gt 1 ] || fail "$1 needs a value" "see ${0##*/} --help"
  printf '%s\n' "$2"
}

# progress SECONDS PATTERN: of the lines matching PATTERN show one every so many seconds, of the others all. (Not awk: Debian's
# default one holds its input back in pipes.)
progress() {
  local line last=-$1
  while IFS= read -r line; do
    if [[ $line =~ $2 ]]; then
      if ((SECONDS - last < $1)); then continue; fi
      last=$SECONDS
      line="  $line"
    fi
    printf '%s\n' "$line"
  done
}
