/* Functions of the CUDA Runtime API that allocate, copy and fill memory, by those of the runtime
 * that derivatives know (launch/launch.h). */
#include "../launch/launch.h"
#include "bundle.h"

typedef struct CUstream_st *stream_t;
enum { TO_DEVICE = 1, FROM_DEVICE = 2 };

/* ---- memory ---------------------------------------------------------------------------------- */

#define ALLOCATE(name, parameters, function)                                                       \
    int enz_body_##name parameters;                                                                \
    BUNDLE_BODY int enz_body_##name parameters                                                     \
    {                                                                                              \
        void *fresh = function(size);                                                              \
        *block = fresh;                                                                            \
        return fresh ? 0 : enz_device_status();                                                    \
    }
ALLOCATE(cudaMalloc, (void **block, size_t size), enz_device_malloc)
ALLOCATE(cudaMallocAsync, (void **block, size_t size, stream_t stream __attribute__((unused))),
         enz_device_malloc)
ALLOCATE(cudaMallocManaged, (void **block, size_t size, unsigned flags __attribute__((unused))),
         enz_device_malloc_managed)
ALLOCATE(cudaMallocHost, (void **block, size_t size), enz_device_malloc_host)
ALLOCATE(cudaHostAlloc, (void **block, size_t size, unsigned flags __attribute__((unused))),
         enz_device_malloc_host)

#define RELEASE(name, parameters, function)                                                        \
    int enz_body_##name parameters;                                                                \
    BUNDLE_BODY int enz_body_##name parameters                                                     \
    {                                                                                              \
        function(block);                                                                           \
        return 0;                                                                                  \
    }
RELEASE(cudaFree, (void *block), enz_device_free)
RELEASE(cudaFreeAsync, (void *block, stream_t stream __attribute__((unused))), enz_device_free)
RELEASE(cudaFreeHost, (void *block), enz_device_free_host)

/* ---- handles --------------------------------------------------------------------------------- */

#define DESTROY(name)                                                                              \
    int name(void *handle);                                                                        \
    int enz_body_##name(void *handle);                                                             \
    BUNDLE_BODY int enz_body_##name(void *handle)                                                  \
    {                                                                                              \
        return enz_rt_device_destroy(handle, name);                                                \
    }
DESTROY(cudaStreamDestroy)
DESTROY(cublasDestroy_v2)

/* ---- copies ---------------------------------------------------------------------------------- */

int enz_body_cudaMemcpy(void *to, const void *from, size_t size, int kind);
int enz_body_cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, stream_t stream);
int enz_body_cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                          size_t width, size_t height, int kind);
int enz_body_cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                               size_t width, size_t height, int kind, stream_t stream);

BUNDLE_BODY int enz_body_cudaMemcpy(void *to, const void *from, size_t size, int kind)
{
    enz_device_copy(to, from, size, kind, NULL);
    return enz_device_status();
}

BUNDLE_BODY int enz_body_cudaMemcpyAsync(void *to, const void *from, size_t size, int kind,
                                         stream_t stream)
{
    enz_device_copy(to, from, size, kind, stream);
    return enz_device_status();
}

BUNDLE_INLINE int copy_rows(char *to, size_t to_pitch, const char *from, size_t from_pitch,
                            size_t width, size_t height, int kind, stream_t stream)
{
    int status = 0;
    for (size_t i = 0; i < height && !status; i++) {
        enz_device_copy(to + i * to_pitch, from + i * from_pitch, width, kind, stream);
        status = enz_device_status();
    }
    return status;
}

BUNDLE_BODY int enz_body_cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                                      size_t from_pitch, size_t width, size_t height, int kind)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

BUNDLE_BODY int enz_body_cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                           size_t from_pitch, size_t width, size_t height, int kind,
                                           stream_t stream)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

/* ---- copies of cuBLAS ---- */

BUNDLE_INLINE int copy_columns(int rows, int columns, int size, const void *from, int from_rows,
                               void *to, int to_rows, int kind)
{
    size_t width = (size_t)rows * (size_t)size;
    return copy_rows(to, (size_t)to_rows * (size_t)size, from, (size_t)from_rows * (size_t)size,
                     width, columns > 0 ? (size_t)columns : 0, kind, NULL);
}

#define COLUMNS(name, kind)                                                                        \
    int enz_body_##name##Matrix(int rows, int columns, int size, const void *from, int from_rows,  \
                                void *to, int to_rows);                                            \
    int enz_body_##name##Vector(int n, int size, const void *from, int from_step, void *to,        \
                                int to_step);                                                      \
    BUNDLE_BODY int enz_body_##name##Matrix(int rows, int columns, int size, const void *from,     \
                                            int from_rows, void *to, int to_rows)                  \
    {                                                                                              \
        return copy_columns(rows, columns, size, from, from_rows, to, to_rows, kind);              \
    }                                                                                              \
    BUNDLE_BODY int enz_body_##name##Vector(int n, int size, const void *from, int from_step,      \
                                            void *to, int to_step)                                 \
    {                                                                                              \
        if (from_step == 1 && to_step == 1)                                                        \
            return copy_columns(n, 1, size, from, n, to, n, kind);                                 \
        return copy_columns(1, n, size, from, from_step, to, to_step, kind);                       \
    }
COLUMNS(cublasSet, TO_DEVICE)
COLUMNS(cublasGet, FROM_DEVICE)

/* ---- fills ----------------------------------------------------------------------------------- */

int enz_body_cudaMemset(void *block, int value, size_t size);
int enz_body_cudaMemsetAsync(void *block, int value, size_t size, stream_t stream);

BUNDLE_BODY int enz_body_cudaMemset(void *block, int value, size_t size)
{
    enz_device_fill(block, value, size, NULL);
    return enz_device_status();
}

BUNDLE_BODY int enz_body_cudaMemsetAsync(void *block, int value, size_t size, stream_t stream)
{
    enz_device_fill(block, value, size, stream);
    return enz_device_status();
}

/* ---- variables ------------------------------------------------------------------------------- */

int cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset, int kind);
int enz_body_cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset,
                                int kind);
BUNDLE_BODY int enz_body_cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size,
                                            size_t offset, int kind)
{
    enz_rt_device_check_variable();
    return cudaMemcpyToSymbol(symbol, from, size, offset, kind);
}

/* ---- launches that have no rule -------------------------------------------------------------- */

struct extent3 {
    unsigned x, y, z;
};

#define UNSEEN(name, parameters, operands)                                                         \
    int name parameters;                                                                           \
    int enz_body_##name parameters;                                                                \
    BUNDLE_BODY int enz_body_##name parameters                                                     \
    {                                                                                              \
        enz_rt_device_check_launch();                                                              \
        return name operands;                                                                      \
    }
UNSEEN(cudaLaunchKernel,
       (const void *kernel, struct extent3 grid, struct extent3 block, void **slots, size_t shared,
        stream_t stream),
       (kernel, grid, block, slots, shared, stream))
UNSEEN(cudaLaunchCooperativeKernel,
       (const void *kernel, struct extent3 grid, struct extent3 block, void **slots, size_t shared,
        stream_t stream),
       (kernel, grid, block, slots, shared, stream))
UNSEEN(cudaLaunchKernelExC, (const void *configuration, const void *kernel, void **slots),
       (configuration, kernel, slots))
UNSEEN(cudaGraphLaunch, (void *graph, stream_t stream), (graph, stream))
