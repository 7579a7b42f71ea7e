/* Variables of the device, whose shadow the derivative call gives: all threads share it, and the
 * host sets and reads it as it does the variable. */
#include "device_test.h"

#define N 40

__device__ double weights[2], dweights[2], sums[4], dsums[4], state[N], dstate[N];
__constant__ double scale[1];
__device__ double dscale[1];

/* Uses by name have the shadow that was given with the address. */
__device__ __noinline__ double weighted(double x)
{
    return sin(weights[0] * x) + weights[1] * weights[1] * scale[0] * scale[0];
}
__device__ void add(const double *w, const double *c, double *s, double *t, const double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    state[i] = weighted(x[i]) * x[i];
    state[i] *= state[i];
    atomicAdd(&sums[i % 4], state[i] * x[i]);
}

__global__ void primal_kernel(const double *x)
{
    add(weights, scale, sums, state, x, N);
}
__global__ void forward_kernel(const double *x, const double *dx)
{
    __enzyme_fwddiff<void>((void *)add, enzyme_dup, weights, dweights, enzyme_dup, scale, dscale,
                           enzyme_dup, sums, dsums, enzyme_dup, state, dstate, enzyme_dup, x, dx,
                           enzyme_const, N);
}
__global__ void reverse_kernel(const double *x, double *dx)
{
    __enzyme_autodiff<void>((void *)add, enzyme_dup, weights, dweights, enzyme_dup, scale, dscale,
                            enzyme_dup, sums, dsums, enzyme_dup, state, dstate, enzyme_dup, x, dx,
                            enzyme_const, N);
}

template <class S> static void set(S &symbol, const device_array<double> &from)
{
    cudaMemcpyToSymbol(symbol, from.at, from.n * sizeof(double));
}
template <class S> static void get(device_array<double> &to, S &symbol)
{
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(to.at, symbol, to.n * sizeof(double));
}

int main()
{
    device_array<double> w(2, 0.5, 1.5), vw(2, -1, 1), dw(2, 0, 0), c(1, 0.5, 1.5), vc(1, -1, 1),
        dc(1, 0, 0), s(4, 0, 0), ds(4, 0, 0), bar(4, -1, 1), x(N, 0.5, 1.5), v(N, -1, 1),
        dx(N, 0, 0), moved(N, 0, 0), zero(4, 0, 0);
    double value[2], h = 1e-6;
    int failed = 0;
    set(weights, w), set(dweights, vw), set(scale, c), set(dscale, vc), set(sums, zero),
        set(dsums, zero);
    forward_kernel<<<2, 32>>>(x.at, v.at);
    get(ds, dsums);
    double along = ds.dot(bar);
    set(dweights, dw), set(dscale, dc), set(dstate, dx), set(sums, zero), set(dsums, bar);
    reverse_kernel<<<2, 32>>>(x.at, dx.at);
    get(dw, dweights), get(dc, dscale);
    failed +=
        device_check("reverse and forward", dx.dot(v) + dw.dot(vw) + dc.dot(vc), along, 1e-12);
    for (int k = 0; k < 2; k++) {
        device_array<double> moved_w(2, 0, 0), moved_c(1, 0, 0);
        moved_w.move(w, k ? h : -h, vw), moved_c.move(c, k ? h : -h, vc);
        moved.move(x, k ? h : -h, v);
        set(weights, moved_w), set(scale, moved_c), set(sums, zero);
        primal_kernel<<<2, 32>>>(moved.at);
        get(s, sums);
        value[k] = s.dot(bar);
    }
    return failed + device_check("differences", (value[1] - value[0]) / (2 * h), along, 1e-6);
}
