/* A loop that moves pointers on overwrites what another one has gathered: the reverse sweep puts it
 * back, though what is said of the range names another pointer than the stores do. */
#include <math.h>
#include <stdio.h>

enum { N = 200, STEPS = 5 };

extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);

static int at[N];

static double f(double *x, double *y, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            y[i] = 0.3 * x[at[i]] * x[at[n - 1 - i]] * x[at[at[i]]] * x[at[at[n - 1 - i]]] +
                   0.1 * x[i];
        double *to = x, *from = y;
        for (int i = 0; i < n; i++)
            *to++ = 0.6 * *from++ + 0.1;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (i % 5);
    return sum;
}

static void start(double *x, double *y)
{
    for (int i = 0; i < N; i++) {
        x[i] = 0.5 + 0.004 * i, y[i] = 0;
        at[i] = (i * 37 + 11) % N;
    }
}

int main(void)
{
    double x[N], y[N], dx[N] = {0}, dy[N] = {0}, ex[N], ey[N] = {0}, reverse = 0;
    start(x, y);
    __enzyme_autodiff((void *)f, x, dx, y, dy, N, STEPS);
    for (int i = 0; i < N; i++) {
        ex[i] = 1 + 0.01 * i;
        reverse += ex[i] * dx[i];
    }
    start(x, y);
    double forward = __enzyme_fwddiff((void *)f, x, ex, y, ey, N, STEPS);
    printf("%.15g by reverse mode, %.15g by forward mode\n", reverse, forward);
    return fabs(reverse - forward) > 1e-12;
}
