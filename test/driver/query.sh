# Identification and queries: build systems ask these before anything else.
. "$(dirname "$0")/common.sh"

for option in -dumpmachine -dumpversion -print-search-dirs -print-resource-dir \
    -print-target-triple -print-multi-lib -print-libgcc-file-name \
    -print-file-name=libc.so --print-supported-cpus \
    -dumpspecs -dumpfullversion -V -qversion -version -print-sysroot \
    -print-multi-os-directory; do
    same $option
done
same
same -v
same -o out
same -c -o
same -x

# The version is clang's, ours comes after it.
run ours "$ENZCC" --version
run theirs "$CLANG" --version
sed '1s/ \[enzcc [0-9.]*\]$//' ours/out | cmp -s - theirs/out || fail "--version differs"
head -1 ours/out | grep -q ' \[enzcc [0-9.]*\]$' || fail "--version does not name enzcc"
[ -s ours/err ] && fail "--version writes on stderr"

prints 'Options of enzcc' "$ENZCC" --help
prints 'Options of enzcc' "$ENZCC" --help-hidden
prints 'fenz-strong-zero' "$ENZCC" --enz-help

# Macros: clang's and ours, which are two and those for attributes.
run ours "$ENZCC" -E -dM -x c /dev/null
run theirs "$CLANG" -E -dM -x c /dev/null
diff theirs/out ours/out | grep '^[<>]' |
    grep -v '^> #define __ENZCC\|^> #define enzyme.* annotate(' &&
    fail "predefined macros differ"
[ "$(grep -c __ENZCC ours/out)" = 2 ] || fail "__ENZCC__ or its version is missing"
[ "$(grep -c "#define enzyme" ours/out)" = 6 ] || fail "attribute macros are missing"
run ours "$ENZCC" -fno-enz-attributes -E -dM -x c /dev/null
grep -q enzyme ours/out && fail "-fno-enz-attributes leaves macros"

# Every name in options.def and every way to write a value: how many inputs?
inputs() {
    run ours "$ENZCC" --enz-explain-args "$@"
    grep -c -E '^(source|object|assembly|ir|preprocessed|header|foreign) ' ours/out
}
for option in -o -x -D -U -I -L -l -F -B -T -u -A -Xclang -Xlinker -Xassembler \
    -Xpreprocessor -Xopenmp-target -Xarch_host -Xarch_device -Xcuda-ptxas -mllvm \
    -include -imacros -idirafter -iprefix -iquote -isystem -isysroot -iwithprefix \
    -include-pch -MF -MT -MQ -MJ -target --sysroot -arch -framework -rpath \
    -dependency-file --param --config --serialize-diagnostics -specs -e -z -G -V -b; do
    [ "$(inputs $option value.c file.c)" = 1 ] || fail "$option does not take its value"
done
[ "$(inputs -c -xc a b -x none c.o -)" = 4 ] || fail "inputs are counted wrongly"
[ "$(inputs -c -- -a.c -b.c)" = 2 ] || fail "words after -- are inputs"

# Names: the program is what it is called.
mkdir links
for name in cc clang enzcc-22; do ln -s "$ENZCC" links/$name; done
for name in c++ g++ enzcc++ enzcc++-22; do ln -s "$ENZCC" links/$name; done
for name in cc clang enzcc-22; do
    silent "$SCRATCH/links/$name" hello.c
done
for name in c++ g++ enzcc++ enzcc++-22; do
    silent "$SCRATCH/links/$name" plus.cpp
done
ln -s "$ENZCC" links/enzcpp
prints 'int main' "$SCRATCH/links/enzcpp" main.c
ln -s "$ENZCC" links/aarch64-linux-gnu-enzcc
prints '"-triple" "aarch64' "$SCRATCH/links/aarch64-linux-gnu-enzcc" '-###' -c main.c

# Words in front that are no target mean nothing.
for program in "$ENZCC" "$CLANG"; do
    for name in my-own-cc some-other-clang a-b-c-gcc; do
        ln -sf "$program" links/$name
        silent "$SCRATCH/links/$name" -c main.c
    done
done

# Found through a link, by PATH and relatively, with spaces in between.
mkdir 'a b'
ln -s "$(dirname "$(dirname "$ENZCC")")" 'a b/prefix'
silent "$SCRATCH/a b/prefix/bin/enzcc" hello.c
PATH="$(dirname "$ENZCC"):$PATH" silent enzcc hello.c
finish
