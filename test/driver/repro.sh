# --enz-repro: a tar repeats a link in another place, where the files of the first are gone.
. "$(dirname "$0")/common.sh"

LD=$(dirname "$ENZCC")/enz-ld
cat >in/slope.c <<'END'
#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double smooth(double);
static double f(double x) { return sin(x) * smooth(x); }
int main(void) { printf("%.17g\n", __enzyme_autodiff((void *)f, 2.0)); }
END
echo 'double smooth(double x) { return x * x * (3 - 2 * x); }' >in/smooth.c
echo 'double other(double x) { return x; }' >in/other.c
cat >in/missing.c <<'END'
double __enzyme_autodiff(void *, ...);
double unknown(double x);
static double f(double x) { return x * unknown(x); }
int main(void) { return __enzyme_autodiff((void *)f, 3.0) > 0; }
END

# again TAR: unpacks it elsewhere and links; leaves again.rc, again.err, and the directory.
again() {
    rm -rf moved
    mkdir moved
    tar -C moved -xf "$1" || fail "$1 is no tar"
    rm -rf ours/w
    (cd / && ENZ_LD=$LD "$SCRATCH"/moved/*/link.sh) >again.out 2>again.err
    echo $? >again.rc
}

# The same program comes out, at each level, with archives and options of the command that links.
for level in -O0 -O3; do
    for archive in rcs rcsT; do
        rm -rf in/*.o in/*.a
        (cd in && "$ENZCC" $level -c smooth.c other.c && ar $archive libsmooth.a smooth.o other.o)
        silent "$ENZCC" $level -fenz-strong-zero --enz-repro=the.link.tar slope.c -L. -lsmooth -lm \
            -o slope
        ours/w/slope >expected || fail "the program does not run: $level $archive"
        cp ours/w/slope ours/w/the.link.tar .
        rm in/libsmooth.a
        again the.link.tar
        [ "$(cat again.rc)" = 0 ] || fail "the link is not repeated: $level $archive
$(cat again.err)"
        moved/the.link/slope | cmp -s - expected || fail "another program: $level $archive"
        cmp -s moved/the.link/slope slope || fail "not the same program: $level $archive"
    done
done
grep -q '^enzcc: [0-9.]*$' moved/the.link/enzcc.txt || fail 'no version of enzcc'
grep -q '^compiler: .*clang version' moved/the.link/enzcc.txt || fail 'no version of clang'
grep -q '^command: -O3 -fenz-strong-zero .*slope.c' moved/the.link/enzcc.txt || fail 'no command'
grep -q "OPTIONS='strong-zero" moved/the.link/link.sh || fail 'options of the passes get lost'

# So does a link that fails, with its messages.
refused 'No reverse pass found for unknown' "$ENZCC" --enz-repro=bug.tar missing.c -o x
mv ours/w/bug.tar .
grep 'enz-no-definition' ours/err >expected
again bug.tar
[ "$(cat again.rc)" != 0 ] || fail 'what could not be linked links elsewhere'
grep 'enz-no-definition' again.err | cmp -s - expected || fail "other messages:
$(cat again.err)"

# And one without derivatives, or whose words are in a file.
silent "$ENZCC" --enz-repro=plain.tar main.c twice.c -o x
mv ours/w/plain.tar .
again plain.tar
[ "$(cat again.rc)" = 0 ] && moved/plain/x || fail 'a plain link is not repeated'
echo '-O1 slope.c smooth.c -lm -o x' >in/words
silent "$ENZCC" --enz-repro=words.tar @words
mv ours/w/words.tar .
again words.tar
[ "$(cat again.rc)" = 0 ] && moved/words/x >again.out || fail 'response files get lost'

# Where there is nothing to be written, or the file cannot be.
silent "$ENZCC" --enz-repro=c.tar -c hello.c
[ -e ours/w/c.tar ] && fail 'a command that does not link writes a tar'
refused 'remove --enz-repro=' "$ENZCC" -fno-enz --enz-repro=a.tar hello.c
refused "cannot write 'none/a.tar'" "$ENZCC" --enz-repro=none/a.tar hello.c -o x
refused "did you mean '--enz-repro=<file>'" "$ENZCC" --enz-repro hello.c
refused "did you mean '--enz-repro=<file>'" "$ENZCC" --enz-repro= hello.c
finish
