/* A double is copied in two copies of 4 bytes, away and back: at -O0 and -O1 they were taken for
 * integer arithmetic on its bits. */
#include <stdio.h>
#include <string.h>
void __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff(void *, ...);
extern int enzyme_const;
void f(const double *x, double *out, int n)
{
    double a[2] = {x[0], x[0] * x[0]};
    unsigned char in_r[20], *r = in_r + n, b[16];
    memcpy(r, a, 4);
    memcpy(r + 4, (char *)a + 4, 12);
    for (int i = 0; i < 14 + n; i++)
        b[i] = r[i];
    memcpy(a, b, 16);
    *out = a[0] + a[1];
}
int main(void)
{
    volatile int n = 2;
    double x = 3, y = 0, dx = 1, dy = 0;
    __enzyme_fwddiff(f, &x, &dx, &y, &dy, enzyme_const, n);
    double forward = dy;
    dx = 0, dy = 1;
    __enzyme_autodiff(f, &x, &dx, &y, &dy, enzyme_const, n);
    printf("forward %g, reverse %g\n", forward, dx);
    return forward == 7 && dx == 7 ? 0 : 1;
}
