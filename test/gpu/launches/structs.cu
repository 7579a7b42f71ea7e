/* Structs by value: in registers and in memory of the call, with pointers, numbers and integers. */
#include "host_test.h"

struct view {
    const double *at;
    int n;
    __device__ double get(int i) const
    {
        return at[(i + n) % n];
    }
};
struct weights {
    double left, right;
};
struct rule {
    double *out;
    double scale, other;
    float shift;
    int n;
    const double *extra;
};

__global__ void combine(view x, weights w, rule r)
{
    int i = INDEX;
    if (i < r.n)
        r.out[i] = w.left * x.get(i - 1) + w.right * x.get(i + 1) * (i % 3 ? r.scale : r.other) +
                   (double)r.shift * r.extra[i] * x.get(i);
}

static void f(const double *x, double *y, int n)
{
    const int m = 20;
    double *u, *v;
    (void)n;
    cudaMalloc(&u, m * sizeof *u);
    cudaMalloc(&v, m * sizeof *v);
    cudaMemcpy(u, x, m * sizeof *u, cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; k++) {
        rule r = {v, x[m], x[m] * x[m + 1], (float)x[m + 2], m, u};
        r.scale += k;
        weights w = {x[m + 3], x[m + 4] + k};
        combine<<<GRID(m, 8), 8>>>(view{u, m}, w, r);
        double *other = u;
        u = v, v = other;
    }
    cudaMemcpy(y, u, m * sizeof *u, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
/* A number is a float. */
int main()
{
    auto primal = [](const double *x, double *y) { f(x, y, 25); };
    auto forward = [](const double *x, const double *dx, double *y, double *dy) {
        __enzyme_fwddiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 25);
    };
    auto reverse = [](const double *x, double *dx, double *y, double *dy) {
        __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 25);
    };
    return device_run<double>(25, 20, 1e-3, 1e-6, primal, forward, reverse);
}
