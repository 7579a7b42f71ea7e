/* A function whose forward derivative is asked for, and which is called where another one's is: the
 * first sets the shadows of globals back, the second must not, since its caller has set them. */
#include "oracle.h"

int enzyme_primal_return;
struct value_and_tangent {
    double value, tangent;
};
struct value_and_tangent __enzyme_fwddiff_both(void *, ...);

static double state;

/* Called more than once by itself, and so not inlined. */
static double descend(double x)
{
    state = state * 2 + x;
    if (x > 1) {
        double a = descend(x / 2), b = descend(x / 3);
        return a + b + state;
    }
    return state * state;
}

static double begin(double x)
{
    state = x * x * x;
    return descend(x);
}

static double difference(double (*f)(double), double x)
{
    const double h = 1e-6;
    state = 0;
    double up = f(x + h);
    state = 0;
    return (up - f(x - h)) / (2 * h);
}

static void compare(double (*f)(double), struct value_and_tangent got, double x)
{
    state = 0;
    CHECK_TOL(got.value, f(x), 1e-14);
    CHECK_TOL(got.tangent, difference(f, x), 1e-7);
}

int main(void)
{
    const double x = 2.3;
    state = 0;
    struct value_and_tangent own =
        __enzyme_fwddiff_both((void *)descend, enzyme_primal_return, enzyme_dup, x, 1.0);
    compare(descend, own, x);
    compare(begin, __enzyme_fwddiff_both((void *)begin, enzyme_primal_return, enzyme_dup, x, 1.0),
            x);
    state = 0;
    own = __enzyme_fwddiff_both((void *)descend, enzyme_primal_return, enzyme_dup, x, 1.0);
    compare(descend, own, x);
    return oracle_result();
}
