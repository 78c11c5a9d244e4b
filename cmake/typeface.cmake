# SPDX-License-Identifier: Apache-2.0
# fh_typeface(TARGET): embeds the font file FH_TYPEFACE into TARGET as the bytes fh_typeface_file[].
include_guard(GLOBAL)

find_file(FH_TYPEFACE DejaVuSans.ttf PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/dejavu /usr/share/fonts/TTF
          DOC "The typeface of signs and labels")
mark_as_advanced(FH_TYPEFACE)
if(NOT FH_TYPEFACE)
  fh_missing("the font file DejaVuSans.ttf (Debian package fonts-dejavu-core)")
endif()

function(fh_typeface TARGET)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/typeface/embedded.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"asm(R\"(.pushsection .rodata, \"a\"
.balign 16
.global fh_typeface_file
fh_typeface_file:
.incbin \"@FH_TYPEFACE@\"
.popsection)\");
")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${FH_TYPEFACE})
  target_sources(${TARGET} PRIVATE ${source})
endfunction()
