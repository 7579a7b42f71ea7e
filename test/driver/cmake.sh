# CMake projects: detection, feature tests, archives, IPO, a moved installation.
. "$(dirname "$0")/common.sh"
PREFIX=$(dirname "$(dirname "$ENZCC")")
command -v cmake >/dev/null || { fail "no cmake"; finish; }

mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(probe C CXX)
include(CheckTypeSize)
include(CheckFunctionExists)
include(CheckCCompilerFlag)
include(CheckIPOSupported)
include(TestBigEndian)
check_type_size(long SIZE_LONG)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
check_type_size("void *" SIZE_POINTER)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
test_big_endian(BIG)
check_function_exists(printf HAVE_PRINTF)
check_function_exists(no_such_function HAVE_NONSENSE)
check_c_compiler_flag(-Wall HAVE_WALL)
check_c_compiler_flag(-fno-such-option HAVE_NO_SUCH)
check_c_compiler_flag(-fenz-stats HAVE_STATS)
check_c_compiler_flag(-fenz-nonsense HAVE_ENZ_NONSENSE)
check_ipo_supported(RESULT HAVE_IPO LANGUAGES C)
foreach(name CMAKE_C_COMPILER_ID CMAKE_CXX_COMPILER_ID CMAKE_C_COMPILER_VERSION SIZE_LONG
        SIZE_POINTER BIG HAVE_PRINTF HAVE_NONSENSE HAVE_WALL HAVE_NO_SUCH HAVE_STATS
        HAVE_ENZ_NONSENSE HAVE_IPO)
  message(STATUS "${name}=${${name}};")
endforeach()
message(STATUS "IMPLICIT=${CMAKE_C_IMPLICIT_LINK_LIBRARIES}.")

add_library(twice STATIC twice.c)
target_precompile_headers(twice PRIVATE <stdio.h>)
add_executable(program main.c plus.cpp)
target_link_libraries(program twice)
add_executable(whole main.c plus.cpp)
target_link_libraries(whole twice)
set_target_properties(twice whole PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
END
cp in/main.c in/twice.c project/
echo '#include <vector>
static std::vector<int> v; int size() { return (int)v.size(); }' >project/plus.cpp

configure() {
    rm -rf build
    cmake -S project -B build "$@" >configure.log 2>&1 || fail "configure: $*
$(tail -20 configure.log)"
}
says() {
    grep -q -- "-- $1;" configure.log || fail "no '$1' in
$(grep -e '^-- [A-Z_]*=' configure.log)"
}
answers() {
    says CMAKE_C_COMPILER_ID=Clang
    says CMAKE_CXX_COMPILER_ID=Clang
    says "CMAKE_C_COMPILER_VERSION=$("$CLANG" -dumpversion)"
    says SIZE_LONG=8
    says SIZE_POINTER=8
    says BIG=0
    says HAVE_PRINTF=1
    says HAVE_NONSENSE=
    says HAVE_WALL=1
    says HAVE_NO_SUCH=
    says HAVE_STATS=1
    says HAVE_ENZ_NONSENSE=
    says HAVE_IPO=YES
    grep -q -- '-- IMPLICIT=.*gcc;.*c;' configure.log || fail "implicit libraries not detected
$(grep IMPLICIT configure.log)"
}
builds() {
    cmake --build build >build.log 2>&1 || fail "build: $(tail -20 build.log)"
    build/program || fail "the program does not run"
    build/whole || fail "the program with IPO does not run"
    grep -i warning build.log && fail "warnings while building"
}

configure -DCMAKE_TOOLCHAIN_FILE="$PREFIX/lib/cmake/enzcc/EnzccToolchain.cmake"
answers
builds
CC=$ENZCC CXX=$ENZCXX configure -DCMAKE_BUILD_TYPE=Debug
answers
builds

# find_package and one target's options.
cat >>project/CMakeLists.txt <<'END'
find_package(enzcc REQUIRED)
enzcc_target(program -fenz-strong-zero)

get_target_property(where enzcc::runtime IMPORTED_LOCATION)
if(NOT EXISTS ${where})
  message(SEND_ERROR "no ${where}")
endif()
END
CC=$ENZCC CXX=$ENZCXX configure -DCMAKE_PREFIX_PATH="$PREFIX"
builds
if command -v gcc >/dev/null; then
    rm -rf build
    CC=gcc CXX=g++ cmake -S project -B build -DCMAKE_PREFIX_PATH="$PREFIX" >configure.log 2>&1 &&
        fail "enzcc_target accepts another compiler"
    grep -q 'the compiler is not enzcc' configure.log || fail "no reason given"
fi

# An installation, moved.
cmake --install "$PREFIX" --prefix "$SCRATCH/installed" >install.log 2>&1 ||
    fail "install: $(tail -5 install.log)"
mv installed 'moved, to here'
silent "$SCRATCH/moved, to here/bin/enzcc" --enz-lto main.c twice.c -o x
ours/w/x || fail "a moved installation makes a broken program"
silent "$SCRATCH/moved, to here/bin/enzcc++" plus.cpp -o x
[ -f 'moved, to here/lib/cmake/enzcc/EnzccToolchain.cmake' ] || fail "no toolchain file"
[ -f 'moved, to here/include/enzcc/enzcc.h' ] || fail "no header"
echo '#include <enzcc/enzcc.h>
int *p = &enzyme_dup;' >in/header.c
silent "$SCRATCH/moved, to here/bin/enzcc" -Wall -Wextra -Werror -pedantic -c header.c
silent "$SCRATCH/moved, to here/bin/enzcc++" -Wall -Wextra -Werror -pedantic -x c++ -c header.c
echo '#include <enzcc/typed.h>
#include <enzyme/enzyme>
double f(double x);
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double));
auto gradient(double x) { return enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active{x}); }
' >in/header.cpp
silent "$SCRATCH/moved, to here/bin/enzcc++" -Wall -Wextra -Werror -pedantic -c header.cpp
finish
