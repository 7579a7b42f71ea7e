/* What a library keeps: hidden and exported variables, tables, workspaces, constants that a
 * compiler folds. There is one of each, whoever calls: the program, a derivative, or the library.
 */
#include "oracle.h"
#include "gauge.h"

static double reading(double x)
{
    return gauge_read(x) * gauge_gain;
}
static double counted(double x)
{
    return gauge_count(x) + x;
}
static double smoothed(const double *x, int n)
{
    return gauge_smooth(x, n);
}

int main(void)
{
    double x[5];
    gauge_set(3);
    gauge_gain = 7;
    CHECK(reading(2), 7 * (3 * 4 + 2 * 2 + 4));
    ORACLE_SCALAR(reading, 2.0);
    gauge_set(5);
    CHECK(ORACLE_SCALAR_REVERSE_CALL(reading, 2.0), 7 * (5 * 4 + 2));

    int before = gauge_counted();
    CHECK(counted(1.5), 1.5 * 1.5 + 1.5);
    CHECK(ORACLE_SCALAR_REVERSE_CALL(counted, 1.5), 4);
    CHECK(gauge_counted(), before + 2);

    oracle_random(x, 5, 1);
    gauge_open(5);
    ORACLE_GRADIENT(smoothed, x, 5);
    gauge_close();
    return oracle_result();
}
