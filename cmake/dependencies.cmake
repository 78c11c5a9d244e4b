# SPDX-License-Identifier: Apache-2.0
# Everything Firsthand takes from others, as targets fh_dep::NAME. All their headers are system headers (imported targets), so our
# warnings stay ours. Static or header-only wherever the package allows: the same binary is also run with another Debian's loader.
#
#   fh_dep::  vulkan openxr vma glfw imgui   jolt   eigen glm   expected fmt spdlog json cli11 xxhash   tinygltf stb png assimp xlsxwriter   openal   catch2
#   optional: fcl embree ompl nlopt, with FH_HAVE_FCL, FH_HAVE_EMBREE, FH_HAVE_OMPL, FH_HAVE_NLOPT (TRUE or FALSE); embree defines
#   FH_EMBREE_MAJOR, nlopt FH_HAVE_NLOPT=1, fcl FH_HAVE_FCL=1
#   programs: FH_GLSLANG_VALIDATOR, FH_SPIRV_VAL, FH_SPIRV_OPT
include_guard(GLOBAL)

# The folder tools/setup fills; tools/lib/common.sh computes the same path.
if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(FH_CACHE_DIR "$ENV{XDG_CACHE_HOME}/firsthand" CACHE PATH "Libraries unpacked by tools/setup")
else()
  set(FH_CACHE_DIR "$ENV{HOME}/.cache/firsthand" CACHE PATH "Libraries unpacked by tools/setup")
endif()

function(fh_missing what)
  message(FATAL_ERROR "Firsthand needs ${what}, which was not found.\nRemedy: run tools/setup, which installs or unpacks whatever is missing, then configure again.")
endfunction()

# fh_find_path(VARIABLE HEADER PACKAGE [HINTS...]) and fh_find_library(VARIABLE "NAMES" PACKAGE): found, or a message naming the package.
function(fh_find_path variable header package)
  find_path(${variable} ${header} HINTS ${ARGN})
  mark_as_advanced(${variable})
  if(NOT ${variable})
    fh_missing("the header ${header} (Debian package ${package})")
  endif()
endfunction()
function(fh_find_library variable names package)
  find_library(${variable} NAMES ${names})
  mark_as_advanced(${variable})
  if(NOT ${variable})
    string(REPLACE ";" " or " names "${names}")
    fh_missing("the library ${names} (Debian package ${package})")
  endif()
endfunction()
# fh_dep(NAME [LIBRARY file] [INCLUDES ...] [LINKS ...] [DEFINITIONS ...]): an imported target, usable from every folder. A library file
# is a target and not a mere link item, so that CMake keeps it in front of what it needs itself.
function(fh_dep name)
  cmake_parse_arguments(ARG "" "LIBRARY" "INCLUDES;LINKS;DEFINITIONS" ${ARGN})
  if(ARG_LIBRARY)
    add_library(fh_dep::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(fh_dep::${name} PROPERTIES IMPORTED_LOCATION "${ARG_LIBRARY}")
  else()
    add_library(fh_dep::${name} INTERFACE IMPORTED GLOBAL)
  endif()
  target_include_directories(fh_dep::${name} INTERFACE ${ARG_INCLUDES})
  target_link_libraries(fh_dep::${name} INTERFACE ${ARG_LINKS})
  target_compile_definitions(fh_dep::${name} INTERFACE ${ARG_DEFINITIONS})
endfunction()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# --- Small libraries ---------------------------------------------------------------------------------------------------------------
fh_find_path(FH_EIGEN_INCLUDE Eigen/Core libeigen3-dev /usr/include/eigen3)
fh_dep(eigen INCLUDES ${FH_EIGEN_INCLUDE})
fh_find_path(FH_GLM_INCLUDE glm/glm.hpp libglm-dev)
# Vulkan's depth range and no accidental degrees.
fh_dep(glm INCLUDES ${FH_GLM_INCLUDE} DEFINITIONS GLM_FORCE_DEPTH_ZERO_TO_ONE GLM_FORCE_RADIANS)
fh_find_path(FH_EXPECTED_INCLUDE tl/expected.hpp libexpected-dev)
fh_dep(expected INCLUDES ${FH_EXPECTED_INCLUDE})
fh_find_path(FH_FMT_INCLUDE fmt/core.h libfmt-dev)
fh_find_library(FH_FMT_LIBRARY fmt libfmt-dev)
# The shared library: header-only fmt costs every file seconds to compile.
fh_dep(fmt INCLUDES ${FH_FMT_INCLUDE} LIBRARY ${FH_FMT_LIBRARY})
fh_find_path(FH_SPDLOG_INCLUDE spdlog/spdlog.h libspdlog-dev)
fh_dep(spdlog INCLUDES ${FH_SPDLOG_INCLUDE} LINKS fh_dep::fmt Threads::Threads DEFINITIONS SPDLOG_FMT_EXTERNAL)
fh_find_path(FH_JSON_INCLUDE nlohmann/json.hpp nlohmann-json3-dev)
fh_dep(json INCLUDES ${FH_JSON_INCLUDE})
fh_find_path(FH_CLI11_INCLUDE CLI/CLI.hpp libcli11-dev)
fh_dep(cli11 INCLUDES ${FH_CLI11_INCLUDE})
fh_find_path(FH_XXHASH_INCLUDE xxhash.h libxxhash-dev)
fh_dep(xxhash INCLUDES ${FH_XXHASH_INCLUDE} DEFINITIONS XXH_INLINE_ALL)

# --- Pictures and models -----------------------------------------------------------------------------------------------------------
# libstb.a holds the implementations of all stb headers: never define STB_..._IMPLEMENTATION.
fh_find_path(FH_STB_INCLUDE stb_image.h libstb-dev /usr/include/stb)
fh_find_library(FH_STB_LIBRARY "libstb.a;stb" libstb-dev)
fh_dep(stb INCLUDES ${FH_STB_INCLUDE} LIBRARY ${FH_STB_LIBRARY} LINKS m)

fh_find_path(FH_PNG_INCLUDE png.h libpng-dev)
fh_find_library(FH_PNG_LIBRARY "libpng16.a;png16" libpng-dev)
fh_find_library(FH_ZLIB_LIBRARY "libz.a;z" zlib1g-dev)
fh_dep(png INCLUDES ${FH_PNG_INCLUDE} LIBRARY ${FH_PNG_LIBRARY} LINKS ${FH_ZLIB_LIBRARY} m)

# Debian ships tinygltf as a shared library; one translation unit of our own makes it static.
fh_find_path(FH_TINYGLTF_INCLUDE tiny_gltf.h libtinygltf-dev)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/dependencies/tinygltf.cpp"
     CONTENT "#define TINYGLTF_IMPLEMENTATION\n#include <tiny_gltf.h>\n")
add_library(fh_tinygltf STATIC EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/dependencies/tinygltf.cpp")
target_include_directories(fh_tinygltf SYSTEM PUBLIC ${FH_TINYGLTF_INCLUDE})
target_link_libraries(fh_tinygltf PUBLIC fh_dep::stb fh_dep::json)
target_compile_options(fh_tinygltf PRIVATE -w)
add_library(fh_dep::tinygltf ALIAS fh_tinygltf)

fh_find_path(FH_ASSIMP_INCLUDE assimp/scene.h libassimp-dev)
fh_find_library(FH_ASSIMP_LIBRARY assimp libassimp-dev)
fh_dep(assimp INCLUDES ${FH_ASSIMP_INCLUDE} LIBRARY ${FH_ASSIMP_LIBRARY})
# For scene/import/import.cpp, which opens the library only when a model is imported.
fh_dep(assimp_headers INCLUDES ${FH_ASSIMP_INCLUDE})

# Debian ships no static library that may go into a position-independent program.
fh_find_path(FH_XLSXWRITER_INCLUDE xlsxwriter.h libxlsxwriter-dev)
fh_find_library(FH_XLSXWRITER_LIBRARY xlsxwriter libxlsxwriter-dev)
fh_dep(xlsxwriter INCLUDES ${FH_XLSXWRITER_INCLUDE} LIBRARY ${FH_XLSXWRITER_LIBRARY})

# For audio/openal.cpp, which opens the library when sound is wanted: a machine without it is silent.
fh_find_path(FH_OPENAL_INCLUDE AL/alc.h libopenal-dev)
fh_dep(openal_headers INCLUDES ${FH_OPENAL_INCLUDE})

# --- Vulkan, OpenXR, window --------------------------------------------------------------------------------------------------------
fh_find_path(FH_VULKAN_INCLUDE vulkan/vulkan.h libvulkan-dev)
fh_find_library(FH_VULKAN_LIBRARY vulkan libvulkan-dev)
fh_dep(vulkan INCLUDES ${FH_VULKAN_INCLUDE} LIBRARY ${FH_VULKAN_LIBRARY})
# Headers of OpenXR 1.1 (Debian 12 has 1.0.20); the loader is the machine's: 1.1 is asked for at run time and 1.0 is enough.
function(fh_check_openxr found)
  set(${found} FALSE PARENT_SCOPE)
  if(FH_OPENXR_INCLUDE)
    file(STRINGS "${FH_OPENXR_INCLUDE}/openxr/openxr.h" version REGEX "define XR_CURRENT_API_VERSION ")
    if(version MATCHES "\\(1, [1-9]")
      set(${found} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()
fh_check_openxr(fh_openxr_new)
if(NOT fh_openxr_new)
  unset(FH_OPENXR_INCLUDE CACHE)  # an older one, found by an earlier configuration
endif()
fh_find_path(FH_OPENXR_INCLUDE openxr/openxr.h "libopenxr-dev 1.1, unpacked by tools/setup" "${FH_CACHE_DIR}/libopenxr-dev/usr/include")
fh_check_openxr(fh_openxr_new)
if(NOT fh_openxr_new)
  fh_missing("the headers of OpenXR 1.1 (Debian package libopenxr-dev 1.1, unpacked by tools/setup)")
endif()
fh_find_library(FH_OPENXR_LIBRARY openxr_loader libopenxr-dev)
fh_dep(openxr INCLUDES ${FH_OPENXR_INCLUDE} LIBRARY ${FH_OPENXR_LIBRARY})

# Header only: exactly one source of ours defines VMA_IMPLEMENTATION. The header comes alone in its folder, so that nothing else of
# another Debian release can slip in.
fh_find_path(FH_VMA_INCLUDE vk_mem_alloc.h "libvulkan-memory-allocator-dev, unpacked by tools/setup"
             "${FH_CACHE_DIR}/libvulkan-memory-allocator-dev/usr/include")
fh_dep(vma INCLUDES ${FH_VMA_INCLUDE} LINKS fh_dep::vulkan)

fh_find_path(FH_GLFW_INCLUDE GLFW/glfw3.h libglfw3-dev)
fh_find_library(FH_GLFW_LIBRARY glfw libglfw3-dev)
fh_dep(glfw INCLUDES ${FH_GLFW_INCLUDE} LIBRARY ${FH_GLFW_LIBRARY} DEFINITIONS GLFW_INCLUDE_NONE)
# Debian's static library contains the GLFW and Vulkan back ends; they are included as <backends/imgui_impl_vulkan.h>.
fh_find_path(FH_IMGUI_INCLUDE imgui.h libimgui-dev /usr/include/imgui)
fh_find_library(FH_IMGUI_LIBRARY "libimgui.a;imgui" libimgui-dev)
fh_dep(imgui INCLUDES ${FH_IMGUI_INCLUDE} ${FH_IMGUI_INCLUDE}/backends
       LIBRARY ${FH_IMGUI_LIBRARY} LINKS fh_dep::stb fh_dep::glfw fh_dep::vulkan ${CMAKE_DL_LIBS})

foreach(program glslangValidator:FH_GLSLANG_VALIDATOR:glslang-tools spirv-val:FH_SPIRV_VAL:spirv-tools spirv-opt:FH_SPIRV_OPT:spirv-tools)
  string(REPLACE ":" ";" program "${program}")
  list(GET program 0 fh_name)
  list(GET program 1 fh_variable)
  list(GET program 2 fh_package)
  find_program(${fh_variable} ${fh_name})
  mark_as_advanced(${fh_variable})
  if(NOT ${fh_variable})
    fh_missing("the program ${fh_name} (Debian package ${fh_package})")
  endif()
endforeach()

# --- Catch2 3 ----------------------------------------------------------------------------------------------------------------------
find_package(Catch2 3 CONFIG QUIET HINTS "${FH_CACHE_DIR}/libcatch2-dev/usr")
if(NOT Catch2_FOUND)
  fh_missing("Catch2 3 (Debian package libcatch2-dev, unpacked by tools/setup)")
endif()
fh_dep(catch2 LINKS Catch2::Catch2WithMain)
# include(Catch) then gives catch_discover_tests().
list(APPEND CMAKE_MODULE_PATH "${Catch2_DIR}")

include("${CMAKE_CURRENT_LIST_DIR}/jolt.cmake")

# --- Rivals and oracles, only for tests and benchmarks -----------------------------------------------------------------------------
find_path(FH_FCL_INCLUDE fcl/fcl.h)
find_library(FH_FCL_LIBRARY fcl)
find_library(FH_CCD_LIBRARY ccd)
set(FH_HAVE_FCL FALSE)
if(FH_FCL_INCLUDE AND FH_FCL_LIBRARY AND FH_CCD_LIBRARY)
  set(FH_HAVE_FCL TRUE)
  fh_dep(fcl INCLUDES ${FH_FCL_INCLUDE} LIBRARY ${FH_FCL_LIBRARY} LINKS ${FH_CCD_LIBRARY} fh_dep::eigen DEFINITIONS FH_HAVE_FCL=1)
endif()

find_path(FH_EMBREE_INCLUDE NAMES embree4/rtcore.h embree3/rtcore.h)
find_library(FH_EMBREE_LIBRARY NAMES embree4 embree3)
set(FH_HAVE_EMBREE FALSE)
if(FH_EMBREE_INCLUDE AND FH_EMBREE_LIBRARY)
  set(FH_HAVE_EMBREE TRUE)
  string(REGEX MATCH "embree([34])" _ "${FH_EMBREE_LIBRARY}")
  fh_dep(embree INCLUDES ${FH_EMBREE_INCLUDE} LIBRARY ${FH_EMBREE_LIBRARY} DEFINITIONS FH_EMBREE_MAJOR=${CMAKE_MATCH_1})
endif()

find_path(FH_OMPL_INCLUDE ompl/base/Planner.h PATH_SUFFIXES ompl-1.5 ompl-1.6)
find_library(FH_OMPL_LIBRARY ompl)
set(FH_HAVE_OMPL FALSE)
if(FH_OMPL_INCLUDE AND FH_OMPL_LIBRARY)
  set(FH_HAVE_OMPL TRUE)
  fh_dep(ompl INCLUDES ${FH_OMPL_INCLUDE} LIBRARY ${FH_OMPL_LIBRARY} LINKS fh_dep::eigen Threads::Threads)
endif()
find_path(FH_NLOPT_INCLUDE nlopt.h)
find_library(FH_NLOPT_LIBRARY nlopt)
set(FH_HAVE_NLOPT FALSE)
if(FH_NLOPT_INCLUDE AND FH_NLOPT_LIBRARY)
  set(FH_HAVE_NLOPT TRUE)
  fh_dep(nlopt INCLUDES ${FH_NLOPT_INCLUDE} LIBRARY ${FH_NLOPT_LIBRARY} DEFINITIONS FH_HAVE_NLOPT=1)
endif()
mark_as_advanced(FH_NLOPT_INCLUDE FH_NLOPT_LIBRARY)
mark_as_advanced(FH_FCL_INCLUDE FH_FCL_LIBRARY FH_CCD_LIBRARY FH_EMBREE_INCLUDE FH_EMBREE_LIBRARY FH_OMPL_INCLUDE FH_OMPL_LIBRARY)
