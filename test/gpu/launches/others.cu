/* Launches by functions with rules of the user's, by inactive functions, by derivatives inside of
 * the derivative; a kernel that could not be differentiated and is launched elsewhere only. */
#include "host_test.h"

__device__ double last;
__global__ void note(double s)
{
    last = s * s;
}
__global__ void multiply(const double *x, double *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i] *= x[i] * x[i];
}
__global__ void cube(const double *x, double *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i] = x[i] * x[i] * x[i];
}
__global__ void redouble(double *x, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] *= 2;
}
__global__ void rotate(int *index, int n)
{
    int i = INDEX;
    if (i < n)
        index[i] = (index[i] + 1) % n;
}
__global__ void gather(const double *x, const int *index, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        y[i] += x[index[i]] * x[i];
}

__attribute__((noinline)) void twice(double *x, int n)
{
    redouble<<<GRID(n, 8), 8>>>(x, n);
}
void *twice_augmented(double *x, double *, int n, int)
{
    redouble<<<GRID(n, 8), 8>>>(x, n);
    return nullptr;
}
void twice_reverse(double *, double *dx, int n, int, void *)
{
    redouble<<<GRID(n, 8), 8>>>(dx, n);
}
void twice_forward(double *x, double *dx, int n, int)
{
    redouble<<<GRID(n, 8), 8>>>(x, n);
    redouble<<<GRID(n, 8), 8>>>(dx, n);
}
void *__enzyme_register_gradient_twice[] = {(void *)twice, (void *)twice_augmented,
                                            (void *)twice_reverse};
void *__enzyme_register_derivative_twice[] = {(void *)twice, (void *)twice_forward};

template <class T> static T *upload(const T *x, int n)
{
    T *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemcpy(p, x, n * sizeof *p, cudaMemcpyHostToDevice);
    return p;
}

static void with_rule(const double *x, double *y, int n)
{
    double *u = upload(x, n), *v = upload(x, n);
    multiply<<<GRID(n, 8), 8>>>(u, v, n);
    twice(u, n);
    multiply<<<GRID(n, 8), 8>>>(u, v, n);
    cudaMemcpy(y, v, n * sizeof *y, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_PROBLEM(with_rule, 12, 12)

__attribute__((annotate("enzyme_inactive"), noinline)) void turn(int *index, int n)
{
    rotate<<<GRID(n, 8), 8>>>(index, n);
}
static void with_inactive(const double *x, double *y, int n)
{
    int start[12];
    for (int i = 0; i < n; i++)
        start[i] = i;
    int *index = upload(start, n);
    double *u = upload(x, n), *v;
    cudaMalloc(&v, n * sizeof *v);
    cudaMemset(v, 0, n * sizeof *v);
    for (int k = 0; k < 4; k++) {
        gather<<<GRID(n, 8), 8>>>(u, index, v, n);
        turn(index, n);
    }
    cudaMemcpy(y, v, n * sizeof *y, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
    cudaFree(index);
}
HOST_PROBLEM(with_inactive, 12, 12)

static double third_power(const double *x)
{
    double *u = upload(x, 1), *v, result;
    cudaMalloc(&v, sizeof *v);
    cube<<<1, 1>>>(u, v, 1);
    cudaMemcpy(&result, v, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
    return result;
}
__attribute__((annotate("enzyme_inactive"), noinline)) double slope()
{
    double x = 0.5, gradient = 0;
    __enzyme_autodiff<double>((void *)third_power, enzyme_dup, &x, &gradient);
    return gradient;
}
static void with_derivative(const double *x, double *y, int n)
{
    double *u = upload(x, n), *v;
    cudaMalloc(&v, n * sizeof *v);
    cube<<<GRID(n, 8), 8>>>(u, v, n);
    double s = slope();
    cube<<<GRID(n, 8), 8>>>(v, u, n);
    cudaMemcpy(y, u, n * sizeof *y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        y[i] *= s;
    cudaFree(u);
    cudaFree(v);
}
HOST_PROBLEM(with_derivative, 12, 12)

/* Where an exception leaves a derivative, nothing of it stays. */
__global__ void move(double *x, double *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i] = x[i] * x[i], x[i] = 0;
}
static double thrown(double *u, double *v, int n, bool fails)
{
    double h[4], sum = 0;
    move<<<1, 8>>>(u, v, n);
    if (fails)
        throw 1;
    cudaMemcpy(h, v, n * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += h[i];
    return sum;
}
static int test_thrown()
{
    double start[4] = {1, 2, 3, 4}, zero[4] = {}, gradient[4], after[4];
    double *u = upload(zero, 4), *du = upload(zero, 4), *v = upload(zero, 4), *dv = upload(zero, 4);
    int failed = 0;
    for (int round = 0; round < 3; round++) {
        cudaMemcpy(u, start, sizeof start, cudaMemcpyHostToDevice);
        cudaMemset(du, 0, sizeof start);
        cudaMemset(dv, 0, sizeof start);
        try {
            __enzyme_autodiff<double>((void *)thrown, enzyme_dup, u, du, enzyme_dup, v, dv,
                                      enzyme_const, 4, enzyme_const, round < 2);
        } catch (int) {
            continue;
        }
        cudaMemcpy(gradient, du, sizeof gradient, cudaMemcpyDeviceToHost);
        cudaMemcpy(after, u, sizeof after, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 4; i++)
            failed += device_check("behind exceptions", gradient[i], 2 * start[i], 1e-12) +
                      device_check("memory behind exceptions", after[i], 0, 1e-12);
    }
    return failed;
}

int main()
{
    note<<<1, 1>>>(0.5);
    int failed = test_with_rule() + test_with_inactive() + test_with_derivative() + test_thrown();
    return failed != 0;
}
