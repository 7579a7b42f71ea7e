# Finds isl, and makes what the passes link of it.
#
# libLLVM may have an isl of its own (that of Polly), of another version, and exports it: in a
# process that has loaded libLLVM, a shared libisl would call functions of both. So isl becomes part
# of the passes, from the static library, with hidden names. Objects there are not made for shared
# libraries, which matters for one variable of the C library only, stderr: they refer to it by
# another name (passes/facts/isl_messages.c).
find_path(ENZCC_ISL_INCLUDE isl/ctx.h REQUIRED)
find_library(ENZCC_ISL_ARCHIVE NAMES libisl.a REQUIRED)
find_library(ENZCC_GMP gmp REQUIRED)

set(isl_archive ${PROJECT_BINARY_DIR}/isl/libenzcc_isl.a)
add_custom_command(OUTPUT ${isl_archive}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/isl
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym stderr=enzcc_isl_stderr
    ${ENZCC_ISL_ARCHIVE} ${isl_archive}
  DEPENDS ${ENZCC_ISL_ARCHIVE} VERBATIM)
add_custom_target(enzcc_isl_archive DEPENDS ${isl_archive})

add_library(enzcc_isl STATIC IMPORTED GLOBAL)
add_dependencies(enzcc_isl enzcc_isl_archive)
set_target_properties(enzcc_isl PROPERTIES
  IMPORTED_LOCATION ${isl_archive}
  INTERFACE_INCLUDE_DIRECTORIES ${ENZCC_ISL_INCLUDE}
  INTERFACE_LINK_LIBRARIES ${ENZCC_GMP}
  INTERFACE_LINK_OPTIONS -Wl,--exclude-libs,libenzcc_isl.a)
