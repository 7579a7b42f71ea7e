# CMake toolchain file: cmake -DCMAKE_TOOLCHAIN_FILE=<here>/EnzccToolchain.cmake
#
# Selects enzcc by a path relative to this file. It leaves CMAKE_SYSTEM_NAME
# alone (setting it would switch on cross compiling) and lets CMake detect the
# compiler, which it identifies as Clang. Objects hold native code besides the
# bitcode, so the system's ar, ranlib and nm serve; enz-ar and the like, which
# also read bitcode alone, are preferred. The file is read many times: no side
# effects.
get_filename_component(_enzcc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(CMAKE_C_COMPILER "${_enzcc_prefix}/bin/enzcc")
set(CMAKE_CXX_COMPILER "${_enzcc_prefix}/bin/enzcc++")
if(NOT CMAKE_Fortran_COMPILER AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.21)
  find_program(_enzcc_flang NAMES flang-@LLVM_VERSION_MAJOR@ NO_CACHE)
  if(_enzcc_flang)
    set(CMAKE_Fortran_COMPILER "${_enzcc_prefix}/bin/enzfc")
  endif()
  unset(_enzcc_flang)
endif()
set(ENZCC 1)
if(NOT enzcc_DIR)
  set(enzcc_DIR "${CMAKE_CURRENT_LIST_DIR}") # find_package(enzcc) finds this installation
endif()

foreach(_enzcc_tool AR RANLIB NM OBJCOPY STRIP)
  string(TOLOWER ${_enzcc_tool} _enzcc_name)
  set(_enzcc_path "${_enzcc_prefix}/bin/enz-${_enzcc_name}")
  if(NOT CMAKE_${_enzcc_tool} AND EXISTS "${_enzcc_path}")
    set(CMAKE_${_enzcc_tool} "${_enzcc_path}" CACHE FILEPATH "")
    if(_enzcc_tool MATCHES "^(AR|RANLIB)$")
      foreach(_enzcc_lang C CXX)
        set(CMAKE_${_enzcc_lang}_COMPILER_${_enzcc_tool} "${_enzcc_path}" CACHE FILEPATH "")
      endforeach()
    endif()
  endif()
endforeach()

unset(_enzcc_prefix)
unset(_enzcc_tool)
unset(_enzcc_name)
unset(_enzcc_path)
unset(_enzcc_lang)
