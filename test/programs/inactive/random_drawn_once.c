/* Random draws are a side effect: the reverse sweep must not draw again. */
#include <stdlib.h>
#include "oracle.h"

static double f(double x)
{
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += x * x * (rand() % 10);
    return s;
}

int main(void)
{
    double want = 0;
    int next;

    srand(7);
    for (int i = 0; i < 3; i++)
        want += 6.0 * (rand() % 10);
    next = rand();
    srand(7);
    CHECK(__enzyme_autodiff((void *)f, 3.0), want);
    CHECK_THAT(rand() == next);
    return oracle_result();
}
