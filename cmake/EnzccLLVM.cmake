# Finds LLVM 22. Its package file accepts only an exact major.minor, so the
# major version is checked here.
find_package(LLVM CONFIG REQUIRED HINTS /usr/lib/llvm-22)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR
    "enzcc needs LLVM 22, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}; "
    "pass -DLLVM_DIR=<prefix>/lib/cmake/llvm")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

# Headers only: what loads the plugin (ld.lld, clang, opt) brings libLLVM.
add_library(enzcc_llvm_headers INTERFACE)
target_include_directories(enzcc_llvm_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(enzcc_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
foreach(definition IN LISTS enzcc_llvm_definitions)
  target_compile_options(enzcc_llvm_headers INTERFACE ${definition})
endforeach()

# The compiler that the driver runs and that makes the bitcode of the bundle.
find_program(ENZCC_CLANG NAMES clang-22 clang HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(ENZCC_CLANGXX NAMES clang++-22 clang++ HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
# The linker that the driver runs; elsewhere than LLVM where packages of both are apart.
find_program(ENZCC_LLD NAMES ld.lld ld.lld-22 HINTS ${LLVM_TOOLS_BINARY_DIR})
if(NOT ENZCC_LLD)
  set(ENZCC_LLD ${LLVM_TOOLS_BINARY_DIR}/ld.lld)
endif()
