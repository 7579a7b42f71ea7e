/* Functions of an interface of devices that allocate, copy and fill memory, by those of the runtime
 * that derivatives know (launch/launch.h). RUNTIME(x) is the function x of the interface, BLAS(x)
 * that of its linear algebra. */
#ifndef ENZ_BUNDLE_DEVICE_MEMORY_H
#define ENZ_BUNDLE_DEVICE_MEMORY_H
#include "../../launch/launch.h"
#include "../bundle.h"

#define PASTE_(a, b)    a##b
#define PASTE(a, b)     PASTE_(a, b)
#define BODY(name)      PASTE(enz_body_, RUNTIME(name))
#define BLAS_BODY(name) PASTE(enz_body_, BLAS(name))

typedef struct device_stream *stream_t;
enum { TO_DEVICE = 1, FROM_DEVICE = 2, ON_DEVICE = 3 };

/* ---- memory ---------------------------------------------------------------------------------- */

#define ALLOCATE(name, parameters, function)                                                       \
    int BODY(name) parameters;                                                                     \
    BUNDLE_BODY int BODY(name) parameters                                                          \
    {                                                                                              \
        void *fresh = function(size);                                                              \
        *block = fresh;                                                                            \
        return fresh ? 0 : enz_device_status();                                                    \
    }
ALLOCATE(Malloc, (void **block, size_t size), enz_device_malloc)
ALLOCATE(MallocAsync, (void **block, size_t size, stream_t stream __attribute__((unused))),
         enz_device_malloc)
ALLOCATE(MallocManaged, (void **block, size_t size, unsigned flags __attribute__((unused))),
         enz_device_malloc_managed)
ALLOCATE(MallocHost, (void **block, size_t size), enz_device_malloc_host)
ALLOCATE(HostAlloc, (void **block, size_t size, unsigned flags __attribute__((unused))),
         enz_device_malloc_host)

#define RELEASE(name, parameters, function)                                                        \
    int BODY(name) parameters;                                                                     \
    BUNDLE_BODY int BODY(name) parameters                                                          \
    {                                                                                              \
        function(block);                                                                           \
        return 0;                                                                                  \
    }
RELEASE(Free, (void *block), enz_device_free)
RELEASE(FreeAsync, (void *block, stream_t stream __attribute__((unused))), enz_device_free)
RELEASE(FreeHost, (void *block), enz_device_free_host)

/* ---- handles --------------------------------------------------------------------------------- */

#define DESTROY(name)                                                                              \
    int name(void *handle);                                                                        \
    int PASTE(enz_body_, name)(void *handle);                                                      \
    BUNDLE_BODY int PASTE(enz_body_, name)(void *handle)                                           \
    {                                                                                              \
        return enz_rt_device_destroy(handle, name);                                                \
    }
DESTROY(RUNTIME(StreamDestroy))

/* ---- copies ---------------------------------------------------------------------------------- */

int BODY(Memcpy)(void *to, const void *from, size_t size, int kind);
int BODY(MemcpyAsync)(void *to, const void *from, size_t size, int kind, stream_t stream);
int BODY(Memcpy2D)(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                   size_t height, int kind);
int BODY(Memcpy2DAsync)(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                        size_t width, size_t height, int kind, stream_t stream);

BUNDLE_BODY int BODY(Memcpy)(void *to, const void *from, size_t size, int kind)
{
    enz_device_copy(to, from, size, kind, NULL);
    return enz_device_status();
}

BUNDLE_BODY int BODY(MemcpyAsync)(void *to, const void *from, size_t size, int kind,
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

BUNDLE_BODY int BODY(Memcpy2D)(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                               size_t width, size_t height, int kind)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

BUNDLE_BODY int BODY(Memcpy2DAsync)(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                    size_t width, size_t height, int kind, stream_t stream)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

/* ---- copies of linear algebra ---- */

BUNDLE_INLINE int copy_columns(int rows, int columns, int size, const void *from, int from_rows,
                               void *to, int to_rows, int kind)
{
    size_t width = (size_t)rows * (size_t)size;
    return copy_rows(to, (size_t)to_rows * (size_t)size, from, (size_t)from_rows * (size_t)size,
                     width, columns > 0 ? (size_t)columns : 0, kind, NULL);
}

#define COLUMNS(matrix, vector, kind)                                                              \
    int BLAS_BODY(matrix)(int rows, int columns, int size, const void *from, int from_rows,        \
                          void *to, int to_rows);                                                  \
    int BLAS_BODY(vector)(int n, int size, const void *from, int from_step, void *to,              \
                          int to_step);                                                            \
    BUNDLE_BODY int BLAS_BODY(matrix)(int rows, int columns, int size, const void *from,           \
                                      int from_rows, void *to, int to_rows)                        \
    {                                                                                              \
        return copy_columns(rows, columns, size, from, from_rows, to, to_rows, kind);              \
    }                                                                                              \
    BUNDLE_BODY int BLAS_BODY(vector)(int n, int size, const void *from, int from_step, void *to,  \
                                      int to_step)                                                 \
    {                                                                                              \
        if (from_step == 1 && to_step == 1)                                                        \
            return copy_columns(n, 1, size, from, n, to, n, kind);                                 \
        return copy_columns(1, n, size, from, from_step, to, to_step, kind);                       \
    }
COLUMNS(SetMatrix, SetVector, TO_DEVICE)
COLUMNS(GetMatrix, GetVector, FROM_DEVICE)

/* ---- fills ----------------------------------------------------------------------------------- */

int BODY(Memset)(void *block, int value, size_t size);
int BODY(MemsetAsync)(void *block, int value, size_t size, stream_t stream);

BUNDLE_BODY int BODY(Memset)(void *block, int value, size_t size)
{
    enz_device_fill(block, value, size, NULL);
    return enz_device_status();
}

BUNDLE_BODY int BODY(MemsetAsync)(void *block, int value, size_t size, stream_t stream)
{
    enz_device_fill(block, value, size, stream);
    return enz_device_status();
}

/* ---- variables ------------------------------------------------------------------------------- */

int RUNTIME(MemcpyToSymbol)(const void *symbol, const void *from, size_t size, size_t offset,
                            int kind);
int BODY(MemcpyToSymbol)(const void *symbol, const void *from, size_t size, size_t offset,
                         int kind);
BUNDLE_BODY int BODY(MemcpyToSymbol)(const void *symbol, const void *from, size_t size,
                                     size_t offset, int kind)
{
    enz_rt_device_check_variable();
    return RUNTIME(MemcpyToSymbol)(symbol, from, size, offset, kind);
}

/* ---- launches that have no rule -------------------------------------------------------------- */

struct extent3 {
    unsigned x, y, z;
};

#define UNSEEN(name, parameters, operands)                                                         \
    int RUNTIME(name) parameters;                                                                  \
    int BODY(name) parameters;                                                                     \
    BUNDLE_BODY int BODY(name) parameters                                                          \
    {                                                                                              \
        enz_rt_device_check_launch();                                                              \
        return RUNTIME(name) operands;                                                             \
    }
UNSEEN(LaunchKernel,
       (const void *kernel, struct extent3 grid, struct extent3 block, void **slots, size_t shared,
        stream_t stream),
       (kernel, grid, block, slots, shared, stream))
UNSEEN(LaunchCooperativeKernel,
       (const void *kernel, struct extent3 grid, struct extent3 block, void **slots, size_t shared,
        stream_t stream),
       (kernel, grid, block, slots, shared, stream))
UNSEEN(LaunchKernelExC, (const void *configuration, const void *kernel, void **slots),
       (configuration, kernel, slots))
UNSEEN(GraphLaunch, (void *graph, stream_t stream), (graph, stream))
#endif
