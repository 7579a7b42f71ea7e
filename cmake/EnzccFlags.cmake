# Warnings and sanitizers for our own code, as interface targets.
# Calls that must all happen are joined by |, which clang takes for a mistake.
add_library(enzcc_warnings INTERFACE)
target_compile_options(enzcc_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wpedantic -Werror
    -Wstrict-prototypes -Wmissing-prototypes -Wshadow>
  $<$<COMPILE_LANG_AND_ID:C,Clang>:-Wno-bitwise-instead-of-logical>
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>)

add_library(enzcc_sanitizers INTERFACE)
if(ENZCC_SANITIZE)
  target_compile_options(enzcc_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(enzcc_sanitizers INTERFACE -fsanitize=address,undefined)
endif()
