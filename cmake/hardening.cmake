# SPDX-License-Identifier: Apache-2.0
# Flags that turn a fault in memory into the end of the program: for every module of ours (cmake/module.cmake) and for Jolt, not for the test
# programs around them. tests/lint/hardening.py reads them back out of the program; docs/measurements/hardening.md says what they cost.
include_guard(GLOBAL)

set(FH_HARDENING -fstack-protector-strong -fcf-protection=full)
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  # Sanitizers bring checks of their own. Debian's compiler does not define it by itself; others' may.
  list(APPEND FH_HARDENING -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie> -Wl,-z,relro,-z,now,-z,noexecstack)
