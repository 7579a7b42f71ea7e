/* Statistics written to globals on the side do not disturb the gradient. */
#include "oracle.h"

static double largest_seen, last_result;
static long long evaluations;

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        if (x[i] > largest_seen)
            largest_seen = x[i];
    }
    evaluations++;
    last_result = s;
    return s;
}

int main(void)
{
    const double x[3] = {1, 4, 2};
    double g[3] = {0};
    ORACLE_GRADIENT(f, x, 3);
    largest_seen = evaluations = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, 3);
    CHECK_ARRAY(g, ((double[]){2, 8, 4}), 3);
    CHECK(largest_seen, 4);
    CHECK(last_result, 21);
    CHECK_THAT(evaluations == 1);
    return oracle_result();
}
