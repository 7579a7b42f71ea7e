/* Routines of cuBLAS, or hipBLAS, on the simulated device's memory. */
#include "memory.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { NOT_INITIALIZED = 1, MOST_HANDLES = 64 };

/* A handle is the address of one that is not used again. */
static bool handles[MOST_HANDLES];
static unsigned handles_used;

static bool is_open(const void *handle)
{
    return *(const bool *)handle;
}

int cublasCreate_v2(void **handle)
{
    if (handles_used == MOST_HANDLES)
        return NOT_INITIALIZED;
    handles[handles_used] = true;
    *handle = &handles[handles_used++];
    return 0;
}

int cublasDestroy_v2(void *handle)
{
    bool open = is_open(handle);
    *(bool *)handle = false;
    return open ? 0 : NOT_INITIALIZED;
}

int cublasSetStream_v2(void *handle, void *stream)
{
    (void)handle, (void)stream;
    return 0;
}

int cublasGetStream_v2(void *handle, void **stream)
{
    (void)handle;
    *stream = NULL;
    return 0;
}

int cublasGetPointerMode_v2(void *handle, int *mode)
{
    (void)handle;
    *mode = 0;
    return 0;
}

/* ---- copies ---------------------------------------------------------------------------------- */

enum { TO_DEVICE = 1, FROM_DEVICE = 2 };

static int copy(int rows, int columns, int size, const char *from, int from_rows, char *to,
                int to_rows, int kind)
{
    int status = 0;
    for (int j = 0; j < columns && !status; j++)
        status = cudaMemcpy(to + (long)j * to_rows * size, from + (long)j * from_rows * size,
                            (size_t)rows * (size_t)size, kind);
    return status;
}

int cublasSetMatrix(int m, int n, int size, const void *from, int lda, void *to, int ldb)
{
    return copy(m, n, size, from, lda, to, ldb, TO_DEVICE);
}

int cublasGetMatrix(int m, int n, int size, const void *from, int lda, void *to, int ldb)
{
    return copy(m, n, size, from, lda, to, ldb, FROM_DEVICE);
}

int cublasSetVector(int n, int size, const void *from, int incx, void *to, int incy)
{
    return copy(1, n, size, from, incx, to, incy, TO_DEVICE);
}

int cublasGetVector(int n, int size, const void *from, int incx, void *to, int incy)
{
    return copy(1, n, size, from, incx, to, incy, FROM_DEVICE);
}

/* ---- routines -------------------------------------------------------------------------------- */

#ifdef GPUSIM_HIP
enum { NOT_TRANSPOSED = 111 };
#else
enum { NOT_TRANSPOSED = 0 };
#endif
#define ELEMENT(a, lda, i, j, transposed)                                                          \
    ((transposed) ? (a)[(j) + (long)(i) * (lda)] : (a)[(i) + (long)(j) * (lda)])

#define ROUTINES(L, T)                                                                             \
    int cublas##L##gemm_v2(void *h, int ta, int tb, int m, int n, int k, const T *alpha,           \
                           const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        gpusim_open_memory();                                                                      \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++) {                                                          \
                T sum = 0, *to = &c[i + (long)j * ldc];                                            \
                for (int l = 0; l < k && *alpha != 0; l++)                                         \
                    sum += ELEMENT(a, lda, i, l, ta != NOT_TRANSPOSED) *                           \
                           ELEMENT(b, ldb, l, j, tb != NOT_TRANSPOSED);                            \
                *to = *alpha * sum + (*beta != 0 ? *beta * *to : 0);                               \
            }                                                                                      \
        gpusim_close_memory(false);                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##gemv_v2(void *h, int t, int m, int n, const T *alpha, const T *a, int lda,      \
                           const T *x, int incx, const T *beta, T *y, int incy)                    \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        t = t != NOT_TRANSPOSED;                                                                   \
        gpusim_open_memory();                                                                      \
        for (int i = 0; i < (t ? n : m); i++) {                                                    \
            T sum = 0, *to = &y[(long)i * incy];                                                   \
            for (int l = 0; l < (t ? m : n) && *alpha != 0; l++)                                   \
                sum += ELEMENT(a, lda, i, l, t) * x[(long)l * incx];                               \
            *to = *alpha * sum + (*beta != 0 ? *beta * *to : 0);                                   \
        }                                                                                          \
        gpusim_close_memory(false);                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##ger_v2(void *h, int m, int n, const T *alpha, const T *x, int incx, const T *y, \
                          int incy, T *a, int lda)                                                 \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        gpusim_open_memory();                                                                      \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++)                                                            \
                a[i + (long)j * lda] += *alpha * x[(long)i * incx] * y[(long)j * incy];            \
        gpusim_close_memory(false);                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##axpy_v2(void *h, int n, const T *alpha, const T *x, int incx, T *y, int incy)   \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        gpusim_open_memory();                                                                      \
        for (int i = 0; i < n; i++)                                                                \
            y[(long)i * incy] += *alpha * x[(long)i * incx];                                       \
        gpusim_close_memory(false);                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##scal_v2(void *h, int n, const T *alpha, T *x, int incx)                         \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        gpusim_open_memory();                                                                      \
        for (int i = 0; i < n; i++)                                                                \
            x[(long)i * incx] *= *alpha;                                                           \
        gpusim_close_memory(false);                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##copy_v2(void *h, int n, const T *x, int incx, T *y, int incy)                   \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        gpusim_open_memory();                                                                      \
        for (int i = 0; i < n; i++)                                                                \
            y[(long)i * incy] = x[(long)i * incx];                                                 \
        gpusim_close_memory(false);                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##dot_v2(void *h, int n, const T *x, int incx, const T *y, int incy, T *result)   \
    {                                                                                              \
        if (!is_open(h))                                                                           \
            return NOT_INITIALIZED;                                                                \
        gpusim_open_memory();                                                                      \
        *result = 0;                                                                               \
        for (int i = 0; i < n; i++)                                                                \
            *result += x[(long)i * incx] * y[(long)i * incy];                                      \
        gpusim_close_memory(true);                                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##L##nrm2_v2(void *h, int n, const T *x, int incx, T *result)                        \
    {                                                                                              \
        int status = cublas##L##dot_v2(h, n, x, incx, x, incx, result);                            \
        *result = (T)sqrt((double)*result);                                                        \
        return status;                                                                             \
    }
ROUTINES(D, double)
ROUTINES(S, float)
