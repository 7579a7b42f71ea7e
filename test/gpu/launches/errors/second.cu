/* expect: the derivative of a launch of a kernel, differentiated again, is not supported */
#include "host_test.h"

__global__ void square(double *x, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] *= x[i] * x[i];
}
static void f(double *x, int n)
{
    square<<<1, 16>>>(x, n);
}
static void gradient(double *x, double *dx, int n)
{
    __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_const, n);
}
int main()
{
    double *x[4];
    for (int k = 0; k < 4; k++)
        cudaMalloc(&x[k], 16 * sizeof(double));
    __enzyme_fwddiff<void>((void *)gradient, enzyme_dup, x[0], x[1], enzyme_dup, x[2], x[3],
                           enzyme_const, 16);
}
