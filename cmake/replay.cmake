# SPDX-License-Identifier: Apache-2.0
# fh_replay_scripts(TARGET): embeds three.js with two of its add-ons (Debian package libjs-three) and src/report/replay.js into TARGET as
# fh_replay_scripts[] … fh_replay_scripts_end[]. Without three.js nothing is embedded: reports have no replay then and say so.
include_guard(GLOBAL)

set(FH_THREE_FOLDER /usr/share/javascript/three CACHE PATH "Folder of three.min.js and examples/js, release 111 or of its time")

function(fh_replay_scripts TARGET)
  set(scripts ${FH_THREE_FOLDER}/three.min.js ${FH_THREE_FOLDER}/examples/js/loaders/GLTFLoader.js
              ${FH_THREE_FOLDER}/examples/js/controls/OrbitControls.js ${PROJECT_SOURCE_DIR}/src/report/replay.js)
  set(parts "")
  foreach(script ${scripts})
    if(NOT EXISTS ${script})
      message(STATUS "no ${script} (Debian package libjs-three): reports will have no replay")
      set(parts "")
      break()
    endif()
    string(APPEND parts ".incbin \"${script}\"\n.byte 10\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/replay/embedded.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"asm(R\"(.pushsection .rodata, \"a\"
.balign 16
.global fh_replay_scripts
.global fh_replay_scripts_end
fh_replay_scripts:
@parts@fh_replay_scripts_end:
.byte 0
.popsection)\");
")
  if(parts)
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${scripts}")
  endif()
  target_sources(${TARGET} PRIVATE ${source})
endfunction()
