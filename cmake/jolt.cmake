# SPDX-License-Identifier: Apache-2.0
# fh_dep::jolt: Jolt Physics in exactly the version below, because another one computes other visits: an installed one, or compiled from
# source (jolt/CMakeLists.txt). FH_JOLT_VERSION names it for recordings: version and hash of the sources, or version and "installed".
set(fh_jolt_wanted 5.4.0)  # as JOLT_VERSION in tools/lib/libraries.sh
find_package(Jolt ${fh_jolt_wanted} EXACT CONFIG QUIET)
if(Jolt_FOUND)
  # An installed Jolt serves only when it was built to compute the same on every machine.
  get_target_property(fh_jolt_definitions Jolt::Jolt INTERFACE_COMPILE_DEFINITIONS)
  if("${fh_jolt_definitions}" MATCHES "JPH_CROSS_PLATFORM_DETERMINISTIC")
    fh_dep(jolt LINKS Jolt::Jolt)
    set(FH_JOLT_VERSION "${fh_jolt_wanted} installed")
    return()
  endif()
  message(STATUS "The installed Jolt is not cross-platform deterministic: taking the one of tools/setup")
endif()

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
string(SHA256 fh_jolt_hash "${fh_jolt_hashes}")
string(SUBSTRING ${fh_jolt_hash} 0 12 fh_jolt_hash)
set(FH_JOLT_VERSION "${fh_jolt_version} ${fh_jolt_hash}")

add_subdirectory("${CMAKE_CURRENT_LIST_DIR}/jolt")
add_library(fh_dep::jolt ALIAS fh_jolt)
