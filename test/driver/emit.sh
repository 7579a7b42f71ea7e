# -fenz-emit=c: the text is what the derivative does. Where it is C it is compiled, by another
# compiler, and computes the same.
. "$(dirname "$0")/common.sh"
RUNTIME=$(dirname "$ENZCC")/../lib/enzcc/libenzcc_rt.a
[ -f "$RUNTIME" ] || RUNTIME=$(dirname "$ENZCC")/../lib/libenzcc_rt.a

cat >in/parts.c <<'END'
#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_width;

/* Loops in loops, a condition in them, an exit in the middle. */
double rod(double *restrict u, const double *restrict k, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            u[i] += k[i] * sin(u[i - 1] - 2 * u[i] + u[i + 1]);
        if (u[1] < 0 && n > 3)
            u[1] = 0.5 * u[2];
        if (u[2] > 4)
            break;
    }
    double sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum += u[i] * u[i] / (i + 1);
    return sum;
}

/* A loop of which nobody knows how long it is, a switch, continue. */
double walk(double x, unsigned char kind)
{
    int n = 0;
    while (x > 0.1) {
        n++;
        switch ((kind + n) % 5) {
        case 0: x *= 0.5; break;
        case 1: x -= 0.01 * x * x; continue;
        case 2:
        case 3: x = sqrt(x) * 0.6; break;
        default: x = fmin(x * 0.9, 3.0);
        }
        if (n > 40)
            return exp(x) * n;
    }
    return log(x) * (n & 7);
}

/* Calls, recursion, single precision. */
__attribute__((noinline)) double power(double x, int n)
{
    return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2);
}
float mixed(float x, float y, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += (float)power(x, i) * y - (float)(short)(i * 3) / (1 + x * x);
    return fabsf(s) < 1e6f ? s : copysignf(1e6f, s);
}

void all(void)
{
    for (int n = 1; n < 12; n += 2)
        for (int steps = 0; steps < 5; steps++) {
            double u[12], k[12], du[12] = {0}, dk[12] = {0};
            for (int i = 0; i < 12; i++)
                u[i] = 2 * cos(i), k[i] = 0.1 * i;
            GRADIENT_OF_ROD(u, du, k, dk, n, steps);
            for (int i = 0; i < 12; i++)
                printf("%.10g %.10g %.10g\n", u[i], du[i], dk[i]);
        }
    for (int kind = 0; kind < 9; kind++)
        for (double x = 0.05; x < 9; x *= 1.7)
            printf("%.10g %.10g\n", GRADIENT_OF_WALK(x, kind), TANGENT_OF_WALK(x, 2.0, kind));
    for (int n = 0; n < 9; n++)
        printf("%.6g\n", TANGENT_OF_MIXED(0.7f, 1.0f, 1.2f, 0.5f, n));
}
END
cat >in/made.c <<'END'
#define GRADIENT_OF_ROD(u, du, k, dk, n, steps) \
    __enzyme_autodiff((void *)rod, enzyme_dup, u, du, enzyme_dup, k, dk, n, steps)
#define GRADIENT_OF_WALK(x, kind) \
    __enzyme_autodiff((void *)walk, (double)(x), (unsigned char)(kind))
#define TANGENT_OF_WALK(x, dx, kind) \
    __enzyme_fwddiff((void *)walk, (double)(x), (double)(dx), (unsigned char)(kind))
float __enzyme_fwddiff_float(void *, ...);
#define TANGENT_OF_MIXED(x, dx, y, dy, n) \
    __enzyme_fwddiff_float((void *)mixed, (float)x, (float)dx, (float)y, (float)dy, n)
#include "parts.c"
int main(void) { all(); }
END
cat >in/printed.c <<'END'
#include "made.derivatives.c"
#define GRADIENT_OF_ROD(u, du, k, dk, n, steps) \
    rod_gradient((char *)u, (char *)du, (char *)k, (char *)dk, n, steps, 1.0)
#define GRADIENT_OF_WALK(x, kind) walk_gradient(x, kind, 1.0).p0
#define TANGENT_OF_WALK(x, dx, kind) walk_tangent(x, dx, kind).p0
#define TANGENT_OF_MIXED(x, dx, y, dy, n) mixed_tangent(x, dx, y, dy, n).p0
#define power the_power
#include "parts.c"
int main(void) { all(); }
END

for level in -O0 -O1 -O2 -O3; do
    silent "$ENZCC" $level -g -ffp-contract=off -fenz-emit=c,ll made.c -lm -o made
    cp ours/w/made.derivatives.c in/
    [ -s ours/w/made.derivatives.ll ] || fail "$level: only one of the two files"
    ours/w/made >expected || fail "the program does not run at $level"
    grep -q 'LLVM("' in/made.derivatives.c && fail "$level: $(grep 'LLVM("' in/made.derivatives.c)"
    for optimised in -O0 -O2; do
        "$CLANG" $optimised -w -ffp-contract=off in/printed.c "$RUNTIME" -lm -o printed 2>log ||
            fail "$level: the text is no C: $(head -5 log)"
        ./printed >got
        cmp -s got expected || fail "$level, $optimised: the text computes something else:
$(diff got expected | head -5)"
    done
    grep -q 'static .*rod_gradient(char \*u, char \*d_u, char \*k, char \*d_k, uint32_t n, ' \
        in/made.derivatives.c || fail "$level: parameters have no names"
    grep -q '/\* parts.c:11 \*/' in/made.derivatives.c || fail "$level: no places"
    grep -q '^ *for (;;) {' in/made.derivatives.c || fail "$level: no loops"
    grep -q 'enz\.' in/made.derivatives.c && fail "$level: names of the passes"
done
rm -rf in/y.derivatives.c
mkdir in/y.derivatives.c
refused "cannot write 'y.derivatives.c'" "$ENZCC" -fenz-emit=c made.c -lm -o y
finish
