# Links under `make -j`: one thread, and for parts that are made at the same time as many of make's
# jobs as are free, which make gets back.
. "$(dirname "$0")/common.sh"
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
echo 'double __enzyme_autodiff(void *, ...); double f(double);
int main(void) { return (int)__enzyme_autodiff((void *)f, 3.0); }' >in/undefined.c
"$ENZCC" -O2 -c in/request.c -o in/request.o && "$ENZCC" -c in/undefined.c -o in/undefined.o ||
    fail "objects"

# Clang has an option of its own for parts since version 20.
PARTS=-flto-partitions=
"$CLANG" -### -c "${PARTS}2" in/request.c >/dev/null 2>&1 || PARTS=-Wl,--lto-partitions=

# links <threads of ld.lld, or none> <word...>: the program is right, and the command as it should.
links() {
    local threads=$1 option
    shift
    run ours "$ENZCC" -v request.o -o x "$@"
    [ "$(cat ours/rc)" = 0 ] && ours/w/x || fail "$MAKEFLAGS, $*: $(tail -3 ours/err)"
    option=$(grep -F -e '"--load-pass-plugin=' ours/err | grep -oE '"--threads=[0-9]+"' | tail -1)
    [ "${option:-none}" = "${threads/#[0-9]*/\"--threads=$threads\"}" ] ||
        fail "$MAKEFLAGS, $*: ${option:-no number of threads}, not $threads"
}

# jobs <text>: exactly these are in the pipe now; then it is empty.
jobs_are() {
    local left
    left=$(dd if=jobs iflag=nonblock bs=64 count=1 2>/dev/null)
    [ "$left" = "$1" ] || fail "jobs of make: '$left', not '$1'"
}

export MAKEFLAGS=
links none
links none "${PARTS}4"
MAKEFLAGS='-j8' links none

# An ld.lld during which the link is ended; it says how many jobs are free then.
cat >waiting-lld <<END
#!/bin/sh
dd if="$PWD/jobs" iflag=nonblock bs=64 count=1 2>/dev/null | wc -c >"$PWD/free"
kill -TERM \$PPID
exec sleep 20
END
chmod +x waiting-lld

mkfifo jobs
exec 7<>jobs 8>jobs
for form in "fifo:$PWD/jobs" '7,8'; do
    MAKEFLAGS="-j8 --jobserver-auth=1,2 --jobserver-auth=$form -- V=--jobserver-auth=1,2"
    # Nothing runs at the same time: one thread, and no job is taken.
    printf 'abcde' >&7
    links 1
    jobs_are abcde
    # Each part has a job of its own; those that were taken come back as they were.
    printf 'abc' >&7
    links 3 "${PARTS}3"
    jobs_are cba
    # No more than there are.
    printf 'a' >&7
    links 2 -Wl,--lto-partitions=8
    jobs_are a
    links 1 "${PARTS}4"
    jobs_are ''
    # What the user says counts.
    printf 'ab' >&7
    links 5 "${PARTS}4" -Wl,--threads=5
    links 5 "${PARTS}4" -Wl,--threads,6,--threads=5
    jobs_are ab
    # No derivative: the link is clang's.
    printf 'ab' >&7
    run ours "$ENZCC" -v main.c twice.c -o x "${PARTS}4"
    grep -q -e '--threads' ours/err && fail "a link from machine code"
    # A link that fails gives its jobs back; so does one that is ended.
    refused 'no-definition' "$ENZCC" undefined.o -o x "${PARTS}2"
    jobs_are ba
    printf 'ab' >&7
    run ours "$ENZCC" -v request.o -o x "${PARTS}3" "--ld-path=$PWD/waiting-lld"
    [ "$(cat ours/rc)" != 0 ] && grep -q signal ours/err || fail "a link that was ended"
    [ "$(cat free)" = 0 ] || fail "$(cat free) jobs are free while ld.lld runs"
    jobs_are ba
done

# What is no pipe, or is closed, is not make's, and is left alone.
echo text >file
exec 9<>file
for form in 9,9 77,78 -2,-2 "fifo:$PWD/file" "fifo:$PWD/none" nonsense ''; do
    MAKEFLAGS="-j8 --jobserver-auth=$form"
    links 1 "${PARTS}4"
done
[ "$(cat file)" = text ] || fail "a file was taken for make's jobs"
[ ! -e none ] || fail "a file was made"
exec 7>&- 8>&- 9>&-
unset MAKEFLAGS

# make itself says where jobs were lost.
cat >in/Makefile <<'END'
all: x y z
x y z: request.o
	+@"$(ENZCC)" -v request.o -o $@ $(PARTS)3 2>$@.err && ./$@
END
for jobs in 1 2 8; do
    run ours make -r -j"$jobs" ENZCC="$ENZCC" PARTS="$PARTS"
    [ "$(cat ours/rc)" = 0 ] || fail "make: $(tail -3 ours/err)"
    grep -q 'INTERNAL' ours/err && fail "make -j$jobs: $(grep INTERNAL ours/err)"
    threads=$(cat ours/w/*.err | grep -oE '"--threads=[0-9]+"' | grep -c .)
    [ "$threads" = $((jobs == 1 ? 0 : 3)) ] || fail "make -j$jobs: $threads links share"
done
finish
