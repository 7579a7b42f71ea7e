# Shared by the driver tests: <script> <enzcc> <clang>.
#
# Every script works in a new directory that is removed at the end. A failed
# expectation is printed and counted; the exit status says whether one failed.
set -u
ENZCC=$1
CLANG=$2
ENZCXX=$(dirname "$ENZCC")/enzcc++
CLANGXX="$CLANG --driver-mode=g++"
LLVM=$("$ENZCC" -dumpversion | cut -d. -f1) # major version
unset ENZCC_FLAGS ENZCC_OFF ENZCC_PLUGIN_OPTIONS
export LC_ALL=C
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
cd "$SCRATCH" || exit 1
FAILED=0

fail() {
    echo "FAILED: $*"
    FAILED=$((FAILED + 1))
}

finish() {
    [ "$FAILED" -eq 0 ] && echo "all expectations met"
    exit $((FAILED != 0))
}

# run <directory> <command...>: in a fresh copy of ./in; leaves out, err, rc.
run() {
    local dir=$1
    shift
    rm -rf "$dir"
    mkdir "$dir"
    [ -d in ] && cp -r in "$dir/w" || mkdir "$dir/w"
    (cd "$dir/w" && timeout 60 "$@" >../out 2>../err </dev/null)
    echo $? >"$dir/rc"
}

# same <args...>: exit status, stdout, stderr and the set of files made are
# clang's.
same() {
    run ours "$ENZCC" "$@"
    run theirs "$CLANG" "$@"
    for part in out err rc; do
        cmp -s ours/$part theirs/$part ||
            fail "$part differs from clang: $*
$(diff ours/$part theirs/$part | head -5)"
    done
    files_same "$*"
}

files_same() {
    local mine his
    mine=$(cd ours/w && find . | sort)
    his=$(cd theirs/w && find . | sort)
    [ "$mine" = "$his" ] || fail "files differ from clang: $1
$(diff <(echo "$mine") <(echo "$his"))"
}

# silent <command...>: succeeds and prints nothing at all.
silent() {
    run ours "$@"
    [ "$(cat ours/rc)" = 0 ] || fail "status $(cat ours/rc): $*
$(head -5 ours/err)"
    [ -s ours/out ] || [ -s ours/err ] && fail "printed something: $*
$(head -5 ours/out ours/err)"
}

# refused <pattern> <command...>: fails, stderr matches.
refused() {
    local pattern=$1
    shift
    run ours "$@"
    [ "$(cat ours/rc)" != 0 ] || fail "succeeded: $*"
    grep -q -- "$pattern" ours/err || fail "no '$pattern' on stderr: $*
$(head -5 ours/err)"
}

# prints <pattern> <command...>: succeeds, stdout or stderr matches.
prints() {
    local pattern=$1
    shift
    run ours "$@"
    [ "$(cat ours/rc)" = 0 ] || fail "status $(cat ours/rc): $*"
    cat ours/out ours/err | grep -q -- "$pattern" || fail "no '$pattern': $*"
}

# lacks <pattern> <command...>: neither stdout nor stderr matches.
lacks() {
    local pattern=$1
    shift
    run ours "$@"
    cat ours/out ours/err | grep -q -- "$pattern" && fail "found '$pattern': $*"
}

has_bitcode() {
    readelf -SW "$1" 2>/dev/null | grep -q '\.llvm\.lto'
}

mkdir in
cat >in/hello.c <<'END'
#include <stdio.h>
int main(void)
{
    puts("hello");
    return 0;
}
END
cat >in/main.c <<'END'
int twice(int x);
int main(void) { return twice(21) - 42; }
END
echo 'int twice(int x) { return 2 * x; }' >in/twice.c
echo 'int twice(int x) { return 2 * x; }' >in/twice.i
printf '.globl answer\nanswer: .long 42\n' >in/data.s
printf '#define A answer\n.globl A\nA: .long 42\n' >in/cpp.S
cat >in/plus.cpp <<'END'
#include <vector>
int main() { std::vector<int> v(3, 1); return (int)v.size() - 3; }
END
echo 'int broken(' >in/broken.c
echo 'static int unused_variable; int main(void) { int y; return 0; }' >in/warn.c
