# enzfc as a compiler: what flang does it does, too; objects, libraries and messages.
. "$(dirname "$0")/../driver/common.sh"
FLANG=$3
ENZFC=$(dirname "$ENZCC")/enzfc
cat >in/square.f90 <<'END'
module squares
  use iso_c_binding
contains
  real(c_double) function square(x) bind(c)
    real(c_double), value :: x
    square = x * x
  end function

  real(c_double) function random(x) bind(c)
    real(c_double), value :: x
    real(c_double) :: r
    r = x
    call random_number(r)
    random = r * x
  end function
end module
END
cat >in/main.c <<'END'
double __enzyme_autodiff(void *, double);
double square(double);
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6; }
END
sed 's/square/random/g' in/main.c >in/random.c
cat >in/hello.f90 <<'END'
program hello
  print *, 'hello'
end program
END

# What flang prints, the files it makes, and its native code.
for words in --version '-fsyntax-only square.f90' '-E square.f90' '-S -O2 square.f90' \
    '-c missing.f90' '-c square.f90 -O1' '-emit-llvm -S square.f90' 'hello.f90 -o hello'; do
    run ours "$ENZFC" $words
    run theirs "$FLANG" $words
    for part in out err rc; do
        cmp -s ours/$part theirs/$part ||
            fail "$part differs from flang: $words $(diff ours/$part theirs/$part | head -5)"
    done
    files_same "$words"
done
[ "$(ours/w/hello)" = ' hello' ] || fail "hello: $(ours/w/hello)"
for level in -O0 -O2 '-O3 -g'; do
    run ours "$ENZFC" $level -c square.f90
    run theirs "$FLANG" $level -c square.f90
    cmp -s <(objdump -d ours/w/square.o | tail -n +4) \
        <(objdump -d theirs/w/square.o | tail -n +4) ||
        fail "native code differs from flang's at $level"
    has_bitcode ours/w/square.o || fail "no bitcode at $level"
done
run ours env ENZCC_OFF=1 "$ENZFC" -c square.f90
has_bitcode ours/w/square.o && fail "ENZCC_OFF makes bitcode"

# Linked by either compiler, with an archive, from a shared library, from sources.
cp in/* .
"$ENZCC" -c main.c || fail "no main.o"
"$ENZFC" -c square.f90 || fail "no square.o"
ar rcs libsquare.a square.o
"$ENZFC" main.o libsquare.a -o a && ./a || fail "an archive"
"$ENZFC" -shared -fPIC square.f90 -o libshared.so && "$ENZFC" main.o libshared.so \
    "-Wl,-rpath,$PWD" -o a && ./a || fail "a shared library"
"$ENZFC" -O2 square.f90 main.o -o a && ./a || fail "a source and an object"

# Messages have places, though nobody asked for debug information.
"$ENZCC" -c random.c
"$ENZFC" -O2 square.f90 random.o -o a 2>log && fail "links"
grep -q '^square\.f90:13:[0-9]*: error: Enzyme: .*_FortranARandomNumber' log || fail "$(cat log)"

# A build by CMake, whose toolchain file names enzfc.
mkdir project
cp in/main.c in/square.f90 project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(squares LANGUAGES C Fortran)
add_library(squares STATIC square.f90)
add_executable(main main.c)
target_link_libraries(main PRIVATE squares)
END
PREFIX=$(cd "$(dirname "$ENZCC")/.." && pwd)
cmake -S project -B build "-DCMAKE_TOOLCHAIN_FILE=$PREFIX/lib/cmake/enzcc/EnzccToolchain.cmake" \
    >log 2>&1 && cmake --build build >>log 2>&1 && build/main || fail "CMake: $(tail -20 log)"
finish
