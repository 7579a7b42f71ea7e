/* Inactive globals need no shadow, whatever is written there: statistics, traces. */
#include "oracle.h"
#include <math.h>

double largest;
void *__enzyme_inactive_global_largest = (void *)&largest;
__attribute__((enzyme_inactive)) static double trace[8];
__attribute__((enzyme_inactive)) static int traced;

static double step(double x)
{
    double y = sin(x) + x * x;
    if (y > largest)
        largest = y;
    trace[traced++ % 8] = y;
    return y;
}
static double f(double x)
{
    return step(step(x) / 2);
}

int main(void)
{
    ORACLE_SCALAR(f, 0.4);
    CHECK_THAT(largest > 0);
    CHECK_THAT(traced > 4);
    return oracle_result();
}
