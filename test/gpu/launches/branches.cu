/* What is launched, and how often, depends on numbers; launches are in functions of their own. */
#include "host_test.h"

template <class T> __global__ void grow(T *x, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] *= T(1.2) + x[i] * T(0.01);
}
template <class T> __global__ void cut(T *x, int n)
{
    int i = INDEX;
    if (i < n && x[i] > T(1))
        x[i] = T(1) / x[i];
}

template <class T> struct field {
    T *at;
    int n;
    explicit field(const T *x, int n) : n(n)
    {
        cudaMalloc(&at, n * sizeof(T));
        cudaMemcpy(at, x, n * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~field()
    {
        cudaFree(at);
    }
    void advance(bool big)
    {
        if (big)
            cut<<<GRID(n, 8), 8>>>(at, n);
        grow<<<GRID(n, 8), 8>>>(at, n);
    }
    T get(int i) const
    {
        T x;
        cudaMemcpy(&x, at + i, sizeof x, cudaMemcpyDeviceToHost);
        return x;
    }
};

static void f(const double *x, double *y, int n)
{
    field<double> u(x, n);
    int steps = 0;
    while (steps < 12 && u.get(0) < 2.5)
        u.advance(u.get(steps % n) > 1.3), steps++;
    for (int i = 0; i < n; i++)
        y[i] = u.get(i) * steps;
}
HOST_TEST(f, 20, 20)
