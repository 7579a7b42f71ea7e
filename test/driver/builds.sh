# Build systems and what stands in front of compilers: Meson, libtool, ccache, distcc, Bazel's
# questions. CMake has a script of its own (cmake.sh), make and its jobs, too (jobserver.sh).
. "$(dirname "$0")/common.sh"
BIN=$(dirname "$ENZCC")
for program in meson ninja ccache distcc distccd libtoolize automake autoreconf; do
    command -v $program >/dev/null || { fail "no $program: run scripts/deps.sh"; finish; }
done

# A library with a derivative that needs a tape, in the parts that build systems are fond of.
mkdir parts
cat >parts/slope.c <<'END'
double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
double grow(double x, int n);
double slope(double x, int n) { return __enzyme_autodiff((void *)grow, x, enzyme_const, n); }
END
cat >parts/grow.c <<'END'
#include "factor.h"
#include <math.h>
double grow(double x, int n)
{
    for (int i = 0; i < n && x < 1e9; i++)
        x = x * x + sin(x - 1) * FACTOR;
    return x;
}
END
echo '#define FACTOR 1' >parts/factor.h
echo 'double slope(double, int); int main(void) { return (int)slope(1, 1); }' >parts/program.c
answers() { # exit status, program
    "$2"
    [ $? = "$1" ] || fail "wrong: $2"
}

# Meson finds out what it does with clang, but for the linker and for our headers.
cat >parts/meson.build <<'END'
project('p', 'c', default_options: ['b_lto=true', 'warning_level=3', 'werror=true'])
cc = meson.get_compiler('c')
message('FOUND', cc.get_id(), cc.version(), cc.has_argument('-std=c17'),
  cc.has_argument('-fno-such-option'), cc.has_argument('-fipa-pta'),
  cc.has_link_argument('-Wl,--gc-sections'), cc.has_link_argument('-Wl,--no-such-option'),
  cc.has_function('pow'), cc.has_function('no_such_function'), cc.sizeof('long'))
message('LINKER', cc.get_linker_id(), cc.has_header('enzcc/enzcc.h'),
  cc.has_argument('-fenz-strong-zero'), cc.has_argument('-fenz-nonsense'))
parts = static_library('parts', 'grow.c', 'slope.c')
whole = shared_library('whole', link_whole: parts, dependencies: cc.find_library('m'))
executable('program', 'program.c', link_with: whole)
executable('static', 'program.c', link_with: parts, dependencies: cc.find_library('m'))
END
for where in theirs ours; do
    [ $where = ours ] && compiler=$ENZCC || compiler=$CLANG
    CC=$compiler CC_LD=lld meson setup $where.build parts >log 2>&1 ||
        fail "Meson: $(tail -5 log)"
    grep 'FOUND' log >$where.found
    grep 'LINKER' log >$where.linker
done
cmp -s ours.found theirs.found || fail "Meson: $(diff theirs.found ours.found)"
grep -q 'LINKER ld.lld true true false' ours.linker || fail "Meson: $(cat ours.linker)"
ninja -C ours.build >log 2>&1 || fail "Meson builds nothing: $(tail -5 log)"
answers 3 ours.build/program
answers 3 ours.build/static

# Ninja knows of a header what the compiler has said of it.
echo '#define FACTOR 2' >parts/factor.h
ninja -C ours.build >log 2>&1
answers 4 ours.build/program

# libtool: position-independent code, static libraries of parts, a shared library.
cat >parts/configure.ac <<'END'
AC_INIT([p], [1])
AC_CONFIG_AUX_DIR([.])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
LT_INIT
AC_SEARCH_LIBS([pow], [m])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
cat >parts/Makefile.am <<'END'
noinst_LTLIBRARIES = libgrow.la
libgrow_la_SOURCES = grow.c
lib_LTLIBRARIES = libslope.la
libslope_la_SOURCES = slope.c
libslope_la_LIBADD = libgrow.la
noinst_PROGRAMS = program
program_SOURCES = program.c
program_LDADD = libslope.la
END
mkdir libtool
(cd parts && autoreconf -i) >log 2>&1 || fail "autoreconf: $(tail -5 log)"
(cd libtool && ../parts/configure -q CC="$ENZCC" && make -s) >log 2>&1 ||
    fail "libtool: $(tail -5 log)"
for setting in 'pic_flag=" -fPIC -DPIC"' 'compiler_c_o="yes"' 'with_gnu_ld="yes"' \
    'link_static_flag="-static"' 'build_libtool_libs=yes' "LD=\"$BIN/enz-ld -m elf_x86_64\""; do
    grep -q -F -x -e "$setting" libtool/libtool || fail "libtool: not $setting"
done
grep -q '^LIBS = -lm' libtool/Makefile || fail "configure finds pow without -lm"
answers 4 libtool/program
readelf -d libtool/.libs/libslope.so | grep -q TEXTREL && fail "libtool: code with text relocations"

# ccache gives the object that the compiler makes, as a prefix and under the compiler's name.
export CCACHE_DIR=$SCRATCH/cache
mkdir masks
ln -s "$(command -v ccache)" masks/enzcc
flags='-O2 -g -c parts/grow.c -o'
"$ENZCC" $flags direct.o
CC="ccache $ENZCC"
$CC $flags first.o && $CC $flags second.o && PATH=$SCRATCH/masks:$BIN:$PATH enzcc $flags third.o ||
    fail "ccache"
for object in first second third; do
    cmp -s direct.o $object.o || fail "ccache: another object ($object)"
done
$CC -fenz-singular=ieee $flags other.o && $CC --enz-off $flags off.o || fail "ccache: options"
cmp -s direct.o other.o && fail "ccache takes no notice of options"
has_bitcode off.o && fail "ccache takes no notice of --enz-off"
hits=$(ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n }')
[ "$hits" = 2 ] || fail "ccache: $hits hits"
$CC parts/*.c -lm -o program || fail "ccache: a link"
answers 4 ./program

# distcc preprocesses here, and compiles what comes out in another place.
mkdir state served
chmod 755 .
chmod 777 served
echo "$ENZCC" >compilers
port=$((20000 + $$ % 20000))
DISTCC_CMDLIST=$SCRATCH/compilers distccd --no-detach --daemon --allow 127.0.0.1 \
    --listen 127.0.0.1 --port $port --jobs 2 --log-file "$SCRATCH/served/log" &
server=$!
export DISTCC_HOSTS=127.0.0.1:$port DISTCC_FALLBACK=0 DISTCC_DIR=$SCRATCH/state DISTCC_VERBOSE=0
export DISTCC_BACKOFF_PERIOD=0 # the server may not have begun yet
for try in $(seq 50); do
    distcc "$ENZCC" -O2 -c in/twice.c -o far.o 2>err && break
    sleep 0.2
done
for try in $(seq 50); do # it writes what it has done when the object is sent
    grep -q COMPILE_OK served/log && break
    sleep 0.2
done
kill $server
"$ENZCC" -O2 -c in/twice.c -o near.o
cmp -s near.o far.o || fail "distcc: $(cat err)"
grep -q COMPILE_OK served/log || fail "distccd has compiled nothing: $(cat served/log)"

# Bazel asks where headers are, and takes an option where no message names it.
"$ENZCC" -E -xc++ - -v </dev/null 2>&1 | sed -n '/^#include </,/^End of search/p' >headers
grep -q '^ /usr/include$' headers || fail "directories of headers: $(cat headers)"
for option in -Wthread-safety -fno-canonical-system-headers -Wl,-z,relro -fuse-ld=lld; do
    same -xc++ -o /dev/null $option -c plus.cpp
done
finish
