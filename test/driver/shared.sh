# Shared libraries with bitcode: made in every way that a build makes them, edited, exchanged, and
# differentiated through.
. "$(dirname "$0")/common.sh"
HERE=$SCRATCH
PREFIX=$(dirname "$(dirname "$ENZCC")")

cat >wave.c <<'END'
#include <math.h>
static double depth = 1;
__attribute__((visibility("hidden"))) double hidden_part(double x) { return depth * sin(x); }
void wave_depth(double d) { depth = d; }
END
cat >power.c <<'END'
double hidden_part(double x) __attribute__((visibility("hidden")));
double wave(double x) { return x * hidden_part(x); }
END
cat >program.c <<'END'
#include <math.h>
#include <stdio.h>
double wave(double), __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
void wave_depth(double);
static double f(double x) { return 2 * wave(x); }
int main(void)
{
    wave_depth(3);
    double x = 0.7, want = 6 * (sin(x) + x * cos(x)), step = 1e-6;
    double back = __enzyme_autodiff((void *)f, x), ahead = __enzyme_fwddiff((void *)f, x, 1.0);
    double difference = (f(x + step) - f(x - step)) / (2 * step);
    printf("%g\n", back);
    return fabs(back - want) > 1e-12 || fabs(ahead - want) > 1e-12 ||
           fabs(difference - want) > 1e-6;
}
END
"$ENZCC" -O2 -fPIC -c wave.c power.c || fail "compiling"
"$ENZCC" -O2 -c program.c || fail "compiling"
ar rcs libparts.a wave.o

has_units() {
    readelf -SW "$1" | grep -q '\.enzcc\.bitcode'
}
# keeps <library>: it has bitcode, which is not loaded, and programs can be linked with it.
keeps() {
    has_units "$1" || fail "no bitcode: $1"
    readelf -SW "$1" | grep '\.enzcc\.bitcode' | grep -q ' A ' && fail "bitcode is loaded: $1"
    goes_through "$1"
}
goes_through() { # words of the link...
    "$ENZCC" -O2 program.o "$@" -lm "-Wl,-rpath,$HERE" -o program 2>log ||
        { fail "no program: $*
$(head -5 log)"; return; }
    ./program >out || fail "wrong: $*"
}
lacks_units() {
    has_units "$1" && fail "bitcode: $1"
    "$ENZCC" -O2 program.o "$1" -lm -o program 2>log && fail "a derivative of what: $1"
    grep -q 'enz-no-definition' log || fail "no message: $1
$(head -3 log)"
}

# From objects, archives, sources; with options of the linker.
make_library() { # output words...
    local output=$1
    shift
    "$ENZCC" -shared "$@" -lm -o "$output" >log 2>&1 || fail "no library: $*
$(head -5 log)"
}
make_library libwave.so wave.o power.o
keeps ./libwave.so
make_library libwave.so power.o libparts.a
keeps ./libwave.so
make_library libwave.so power.o -L. -lparts
keeps ./libwave.so
make_library libwave.so power.o -L. -L.//. -Wl,--whole-archive libparts.a -Wl,--no-whole-archive
keeps ./libwave.so
make_library libwave.so -O2 -fPIC wave.c power.c
keeps ./libwave.so
make_library libwave.so -g -O0 -fPIC wave.c power.c -Wl,-s
keeps ./libwave.so
for words in -Wl,-Bsymbolic -Wl,--gc-sections -Wl,-Map=map -Wl,-Map,map -Wl,--as-needed \
    -Wl,-z,now -Wl,--build-id=sha1 -Wl,--hash-style=both -Wl,--icf=all; do
    make_library libwave.so wave.o power.o "$words"
    keeps ./libwave.so
done
[ -s map ] || fail "no map"
printf '{ global: wave; wave_depth; local: *; };\n' >exports
make_library libwave.so wave.o power.o -Wl,--version-script=exports
keeps ./libwave.so
printf 'V1 { global: wave*; local: *; };\n' >exports
make_library libwave.so wave.o power.o -Wl,--version-script,exports
keeps ./libwave.so
printf '%s\n' -shared wave.o power.o -lm -o libwave.so >words
"$ENZCC" @words || fail "a response file"
keeps ./libwave.so
ar rcT libthin.a wave.o
make_library libwave.so power.o libthin.a
keeps ./libwave.so
ld -r wave.o power.o -o both.o && make_library libwave.so both.o
has_units libwave.so || fail "no bitcode of an object that ld -r has made"

# As libtool links: start files and libraries are named.
start=$("$CLANG" -print-file-name=crti.o) end=$("$CLANG" -print-file-name=crtn.o)
make_library libwave.so.0.1 -nostdlib -fPIC -DPIC "$start" .//power.o -Wl,--whole-archive \
    ./libparts.a -Wl,--no-whole-archive -lm -lc "$end" -O2 -Wl,-soname -Wl,libwave.so.0
ln -sf libwave.so.0.1 libwave.so.0
ln -sf libwave.so.0 libwave.so
keeps ./libwave.so
goes_through -L. -lwave
readelf -d program | grep -q 'NEEDED.*libwave\.so\.0\]' || fail "no soname"
goes_through -L. -Wl,--as-needed -lwave
goes_through ./libwave.so.0.1 -no-pie
goes_through -L. -lwave -fuse-ld=bfd

# What tools leave.
for edit in 'strip' 'strip --strip-unneeded' 'strip -g' "llvm-strip-$LLVM -g" \
    'objcopy --remove-section=.comment' 'objcopy --compress-debug-sections'; do
    make_library libwave.so wave.o power.o -g
    command -v "${edit%% *}" >/dev/null || continue
    $edit libwave.so
    keeps ./libwave.so
done
objcopy -R .enzcc.bitcode libwave.so
lacks_units ./libwave.so

# Without: on request, and where another linker is used or nothing tells builds apart.
for words in -fno-enz-shared-bitcode -fno-enz -Wl,--print-map -Wl,--build-id=none \
    -Wl,--build-id=0xabcdef; do
    make_library bare.so wave.o power.o "$words"
    lacks_units ./bare.so
done
make_library bare.so wave.o power.o -fuse-ld=bfd
lacks_units ./bare.so

# Where the linker replaces a symbol, the units do not say what the library calls.
echo 'double other(double x) { return x; }' >replacement.c
"$ENZCC" -O2 -fPIC -c replacement.c
for words in -Wl,--wrap=sin,--defsym=__wrap_sin=other -Wl,--defsym,sin=other; do
    make_library bare.so wave.o power.o replacement.o "$words"
    lacks_units ./bare.so
done

# A program without derivative calls is linked as by clang, whatever its libraries have.
make_library libwave.so wave.o power.o
echo 'double wave(double); int main(void) { return wave(0) != 0; }' >plain.c
"$ENZCC" -O2 -c plain.c
run ours "$ENZCC" '-###' "$HERE/plain.o" "$HERE/libwave.so" -o x
run theirs "$CLANG" -fuse-ld=lld '-###' "$HERE/plain.o" "$HERE/libwave.so" -o x
cmp -s ours/err theirs/err || fail "a link without derivative calls is not clang's"

# The library is one: the program has no copy of its functions, nor of what it keeps.
goes_through ./libwave.so
nm program | grep -qE ' [TtDdBb] (wave|depth|hidden_part)$' && fail "copies of the library's"

# Another build of the library is noticed when the program starts.
"$ENZCC" -O2 -fPIC -Dsin=cos -c wave.c -o other.o
make_library libwave.so other.o power.o
(./program >out 2>&1) 2>/dev/null && fail "runs with another library"
grep -q 'enzcc: this program has derivatives of another build of libwave.so' out ||
    fail "no message about another library: $(cat out)"
make_library libwave.so wave.o power.o
./program >out || fail "does not run with the same library, linked again"

# A damaged section.
make_library libwave.so wave.o power.o
printf 'enzcc units 1\nunit 40 0\nBC' >section
objcopy -R .enzcc.bitcode libwave.so && objcopy --add-section .enzcc.bitcode=section libwave.so
refused 'cannot use the bitcode in .*libwave.so' \
    "$ENZCC" "$HERE/program.o" "$HERE/libwave.so" -lm -o x

# A library with derivative calls, and one that is linked from bitcode; they have no addresses.
cat >slope.c <<'END'
double __enzyme_autodiff(void *, ...), wave(double);
static double calls;
static const double factors[] = {1, 2};
double slope(double x) { return factors[1] * __enzyme_autodiff((void *)wave, x); }
double called(double x) { return calls += x; }
END
cat >twice.c <<'END'
#include <math.h>
double __enzyme_autodiff(void *, ...), slope(double), called(double);
void wave_depth(double);
int main(void)
{
    double x = 0.7;
#ifdef CALLED
    return __enzyme_autodiff((void *)called, x) != 1;
#endif
    return fabs(__enzyme_autodiff((void *)slope, x) - 2 * (2 * cos(x) - x * sin(x))) > 1e-12;
}
END
"$ENZCC" -O2 -fPIC -c slope.c
"$ENZCC" -O2 -c twice.c
make_library libstill.so slope.o wave.o power.o
refused 'needs depth, of which the shared library' \
    "$ENZCC" "$HERE/twice.o" "$HERE/libstill.so" -lm -o x
make_library libwave.so wave.o power.o
make_library libslope.so slope.o ./libwave.so "-Wl,-rpath,$HERE"
"$ENZCC" -O2 twice.o ./libslope.so ./libwave.so -lm "-Wl,-rpath,$HERE" -o program && ./program ||
    fail "a derivative of a library's derivative"
"$ENZCC" -O2 -DCALLED -c twice.c -o called.o
refused 'needs calls, of which the shared library .*libslope.so' \
    "$ENZCC" "$HERE/called.o" "$HERE/libslope.so" "$HERE/libwave.so" -lm -o x

# Two definitions. Calls from the library lead to one or the other, as a compiler has seen fit.
echo 'double wave(double x) { return x; } double through(double x) { return wave(x); }' >through.c
"$ENZCC" -O2 -fPIC -c through.c
make_library libboth.so wave.o through.o
sed 's/wave(x)/through(x)/; s/double wave/double through/' program.c >via.c
echo 'double wave(double x) { return x; }' >own.c
"$ENZCC" -O2 -c via.c && "$ENZCC" -c own.c -o own.o && "$CLANG" -fPIC -c own.c -o other.o &&
    "$CLANG" -shared other.o -o libother.so && ar rcs libother.a other.o
for other in own.o other.o libother.so '-u wave libother.a'; do
    "$ENZCC" via.o $other ./libboth.so -lm -o program 2>log && fail "two definitions: $other"
    grep -q 'wave is defined by the shared library' log || fail "no message: $other"
done

# Several libraries, and one that only another library names.
echo 'double wave(double); double through(double x) { return wave(x); }' >through.c
"$ENZCC" -O2 -fPIC -c through.c
make_library libthrough.so through.o ./libwave.so "-Wl,-rpath,$HERE"
"$ENZCC" -O2 via.o ./libthrough.so -L. -lwave -lm "-Wl,-rpath,$HERE" -o program && ./program >out ||
    fail "two libraries"
refused 'No reverse pass found for wave' \
    "$ENZCC" "$HERE/via.o" "$HERE/libthrough.so" -u wave_depth -lm -o x

# CMake.
command -v cmake >/dev/null || { fail "no cmake"; finish; }
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(probe C)
add_library(parts OBJECT ../wave.c)
add_library(wave SHARED ../power.c)
set_target_properties(parts PROPERTIES POSITION_INDEPENDENT_CODE ON)
set_target_properties(wave PROPERTIES VERSION 1.2 SOVERSION 1)
target_link_libraries(wave parts m)
add_executable(program ../program.c)
target_link_libraries(program wave)
install(TARGETS wave program)
END
cmake -S project -B build "-DCMAKE_TOOLCHAIN_FILE=$PREFIX/lib/cmake/enzcc/EnzccToolchain.cmake" \
    -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$HERE/installed" >log 2>&1 &&
    cmake --build build >>log 2>&1 && build/program >out || fail "CMake
$(tail -5 log)"
cmake --install build --strip >log 2>&1 || fail "installing"
installed=$(ls installed/lib*/libwave.so.1.2)
export LD_LIBRARY_PATH=$(dirname "$installed")
keeps "$installed"
finish
