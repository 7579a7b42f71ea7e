/* The CUDA Runtime API, which the program is linked with, and of the driver's, which every such
 * program has loaded, how large allocations are. */
#include "interface.h"

#define DECLARE(name, parameters) int cuda##name parameters;
INTERFACE(DECLARE)
const char *cudaGetErrorString(int status);
int cudaMallocHost(void **block, size_t size);
int cudaFreeHost(void *block);
int __cudaPushCallConfiguration(struct extent3 grid, struct extent3 block, size_t shared,
                                device_stream stream);
int __cudaPopCallConfiguration(struct extent3 *grid, struct extent3 *block, size_t *shared,
                               device_stream *stream);

struct pointer_attributes {
    int type, device;
    void *on_device, *on_host;
    long reserved[8];
};
int cudaPointerGetAttributes(struct pointer_attributes *out, const void *pointer);

static bool is_on_device(const void *pointer)
{
    enum { ON_DEVICE = 2 };
    struct pointer_attributes attributes = {0};
    if (cudaPointerGetAttributes(&attributes, pointer)) {
        cudaGetLastError();
        return false;
    }
    return attributes.type == ON_DEVICE;
}

const struct enz_rt_device_interface enz_rt_interface_cuda = {
#define ENTRY(name, parameters) .name = cuda##name,
    INTERFACE(ENTRY).GetErrorString = cudaGetErrorString,
    .MallocHost = cudaMallocHost,
    .FreeHost = cudaFreeHost,
    .push_configuration = __cudaPushCallConfiguration,
    .pop_configuration = __cudaPopCallConfiguration,
    .is_on_device = is_on_device,
    .range_function = "cuMemGetAddressRange_v2",
    .range_library = "libcuda.so.1",
};
