/* Each launch is gone back through once.
 * expect: keeps a tape and serves one direction at a time */
#include "host_test.h"

__global__ void square(double *x, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] *= x[i];
}
static void f(double *x, int n)
{
    square<<<1, 16>>>(x, n);
}
int main()
{
    double *x, *dx;
    cudaMalloc(&x, 16 * sizeof *x);
    cudaMalloc(&dx, 16 * sizeof *dx);
    __enzyme_autodiff<void>((void *)f, enzyme_width, 2, enzyme_dup, x, dx, dx, enzyme_const, 16);
}
