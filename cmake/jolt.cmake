# SPDX-License-Identifier: Apache-2.0
# fh_dep::jolt: Jolt Physics in exactly the version below, because another one computes other visits, compiled from source with one
# change (jolt/CMakeLists.txt). FH_JOLT_VERSION names it for recordings: version and hash of the sources, the change included.
set(fh_jolt_wanted 5.4.0)  # as JOLT_VERSION in tools/lib/libraries.sh

set(FH_JOLT_DIR "${FH_CACHE_DIR}/jolt" CACHE PATH "Folder holding Jolt/Jolt.h and its sources")
if(NOT EXISTS "${FH_JOLT_DIR}/Jolt/Jolt.h")
  fh_missing("Jolt Physics ${fh_jolt_wanted} (source, unpacked by tools/setup)")
endif()
file(STRINGS "${FH_JOLT_DIR}/Jolt/Core/Core.h" fh_jolt_version REGEX "define JPH_VERSION_(MAJOR|MINOR|PATCH) ")
list(TRANSFORM fh_jolt_version REPLACE "^.*[ \t]([0-9]+).*$" "\\1")
list(JOIN fh_jolt_version "." fh_jolt_version)
if(NOT fh_jolt_version VERSION_EQUAL fh_jolt_wanted)
  fh_missing("Jolt Physics ${fh_jolt_wanted} (found ${fh_jolt_version})")
endif()
# What is compiled, by content: the hashes of all sources in the order of their names.
file(GLOB_RECURSE fh_jolt_files LIST_DIRECTORIES FALSE RELATIVE "${FH_JOLT_DIR}" "${FH_JOLT_DIR}/Jolt/*.h" "${FH_JOLT_DIR}/Jolt/*.inl"
     "${FH_JOLT_DIR}/Jolt/*.cpp")
list(SORT fh_jolt_files)
set(fh_jolt_hashes "")
foreach(file ${fh_jolt_files})
  file(SHA256 "${FH_JOLT_DIR}/${file}" hash)
  string(APPEND fh_jolt_hashes "${hash} ${file}\n")
endforeach()
file(SHA256 "${CMAKE_CURRENT_LIST_DIR}/jolt/ordered_sweep.h" hash)
string(APPEND fh_jolt_hashes "${hash} ordered_sweep.h\n")
string(SHA256 fh_jolt_hash "${fh_jolt_hashes}")
string(SUBSTRING ${fh_jolt_hash} 0 12 fh_jolt_hash)
set(FH_JOLT_VERSION "${fh_jolt_version} ${fh_jolt_hash}")

add_subdirectory("${CMAKE_CURRENT_LIST_DIR}/jolt")
add_library(fh_dep::jolt ALIAS fh_jolt)
