# The reserved names: understood, or an error with a suggestion.
. "$(dirname "$0")/common.sh"

refused "did you mean '-fenz-strong-zero'" "$ENZCC" -fenz-strong-zeroo -c hello.c
refused "did you mean '-fenz-runtime-activity'" "$ENZCC" -fenz-runtime-activty=on -c hello.c
refused "did you mean '-fno-enz-remat'" "$ENZCC" -fno-enz-rematt -c hello.c
refused "unknown option '-fenz-'" "$ENZCC" -fenz- -c hello.c
refused "unknown option '-fenz-xyzzyxyzzy'" "$ENZCC" -fenz-xyzzyxyzzy -c hello.c
refused "known values: auto,on,off" "$ENZCC" -fenz-runtime-activity=maybe -c hello.c
refused "needs a value" "$ENZCC" -fenz-cache -c hello.c
refused "takes none" "$ENZCC" -fenz-strong-zero=1 -c hello.c
refused "write a number" "$ENZCC" -fenz-tape-limit=lots -c hello.c
refused "known values: dot,fd,complex,kinks" "$ENZCC" -fenz-check=dots -c hello.c
refused "known values: primal" "$ENZCC" -fenz-print=derivativ -c hello.c
refused "known values: activity,ir,memory" "$ENZCC" -fenz-dump=nonsense -c hello.c
refused "known values: activity,ir,memory" "$ENZCC" -fenz-dump=plan,type -c hello.c
refused "'-fno-enz-ties' is no option; write '-fenz-ties=<value>'" "$ENZCC" -fno-enz-ties -c hello.c
refused "'-fno-enz-dump=plan' is no option" "$ENZCC" -fno-enz-dump=plan -c hello.c
refused "unknown value in .-Xenz nothing.; known values: join-units" \
    "$ENZCC" -Xenz nothing -c hello.c
silent "$ENZCC" -Werror -Xenz verify -c hello.c
refused "did you mean '--enz-help'" "$ENZCC" --enz-hlp
[ -e ours/w/hello.o ] && fail "a wrong option made an object"

STRICT="-Werror -Wunused-command-line-argument"
for option in -fenz -fenz-strong-zero -fenz-singular=ieee -fenz-dump=plan; do
    silent "$ENZCC" $STRICT "$option" -c hello.c
done
for option in -fenz -fno-enz -fenz-strong-zero -fno-enz-strong-zero -fenz-fp=strict \
    -fenz-ties=half -fenz-singular=ieee -fenz-types=guess -fenz-strict-aliasing \
    -fenz-runtime-activity=on -fenz-missing=trap '-fenz-inactive=log*,print*' \
    -fenz-inactive-globals -fenz-noalias-shadow -fenz-inline \
    -fenz-opt=2 -fenz-cache=all -fno-enz-remat -fenz-checkpoint=auto \
    -fenz-checkpoint=100 -fenz-tape-limit=2G -fenz-tape-zero \
    -fenz-atomic=never -fenz-dynamic-shared=twice -fenz-deterministic -fenz-blas=body \
    -fenz-remarks -fenz-print=tape,activity:main -fenz-check=dot,fd,complex,kinks \
    -fenz-syntax-only -fenz-emit=c,ll -fenz-report=x.html \
    -fenz-report '-fenz-truncate-all=64to32;11-52to8-23' -fenz-sparse \
    -fno-enz-attributes -fenz-dump=types,plan -fenz-stats; do
    run ours "$ENZCC" $STRICT "$option" -c hello.c
    [ "$(cat ours/rc)" = 0 ] || fail "refused: $option"
    cat ours/out ours/err | grep . &&
        fail "printed something: $option"
    lacks '"-f\(no-\)\?enz' "$ENZCC" "$option" '-###' -c hello.c
done

# The share of the passes in a link.
cat >in/share.c <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
prints 'passes took [0-9.]* s of [0-9.]* s' "$ENZCC" -fenz-stats share.c -o share
prints '1 derivative call, ' "$ENZCC" -fenz-stats share.c -o share

# A tape that would grow beyond its limit ends the program.
cat >in/limit.c <<'END'
double __enzyme_autodiff(void *, ...);
int enzyme_const;
static double f(double x, int n)
{
    for (int i = 0; i < n; i++) {
        x = 0.5 * x * x + 0.1;
        if (x > 4)
            break;
        x = 0.7 * x * x + 0.2;
    }
    return x;
}
int main(void) { return __enzyme_autodiff((void *)f, 0.5, enzyme_const, 1000000) > 1; }
END
"$ENZCC" -O1 -fenz-tape-limit=1M in/limit.c -o limit || fail "limit.c"
./limit 2>limit.err && fail "a tape beyond its limit"
grep -q 'tape of the derivative of f would be larger than -fenz-tape-limit allows, 1048576 bytes' \
    limit.err || fail "message: $(cat limit.err)"

# The tapes of all threads of all regions count: 1.6 MB for each of three.
cat >in/limits.c <<'END'
#include <math.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;
static double f(const double *x, int n)
{
    double s = 0;
    for (int t = 0; t < 3; t++)
#pragma omp parallel for reduction(+ : s)
        for (int i = 0; i < n; i++) {
            double z = x[i % 4];
            for (int k = 0; k < 100; k++)
                z = 0.7 * sin(z) * z + 0.2;
            s += z;
        }
    return s;
}
int main(void)
{
    double x[4] = {0.1, 0.2, 0.3, 0.4}, dx[4] = {0};
    for (int k = 0; k < 5; k++)
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 2000);
    return !(dx[1] > 0);
}
END
"$ENZCC" -O1 -fopenmp -fenz-tape-limit=8M in/limits.c -o limits -lm || fail "limits.c"
for threads in 1 2 4; do
    OMP_NUM_THREADS=$threads ./limits || fail "tapes of $threads threads within their limit"
done
"$ENZCC" -O1 -fopenmp -fenz-tape-limit=3M in/limits.c -o limits -lm || fail "limits.c"
for threads in 1 2 4; do
    OMP_NUM_THREADS=$threads ./limits 2>limit.err && fail "tapes of $threads threads beyond a limit"
    grep -q 'tape of the derivative of f would be larger than -fenz-tape-limit allows, 3145728' \
        limit.err || fail "message: $(cat limit.err)"
done

# Without differentiation a derivative call is what it looks like: undefined.
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
refused 'undefined.*__enzyme_autodiff' "$ENZCC" -fno-enz request.c -o x
silent "$ENZCC" -fno-enz -fenz -c request.c

# Options from the environment come first, quoted as in a shell.
ENZCC_FLAGS="-DGREETING='\"a b\"' -O2" prints 'GREETING=.*a b' "$ENZCC" '-###' -c hello.c
ENZCC_FLAGS="-fenz-nonsense-word" refused 'unknown option' "$ENZCC" -c hello.c
ENZCC_OFF=1 lacks 'flto\|__ENZCC' "$ENZCC" '-###' hello.c
ENZCC_OFF=0 prints 'flto' "$ENZCC" '-###' hello.c

# Options meet no other option's value.
silent "$ENZCC" -c hello.c -o -fenz-nonsense
finish
