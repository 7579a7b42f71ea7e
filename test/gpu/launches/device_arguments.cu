/* The arrays that are differentiated are the device's: the caller gives their shadows. */
#include "host_test.h"

__global__ void multiply(const double *x, const double *y, double *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i] = x[i] * y[(i + 1) % n];
}

static void triple(const double *x, double *y, double *scratch, int n)
{
    multiply<<<GRID(n, 8), 8>>>(x, x, scratch, n);
    multiply<<<GRID(n, 8), 8>>>(scratch, x, y, n);
}

static double *upload(const double *x, int n)
{
    double *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemcpy(p, x, n * sizeof *p, cudaMemcpyHostToDevice);
    return p;
}

int main()
{
    const int n = 30;
    double x[n], zero[n] = {}, one[n], gradient[n], worst = 0;
    for (int i = 0; i < n; i++)
        x[i] = device_random(0.5, 1.5), one[i] = 1;
    double *u = upload(x, n), *du = upload(zero, n), *v = upload(zero, n), *dv = upload(one, n),
           *s = upload(zero, n), *ds = upload(zero, n);
    __enzyme_autodiff<void>((void *)triple, enzyme_dup, u, du, enzyme_dup, v, dv, enzyme_dup, s, ds,
                            enzyme_const, n);
    cudaMemcpy(gradient, du, sizeof gradient, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) { /* y[i] = x[i] x[i + 1]^2 */
        double before = x[(i + n - 1) % n], after = x[(i + 1) % n];
        worst = std::fmax(worst, std::fabs(gradient[i] - (after * after + 2 * before * x[i])));
    }
    return device_check("closed form", worst, 0, 1e-14);
}
