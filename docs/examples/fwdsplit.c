#include <math.h>
#include <stdio.h>

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);

static double f(double x, double y)
{
    return sin(x) * y;
}

int main(void)
{
    void *tape = __enzyme_augmentfwd((void *)f, 0.0, 3.0);
    printf("%g\n", __enzyme_fwdsplit((void *)f, 0.0, 1.0, 3.0, 10.0, tape));
}
