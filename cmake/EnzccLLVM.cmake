# Finds LLVM: one of the versions that the sources are made for, the newest if nobody chooses. Its
# package file accepts only an exact major.minor, so the major version is checked here.
set(ENZCC_LLVM_VERSION 22 CACHE STRING "Major version of LLVM, 19 to 22")
if(NOT ENZCC_LLVM_VERSION MATCHES "^(19|20|21|22)$")
  message(FATAL_ERROR
    "ENZCC_LLVM_VERSION is '${ENZCC_LLVM_VERSION}'; enzcc is made for LLVM 19, 20, 21 and 22")
endif()
find_package(LLVM CONFIG REQUIRED HINTS /usr/lib/llvm-${ENZCC_LLVM_VERSION})
if(NOT LLVM_VERSION_MAJOR EQUAL ENZCC_LLVM_VERSION)
  message(FATAL_ERROR
    "LLVM ${ENZCC_LLVM_VERSION} is asked for, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}; "
    "pass -DLLVM_DIR=<prefix>/lib/cmake/llvm or -DENZCC_LLVM_VERSION=<major version>")
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
find_program(ENZCC_CLANG NAMES clang-${LLVM_VERSION_MAJOR} clang
  HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(ENZCC_CLANGXX NAMES clang++-${LLVM_VERSION_MAJOR} clang++
  HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
# The linker that the driver runs; elsewhere than LLVM where packages of both are apart.
find_program(ENZCC_LLD NAMES ld.lld ld.lld-${LLVM_VERSION_MAJOR} HINTS ${LLVM_TOOLS_BINARY_DIR})
if(NOT ENZCC_LLD)
  set(ENZCC_LLD ${LLVM_TOOLS_BINARY_DIR}/ld.lld)
endif()
