/* enzcc-libraries: -lcublas
 * Routines of cuBLAS between kernels of the program. */
#include "host_test.h"
#include <cublas_v2.h>

__global__ void activate(double *x, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] = tanh(x[i]);
}

static double *upload(const double *x, int n)
{
    double *p;
    cudaMalloc(&p, n * sizeof *p);
    cublasSetVector(n, sizeof *x, x, 1, p, 1);
    return p;
}

/* Two layers, in all transpositions; the scalars are active. */
static void layers(const double *x, double *y, int n)
{
    const int m = 4, k = 3, l = 5;
    cublasHandle_t handle;
    (void)n;
    cublasCreate(&handle);
    double *a = upload(x, m * k), *b = upload(x + 12, k * l), *c = upload(x + 27, m * l),
           *d = upload(x + 47, m * m);
    for (int t = 0; t < 4; t++) {
        double alpha = x[63] + 0.1 * t, beta = t == 0 ? 0.0 : x[64];
        bool ta = t & 1, tb = t & 2;
        cublasDgemm(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, l, k,
                    &alpha, a, ta ? k : m, b, tb ? l : k, &beta, c, m);
        activate<<<1, 32>>>(c, m * l);
        cublasDgemv(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N, m, m, &beta, d, m, c, 1, &alpha, c + m,
                    1);
    }
    double one = 1, dot, norm;
    cublasDger(handle, m, m, &one, c, 1, c + m, 1, d, m);
    cublasDdot(handle, m, c, 1, c + m, 1, &dot);
    cublasDnrm2(handle, m * l, c, 1, &norm);
    double by = dot / norm;
    cublasDscal(handle, m, &by, c, 1);
    cublasDaxpy(handle, m, &by, c, 1, c + 2 * m, 2);
    cublasDcopy(handle, m, c, 1, c + 3 * m, 1);
    cublasGetVector(m * l, sizeof *y, c, 1, y, 1);
    cublasGetMatrix(m, m, sizeof *y, d, m, y + m * l, m);
    y[36] = dot, y[37] = norm;
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
    cublasDestroy(handle);
}
HOST_TEST(layers, 65, 38)
