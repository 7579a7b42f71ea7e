#include <stdio.h>
#include <string.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

/* Other accesses to the same memory say what the copied bytes are. */
static double through_bytes(const double *x)
{
    char buffer[16];
    double y[2];
    memcpy(buffer, x, 16);
    memcpy(y, buffer, 16);
    return y[0] * y[1];
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {0, 0};
    __enzyme_autodiff((void *)through_bytes, enzyme_dup, x, dx);
    printf("%g %g\n", dx[0], dx[1]);
}
