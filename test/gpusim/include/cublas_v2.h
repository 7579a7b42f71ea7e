/* What a test needs of cuBLAS, where there is none: computed by cublas.c. Names and meanings are
 * those of the cuBLAS library. */
#ifndef ENZCC_TEST_GPUSIM_CUBLAS_V2_H
#define ENZCC_TEST_GPUSIM_CUBLAS_V2_H
#include <cuda_runtime.h>

typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS } cublasStatus_t;
#ifdef GPUSIM_HIP
typedef enum { CUBLAS_OP_N = 111, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
#else
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
#endif
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to,
                               int to_step);
cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to,
                               int to_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *from, int from_rows,
                               void *to, int to_rows);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *from, int from_rows,
                               void *to, int to_rows);
#define GPUSIM_CUBLAS(L, T)                                                                        \
    cublasStatus_t cublas##L##gemm_v2(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,   \
                                      int, int, const T *, const T *, int, const T *, int,         \
                                      const T *, T *, int);                                        \
    cublasStatus_t cublas##L##gemv_v2(cublasHandle_t, cublasOperation_t, int, int, const T *,      \
                                      const T *, int, const T *, int, const T *, T *, int);        \
    cublasStatus_t cublas##L##ger_v2(cublasHandle_t, int, int, const T *, const T *, int,          \
                                     const T *, int, T *, int);                                    \
    cublasStatus_t cublas##L##axpy_v2(cublasHandle_t, int, const T *, const T *, int, T *, int);   \
    cublasStatus_t cublas##L##scal_v2(cublasHandle_t, int, const T *, T *, int);                   \
    cublasStatus_t cublas##L##copy_v2(cublasHandle_t, int, const T *, int, T *, int);              \
    cublasStatus_t cublas##L##dot_v2(cublasHandle_t, int, const T *, int, const T *, int, T *);    \
    cublasStatus_t cublas##L##nrm2_v2(cublasHandle_t, int, const T *, int, T *);
GPUSIM_CUBLAS(D, double)
GPUSIM_CUBLAS(S, float)
}
#define cublasCreate    cublasCreate_v2
#define cublasDestroy   cublasDestroy_v2
#define cublasSetStream cublasSetStream_v2
#define cublasDgemm     cublasDgemm_v2
#define cublasDgemv     cublasDgemv_v2
#define cublasDger      cublasDger_v2
#define cublasDaxpy     cublasDaxpy_v2
#define cublasDscal     cublasDscal_v2
#define cublasDcopy     cublasDcopy_v2
#define cublasDdot      cublasDdot_v2
#define cublasDnrm2     cublasDnrm2_v2
#define cublasSgemm     cublasSgemm_v2
#endif
