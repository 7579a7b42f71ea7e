/* The part of the CUDA Runtime API that is about memory, streams and events. Memory of the device
 * cannot be accessed by the host: whoever tries gets a signal. It is poisoned when it is allocated
 * and when it is freed, and no address is used twice. Everything is done at once, so that streams
 * and events have nothing to do; but what does not wait for the device takes managed memory from
 * the host, too, until something does. */
#define _GNU_SOURCE
#include "memory.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ARENA = 1 << 28, ALIGNMENT = 256, BLOCKS = 1 << 16, POISON = 0xff };
enum { INVALID = 1, OUT_OF_MEMORY = 2 };
enum { HOST_TO_HOST, TO_DEVICE, FROM_DEVICE, ON_DEVICE, ANY };

struct block {
    char *base;
    size_t size;
    bool device, freed;
};

struct arena {
    char *base;
    size_t used;
};

static struct {
    struct arena device, managed;
    struct block blocks[BLOCKS];
    unsigned count;
    int last_error;
} memory;

static int fail(int error)
{
    return error ? memory.last_error = error : 0;
}

static void protect(const struct arena *arena, int access)
{
    if (arena->base && mprotect(arena->base, ARENA, access))
        abort();
}

void gpusim_open_memory(void)
{
    protect(&memory.device, PROT_READ | PROT_WRITE);
    protect(&memory.managed, PROT_READ | PROT_WRITE);
}

void gpusim_close_memory(bool waited)
{
    protect(&memory.device, PROT_NONE);
    if (!waited)
        protect(&memory.managed, PROT_NONE);
}

static int wait_for_all(void)
{
    protect(&memory.managed, PROT_READ | PROT_WRITE);
    return 0;
}

static struct block *find(const void *p)
{
    for (unsigned i = memory.count; i-- > 0;) {
        struct block *b = &memory.blocks[i];
        if ((const char *)p >= b->base && (const char *)p < b->base + (b->size ? b->size : 1))
            return b;
    }
    return NULL;
}

static bool is_on_device(const void *p)
{
    const struct block *b = find(p);
    return b && b->device;
}

/* ---- allocation ------------------------------------------------------------------------------ */

static int note(void *base, size_t size, bool device)
{
    if (!base || memory.count == BLOCKS)
        return fail(OUT_OF_MEMORY);
    memory.blocks[memory.count++] = (struct block){base, size, device, false};
    return 0;
}

static int take(struct arena *arena, void **p, size_t n, bool device)
{
    if (!arena->base)
        arena->base = mmap(NULL, ARENA, device ? PROT_NONE : PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena->base == MAP_FAILED || n > ARENA - arena->used - 2 * ALIGNMENT)
        return fail(OUT_OF_MEMORY);
    *p = arena->base + arena->used;
    arena->used += (n + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    gpusim_open_memory();
    memset(*p, POISON, n);
    gpusim_close_memory(true);
    return note(*p, n, device);
}

int cudaMalloc(void **p, size_t n)
{
    return take(&memory.device, p, n, true);
}

int cudaMallocAsync(void **p, size_t n, void *stream)
{
    (void)stream;
    return cudaMalloc(p, n);
}

int cudaMallocManaged(void **p, size_t n, unsigned flags)
{
    (void)flags;
    return take(&memory.managed, p, n, false);
}

int cudaMallocHost(void **p, size_t n)
{
    *p = malloc(n ? n : 1);
    return *p ? 0 : fail(OUT_OF_MEMORY);
}

int cudaHostAlloc(void **p, size_t n, unsigned flags)
{
    (void)flags;
    return cudaMallocHost(p, n);
}

int cudaFree(void *p)
{
    struct block *b = p ? find(p) : NULL;
    if (!p)
        return 0;
    if (!b || b->base != p || b->freed) {
        fprintf(stderr, "gpusim: cudaFree of what is not allocated\n");
        abort();
    }
    b->freed = true;
    gpusim_open_memory();
    memset(p, POISON, b->size);
    gpusim_close_memory(true);
    return 0;
}

int cudaFreeAsync(void *p, void *stream)
{
    (void)stream;
    return cudaFree(p);
}

int cudaFreeHost(void *p)
{
    free(p);
    return 0;
}

/* Of the driver's interface. */
int cuMemGetAddressRange_v2(uintptr_t *base, size_t *size, uintptr_t p)
{
    const struct block *b = find((void *)p);
    if (!b || b->freed)
        return INVALID;
    *base = (uintptr_t)b->base, *size = b->size;
    return 0;
}

struct attributes {
    int type, device;
    const void *on_device, *on_host;
    int managed; /* HIP */
    unsigned flags;
};
int cudaPointerGetAttributes(struct attributes *out, const void *p)
{
    enum { UNREGISTERED, HOST, DEVICE, MANAGED };
    const struct block *b = find(p);
#ifdef GPUSIM_HIP /* whose kinds have other numbers in each version */
    *out = (struct attributes){.on_device = p, .managed = b && !b->device};
    return b ? 0 : fail(INVALID);
#else
    out->type = !b ? UNREGISTERED : b->device ? DEVICE : MANAGED;
    return 0;
#endif
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* The range is in one block, where the kind says. */
static bool fits(const void *p, size_t n, bool device, bool any)
{
    const struct block *b = find(p);
    if (b && (b->freed || (const char *)p + n > b->base + b->size))
        return false;
    return any || (b && !b->device) || is_on_device(p) == device;
}

static int copy(void *to, const void *from, size_t n, int kind, bool wait)
{
    if (!n)
        return 0;
    if (!fits(to, n, kind == TO_DEVICE || kind == ON_DEVICE, kind == ANY) ||
        !fits(from, n, kind == FROM_DEVICE || kind == ON_DEVICE, kind == ANY))
        return fail(INVALID);
    gpusim_open_memory();
    memmove(to, from, n);
    gpusim_close_memory(wait);
    return 0;
}

/* Copies on the device do not make the host wait. */
int cudaMemcpy(void *to, const void *from, size_t n, int kind)
{
    return copy(to, from, n, kind, !find(to) || !find(from));
}

int cudaMemcpyAsync(void *to, const void *from, size_t n, int kind, void *stream)
{
    (void)stream;
    return copy(to, from, n, kind, false);
}

#ifdef GPUSIM_HIP
int hipMemcpyWithStream(void *to, const void *from, size_t n, int kind, void *stream)
{
    (void)stream;
    return cudaMemcpy(to, from, n, kind);
}
int hipMemcpyHtoD(void *to, const void *from, size_t n)
{
    return cudaMemcpy(to, from, n, TO_DEVICE);
}
int hipMemcpyDtoH(void *to, const void *from, size_t n)
{
    return cudaMemcpy(to, from, n, FROM_DEVICE);
}
int hipMemcpyDtoD(void *to, const void *from, size_t n)
{
    return cudaMemcpy(to, from, n, ON_DEVICE);
}
#endif

int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t height, int kind)
{
    int status = 0;
    for (size_t i = 0; i < height && !status; i++)
        status =
            cudaMemcpy((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width, kind);
    return status;
}

int cudaMemset(void *p, int value, size_t n)
{
    if (!fits(p, n, true, false))
        return fail(INVALID);
    gpusim_open_memory();
    memset(p, value, n);
    gpusim_close_memory(false);
    return 0;
}

int cudaMemsetAsync(void *p, int value, size_t n, void *stream)
{
    (void)stream;
    return cudaMemset(p, value, n);
}

/* ---- streams, events, errors ----------------------------------------------------------------- */

int cudaStreamCreate(void **stream)
{
    *stream = malloc(1);
    return 0;
}

int cudaStreamDestroy(void *stream)
{
    free(stream);
    return 0;
}

int cudaStreamSynchronize(void *stream)
{
    (void)stream;
    return wait_for_all();
}

int cudaStreamWaitEvent(void *stream, void *event, unsigned flags)
{
    (void)stream, (void)event, (void)flags;
    return 0;
}

int cudaEventCreate(void **event)
{
    *event = malloc(1);
    return 0;
}

int cudaEventDestroy(void *event)
{
    free(event);
    return 0;
}

int cudaEventRecord(void *event, void *stream)
{
    (void)event, (void)stream;
    return 0;
}

int cudaEventSynchronize(void *event)
{
    (void)event;
    return wait_for_all();
}

int cudaDeviceSynchronize(void)
{
    return wait_for_all();
}

int cudaFuncSetAttribute(const void *kernel, int attribute, int value)
{
    (void)kernel, (void)attribute, (void)value;
    return 0;
}

int cudaGetLastError(void)
{
    int error = memory.last_error;
    memory.last_error = 0;
    return error;
}

const char *cudaGetErrorString(int e)
{
    return e ? "error" : "no error";
}
