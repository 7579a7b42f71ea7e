#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);

/* The charge for an energy use of x: from 1.5 on, more. */
static double charge(double x)
{
    double above = x - 1.5;
    return 2 * x + (above > 0 ? above * 3 : 0) + fabs(x - 4);
}

int main(void)
{
    for (double x = 1.3; x < 1.65; x += 0.1)
        printf("%.1f: %g\n", x, __enzyme_autodiff((void *)charge, x));
}
