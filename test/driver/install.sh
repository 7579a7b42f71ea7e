# An installation in a new place, and a package: what is beside the compiler works from there.
. "$(dirname "$0")/common.sh"
BUILD=$(dirname "$(dirname "$ENZCC")")
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
cat >in/header.c <<'END'
#include <enzcc/runtime.h>
int main(void) { return 0; }
END

mkdir 'a place'
cmake --install "$BUILD" --prefix "$SCRATCH/a place/first" >install.log 2>&1 ||
    fail "install: $(tail -5 install.log)"
mv 'a place/first' 'a place/enzcc'
PREFIX=$SCRATCH/a\ place/enzcc
silent "$PREFIX/bin/enzcc" -O2 request.c -o x
ours/w/x || fail "an installation elsewhere"
silent "$PREFIX/bin/enz-ar" rcs libx.a

# pkg-config: the headers and the runtime, for any compiler.
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
    pkg-config --exists enzcc || fail "pkg-config does not find enzcc"
    "$ENZCC" --version | grep -q -F "[enzcc $(pkg-config --modversion enzcc)]" ||
        fail "pkg-config: another version"
    eval "flags=($(pkg-config --cflags --libs enzcc))"
    eval "compiler=$(pkg-config --variable=compiler enzcc)"
    for compiler in "$CLANG" "$compiler"; do
        silent "$compiler" header.c "${flags[@]}" -o x
    done
else
    fail "no pkg-config: run scripts/deps.sh"
fi

# CMake: the toolchain file is all that find_package needs.
mkdir project
cp in/request.c project
echo 'double sqrt(double); double root(double x) { return sqrt(x); }' >project/root.c
echo 'double __enzyme_autodiff(void *, ...), root(double);
int main(void) { return !__builtin_isinf(__enzyme_autodiff((void *)root, 0.0)); }' \
    >project/singular.c
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(p C)
find_package(enzcc REQUIRED)
add_executable(p request.c)
enzcc_target(p -fenz-strong-zero)
add_library(root STATIC root.c)
enzcc_target(root -fenz-singular=ieee)
add_executable(q singular.c)
target_link_libraries(q root m)
message(STATUS "AR=${CMAKE_AR};")
END
cmake -S project -B with-toolchain \
    -DCMAKE_TOOLCHAIN_FILE="$PREFIX/lib/cmake/enzcc/EnzccToolchain.cmake" >log 2>&1 ||
    fail "the toolchain file alone: $(tail -5 log)"
grep -q -F -- "-- AR=$PREFIX/bin/enz-ar;" log || fail "another ar: $(grep AR= log)"
cmake --build with-toolchain >log 2>&1 && with-toolchain/p && with-toolchain/q ||
    fail "a project: $(tail -5 log)"

# Meson's native file names programs that are there.
python3 - "$PREFIX" <<'END' || fail "the native file for Meson"
import ast, configparser, os, sys
parser = configparser.ConfigParser()
assert parser.read(sys.argv[1] + '/share/meson/native/enzcc')
programs = {k: ast.literal_eval(v) for k, v in parser['binaries'].items()}
assert programs['c'] == 'enzcc' and programs['cpp'] == 'enzcc++'
for name in programs.values():
    assert os.access(sys.argv[1] + '/bin/' + name, os.X_OK), name
END

# Autoconf: the macro sets CC before it is looked for.
if command -v autoconf >/dev/null && command -v aclocal >/dev/null; then
    mkdir autoconf
    cat >autoconf/configure.ac <<'END'
AC_INIT([p], [1])
ENZCC_PROG_CC
AC_PROG_CC
AC_SEARCH_LIBS([pow], [m])
AC_CONFIG_FILES([result])
AC_OUTPUT
END
    echo 'CC=@CC@ LIBS=@LIBS@' >autoconf/result.in
    (cd autoconf && aclocal -I "$PREFIX/share/aclocal" && autoconf &&
        ENZCC="$ENZCC" ./configure) >log 2>&1 || fail "autoconf: $(tail -5 log)"
    grep -q "CC=$ENZCC .*LIBS=-lm" autoconf/result || fail "configure: $(cat autoconf/result)"
else
    grep -q 'AC_DEFUN(\[ENZCC_PROG_CC\]' "$PREFIX/share/aclocal/enzcc.m4" || fail "no macro"
fi

# The manual page says of every option what the compiler says.
gzip -dc "$PREFIX/share/man/man1/enzcc.1.gz" | sed 's/\\-/-/g; s/\\://g' >page
"$ENZCC" --enz-help | sed -n 's/^  \(-[^ ]*\).*/\1/p' >options
[ "$(wc -l <options)" -gt 30 ] || fail "few options"
while read -r option; do
    grep -q -F -x -e ".B $option" page || fail "the manual page lacks $option"
done <options
gzip -dc "$PREFIX/share/man/man1/enz-ar.1.gz" | cmp -s - <(gzip -dc \
    "$PREFIX/share/man/man1/enzcc.1.gz") || fail "no page for enz-ar"

# Completion: names, values, and clang's options.
completes() { # line, word that must be among the answers
    local line=$1
    bash -c '
        . "$1/share/bash-completion/completions/enzcc"
        PATH=$1/bin:$PATH
        COMP_LINE=$2 COMP_POINT=${#2}
        read -r -a COMP_WORDS <<<"${2//=/ = }"
        [[ $2 == *= ]] || [[ $2 != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _enzcc
        printf "%s\n" "${COMPREPLY[@]}"' - "$PREFIX" "$line" >answers 2>&1
    grep -q -x -F -e "$2" answers || fail "completion of '$line': $(head -3 answers)"
}
completes 'enzcc -fenz-sing' -fenz-singular=
completes 'enzcc -O2 -fenz-singular=' ieee
completes 'enzcc -fenz-dump=pl' plan
completes 'enzcc -fenz-dump=plan,ty' plan,types
completes 'enzcc++ --enz-' --enz-help
completes 'enzcc -fsanitize-co' -fsanitize-coverage=
grep -q '^#compdef enzcc' "$PREFIX/share/zsh/vendor-completions/_enzcc" ||
    fail "no completion of zsh"

# A Debian package, unpacked.
if command -v dpkg-deb >/dev/null; then
    cpack -G DEB --config "$BUILD/CPackConfig.cmake" -B packages >log 2>&1 ||
        fail "cpack: $(tail -5 log)"
    dpkg-deb -x packages/enzcc_*.deb unpacked || fail "dpkg-deb"
    dpkg-deb -f packages/enzcc_*.deb Depends | grep -q "clang-$LLVM, lld-$LLVM" ||
        fail "no dependencies"
    silent "$SCRATCH/unpacked/usr/bin/enzcc" -O2 request.c -o x
    ours/w/x || fail "a package"
    for file in share/man/man1/enzcc.1.gz share/doc/enzcc/copyright; do
        [ -e "unpacked/usr/$file" ] || fail "the package lacks $file"
    done
fi
finish
