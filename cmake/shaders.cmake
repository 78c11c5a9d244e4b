# SPDX-License-Identifier: Apache-2.0
# fh_shaders(TARGET NAMESPACE file[:variant[:DEFINE...]]…)
# Compiles shaders/FILE to SPIR-V at build time, checks it with spirv-val, and embeds it: <shaders/embedded.h> declares
# NAMESPACE::FILE (dots become underscores) as fh::gpu::Shader. "surface.vert:surface_clip_vert:CLIP" compiles the file
# once more as surface_clip_vert with -DCLIP.
include_guard(GLOBAL)

function(fh_shaders TARGET NAMESPACE)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/shaders)
  file(GLOB includes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.glsl)
  set(declarations "")
  set(definitions "")
  set(outputs "")
  foreach(entry ${ARGN})
    string(REPLACE ":" ";" parts "${entry}")
    list(POP_FRONT parts file)
    if(parts)
      list(POP_FRONT parts name)
    else()
      string(REPLACE "." "_" name ${file})
    endif()
    list(TRANSFORM parts PREPEND "-D")
    set(source ${PROJECT_SOURCE_DIR}/shaders/${file})
    set(binary ${out}/${name}.spv)
    set(words ${out}/${name}.inc)
    add_custom_command(
      OUTPUT ${words}
      COMMAND ${FH_GLSLANG_VALIDATOR} --quiet -V --target-env vulkan1.3 ${parts} -I${PROJECT_SOURCE_DIR}/shaders -o ${binary} ${source}
      COMMAND ${FH_SPIRV_VAL} --target-env vulkan1.3 ${binary}
      COMMAND ${FH_GLSLANG_VALIDATOR} --quiet -V --target-env vulkan1.3 ${parts} -I${PROJECT_SOURCE_DIR}/shaders -x -o ${words} ${source}
      DEPENDS ${source} ${includes}
      COMMENT "Shader ${name}" VERBATIM)
    list(APPEND outputs ${words})
    string(APPEND declarations "extern const fh::gpu::Shader ${name};\n")
    string(APPEND definitions "static const std::uint32_t ${name}_words[] = {\n#include \"${name}.inc\"\n};\nconst fh::gpu::Shader ${name}{${name}_words, sizeof ${name}_words};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${out}/embedded.h @ONLY
       CONTENT "#pragma once\n#include \"gpu/shader.h\"\nnamespace ${NAMESPACE} {\n${declarations}}\n")
  file(CONFIGURE OUTPUT ${out}/embedded.cpp @ONLY
       CONTENT "#include \"shaders/embedded.h\"\nnamespace ${NAMESPACE} {\n${definitions}}\n")
  set_source_files_properties(${out}/embedded.cpp PROPERTIES OBJECT_DEPENDS "${outputs}")
  add_custom_target(${TARGET}_shaders DEPENDS ${outputs})
  target_sources(${TARGET} PRIVATE ${out}/embedded.cpp)
  add_dependencies(${TARGET} ${TARGET}_shaders)
  target_include_directories(${TARGET} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
