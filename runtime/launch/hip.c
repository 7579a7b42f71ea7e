/* The HIP runtime API, which the program is linked with. */
#include "interface.h"

#define DECLARE(name, parameters) int hip##name parameters;
INTERFACE(DECLARE)
const char *hipGetErrorString(int status);
int hipHostMalloc(void **block, size_t size, unsigned flags);
int hipHostFree(void *block);
int __hipPushCallConfiguration(struct extent3 grid, struct extent3 block, size_t shared,
                               device_stream stream);
int __hipPopCallConfiguration(struct extent3 *grid, struct extent3 *block, size_t *shared,
                              device_stream *stream);

static int allocate_on_host(void **block, size_t size)
{
    return hipHostMalloc(block, size, 0);
}

/* hipPointerAttribute_t. The kinds of memory have other numbers since ROCm 6. */
struct pointer_attributes {
    int type, device;
    void *on_device, *on_host;
    int is_managed;
    unsigned flags;
    long reserved[8];
};
int hipPointerGetAttributes(struct pointer_attributes *out, const void *pointer);

static bool is_on_device(const void *pointer)
{
    struct pointer_attributes attributes = {0};
    if (hipPointerGetAttributes(&attributes, pointer)) {
        hipGetLastError();
        return false;
    }
    return attributes.on_device && !attributes.on_host && !attributes.is_managed;
}

const struct enz_rt_device_interface enz_rt_interface_hip = {
#define ENTRY(name, parameters) .name = hip##name,
    INTERFACE(ENTRY).GetErrorString = hipGetErrorString,
    .MallocHost = allocate_on_host,
    .FreeHost = hipHostFree,
    .push_configuration = __hipPushCallConfiguration,
    .pop_configuration = __hipPopCallConfiguration,
    .is_on_device = is_on_device,
    .range_function = "hipMemGetAddressRange",
    .range_library = "libamdhip64.so",
};
