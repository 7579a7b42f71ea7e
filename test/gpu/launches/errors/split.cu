/* What the device has been through must not be more than the first half.
 * expect: a launch of a kernel, in split mode, is not supported */
#include "host_test.h"

template <class R, class... T> R __enzyme_augmentfwd(void *, T...);
template <class R, class... T> R __enzyme_reverse(void *, T...);
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
    void *tape = __enzyme_augmentfwd<void *>((void *)f, enzyme_dup, x, dx, enzyme_const, 16);
    __enzyme_reverse<void>((void *)f, enzyme_dup, x, dx, enzyme_const, 16, tape);
}
