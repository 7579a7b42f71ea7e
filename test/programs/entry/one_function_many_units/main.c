/* Several units differentiate one function, each in its mode, and their copies of a header's inline
 * function. */
#include <math.h>
#include "model.h"
#include "oracle.h"

static double here(const double *p, int n)
{
    return model(p, n, 0.3);
}

int main(void)
{
    double p[3] = {1, 2, 3}, dp[3] = {0}, e[3] = {0, 1, 0};
    double dt = slope_by_reverse(p, 3, 0.3, dp);
    CHECK(dt, -4 * sin(0.3) - 9 * 2 * sin(0.6));
    CHECK_ARRAY(dp, ((const double[]){2, 4 * cos(0.3), 6 * cos(0.6)}), 3);
    CHECK(slope_by_forward(p, 3, 0.3, e), dp[1]);
    CHECK(inline_slope_here(2), 12);
    CHECK(inline_slope_there(3), 27);
    ORACLE_GRADIENT(here, p, 3);
    return oracle_result();
}
