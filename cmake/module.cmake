# SPDX-License-Identifier: Apache-2.0
# fh_module(NAME [SINGLE] [USES modules…] [LIBS targets…] [PRIVATE_LIBS targets…])
# One static library fh_NAME (alias fh::NAME; a slash in NAME becomes "_") out of src/NAME/*.cpp. USES is the include law: a module sees
# the headers of the modules it names and of all that these may see. SINGLE: its files are never compiled in batches. Every call adds a row to the table that the lint
# test checks each #include against.
find_package(Threads REQUIRED)

add_library(fh_flags INTERFACE)
target_compile_options(fh_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough -Werror
  # {type} initialisation of Vulkan and OpenXR structs zeroes the rest, as their APIs want.
  -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports these inside inlined library code with no fault in ours.
  target_compile_options(fh_flags INTERFACE -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds -Wno-restrict
                                            -Wno-dangling-pointer)
endif()

set_property(GLOBAL PROPERTY FH_INCLUDE_LAW "")
set_property(GLOBAL PROPERTY FH_MODULES "")

# fh_batched(VARIABLE NAME): replaces the sources in VARIABLE by files that include FH_BATCH of them each, which compiles a module from
# nothing in half the time. (CMake's own unity files name absolute paths: clones could not share them through a compiler cache.)
# Sources with definitions of their own stay single.
set(FH_BATCH 0 CACHE STRING "Files compiled together; 0 = each by itself")
function(fh_batched VARIABLE NAME)
  set(sources ${${VARIABLE}})
  if(FH_BATCH EQUAL 0)
    return()
  endif()
  set(single "")
  set(batches "")
  while(sources)
    set(text "")
    set(taken 0)
    while(sources AND taken LESS FH_BATCH)
      list(POP_FRONT sources source)
      get_source_file_property(own ${source} COMPILE_DEFINITIONS)
      if(own)
        list(APPEND single ${source})
        continue()
      endif()
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
      string(APPEND text "#include \"${path}\"\n")
      math(EXPR taken "${taken} + 1")
    endwhile()
    list(LENGTH batches number)
    set(batch ${PROJECT_BINARY_DIR}/batches/${NAME}_${number}.cpp)
    file(CONFIGURE OUTPUT ${batch} CONTENT "${text}" @ONLY)  # written only when it changes
    list(APPEND batches ${batch})
  endwhile()
  set_source_files_properties(${batches} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR})
  set(${VARIABLE} ${single} ${batches} PARENT_SCOPE)
endfunction()

function(fh_module NAME)
  cmake_parse_arguments(M "SINGLE" "" "USES;LIBS;PRIVATE_LIBS" ${ARGN})
  string(REPLACE "/" "_" id ${NAME})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${NAME}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")  # the program itself, not part of a library
  if(NOT M_SINGLE)
    fh_batched(sources ${id})
  endif()
  set(visible "")
  foreach(used ${M_USES})
    get_property(below GLOBAL PROPERTY FH_VISIBLE_${used})
    list(APPEND visible ${used} ${below})
  endforeach()
  list(REMOVE_DUPLICATES visible)
  set_property(GLOBAL PROPERTY FH_VISIBLE_${NAME} "${visible}")
  string(REPLACE ";" " " row "${NAME}: ${NAME} ${visible}")
  set_property(GLOBAL APPEND PROPERTY FH_INCLUDE_LAW "${row}")
  set_property(GLOBAL APPEND PROPERTY FH_MODULES ${NAME})

  string(REPLACE "/" "_" used_targets "${M_USES}")
  list(TRANSFORM used_targets PREPEND fh_)
  if(sources)
    add_library(fh_${id} STATIC ${sources})
    target_compile_options(fh_${id} PRIVATE ${FH_HARDENING})
    target_include_directories(fh_${id} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(fh_${id} PUBLIC ${used_targets} ${M_LIBS} Threads::Threads PRIVATE fh_flags ${M_PRIVATE_LIBS})
  else()
    add_library(fh_${id} INTERFACE)
    target_include_directories(fh_${id} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(fh_${id} INTERFACE ${used_targets} ${M_LIBS} ${M_PRIVATE_LIBS})
  endif()
  add_library(fh::${id} ALIAS fh_${id})
endfunction()

# Writes the table of all fh_module() calls for tests/lint/include_law.py.
function(fh_write_include_law FILE)
  get_property(rows GLOBAL PROPERTY FH_INCLUDE_LAW)
  list(JOIN rows "\n" text)
  file(WRITE ${FILE} "${text}\n")
endfunction()
