/* Several directions at once, in both modes, through launches that overwrite what they read. */
#include "host_test.h"

__global__ void square(double *x, double by, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] = by * x[i] * x[i] + 0.1 * x[i];
}

static void f(const double *x, double *y, int n)
{
    double *u;
    cudaMalloc(&u, n * sizeof *u);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; k++)
        square<<<GRID(n, 8), 8>>>(u, x[k], n);
    cudaMemcpy(y, u, n * sizeof *u, cudaMemcpyDeviceToHost);
    cudaFree(u);
}

int main()
{
    const int n = 20;
    double x[n], y[n], v[3][n], dy[3][n] = {}, w[3][n], dx[3][n] = {}, copy[3][n];
    int failed = 0;
    for (int i = 0; i < n; i++)
        x[i] = device_random(0.5, 1);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            v[k][i] = device_random(-1, 1), copy[k][i] = w[k][i] = device_random(-1, 1);
    __enzyme_fwddiff<void>((void *)f, enzyme_width, 3, enzyme_dup, x, v[0], v[1], v[2], enzyme_dup,
                           y, dy[0], dy[1], dy[2], enzyme_const, n);
    __enzyme_autodiff<void>((void *)f, enzyme_width, 3, enzyme_dup, x, dx[0], dx[1], dx[2],
                            enzyme_dup, y, w[0], w[1], w[2], enzyme_const, n);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            double forward = 0, reverse = 0;
            for (int i = 0; i < n; i++)
                forward += copy[k][i] * dy[l][i], reverse += dx[k][i] * v[l][i];
            failed += device_check("reverse and forward", reverse, forward, 1e-12);
        }
    return failed != 0;
}
