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
  ${PROJECT_BINARY_DIR}/${package_dir}/EnzccToolchain.cmake COPYONLY)
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

# The page says what the compiler says of its options.
find_program(GZIP_PROGRAM gzip REQUIRED)
set(man_dir ${PROJECT_BINARY_DIR}/share/man/man1)
file(MAKE_DIRECTORY ${man_dir})
add_custom_command(OUTPUT ${man_dir}/enzcc.1.gz
  COMMAND sh ${PROJECT_SOURCE_DIR}/packaging/manual.sh $<TARGET_FILE:enzcc> ${PROJECT_VERSION}
    > ${man_dir}/enzcc.1
  COMMAND ${GZIP_PROGRAM} -9nf ${man_dir}/enzcc.1
  DEPENDS enzcc packaging/manual.sh VERBATIM)
add_custom_target(enzcc_manual ALL DEPENDS ${man_dir}/enzcc.1.gz)
install(FILES ${man_dir}/enzcc.1.gz DESTINATION share/man/man1)
foreach(name enzcc++ enzc++ enzcc-env enz-ar enz-ld enz-nm enz-objcopy enz-ranlib enz-strip)
  file(CREATE_LINK enzcc.1.gz ${man_dir}/${name}.1.gz SYMBOLIC)
  install(FILES ${man_dir}/${name}.1.gz DESTINATION share/man/man1)
endforeach()

# `cpack -G DEB` in the build tree makes a package for the system that it was built on.
install(FILES LICENSE DESTINATION share/doc/enzcc RENAME copyright)
set(CPACK_PACKAGE_NAME enzcc)
set(CPACK_PACKAGE_VENDOR "The authors of enzcc")
set(CPACK_PACKAGE_CONTACT "The authors of enzcc <enzcc@localhost>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "C and C++ compiler that differentiates")
set(CPACK_PACKAGE_DESCRIPTION "A drop-in compiler, based on clang, that replaces calls such as \
__enzyme_autodiff(f, ...) by generated derivatives of whole programs when they are linked.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${LLVM_VERSION_MAJOR}, lld-${LLVM_VERSION_MAJOR}, \
llvm-${LLVM_VERSION_MAJOR}, libllvm${LLVM_VERSION_MAJOR}, libc6, libgmp10, libstdc++6")
# What links for devices is in the first, AMD's mathematical functions are in the second.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tools-${LLVM_VERSION_MAJOR}, rocm-device-libs")
include(CPack)
