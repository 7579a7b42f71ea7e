# What a Debian package says of itself that is known when it is made: read by cpack.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

# Who made it, as Debian's own tools are told.
if(DEFINED ENV{DEBEMAIL})
  set(maintainer "The authors of enzcc")
  if(DEFINED ENV{DEBFULLNAME})
    set(maintainer "$ENV{DEBFULLNAME}")
  endif()
  set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${maintainer} <$ENV{DEBEMAIL}>")
endif()

# The libraries that its programs are linked with, and the versions that these need. (Where cpack
# asks itself, it also has the loader's cache made anew, for a plugin that nobody looks up there.)
find_program(SHLIBDEPS_PROGRAM dpkg-shlibdeps)
if(SHLIBDEPS_PROGRAM)
  set(work "${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages/shlibdeps")
  file(WRITE "${work}/debian/control" "Source: enzcc\n\nPackage: enzcc\nArchitecture: any\n")
  execute_process(
    COMMAND "${SHLIBDEPS_PROGRAM}" -O --ignore-missing-info
      "${CPACK_ENZCC_BUILD_DIR}/bin/enzcc" "${CPACK_ENZCC_BUILD_DIR}/bin/enzcc-opt"
      "${CPACK_ENZCC_BUILD_DIR}/lib/enzcc/enzcc_passes.so"
    WORKING_DIRECTORY "${work}" OUTPUT_VARIABLE libraries ERROR_VARIABLE messages
    OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT libraries MATCHES "^shlibs:Depends=")
    message(FATAL_ERROR "dpkg-shlibdeps: ${libraries}${messages}")
  endif()
  string(REGEX REPLACE "shlibs:Depends=|, libllvm[^,]*" "" libraries "${libraries}")
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", ${libraries}")
else()
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libc6, libgmp10, libstdc++6")
endif()
