# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2094 # two writers append to one log
# Debian packages: which of tools/packages.txt are missing, and installing them.

# section_packages SECTION...: one "NAME" or "NAME|ALTERNATIVE" per line, each once.
section_packages() {
  awk -v wanted=" $* " '{sub(/#.*/, "")} /^\[/ {on = index(wanted, " " substr($1, 2, length($1) - 2) " ") > 0; next}
    on && NF && !seen[$1]++ {print $1}' "$FH_TOP/tools/packages.txt"
}

# missing_packages SECTION...: the entries none of whose alternatives is installed. One dpkg-query for all: it is quick.
missing_packages() {
  local entries
  entries=$(section_packages "$@")
  # shellcheck disable=SC2086 # one argument per name is meant
  { dpkg-query -W -f '${Package} ${db:Status-Status}\n' ${entries//|/ } 2>/dev/null || true; } |
    awk -v entries="$entries" '$2 == "installed" {have[$1] = 1}
      END {n = split(entries, e, "\n"); for (i = 1; i <= n; i++) {m = split(e[i], a, "|"); found = 0
        for (j = 1; j <= m; j++) found += (a[j] in have); if (n && e[i] != "" && !found) print e[i]}}'
}

# known_to_apt NAME: apt has something to install under that name.
known_to_apt() { apt-cache policy "$1" 2>/dev/null | grep -E '^  Candidate: [^(]' > /dev/null; }

# choose ENTRY: the first alternative apt knows, or the first one.
choose() {
  local name
  for name in ${1//|/ }; do
    if known_to_apt "$name"; then echo "$name"; return; fi
  done
  echo "${1%%|*}"
}

# as_root COMMAND...: directly, or through sudo where it asks nothing or a person can answer.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -- "$@"; fi; }
can_become_root() {
  [ "$(id -u)" = 0 ] && return 0
  command -v sudo > /dev/null || return 1
  sudo -n true 2> /dev/null || { [ -t 0 ] && [ -t 2 ]; }
}

# install_packages ENTRY...: update the lists, choose between alternatives, install, check.
install_packages() {
  local log=$FH_CACHE/apt.log entry names=() unknown=()
  if ! can_become_root; then
    for entry in "$@"; do names+=("$(choose "$entry")"); done
    say "these packages are missing and this account can neither act as root nor use sudo. Ask an administrator to run:"
    printf '  apt-get update && apt-get install --no-install-recommends %s\n' "${names[*]}" >&2
    exit 2
  fi
  say "$# packages are missing: $*"
  say "reading package lists from $FH_MIRROR_CLASS"
  as_root apt-get -qq update > "$log" 2>&1 || say "warning: apt-get update reported problems, see $log"
  for entry in "$@"; do
    names+=("$(choose "$entry")")
    known_to_apt "${names[-1]}" || unknown+=("$entry")
  done
  if [ ${#unknown[@]} -gt 0 ]; then
    fail "package ${unknown[*]}: not offered by $FH_MIRROR_CLASS" \
      "add the release's section \"main\" to apt's sources (Debian 12 or newer is needed), or check the network; details in $log"
  fi
  say "installing ${#names[@]} packages (this may take some minutes)"
  # No configuration dialogue may stop a script, and files an administrator changed stay as they are.
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -y --no-install-recommends -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold \
    install "${names[@]}" 2>> "$log" | tee -a "$log" |
    { grep --line-buffered -E '^(Get:|Setting up)' || true; } | sed -uE 's#[a-z+]+://[^ ]*#<mirror>#' | progress 5 . >&2; then
    fail "package $(missing_among "${names[@]}"): could not be installed from $FH_MIRROR_CLASS" \
      "look at the end of $log, correct it (often: apt-get --fix-broken install), run tools/setup again"
  fi
}
missing_among() {
  local name
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || printf '%s ' "$name"
  done
}
