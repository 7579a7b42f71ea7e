# Options that say how derivatives are made: each changes what is generated, and no result.
. "$(dirname "$0")/common.sh"

cat >in/two.c <<'EOF'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void __enzyme_autodiff(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_tape, enzyme_allocated;
static double two(const double *x, double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double w = x[i] * x[i], v = w + exp(x[i]);
        y[i] = v * x[i] + w;
        s += y[i] * x[i];
    }
    return s;
}
static double scratch(const double *x, int n)
{
    double s = 0;
    for (int i = 1; i < n; i++) {
        double *w = malloc((size_t)i * sizeof *w);
        for (int k = 0; k < i; k++)
            w[k] = sin(x[k]) * x[i];
        for (int k = 0; k < i; k++)
            s += w[k] * w[k];
        free(w);
    }
    return s;
}
static void choose(double *x, int large)
{
    if (large)
        x[0] = sin(x[0]) * exp(x[1]) * x[0];
}
static int near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}
/* The tape of `choose`: as much as nothing has written there is zero. */
static int tape_is_clear(void)
{
    enum { BYTES = 64 };
    unsigned char tape[BYTES];
    double x[2] = {1, 2}, d[2] = {1, 0};
    int clear = 0;
    memset(tape, 0xa5, sizeof tape);
    __enzyme_augmentfwd((void *)choose, enzyme_allocated, BYTES, enzyme_tape, tape, enzyme_dup, x,
                        d, enzyme_const, 0);
    for (int i = 0; i < 16; i++)
        clear += tape[i] == 0;
    __enzyme_reverse((void *)choose, enzyme_allocated, BYTES, enzyme_tape, tape, enzyme_dup, x, d,
                     enzyme_const, 0);
    return clear == 16 && d[0] == 1;
}
int main(int argc, char **argv)
{
    double x[4] = {1, 2, 3, 4}, y[4], dx[4] = {0}, dy[4] = {0}, ds[4] = {0};
    int ok = 1;
    __enzyme_autodiff((void *)two, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4);
    __enzyme_autodiff((void *)scratch, enzyme_dup, x, ds, enzyme_const, 4);
    for (int i = 0; i < 4; i++) {
        double e = exp(x[i]), want = (2 + x[i]) * x[i] * e + 4 * x[i] * x[i] * x[i] +
                                     3 * x[i] * x[i], from = 0, to = 0;
        for (int k = 0; k < i; k++)
            from += 2 * x[i] * sin(x[k]) * sin(x[k]);
        for (int j = i + 1; j < 4; j++)
            to += 2 * sin(x[i]) * cos(x[i]) * x[j] * x[j];
        ok &= near(dx[i], want) && near(ds[i], from + to);
    }
    ok &= argc < 2 || tape_is_clear();
    return !ok;
}
EOF

# The derivative of two, or a report of all, made with these options.
made() { # file, options...
    local file=$1
    shift
    run ours "$ENZCC" -O1 "$@" two.c -lm -o x
    [ "$(cat ours/rc)" = 0 ] || fail "$*: $(head -5 ours/err)"
    ours/w/x || fail "wrong derivatives: $*"
    cp ours/err "$file"
}
count() { # pattern file
    grep -c -- "$1" "$2"
}

made plain -fenz-print=derivative:two
made apart -fenz-print=derivative:two -fenz-noalias-shadow
made fixed -fenz-print=derivative:two -fenz-deterministic
[ "$(count reassoc plain)" -gt 0 ] || fail 'no sum of adjoints is free by default'
[ "$(count reassoc fixed)" = 0 ] || fail '-fenz-deterministic leaves the order of sums free'
[ "$(count ptrtoint plain)" -gt 0 ] || fail 'no addresses are compared by default'
[ "$(count ptrtoint fixed)" = 0 ] || fail '-fenz-deterministic makes two versions of a loop'
[ "$(count ptrtoint apart)" -lt "$(count ptrtoint plain)" ] ||
    fail '-fenz-noalias-shadow compares shadows'
[ "$(count noalias.scope.decl apart)" = $(($(count noalias.scope.decl plain) + 2)) ] ||
    fail '-fenz-noalias-shadow does not declare the scopes of two shadows'
made fast -ffast-math -fenz-print=derivative:two -fenz-deterministic
grep -q 'fadd reassoc' fast && fail '-fenz-deterministic: -ffast-math reorders sums'

# Bytes per iteration of the first loop of two.
bytes() { sed -n '/ two, reverse/,/per iteration/s/.*, \([0-9]*\) bytes per iteration/\1/p' "$1"; }
for cache in mincut all recompute; do
    made $cache -fenz-report -fenz-cache=$cache
done
made plain -fenz-report
[ "$(bytes plain)" = "$(bytes mincut)" ] || fail '-fenz-cache=mincut is not the default'
[ "$(bytes all)" -gt "$(bytes mincut)" ] || fail '-fenz-cache=all keeps as little as by default'
[ "$(bytes recompute)" -lt "$(bytes mincut)" ] || fail '-fenz-cache=recompute keeps as much'

schedule() { sed -n '/ scratch, reverse/,/loop/s/.*loop at [^ ]* \([a-z]*\),.*/\1/p' "$1"; }
made kept -fenz-report -fno-enz-remat
records() { case $(schedule "$1") in store | checkpoint) ;; *) false ;; esac }
records plain && fail 'a loop with scratch memory is recorded by default'
records kept || fail '-fno-enz-remat replays a loop'

made zero -fenz-tape-zero
ours/w/x tape || fail '-fenz-tape-zero leaves bytes of a tape as they are'
made plain
ours/w/x tape && fail 'tapes are zero by default'

# Where loops with virtual arrays run only where it matters, infinity elsewhere makes no NaN. The
# elements 8, 9 and 10 have tangents; 50 to 98 have NaN if all of it runs; 99 stored behind.
cat >in/narrow.c <<'EOF'
#include <stddef.h>
#include <stdio.h>
extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
double *__enzyme_todense(void *, ...);
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
static double chain(const double *x, long n)
{
    double e = 0;
    for (long i = 0; i + 1 < n; i++)
        e += x[i] * x[i] * x[i] * x[i + 1];
    return e;
}
static void gradient(const double *x, double *g, long n)
{
    __enzyme_autodiff((void *)chain, enzyme_dup, x, g, enzyme_const, n);
}
static double unit(size_t offset, size_t k)
{
    return offset / 8 == k ? 1 : 0;
}
static void never(double value, size_t offset, size_t k)
{
    (void)value, (void)offset, (void)k;
}
static double zero(size_t offset, int *stores)
{
    (void)offset, (void)stores;
    return 0;
}
static void count(double value, size_t offset, int *stores)
{
    if (value == 0)
        return;
    ++*stores;
}
__attribute__((noinline)) int stores_of(const double *x, size_t k, long n)
{
    int stores = 0;
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x,
                     __enzyme_todense((void *)unit, (void *)never, k), enzyme_dupnoneed,
                     (double *)16, __enzyme_todense((void *)zero, (void *)count, &stores),
                     enzyme_const, n);
    return stores;
}
int main(void)
{
    double x[100];
    for (int i = 0; i < 100; i++)
        x[i] = i < 50 || i > 97 ? i + 1 : 1e200;
    printf("%d\n", stores_of(x, 9, 100));
}
EOF
stores() { # flags...
    run ours "$ENZCC" "$@" narrow.c -o narrow
    ours/w/narrow
}
for flags in -O1 -O2 '-O0 -fenz-sparse' '-O2 -fno-enz-sparse -fenz-sparse'; do
    [ "$(stores $flags)" = 3 ] || fail "a loop with virtual arrays runs as a whole: $flags"
done
for flags in -O0 '-O1 -fno-enz-sparse' '-O2 -fno-enz-sparse'; do
    [ "$(stores $flags)" = 52 ] || fail "a loop with virtual arrays is narrowed: $flags"
done

# Levels of optimisation, below and above that of the link: what is vectorised, and whether the
# derivative is a function still.
cat >in/level.c <<'EOF'
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
static double weighted(const double *restrict x, const double *restrict w, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * w[i];
    return s;
}
static double x[100], w[100], dx[100], dw[100];
void gradient(int n)
{
    __enzyme_autodiff((void *)weighted, enzyme_dup, x, dx, enzyme_dup, w, dw, enzyme_const, n);
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        x[i] = i, w[i] = 2;
    gradient(100);
    for (int i = 0; i < 100; i++)
        if (dx[i] != 4 * i || dw[i] != (double)i * i)
            return 1;
    return 0;
}
EOF
level() { # vectorized or not, a function or not, options...
    local vectors=$1 function=$2 found
    shift 2
    run ours "$ENZCC" -Rpass=loop-vectorize "$@" level.c -lm -o x
    [ "$(cat ours/rc)" = 0 ] && ours/w/x || fail "wrong: $*"
    cat ours/out ours/err | grep -q '\(level.c:13\|<unknown>\):.* vectorized loop' &&
        found=yes || found=no
    [ $found = "$vectors" ] || fail "$*: vectorized: $found"
    readelf -sW ours/w/x | grep -q 'enz\.grad\.weighted' && found=yes || found=no
    [ $found = "$function" ] || fail "$*: a function of its own: $found"
}
level no yes -O0
level no yes -O0 -fenz-opt=1
level yes yes -O0 -fenz-opt=2
level yes yes -O0 -fenz-opt=3
level yes no -O2
level no yes -O2 -fenz-opt=0
level no no -O2 -fenz-opt=1
level yes no -O2 -fenz-opt=3
level no no -O0 -fenz-inline
level no yes -O0 -fenz-inline -fno-enz-inline

# A routine that is not what its name says tells by its derivative what that is made of.
cat >in/dot.c <<'EOF'
#ifndef FACTOR
#define FACTOR 2
#endif
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += FACTOR * x[i * incx] * y[i * incy];
    return s;
}
static double f(const double *x, const double *y, int n)
{
    return cblas_ddot(n, x, 1, y, 1);
}
int main(void)
{
    double x[3] = {1, 2, 3}, y[3] = {4, 5, 6}, dx[3] = {0}, dy[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3);
    for (int i = 0; i < 3; i++)
        if (dx[i] * y[0] != dx[0] * y[i] || dy[i] * y[0] != dx[0] * x[i])
            return 0;
    return (int)(dx[0] / y[0]);
}
EOF
dot() { # exit status, options...
    local want=$1
    shift
    silent "$ENZCC" "$@" dot.c -lm -o x
    ours/w/x
    [ $? = "$want" ] || fail "$*: another derivative"
}
for level in -O0 -O2; do
    dot 2 $level
    dot 2 $level -fenz-blas=body
    dot 1 $level -fenz-blas=rules
    dot 1 $level -fenz-blas=rules -DFACTOR=1
done
# In the rules, too, sums have an order.
cat >declared.c <<'EOF'
double __enzyme_autodiff(void *, ...);
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy);
static double f(const double *x, int n) { return cblas_ddot(n, x, 1, x, 1); }
void gradient(double *x, double *d, int n) { __enzyme_autodiff((void *)f, x, d, n); }
EOF
"$CLANG" -S -emit-llvm declared.c -o declared.ll
opt=$(dirname "$ENZCC")/enzcc-opt
"$opt" -S declared.ll >free.ll && "$opt" -S --option=deterministic declared.ll >fixed.ll
[ "$(count 'fadd reassoc' free.ll)" -gt 0 ] || fail 'no sum in the rules of BLAS is free by default'
[ "$(count 'fadd reassoc' fixed.ll)" = 0 ] || fail '-fenz-deterministic: sums in rules are free'

# They travel in objects.
run ours "$ENZCC" -O1 -fenz-tape-zero -c two.c
cp ours/w/two.o .
silent "$ENZCC" "$SCRATCH/two.o" -lm -o x
ours/w/x tape || fail '-fenz-tape-zero does not travel'
for pair in '-fenz-blas=body -fenz-blas=rules' '-fenz-opt=0 -fenz-opt=3' \
    '-fenz-inline -fno-enz-inline' '-fenz-missing=trap -fenz-missing=zero' \
    '-fenz-cache=all -fenz-cache=recompute' '-fenz-deterministic -fno-enz-deterministic' \
    '-fenz-noalias-shadow -fno-enz-noalias-shadow' '-fenz-remat -fno-enz-remat' \
    '-fenz-tape-zero -fno-enz-tape-zero'; do
    "$ENZCC" ${pair% *} -c in/two.c -o two.o
    "$ENZCC" ${pair#* } -c in/twice.c -o twice.o
    refused "with '${pair% *}' and .* with '${pair#* }'" "$ENZCC" "$SCRATCH/two.o" \
        "$SCRATCH/twice.o" -lm -o x
done
finish
