/* assert on active values. */
#undef NDEBUG
#include <assert.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        assert(x[i] > 0 && "positive input");
        s *= x[i];
    }
    assert(s > 0);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 3, 5}), 3, ((const double[]){15, 10, 6}));
    return oracle_result();
}
