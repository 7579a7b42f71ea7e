/* What derivatives with launches need of the interface of devices that the program is linked with:
 * CUDA's, or HIP's. Code of the link says which it is (passes/device/launches.c). */
#ifndef ENZ_RT_LAUNCH_INTERFACE_H
#define ENZ_RT_LAUNCH_INTERFACE_H
#include <stdbool.h>
#include <stddef.h>

struct extent3 {
    unsigned x, y, z;
};
typedef struct device_stream *device_stream; /* CUstream_st, ihipStream_t */

/* Columns: the name behind "cuda" or "hip", which it is also called by here; its parameters. All
 * return a status, which is zero if nothing failed. */
#define INTERFACE(ROW)                                                                             \
    ROW(DeviceSynchronize, (void))                                                                 \
    ROW(Free, (void *block))                                                                       \
    ROW(FuncSetAttribute, (const void *kernel, int attribute, int value))                          \
    ROW(GetLastError, (void))                                                                      \
    ROW(LaunchKernel, (const void *kernel, struct extent3 grid, struct extent3 block,              \
                       void **slots, size_t shared, device_stream stream))                         \
    ROW(Malloc, (void **block, size_t size))                                                       \
    ROW(MallocManaged, (void **block, size_t size, unsigned flags))                                \
    ROW(MemcpyAsync, (void *to, const void *from, size_t size, int kind, device_stream stream))    \
    ROW(Memset, (void *block, int value, size_t size))                                             \
    ROW(MemsetAsync, (void *block, int value, size_t size, device_stream stream))                  \
    ROW(StreamSynchronize, (device_stream stream))

struct enz_rt_device_interface {
#define MEMBER(name, parameters) int(*name) parameters;
    INTERFACE(MEMBER)
#undef MEMBER
    const char *(*GetErrorString)(int status);
    /* Of the host, for transfers. */
    int (*MallocHost)(void **block, size_t size);
    int (*FreeHost)(void *block);
    int (*push_configuration)(struct extent3 grid, struct extent3 block, size_t shared,
                              device_stream stream);
    int (*pop_configuration)(struct extent3 *grid, struct extent3 *block, size_t *shared,
                             device_stream *stream);
    /* The pointer leads to memory that the host cannot access. */
    bool (*is_on_device)(const void *pointer);
    /* A function int(uintptr_t *base, size_t *size, uintptr_t address) that gives the allocation
     * that the address is in, and the library that has it. */
    const char *range_function, *range_library;
};
extern const struct enz_rt_device_interface enz_rt_interface_cuda, enz_rt_interface_hip;
extern const struct enz_rt_device_interface *const enz_rt_device_interface;

/* Values that both have. */
enum { COPY_TO_DEVICE = 1, COPY_FROM_DEVICE = 2, COPY_ON_DEVICE = 3, COPY_ANY = 4 };
enum { MANAGED_GLOBAL = 1, DYNAMIC_SHARED_BYTES = 8 };

#endif
