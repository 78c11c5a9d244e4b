# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this
# A throw-away apt folder for packages of another Debian release: apt checks signatures and checksums as ever, but nothing of the
# machine's own apt sources, lists or installed packages is read or changed, and no root is needed.

FH_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
FH_MIRROR_CLASS="the Debian mirror of this machine's apt configuration"

# debian_mirror: the address apt itself uses for Debian. Asked through --print-uris because that also works on a machine which has
# never run apt-get update. Cloud images name a list of mirrors instead of one.
debian_mirror() {
  apt-get --print-uris update 2>/dev/null |
    sed -nE "s#^'([^']*(/debian|/debian\.list))/dists/.*#\1#p" | awk 'NR == 1'
}

# private_apt_open FOLDER LINE...: LINE is "deb SUITE" or "deb-src SUITE". Sets PRIVATE_APT, the options for apt-get.
# Returns 1 (with the log in FOLDER/log) when no suite's index arrives.
private_apt_open() {
  local folder=$1 mirror line
  shift
  mkdir -p "$folder"/{state/lists/partial,cache/archives/partial,etc/{apt.conf.d,preferences.d,sources.list.d,trusted.gpg.d}}
  : > "$folder/state/status"
  : > "$folder/etc/sources.list"
  # All suites are equal, so that the newest version wins; apt would rank backports last.
  printf 'Package: *\nPin: release *\nPin-Priority: 500\n' > "$folder/etc/preferences"
  mirror=$(debian_mirror)
  if [ -z "$mirror" ]; then
    echo "no Debian mirror in this machine's apt configuration" > "$folder/log"
    return 1
  fi
  for line in "$@"; do
    echo "${line%% *} [signed-by=$FH_KEYRING] $mirror ${line#* } main" >> "$folder/etc/sources.list"
  done
  PRIVATE_APT=(
    -o "Dir::State=$folder/state" -o "Dir::State::status=$folder/state/status" -o "Dir::Cache=$folder/cache" -o "Dir::Etc=$folder/etc"
    -o APT::Architecture="$(dpkg --print-architecture)" -o APT::Install-Recommends=false -o Acquire::Languages=none
    # An old snapshot mirror is still a signed one.
    -o Acquire::Check-Valid-Until=false
    # The folder belongs to this user; apt's own unprivileged account could not write to it, and nobody else locks it.
    -o APT::Sandbox::User= -o Debug::NoLocking=true
    -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o Acquire::Retries=2)
  apt-get "${PRIVATE_APT[@]}" -qq update > "$folder/log" 2>&1 || true
  # A missing backports suite must not spoil the main one, so success is "at least one index arrived".
  compgen -G "$folder/state/lists/*_Packages*" > /dev/null || compgen -G "$folder/state/lists/*_Sources*" > /dev/null
}

# private_apt_remedy LOG: what to tell the user after a failed download.
private_apt_remedy() {
  printf 'check the network and run "apt-get update" once; apt said: %s' "$(grep -m1 -E '^(E|W|Err)' "$1" 2>/dev/null | sed -E 's#[a-z+]+://[^ ]*#<mirror>#g; s#'"'"'[^'"'"']*'"'"'#<mirror>#')"
}

# unpack_deb DEB FOLDER: the files of a package without its documentation.
unpack_deb() {
  dpkg-deb --fsys-tarfile "$1" |
    tar -x -C "$2" --no-same-owner --exclude=./usr/share/man --exclude=./usr/share/locale --exclude='./usr/share/doc/*/[!c]*'
}
