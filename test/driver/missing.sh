# -fenz-missing: what becomes of functions without derivative.
. "$(dirname "$0")/common.sh"

cat >in/main.c <<'EOF'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
#ifdef CONST
#define CONST_FUNCTION __attribute__((const))
#elif !defined CONST_FUNCTION
#define CONST_FUNCTION
#endif
double measure(double x) CONST_FUNCTION;
float scale(float x, int n, double y) CONST_FUNCTION;
static double f(double x)
{
    return x > 10 ? measure(x) * x : x * x;
}
static double g(double x, double y)
{
    return scale((float)x, 3, y) * y;
}
static double h(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += measure(x[i]) * x[i];
    return s;
}
static double slope(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
static int close_to(double a, double b, double tolerance)
{
    if (fabs(a - b) <= tolerance * (1 + fabs(b)))
        return 1;
    printf("%.10g instead of %.10g\n", a, b);
    return 0;
}
/* measure(x) = x^2 exp(x / 10), scale(x, n, y) = sin(x) y^n, and the first without derivative. */
static double outer(double x, int active)
{
    double m = x * x * exp(x / 10), dm = (2 * x + x * x / 10) * exp(x / 10);
    return m + (active ? x * dm : 0);
}
int main(int argc, char **argv)
{
    double x = argc > 1 ? atof(argv[1]) : 3;
    int active = argc < 3;
    if (x <= 10)
        return !(__enzyme_autodiff((void *)f, x) == 2 * x && slope(x) == 2 * x);
    int ok = close_to(__enzyme_autodiff((void *)f, x), outer(x, active), 1e-8);
    ok &= close_to(slope(x), outer(x, active), 1e-8);
    double at[3] = {1, -20, 0.5}, d[3] = {0};
    __enzyme_autodiff((void *)h, enzyme_dup, at, d, enzyme_const, 3);
    for (int i = 0; i < 3; i++)
        ok &= close_to(d[i], outer(at[i], active), 1e-8);
    if (!active)
        return !ok;
    double y = 1.5, s = sin(1.25), c = cos(1.25);
    ok &= close_to(__enzyme_fwddiff((void *)g, 1.25, 1.0, y, 0.0), c * pow(y, 4), 1e-3);
    ok &= close_to(__enzyme_fwddiff((void *)g, 1.25, 0.0, y, 1.0), 4 * s * pow(y, 3), 1e-3);
    ok &= close_to(__enzyme_autodiff((void *)g, enzyme_const, 1.25, y), 4 * s * pow(y, 3), 1e-3);
    ok &= close_to(__enzyme_autodiff((void *)g, 1.25, enzyme_const, y), c * pow(y, 4), 1e-3);
    double second = __enzyme_fwddiff((void *)slope, 20.0, 1.0);
    ok &= close_to(__enzyme_autodiff((void *)slope, 20.0), second, 1e-3);
    return !ok;
}
EOF
cat >in/native.c <<'EOF'
#include <math.h>
double measure(double x) { return x * x * exp(x / 10); }
float scale(float x, int n, double y) { return (float)(sin(x) * pow(y, n)); }
EOF
"$CLANG" -O1 -c in/native.c -o native.o
native=$SCRATCH/native.o

# An error is what is asked for by default.
refused 'No reverse pass found for measure' "$ENZCC" main.c "$native" -lm -o x
refused 'No reverse pass found for measure' "$ENZCC" -fenz-missing=error main.c "$native" -lm -o x

for level in -O0 -O2; do
    # The run ends where the derivative is needed, and only there.
    silent "$ENZCC" $level -fenz-missing=trap main.c "$native" -lm -o x
    ours/w/x || fail "$level: a trap that is not reached ends the run"
    bash -c 'ours/w/x 12; exit $?' >out 2>&1 && fail "$level: a trap does not end the run"
    grep -q "main.c:16:[0-9]*: no derivative of 'measure' was found" out ||
        fail "$level: a trap says: $(cat out)"
    # No derivative goes through the function, and a warning says so.
    run ours "$ENZCC" $level -fenz-missing=zero main.c "$native" -lm -o x
    grep -q 'main.c:16:.* warning: .*no derivative was found for measure' ours/err ||
        fail "$level: no warning"
    ours/w/x 12 inactive || fail "$level: not taken as inactive"
    # Differences are taken of numbers, where calls do nothing else.
    silent "$ENZCC" $level -fenz-missing=fd -DCONST main.c "$native" -lm -o x
    ours/w/x 12 || fail "$level: differences"
done
refused 'No reverse pass found for measure, and no differences' "$ENZCC" -fenz-missing=fd main.c \
    "$native" -lm -o x
refused 'No reverse pass found for measure, and no differences' "$ENZCC" -fenz-missing=fd \
    -DCONST_FUNCTION='__attribute__((pure))' main.c "$native" -lm -o x
refused 'No forward mode derivative found for measure, and no diff' "$ENZCC" -fenz-missing=fd \
    main.c "$native" -lm -o x

# Where a unit is compiled it is said as well.
run ours "$ENZCC" -c -fenz-missing=fd -DCONST main.c
cp ours/w/main.o .
silent "$ENZCC" "$SCRATCH/main.o" "$native" -lm -o x
ours/w/x 12 || fail 'the option does not travel'
finish
