# fh_dep::jolt: Jolt Physics 5.4 or newer. Compiled here from source with definitions that are the same in every build type and PUBLIC,
# because they change both the layout of Jolt's classes and the results.
find_package(Jolt 5.4 CONFIG QUIET)
if(Jolt_FOUND)
  # An installed Jolt serves only when it was built to compute the same on every machine.
  get_target_property(fh_jolt_definitions Jolt::Jolt INTERFACE_COMPILE_DEFINITIONS)
  if("${fh_jolt_definitions}" MATCHES "JPH_CROSS_PLATFORM_DETERMINISTIC")
    fh_dep(jolt LINKS Jolt::Jolt)
    return()
  endif()
  message(STATUS "The installed Jolt is not cross-platform deterministic: taking the one of tools/setup")
endif()

set(FH_JOLT_DIR "${FH_CACHE_DIR}/jolt" CACHE PATH "Folder holding Jolt/Jolt.h and its sources")
if(NOT EXISTS "${FH_JOLT_DIR}/Jolt/Jolt.h")
  fh_missing("Jolt Physics 5.4 (source, unpacked by tools/setup)")
endif()
file(STRINGS "${FH_JOLT_DIR}/Jolt/Core/Core.h" fh_jolt_version REGEX "define JPH_VERSION_(MAJOR|MINOR|PATCH) ")
list(TRANSFORM fh_jolt_version REPLACE "^.*[ \t]([0-9]+).*$" "\\1")
list(JOIN fh_jolt_version "." fh_jolt_version)
if(fh_jolt_version VERSION_LESS 5.4)
  fh_missing("Jolt Physics 5.4 or newer (found ${fh_jolt_version})")
endif()

file(GLOB_RECURSE fh_jolt_sources "${FH_JOLT_DIR}/Jolt/*.cpp")
add_library(fh_jolt STATIC EXCLUDE_FROM_ALL ${fh_jolt_sources})
add_library(fh_dep::jolt ALIAS fh_jolt)
target_include_directories(fh_jolt SYSTEM PUBLIC "${FH_JOLT_DIR}")
target_link_libraries(fh_jolt PUBLIC Threads::Threads)
target_compile_definitions(fh_jolt PUBLIC
  JPH_CROSS_PLATFORM_DETERMINISTIC
  # Core.h turns on JPH_DEBUG without NDEBUG, which adds members to classes: pinned off, so Debug and Release agree.
  JPH_NO_DEBUG)
# Deliberately absent everywhere: JPH_OBJECT_STREAM, JPH_PROFILE_ENABLED, JPH_DEBUG_RENDERER, JPH_ENABLE_ASSERTS, JPH_DOUBLE_PRECISION,
# JPH_FLOATING_POINT_EXCEPTIONS_ENABLED, and JPH_USE_FMADD, whose rounding differs from separate multiply and add.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Spelt out to match -march=x86-64-v3: a file compiled without that flag fails here instead of disagreeing with the others.
  target_compile_definitions(fh_jolt PUBLIC
    JPH_USE_AVX2 JPH_USE_AVX JPH_USE_SSE4_1 JPH_USE_SSE4_2 JPH_USE_LZCNT JPH_USE_TZCNT JPH_USE_F16C)
endif()
# Others' code: no warnings. Optimised even in Debug builds: a world that cannot keep 90 Hz cannot be debugged in a headset.
target_compile_options(fh_jolt PRIVATE -w -O2 -ffp-contract=off)
# Line numbers are enough for back traces, and full debug information takes g++ minutes here. So do address and undefined-behaviour
# checks, which may be left out of a library; thread checks may not (unseen locks would look like races).
target_compile_options(fh_jolt PRIVATE -g1)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[^ ]*(address|undefined)")
  target_compile_options(fh_jolt PRIVATE -fno-sanitize=all)
endif()
# Batches compile more than twice as fast as 125 single files, and Jolt's sources never change between builds.
set_target_properties(fh_jolt PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10 CXX_CLANG_TIDY "" CXX_STANDARD 20)
