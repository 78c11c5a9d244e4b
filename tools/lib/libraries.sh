# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Jolt, Catch2 3, VulkanMemoryAllocator and the headers of OpenXR 1.1: what Debian 12 lacks, put as files into the cache folder.
# Each have_X says whether cmake/dependencies.cmake will find X; each get_X makes that so or fails with package, place and remedy.

# Jolt is pinned on every path, because another version computes other visits: the version, upstream's commit, and the hash of the
# sources in Debian's archive (jolt_hash_of).
JOLT_VERSION=5.4.0
JOLT_COMMIT=036ea7b1d717b3e713ac9d8cbd47118fb9cd5d60 # v5.4.0
JOLT_GODOT_HASH=7c0d7cbc2316b9e0c94cdfdba2a750e0b44f8266aeb34c5b60e78e69ec48324b
JOLT_UPSTREAM=https://github.com/jrouwe/JoltPhysics.git

# The other three by upstream's version; a later Debian revision of it is a repair of the package and welcome.
CATCH2_VERSION=3.7.1
VMA_VERSION=3.2.1
OPENXR_VERSION=1.1.47

# installed_at_least PACKAGE VERSION: true when dpkg has it in that version or newer.
installed_at_least() {
  local version
  version=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$1" 2>/dev/null) || return 1
  [ "${version%% *}" = installed ] && dpkg --compare-versions "${version#* }" ge "$2"
}

# swap_in NEW FOLDER: a folder of the cache is complete or absent, never half done.
swap_in() {
  rm -rf "$2"
  mkdir -p "$(dirname "$2")"
  mv "$1" "$2"
}

# cached_version NAME: the version of the package unpacked to the cache folder NAME, from its changelog; nothing when there is none.
cached_version() {
  { zcat "$FH_CACHE/$1/usr/share/doc/$1/changelog.Debian.gz" 2> /dev/null || true; } | sed -nE '1s/^[^(]*\(([^)]*)\).*/\1/p'
}

# cached NAME VERSION: the cache folder NAME holds upstream's VERSION.
cached() { [[ $(cached_version "$1") == "$2"[-+~]* ]]; }

# offered_version NAME VERSION: the newest package of upstream's VERSION that the private apt knows; nothing when there is none.
offered_version() {
  apt-cache "${PRIVATE_APT[@]}" madison "$1" 2> /dev/null | awk -F ' *[|] *' -v wanted="$2" '
    index($2, wanted) == 1 && substr($2, length(wanted) + 1, 1) ~ /[-+~]/ && !found++ {print $2}'
}

# cached_deb NAME VERSION SUITE...: download package NAME in upstream's VERSION out of the suites and unpack it to the cache folder NAME.
cached_deb() {
  local name=$1 wanted=$2 version work suite lines=()
  shift 2
  for suite in "$@"; do lines+=("deb $suite"); done
  work=$(mktemp -d "$FH_CACHE/tmp.XXXXXX")
  say "fetching $name $wanted from $FH_MIRROR_CLASS ($*)"
  private_apt_open "$work/apt" "${lines[@]}" ||
    fail "package $name: could not be fetched from $FH_MIRROR_CLASS (suites: $*)" "$(private_apt_remedy "$work/apt/log")"
  version=$(offered_version "$name" "$wanted")
  [ -n "$version" ] || fail "package $name: version $wanted is not among those of $FH_MIRROR_CLASS (suites: $*)" \
    "install the development files of that version or a later one where CMake finds them (see cmake/dependencies.cmake)"
  (cd "$work" && apt-get "${PRIVATE_APT[@]}" -qq download "$name=$version" > "$work/apt/log" 2>&1) ||
    fail "package $name $version: could not be fetched from $FH_MIRROR_CLASS (suites: $*)" "$(private_apt_remedy "$work/apt/log")"
  mkdir "$work/root"
  unpack_deb "$(echo "$work/$name"_*.deb)" "$work/root"
  swap_in "$work/root" "$FH_CACHE/$name"
  rm -rf "$work"
}

# --- Catch2 3: Debian 12 itself has version 2 (package catch2); 3 is libcatch2-dev, in its backports and in Debian 13 ---
have_catch2() {
  installed_at_least libcatch2-dev 3 || cached libcatch2-dev "$CATCH2_VERSION"
}
get_catch2() {
  local codename
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
  cached_deb libcatch2-dev "$CATCH2_VERSION" "$codename-backports" "$codename"
}

# --- VulkanMemoryAllocator: header only, so Debian 13's package serves Debian 12 ---
have_vma() {
  installed_at_least libvulkan-memory-allocator-dev 3 || cached libvulkan-memory-allocator-dev "$VMA_VERSION"
}
get_vma() { cached_deb libvulkan-memory-allocator-dev "$VMA_VERSION" trixie; }

# --- OpenXR 1.1: only the headers are used, so Debian 13's package serves Debian 12, whose loader is linked ---
have_openxr() { installed_at_least libopenxr-dev 1.1 || cached libopenxr-dev "$OPENXR_VERSION"; }
get_openxr() { cached_deb libopenxr-dev "$OPENXR_VERSION" trixie; }

# --- Jolt, as source: it is compiled with Firsthand's own definitions and one change (cmake/jolt) ---
jolt_version_of() { # jolt_version_of CORE_H: "MAJOR.MINOR.PATCH"
  awk '/define JPH_VERSION_MAJOR/ {a = $3} /define JPH_VERSION_MINOR/ {b = $3} /define JPH_VERSION_PATCH/ {c = $3} END {print a "." b "." c}' "$1"
}
jolt_is_wanted() { # jolt_is_wanted FOLDER
  [ -f "$1/Jolt/Core/Core.h" ] && [ "$(jolt_version_of "$1/Jolt/Core/Core.h")" = "$JOLT_VERSION" ]
}
jolt_hash_of() { # jolt_hash_of FOLDER: of the sources, in the order of their names
  (cd "$1" && find Jolt -type f \( -name '*.h' -o -name '*.inl' -o -name '*.cpp' \) | LC_ALL=C sort | xargs sha256sum | sed 's/  / /' |
    sha256sum | cut -d ' ' -f 1)
}
have_jolt() { jolt_is_wanted "$FH_CACHE/jolt"; }

jolt_from_upstream() { # jolt_from_upstream WORK: fills WORK/jolt; the commit id is the checksum
  local git=(git -C "$1/git" -c advice.detachedHead=false)
  GIT_TERMINAL_PROMPT=0 timeout 5 git ls-remote -q "$JOLT_UPSTREAM" HEAD > /dev/null 2>&1 || return 1
  say "fetching Jolt from upstream git"
  git init -q "$1/git"
  "${git[@]}" fetch -q --depth 1 "$JOLT_UPSTREAM" "$JOLT_COMMIT" > "$1/log" 2>&1 || return 1
  "${git[@]}" archive FETCH_HEAD Jolt LICENSE | tar -x -C "$1/jolt"
  echo "upstream git, commit $JOLT_COMMIT" > "$1/jolt/ORIGIN"
}

# Debian's source package of the Godot engine carries Jolt complete. Only its big archive is needed, so it is fetched by itself, with
# the checksum of the signed index.
jolt_from_godot() {
  local work=$1 uri file sum
  say "upstream git cannot be reached; fetching Jolt out of the Debian source package godot (34 MB)"
  private_apt_open "$work/apt" "deb-src forky" || { cp "$work/apt/log" "$work/log"; return 1; }
  read -r uri file sum < <(apt-get "${PRIVATE_APT[@]}" -qq --print-uris source --download-only godot 2> "$work/log" |
    sed -nE "s#^'([^']+)' ([^ ]+\.orig\.tar\.[a-z0-9]+) [0-9]+ (SHA256:[0-9a-f]+).*#\1 \2 \3#p") || return 1
  [ -n "$sum" ] || return 1
  /usr/lib/apt/apt-helper "${PRIVATE_APT[@]}" download-file "$uri" "$work/$file" "$sum" > "$work/log" 2>&1 || return 1
  say "unpacking Jolt"
  tar -x -C "$work/jolt" -f "$work/$file" --strip-components=3 --wildcards --no-anchored 'thirdparty/jolt_physics/*' 2> "$work/log" || return 1
  echo "Debian source package godot, $file, $sum" > "$work/jolt/ORIGIN"
  sum=$(jolt_hash_of "$work/jolt")
  [ "$sum" = "$JOLT_GODOT_HASH" ] || ! jolt_is_wanted "$work/jolt" ||
    fail "Jolt Physics: the sources in $file are not the known ones (hash ${sum:0:12}, expected ${JOLT_GODOT_HASH:0:12})" \
      "copy the folders Jolt/ and LICENSE of upstream's tag v$JOLT_VERSION to $FH_CACHE/jolt"
}

get_jolt() {
  local work
  work=$(mktemp -d "$FH_CACHE/tmp.XXXXXX")
  mkdir "$work/jolt"
  jolt_from_upstream "$work" || jolt_from_godot "$work" ||
    fail "Jolt Physics: neither upstream git nor the source package godot on $FH_MIRROR_CLASS (forky) could be fetched" \
      "allow one of the two, or copy the folders Jolt/ and LICENSE of Jolt $JOLT_VERSION to $FH_CACHE/jolt; $(private_apt_remedy "$work/log")"
  jolt_is_wanted "$work/jolt" ||
    fail "Jolt Physics: $JOLT_VERSION is needed, $(cut -d, -f1,2 "$work/jolt/ORIGIN") holds $(jolt_version_of "$work/jolt/Jolt/Core/Core.h")" \
      "copy the folders Jolt/ and LICENSE of $JOLT_VERSION to $FH_CACHE/jolt"
  swap_in "$work/jolt" "$FH_CACHE/jolt"
  rm -rf "$work"
}

# --- axe-core (npm): finds what keeps people from using a page; only for tools/test --all ---
AXE_VERSION=4.10.3
get_axe() {
  local work
  work=$(mktemp -d "$FH_CACHE/tmp.XXXXXX")
  say "fetching axe-core $AXE_VERSION from npm"
  (cd "$work" && npm pack --silent "axe-core@$AXE_VERSION" > log 2>&1 && tar xzf axe-core-*.tgz) ||
    fail "axe-core $AXE_VERSION: could not be fetched from npm" "check the network, or put its axe.min.js into $FH_CACHE/axe-core; $(tail -1 "$work/log")"
  swap_in "$work/package" "$FH_CACHE/axe-core"
  rm -rf "$work"
}
