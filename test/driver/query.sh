# Identification and queries: build systems ask these before anything else.
. "$(dirname "$0")/common.sh"

for option in -dumpmachine -dumpversion -print-search-dirs -print-resource-dir \
    -print-target-triple -print-multi-lib -print-libgcc-file-name \
    -print-file-name=libc.so --print-supported-cpus -print-runtime-dir \
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

# Options whose value is the next word, whatever that looks like: how many inputs are left? Clang
# is asked of each, the driver of all in one command, and of each if the number is another one.
inputs() {
    run ours "$ENZCC" --enz-explain-args "$@"
    grep -c -E '^(source|object|assembly|ir|preprocessed|header|foreign) ' ours/out
}
echo 'int value;' >in/value.c
options='-o -x -D -U -I -L -l -F -B -T -u -A -Xclang -Xlinker -Xassembler -Xpreprocessor
    -Xopenmp-target -Xarch_host -Xarch_device -Xcuda-ptxas -Xanalyzer -mllvm -include -imacros
    -idirafter -iprefix -iquote -isystem -isysroot -iwithprefix -include-pch -ivfsoverlay -MF -MT
    -MQ -MJ -target --sysroot -arch -framework -rpath -dependency-file --param --config
    --serialize-diagnostics -specs -e -z -G -V -b --include --imacros --vfsoverlay --define-macro
    --prefix -working-directory -resource-dir -dsym-dir -filelist -ftrapv-handler'
words=
for option in $options; do
    (cd in && "$CLANG" '-###' -fsyntax-only $option value.c main.c) >log 2>&1
    grep -q '"-main-file-name" "value.c"' log && fail "clang: the value of $option"
    words="$words $option value.c"
done
if [ "$(inputs $words file.c)" != 1 ]; then
    for option in $options; do
        [ "$(inputs $option value.c file.c)" = 1 ] || fail "$option does not take its value"
    done
    fail 'inputs of the options together'
fi
[ "$(inputs -c -xc a b -x none c.o -)" = 4 ] || fail "inputs are counted wrongly"
[ "$(inputs -c -- -a.c -b.c)" = 2 ] || fail "words after -- are inputs"

# Names: the program is what it is called, which the command of the compiler shows.
mkdir links theirs.links
called() { # name
    ln -s "$ENZCC" "links/$1"
    ln -s "$CLANG" "theirs.links/$1"
    run ours "$SCRATCH/links/$1" '-###' -c main.c
    run theirs "$SCRATCH/theirs.links/$1" '-###' -c main.c
    for where in ours theirs; do
        grep -oE '"-(x|triple)" "[^"]*"|"-E"' $where/err >$where/kind
    done
    [ -s ours/kind ] && cmp -s ours/kind theirs/kind || fail "the name $1: $(cat ours/kind)"
}
for name in cc c99 c11 gcc clang enzcc enzcc-22 c++ g++ clang++ enzc++ enzcc++ enzcc++-22 cpp \
    enzcpp x86_64-linux-gnu-enzcc x86_64-linux-gnu-enzcc++ aarch64-linux-gnu-enzcc-22; do
    called $name
done
silent "$SCRATCH/links/cc" hello.c
silent "$SCRATCH/links/c++" plus.cpp
prints 'int main' "$SCRATCH/links/enzcpp" main.c

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

# Editors ask the compiler for its headers: they get clang's, and behind these ours.
for language in c c++; do
    for where in ours theirs; do
        [ $where = ours ] && compiler=$ENZCC || compiler=$CLANG
        run $where "$compiler" -E -v -x $language /dev/null
        sed -n '/^#include </,/^End of search list/p' $where/err >$where/headers
    done
    [ "$(diff theirs/headers ours/headers | grep -c '^[<>]')" = 1 ] &&
        [ "$(tail -2 ours/headers | head -1)" = " $(dirname "$(dirname "$ENZCC")")/include" ] ||
        fail "directories of headers of $language: $(cat ours/headers)"
done
clangd=$(command -v "clangd-$LLVM")
if [ -n "$clangd" ]; then
    mkdir edited
    printf '#include <enzcc/enzcc.h>\n#include <math.h>\n%s\n' \
        'double f(double x) { return enzyme_dup ? sin(x) : x; }' >edited/f.c
    echo "[{\"directory\": \"$SCRATCH/edited\", \"file\": \"f.c\",
        \"arguments\": [\"$ENZCC\", \"-O2\", \"-fenz-cache=all\", \"-c\", \"f.c\"]}]" \
        >edited/compile_commands.json
    printf "CompileFlags:\n  Remove: ['-fenz-*', '--enz-*']\n" >edited/.clangd # as in the guide
    "$clangd" --enable-config --check=edited/f.c --query-driver="$(dirname "$ENZCC")/*" >log 2>&1 ||
        fail "clangd: $(grep '^E' log | head -3)"
fi
finish
