# fh_test(NAME LABEL label [SOURCES files…] [USES modules…] [LIBS targets…] [SANITIZED] [SLOW])
# One Catch2 program fh_test_NAME; every test case is a CTest with the given label. SANITIZED: part of the target
# fh_sanitized_tests, which tools/test builds with address and undefined-behaviour sanitizers.
add_custom_target(fh_sanitized_tests)
find_package(Python3 COMPONENTS Interpreter REQUIRED)

function(fh_test NAME)
  cmake_parse_arguments(T "SANITIZED" "LABEL;TIMEOUT" "SOURCES;USES;LIBS;ENVIRONMENT" ${ARGN})
  if(NOT T_SOURCES)
    file(GLOB T_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 300)
  endif()
  list(TRANSFORM T_USES PREPEND fh_)
  add_executable(fh_test_${NAME} ${T_SOURCES})
  target_link_libraries(fh_test_${NAME} PRIVATE ${T_USES} ${T_LIBS} fh_test_support fh_flags fh_dep::catch2)
  target_compile_definitions(fh_test_${NAME} PRIVATE FH_SOURCE_DIR="${PROJECT_SOURCE_DIR}" FH_BUILD_DIR="${PROJECT_BINARY_DIR}")
  catch_discover_tests(fh_test_${NAME} TEST_PREFIX "${NAME}: " DISCOVERY_MODE PRE_TEST
    PROPERTIES LABELS ${T_LABEL} TIMEOUT ${T_TIMEOUT} SKIP_RETURN_CODE 4)
  if(T_SANITIZED)
    add_dependencies(fh_sanitized_tests fh_test_${NAME})
  endif()
endfunction()
