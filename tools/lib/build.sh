# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Configuring and building presets. Both return non-zero on failure, with everything the tools said already shown.

# configure PRESET: only when there is no build tree yet; afterwards ninja itself notices changed CMake files.
configure() {
  if [ -f "$FH_TOP/build/$1/build.ninja" ]; then return 0; fi
  say "configuring preset $1"
  local output
  output=$(cd "$FH_TOP" && cmake --preset "$1" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
}

# build PRESET TARGET...: silent when there is nothing to do. A terminal shows ninja's own moving line, a log gets a line now and then.
build() {
  local tree=$FH_TOP/build/$1
  shift
  if ninja -C "$tree" -n "$@" 2> /dev/null | grep '^ninja: no work to do' > /dev/null; then return 0; fi
  if [ -t 2 ]; then
    ninja -C "$tree" "$@" >&2
  else
    ninja -C "$tree" "$@" 2>&1 | { grep -vE --line-buffered '^ninja: (Entering directory|no work to do)|Re-checking globbed directories' || true; } | progress 10 '^\[[0-9]+/[0-9]+\]' >&2
  fi
}
