/* Functions of the HIP runtime API that derivatives know by what the runtime has for them. */
#define RUNTIME(name) hip##name
#define BLAS(name)    hipblas##name
#include "device/memory.h"

DESTROY(hipblasDestroy)

ALLOCATE(HostMalloc, (void **block, size_t size, unsigned flags __attribute__((unused))),
         enz_device_malloc_host)
RELEASE(HostFree, (void *block), enz_device_free_host)

/* Waits for the stream. */
int hipStreamSynchronize(stream_t stream);
int BODY(MemcpyWithStream)(void *to, const void *from, size_t size, int kind, stream_t stream);
BUNDLE_BODY int BODY(MemcpyWithStream)(void *to, const void *from, size_t size, int kind,
                                       stream_t stream)
{
    enz_device_copy(to, from, size, kind, stream);
    int status = enz_device_status(), waited = hipStreamSynchronize(stream);
    return status ? status : waited;
}

/* Of which the name says the kind. */
#define DIRECTED(name, kind)                                                                       \
    int BODY(name)(void *to, const void *from, size_t size);                                       \
    int BODY(name##Async)(void *to, const void *from, size_t size, stream_t stream);               \
    BUNDLE_BODY int BODY(name)(void *to, const void *from, size_t size)                            \
    {                                                                                              \
        enz_device_copy(to, from, size, kind, NULL);                                               \
        return enz_device_status();                                                                \
    }                                                                                              \
    BUNDLE_BODY int BODY(name##Async)(void *to, const void *from, size_t size, stream_t stream)    \
    {                                                                                              \
        enz_device_copy(to, from, size, kind, stream);                                             \
        return enz_device_status();                                                                \
    }
DIRECTED(MemcpyHtoD, TO_DEVICE)
DIRECTED(MemcpyDtoH, FROM_DEVICE)
DIRECTED(MemcpyDtoD, ON_DEVICE)

UNSEEN(ExtLaunchKernel,
       (const void *kernel, struct extent3 grid, struct extent3 block, void **slots, size_t shared,
        stream_t stream, void *start, void *stop, int flags),
       (kernel, grid, block, slots, shared, stream, start, stop, flags))
UNSEEN(ModuleLaunchKernel,
       (void *kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
        unsigned block_y, unsigned block_z, unsigned shared, stream_t stream, void **slots,
        void **extra),
       (kernel, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, slots, extra))
