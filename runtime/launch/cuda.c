/* For programs of CUDA. Declares what it needs of the CUDA Runtime API, which the program is linked
 * with. */
#include <stddef.h>

struct extent3 {
    unsigned x, y, z;
};
typedef struct CUstream_st *device_stream;
#define DEVICE(name) cuda##name

int __cudaPushCallConfiguration(struct extent3 grid, struct extent3 block, size_t shared,
                                device_stream stream);
int __cudaPopCallConfiguration(struct extent3 *grid, struct extent3 *block, size_t *shared,
                               device_stream *stream);
int cudaLaunchKernel(const void *kernel, struct extent3 grid, struct extent3 block, void **slots,
                     size_t shared, device_stream stream);
int cudaMalloc(void **block, size_t size);
int cudaMallocManaged(void **block, size_t size, unsigned flags);
int cudaMallocHost(void **block, size_t size);
int cudaFree(void *block);
int cudaFreeHost(void *block);
int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, device_stream stream);
int cudaMemcpyToSymbol(const void *variable, const void *from, size_t size, size_t offset,
                       int kind);
int cudaMemset(void *block, int value, size_t size);
int cudaMemsetAsync(void *block, int value, size_t size, device_stream stream);
int cudaDeviceSynchronize(void);
int cudaStreamSynchronize(device_stream stream);
int cudaGetLastError(void);
int cudaFuncSetAttribute(const void *kernel, int attribute, int value);
const char *cudaGetErrorString(int error);

struct pointer_attributes {
    int type, device;
    void *on_device, *on_host;
    long reserved[8];
};
int cudaPointerGetAttributes(struct pointer_attributes *out, const void *pointer);

/* Memory that the host cannot access. */
static int is_on_device(const void *pointer)
{
    enum { ON_DEVICE = 2 };
    struct pointer_attributes attributes = {0};
    if (cudaPointerGetAttributes(&attributes, pointer)) {
        cudaGetLastError();
        return 0;
    }
    return attributes.type == ON_DEVICE;
}

static void push_configuration(struct extent3 grid, struct extent3 block, size_t shared,
                               device_stream stream)
{
    __cudaPushCallConfiguration(grid, block, shared, stream);
}

static void pop_configuration(struct extent3 *grid, struct extent3 *block, size_t *shared,
                              device_stream *stream)
{
    __cudaPopCallConfiguration(grid, block, shared, stream);
}

/* The allocation that the address is in, by the driver's interface, which every program that uses
 * the runtime's has loaded. */
#define RANGE_FUNCTION "cuMemGetAddressRange_v2"
#define RANGE_LIBRARY  "libcuda.so.1"
enum { COPY_TO_DEVICE = 1, COPY_FROM_DEVICE = 2, COPY_ON_DEVICE = 3, COPY_ANY = 4 };
enum { MANAGED_GLOBAL = 1, DYNAMIC_SHARED_BYTES = 8 };

#include "launches.h"
