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
