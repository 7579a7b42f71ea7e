# Makes what `cmake --install` has installed a package that follows Debian's policy: run by cpack
# between the two. CPACK_TEMPORARY_INSTALL_DIRECTORY has the tree.
set(usr "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
set(doc "${usr}/share/doc/${CPACK_PACKAGE_NAME}")

# run(COMMAND...): it must succeed.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# with_spaces(RESULT TEXT): as fields of several lines are written.
function(with_spaces result text)
  string(STRIP "${text}" text)
  string(REPLACE "\n\n" "\n.\n" text "${text}")
  string(REPLACE "\n" "\n " text "${text}")
  set(${result} " ${text}" PARENT_SCOPE)
endfunction()

# Licences that Debian has are named, not copied; the exceptions and that of isl are copied.
file(READ "${doc}/copyright" licence)
string(REGEX MATCH "As an exception, .*" exceptions "${licence}")
with_spaces(LLVM_EXCEPTIONS "${exceptions}")
file(READ "${doc}/copyright-isl" licence)
string(REGEX MATCH "Permission is hereby .*" licence "${licence}")
with_spaces(EXPAT "${licence}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/copyright" "${doc}/copyright" @ONLY)
file(REMOVE "${doc}/copyright-isl")

# The changelog of a package that its authors make: one entry, with the date of the build.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(seconds $ENV{SOURCE_DATE_EPOCH})
else()
  string(TIMESTAMP seconds "%s" UTC)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${seconds})
set(ENV{LC_ALL} C)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(changelog "${doc}/changelog")
file(WRITE "${changelog}" "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) stable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}, as its authors have it.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
find_program(GZIP_PROGRAM gzip REQUIRED)
run(${GZIP_PROGRAM} -9nf "${changelog}")

# Debian looks for pkg-config's files of an architecture in the folder of that architecture.
find_program(ARCHITECTURE_PROGRAM dpkg-architecture)
if(ARCHITECTURE_PROGRAM)
  execute_process(COMMAND ${ARCHITECTURE_PROGRAM} -qDEB_HOST_MULTIARCH
    OUTPUT_VARIABLE multiarch OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(READ "${usr}/lib/pkgconfig/enzcc.pc" text)
  string(REPLACE "{pcfiledir}/../.." "{pcfiledir}/../../.." text "${text}")
  file(WRITE "${usr}/lib/${multiarch}/pkgconfig/enzcc.pc" "${text}")
  file(REMOVE_RECURSE "${usr}/lib/pkgconfig")
endif()

# The loader finds libLLVM of the package that this one depends on without a path of its own.
file(RPATH_REMOVE FILE "${usr}/bin/enzcc-opt")

# Stripped as Debian's packages are; cpack has stripped programs already, but for notes.
find_program(STRIP_PROGRAM strip REQUIRED)
run(${STRIP_PROGRAM} --remove-section=.comment --remove-section=.note
  "${usr}/bin/enzcc" "${usr}/bin/enzcc-opt" "${usr}/lib/enzcc/enzcc_passes.so")
file(GLOB archives "${usr}/lib/enzcc/*.a")
foreach(archive IN LISTS archives)
  run(${STRIP_PROGRAM} --strip-debug --remove-section=.comment --remove-section=.note
    --enable-deterministic-archives "${archive}")
endforeach()
