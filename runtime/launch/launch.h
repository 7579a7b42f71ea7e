/* Derivatives of functions of the host that launch kernels: what generated code calls.
 *
 * The reverse sweep runs a derivative of each kernel in place of the launch: all of the kernel
 * again, and behind it its adjoint. It must find the memory of the device as the kernel found it.
 * So a launch, and a copy to memory of the device, first keeps what it overwrites if a launch of
 * this derivative has read that, and the reverse sweep puts it back, last overwritten first. When
 * the first launch has been gone through, all memory gets the contents back that it had at the end
 * of the forward sweep. Kept are whole allocations, since nobody knows which part of one a kernel
 * writes.
 *
 * Launches of the reverse sweep are made one behind the other, in the opposite order of the
 * program's, whatever streams these were on. Each thread of the host has launches of its own. */
#ifndef ENZ_RT_LAUNCH_H
#define ENZ_RT_LAUNCH_H
#include <stddef.h>
#include <stdint.h>

/* What a parameter of a kernel is. */
enum enz_rt_launch_kind {
    ENZ_RT_LAUNCH_VALUE = 'v', /* has no derivative */
    ENZ_RT_LAUNCH_POINTER = 'p',
    ENZ_RT_LAUNCH_FLOAT = 'f',
    ENZ_RT_LAUNCH_DOUBLE = 'd',
    ENZ_RT_LAUNCH_STRUCT = 's'
};

struct enz_rt_launch_parameter {
    uint32_t kind;
    uint32_t size; /* in bytes */
};

/* A pointer or a number of a parameter: itself, or in the struct that it is. */
struct enz_rt_launch_leaf {
    uint32_t parameter, offset;
    uint8_t kind;
    uint8_t effect; /* what the kernel does to memory behind the pointer: '-' nothing, 'r' reads,
                       'w' writes, 'b' both */
};

struct enz_rt_kernel {
    const void *primal, *reverse, *forward; /* handles that cudaLaunchKernel takes; NULL: none */
    const char *name;
    const struct enz_rt_launch_parameter *parameters;
    const struct enz_rt_launch_leaf *leaves;
    uint32_t parameter_count, leaf_count;
    const char *unseen; /* why nobody sees all that the kernel writes, or NULL */
};

/* Below, `slots[k]` is the address of argument k, as cudaLaunchKernel takes them, and `shadows[k]`
 * that of its shadow: of a pointer, or a struct with shadows of pointers and adjoints or tangents
 * of numbers. The shadow of a pointer without derivative is that pointer.
 *
 * Launches the kernel as the program has just configured it. */
void enz_rt_launch_primal(const struct enz_rt_kernel *kernel, void **slots);

/* Something runs on the device of which nobody sees what it writes: no launch of a derivative may
 * have gone before. */
void enz_rt_device_check_launch(void);

/* The result, which is on the tape `on`, is for the reverse sweep, which calls the second function
 * for each call of the first, once in each direction, in the opposite order. The adjoints of
 * numbers that are parameters are written to `adjoints`, in their order, each in 8 bytes; `active`
 * has a bit for each that has one. Those of numbers in structs are added to the shadow. */
void *enz_rt_launch_augmented(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                              void *on);
void enz_rt_launch_reverse(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           void *adjoints, int64_t active, void *tape);

/* Launches the kernel together with its tangents. `phases` is that of custom rules: 1 computes
 * tangents and leaves the memory of the primal as it is, 2 is the primal, 7 is all. */
void enz_rt_launch_forward(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           int64_t phases);

/* The same for routines of libraries that run on the device: memory that one reads ('r'), writes
 * ('w'), or both ('b'). The first is called in front of the routine, the others in the reverse
 * sweep: between them memory has the contents that the routine found. */
struct enz_rt_touched {
    const void *at;
    char effect;
};
void *enz_rt_routine_begin(const char *name, const struct enz_rt_touched *list, unsigned n,
                           void *stream, void *on);
void enz_rt_routine_back(const char *name, void *tape);
void enz_rt_routine_end(const char *name, void *tape);
/* Memory of the device for the time being; never NULL. */
void *enz_rt_device_scratch(size_t size);
void enz_rt_device_scratch_free(void *block);

/* Zeroed memory of the device, or NULL; `managed` memory is for the host, too. */
void *enz_device_malloc(size_t size);
void *enz_device_malloc_managed(size_t size);
void enz_device_free(void *block);
/* Of the host, for transfers; zeroed. */
void *enz_device_malloc_host(size_t size);
void enz_device_free_host(void *block);
/* cudaMemcpyAsync, and waits for it if memory of the host takes part. */
void enz_device_copy(void *to, const void *from, size_t size, int kind, void *stream);
/* cudaMemsetAsync */
void enz_device_fill(void *block, int value, size_t size, void *stream);
/* The status of the last of these calls. */
int enz_device_status(void);

/* Destroys a handle or a stream, which reverse sweeps may need still: when the thread is in no
 * derivative with launches. Returns its status, or 0. */
int enz_rt_device_destroy(void *handle, int (*destroy)(void *));

/* A variable of the device is set: no launch of a derivative may have gone before. */
void enz_rt_device_check_variable(void);

/* The shadow of an operand of such a copy where the host can read and write it: itself, or a copy
 * of it, which the second function writes back. A shadow that is the primal is left as it is. */
void *enz_rt_device_stage(void *shadow, const void *primal, size_t size);
void enz_rt_device_unstage(void *shadow, void *staged, size_t size);

/* Sets a shadow to zero, which may be memory of the device. */
void enz_rt_device_clear(void *shadow, size_t size);

#endif
