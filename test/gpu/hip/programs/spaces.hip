/* Pointers of kernels that are chosen, compared, and moved on, and structs that they get by value;
 * shadows in memory of a thread and of a block; functions with results in memory of a thread. */
#include "host_test.h"

struct pair {
    double by;
    int at;
    float weights[4];
    double shift;
};

__global__ void walk(const double *x, double *y, pair p, int n)
{
    int i = INDEX;
    const double *from = i % 3 ? x + p.at : x;
    const double *by = i % 2 ? &p.by : &p.shift;
    if (i >= n || from == nullptr)
        return;
    for (const double *at = from; at != from + 3; at++)
        y[i] += *at * *by * x[i];
}
struct views {
    const double *x;
    double *y;
};
__global__ void in_struct(views v, double by, int n)
{
    int i = INDEX;
    if (i < n)
        v.y[i] *= v.x[(i + 2) % n] * by;
}

static void host(const double *x, double *y, int n)
{
    double *u, *v;
    pair p = {x[0], 2, {0.5f, 0.25f, 2, 1}, x[1] * x[2]};
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    cudaMemset(v, 0, n * sizeof *v);
    walk<<<GRID(n, 8), 8>>>(u, v, p, n - 4);
    in_struct<<<GRID(n, 8), 8>>>(views{u, v}, x[3], n);
    cudaMemcpy(y, v, n * sizeof *y, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_PROBLEM(host, 20, 20)

int main()
{
    return test_host();
}
