# What an installation has beside the compiler: files for build systems and shells, a manual page;
# and packages of it.

# What CMake users find: find_package(enzcc) and a toolchain file, both with
# paths relative to themselves so that the tree can be moved.
include(CMakePackageConfigHelpers)
set(package_dir lib/cmake/enzcc)
configure_package_config_file(cmake/enzccConfig.cmake.in
  ${PROJECT_BINARY_DIR}/${package_dir}/enzccConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/${package_dir}/enzccConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/EnzccToolchain.cmake
  ${PROJECT_BINARY_DIR}/${package_dir}/EnzccToolchain.cmake @ONLY)
install(FILES
  ${PROJECT_BINARY_DIR}/${package_dir}/enzccConfig.cmake
  ${PROJECT_BINARY_DIR}/${package_dir}/enzccConfigVersion.cmake
  ${PROJECT_BINARY_DIR}/${package_dir}/EnzccToolchain.cmake
  DESTINATION ${package_dir})

# The same for other build systems, and what shells and man read. Everything is found from where it
# lies, or in PATH.
configure_file(packaging/enzcc.pc.in ${PROJECT_BINARY_DIR}/lib/pkgconfig/enzcc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lib/pkgconfig/enzcc.pc DESTINATION lib/pkgconfig)
install(FILES packaging/enzcc.m4 DESTINATION share/aclocal)
install(FILES packaging/meson.ini DESTINATION share/meson/native RENAME enzcc)
foreach(name enzcc enzcc++)
  install(FILES packaging/completion.bash
    DESTINATION share/bash-completion/completions RENAME ${name})
endforeach()
install(FILES packaging/completion.zsh DESTINATION share/zsh/vendor-completions RENAME _enzcc)

# Pages that say what the programs say of their options.
find_program(GZIP_PROGRAM gzip REQUIRED)
set(man_dir ${PROJECT_BINARY_DIR}/share/man/man1)
file(MAKE_DIRECTORY ${man_dir})
# manual_page(NAME SCRIPT): share/man/man1/NAME.1.gz.
function(manual_page name script)
  add_custom_command(OUTPUT ${man_dir}/${name}.1.gz
    COMMAND sh ${PROJECT_SOURCE_DIR}/packaging/${script} $<TARGET_FILE:${name}> ${PROJECT_VERSION}
      > ${man_dir}/${name}.1
    COMMAND ${GZIP_PROGRAM} -9nf ${man_dir}/${name}.1
    DEPENDS ${name} ${PROJECT_SOURCE_DIR}/packaging/${script} VERBATIM)
endfunction()
manual_page(enzcc manual.sh)
manual_page(enzcc-opt manual-opt.sh)
add_custom_target(enzcc_manual ALL DEPENDS ${man_dir}/enzcc.1.gz ${man_dir}/enzcc-opt.1.gz)
install(FILES ${man_dir}/enzcc-opt.1.gz DESTINATION share/man/man1)
install(FILES ${man_dir}/enzcc.1.gz DESTINATION share/man/man1)
foreach(name enzcc++ enzc++ enzfc enzcc-env enz-ar enz-ld enz-nm enz-objcopy enz-ranlib enz-strip)
  file(CREATE_LINK enzcc.1.gz ${man_dir}/${name}.1.gz SYMBOLIC)
  install(FILES ${man_dir}/${name}.1.gz DESTINATION share/man/man1)
endforeach()

# Where Compiler Explorer finds an installation: written when it is installed, for its place.
install(CODE "
  set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
  set(version ${PROJECT_VERSION})
  foreach(language c c++)
    configure_file(\"${PROJECT_SOURCE_DIR}/packaging/compiler-explorer/\${language}.properties.in\"
      \"\$ENV{DESTDIR}\${prefix}/share/enzcc/compiler-explorer/\${language}.local.properties\"
      @ONLY)
  endforeach()")

install(FILES LICENSE DESTINATION share/doc/enzcc RENAME copyright)
install(FILES packaging/copyright-isl DESTINATION share/doc/enzcc)

# `cpack -G DEB` in the build tree makes a package for the system that it was built on;
# packaging/debian/ makes it one that follows Debian's policy.
set(CPACK_PACKAGE_NAME enzcc)
set(CPACK_PACKAGE_VENDOR "The authors of enzcc")
set(CPACK_PACKAGE_CONTACT "The authors of enzcc <enzcc@example.org>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "C and C++ compiler that differentiates")
set(CPACK_PACKAGE_DESCRIPTION "A drop-in compiler, based on clang. It compiles as
clang does, and when a program is linked it replaces calls such as
__enzyme_autodiff(f, ...) by generated derivatives of f, through all functions
that f calls, those in other units and static libraries included. A program
without such calls comes out as clang makes it.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packaging/debian/settings.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/stage.cmake)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${CPACK_PACKAGE_CONTACT})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Programs that it runs and the library that they share; others are added in settings.cmake.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "clang-${LLVM_VERSION_MAJOR}, lld-${LLVM_VERSION_MAJOR}, llvm-${LLVM_VERSION_MAJOR}, \
libllvm${LLVM_VERSION_MAJOR}")
set(CPACK_ENZCC_BUILD_DIR ${PROJECT_BINARY_DIR})
# What links for devices is in the first, Fortran is compiled by the second, AMD's mathematical
# functions are in the third, numbers of
# formats that processors do not have in the last two.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "clang-tools-${LLVM_VERSION_MAJOR}, flang-${LLVM_VERSION_MAJOR}, rocm-device-libs, libmpfr-dev, \
libgmp-dev")
include(CPack)
