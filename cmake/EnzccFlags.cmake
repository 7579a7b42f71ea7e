# Warnings and sanitizers for our own code, as interface targets.
add_library(enzcc_warnings INTERFACE)
target_compile_options(enzcc_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wpedantic -Werror
    -Wstrict-prototypes -Wmissing-prototypes -Wshadow>
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>)

add_library(enzcc_sanitizers INTERFACE)
if(ENZCC_SANITIZE)
  target_compile_options(enzcc_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(enzcc_sanitizers INTERFACE -fsanitize=address,undefined)
endif()
