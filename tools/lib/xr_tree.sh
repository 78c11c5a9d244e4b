# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this
# A folder with the programs and libraries of Debian 13 that Debian 12 lacks: the OpenXR runtime Monado, a newer lavapipe, both
# loaders and validation layers. Nothing is installed: the programs are started through the tree's own dynamic loader, so they use its
# libc and libraries, while the machine stays as it is.

XR_TREE=$FH_CACHE/debian13
XR_ROOT=$XR_TREE/root
XR_LIB=$XR_ROOT/usr/lib/x86_64-linux-gnu
XR_LOADER=$XR_ROOT/usr/lib64/ld-linux-x86-64.so.2
# libblas and liblapack lie in subfolders, since alternatives are not set up in a tree nobody installed. The machine's own folder is
# last: libraries the tree lacks (GLFW, assimp ...) come from there.
XR_LIBRARY_PATH=$XR_LIB:$XR_ROOT/usr/lib:$XR_LIB/blas:$XR_LIB/lapack:$XR_LIB/pulseaudio:/usr/lib/x86_64-linux-gnu
XR_PACKAGES=(monado-service libopenxr1-monado libopenxr-loader1 openxr-layer-corevalidation libopenxr-utils
  mesa-vulkan-drivers libvulkan1 vulkan-validationlayers vulkan-tools)

have_xr_tree() { [ -x "$XR_LOADER" ] && [ -f "$XR_TREE/complete" ] && [ "$(< "$XR_TREE/complete")" = "${XR_PACKAGES[*]}" ]; }

get_xr_tree() {
  local work
  [ "$(dpkg --print-architecture)" = amd64 ] || fail "the OpenXR test runtime is only set up for amd64 machines" "use a headset's own runtime"
  work=$(mktemp -d "$FH_CACHE/tmp.XXXXXX")
  say "fetching the OpenXR test runtime from $FH_MIRROR_CLASS (Debian 13, about 180 MB, 620 MB unpacked)"
  if ! private_apt_open "$work/apt" "deb trixie" ||
    ! apt-get "${PRIVATE_APT[@]}" -qq -y install --download-only "${XR_PACKAGES[@]}" > "$work/apt/log" 2>&1; then
    fail "package monado-service and its dependencies: could not be fetched from $FH_MIRROR_CLASS (trixie)" "$(private_apt_remedy "$work/apt/log")"
  fi
  say "unpacking $(find "$work/apt/cache/archives" -name '*.deb' | wc -l) packages"
  mkdir -p "$work/tree/root"
  export -f unpack_deb
  # shellcheck disable=SC2016 # the inner shell expands
  find "$work/apt/cache/archives" -name '*.deb' -print0 |
    xargs -0 -P "$(nproc)" -n 1 bash -c 'set -eo pipefail; unpack_deb "$1" "$0"' "$work/tree/root"
  # The loaders need absolute paths, or they would look into the machine's own folders.
  sed -i "s#\"/usr/lib/#\"$XR_ROOT/usr/lib/#" "$work"/tree/root/usr/share/openxr/1/api_layers/explicit.d/*.json
  echo "${XR_PACKAGES[*]}" > "$work/tree/complete"
  swap_in "$work/tree" "$XR_TREE"
  rm -rf "$work"
}

# need_xr_tree: for the scripts that start programs in the tree.
need_xr_tree() { have_xr_tree || "$FH_TOP/tools/setup" --xr; }

# vulkan_exports, openxr_exports: the loaders find the tree's drivers, layers and runtime. LD_LIBRARY_PATH is never set: the machine's
# own programs (env, timeout) would load Debian 13's libc and crash.
vulkan_exports() {
  export VK_DRIVER_FILES=$XR_ROOT/usr/share/vulkan/icd.d/lvp_icd.json
  export VK_ICD_FILENAMES=$VK_DRIVER_FILES # the same, for loaders before 1.3.207
  export VK_LAYER_PATH=$XR_ROOT/usr/share/vulkan/explicit_layer.d
}
openxr_exports() {
  vulkan_exports
  export XR_RUNTIME_JSON=$XR_ROOT/usr/share/openxr/1/openxr_monado.json
  export XR_API_LAYER_PATH=$XR_ROOT/usr/share/openxr/1/api_layers/explicit.d
}

# is_elf FILE: scripts cannot be given to the dynamic loader.
is_elf() { [ "$(head -c 4 "$1" 2>/dev/null | tail -c 3)" = ELF ]; }

# find_program NAME: path of a program, on PATH, else in the tree.
find_program() {
  local path
  if path=$(type -P -- "$1"); then echo "$path"; return; fi
  if [ -x "$XR_ROOT/usr/bin/$1" ]; then echo "$XR_ROOT/usr/bin/$1"; return; fi
  fail "no program $1, neither on PATH nor in the Debian 13 tree" "check its name or build it first"
}

# tree_command COMMAND [ARGUMENT...]: sets TREE_COMMAND, the argument vector that runs it with Debian 13's libraries. Scripts run as
# they are. argv[0] names the program's own file; /proc/self/exe is the loader then.
tree_command() {
  local program
  program=$(find_program "$1")
  shift
  if is_elf "$program"; then
    TREE_COMMAND=("$XR_LOADER" --library-path "$XR_LIBRARY_PATH" --argv0 "$program" "$program" "$@")
  else
    TREE_COMMAND=("$program" "$@")
  fi
}
