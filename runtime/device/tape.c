/* Tapes on a device.
 *
 * A tape begins in memory of the thread's own, which derivatives give it
 * (passes/emit/tape_host.c) and which is fast: consecutive threads have their words side by side.
 * What does not fit there is in chunks of the device's heap, which is slow, and small unless the
 * program makes it larger. */
#include "../enz_rt.h"
#include "end.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __NVPTX__
#define SET_SIZE "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)"
#else
#define SET_SIZE     "hipDeviceSetLimit(hipLimitMallocHeapSize, bytes)"
/* The heap of ROCm's device libraries (ockl), if the link has found them. */
__attribute__((weak)) __attribute__((opencl_global)) void *__ockl_dm_alloc(uint64_t size);
__attribute__((weak)) void __ockl_dm_dealloc(uint64_t block);

static void *heap_allocate(size_t size)
{
    return __ockl_dm_alloc ? (void *)__ockl_dm_alloc(size) : NULL;
}
static void heap_free(void *block)
{
    if (block && __ockl_dm_dealloc)
        __ockl_dm_dealloc((uintptr_t)block);
}
#define malloc(size) heap_allocate(size)
#define free(block)  heap_free(block)
#endif

enum { ALIGNMENT = 16, SMALLEST = 2048, LARGEST = 1 << 16 };

/* In front of its data. */
struct chunk {
    struct chunk *older;
    size_t size;
};
_Static_assert(sizeof(struct chunk) % ALIGNMENT == 0, "data are aligned");

struct deferred {
    struct deferred *older;
    void *p;
    void (*fn)(void *);
};

static size_t next_size(const struct chunk *newest, size_t size)
{
    size_t wanted = newest ? 2 * newest->size : SMALLEST;
    if (wanted > LARGEST)
        wanted = LARGEST;
    return size > wanted ? size : wanted;
}

void *enz_rt_tape_grow(struct enz_rt_tape *tape, size_t size)
{
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    size_t all = next_size(tape->chunks, size);
    struct chunk *chunk = malloc(sizeof *chunk + all);
    if (!chunk)
        end_run("the heap of the device is too small for the tape of a derivative: make it "
                "larger, with " SET_SIZE,
                "");
    chunk->older = tape->chunks;
    chunk->size = all;
    char *data = (char *)(chunk + 1);
    tape->chunks = chunk;
    tape->cur = data + size;
    tape->end = data + all;
    return data;
}

static void run_deferred(struct enz_rt_tape *tape, const void *until)
{
    while (tape->deferred != until) {
        struct deferred *node = tape->deferred;
        tape->deferred = node->older;
        node->fn(node->p);
    }
}

static void free_chunks(struct enz_rt_tape *tape, const void *until)
{
    while (tape->chunks != until) {
        struct chunk *chunk = tape->chunks;
        tape->chunks = chunk->older;
        free(chunk);
    }
}

void enz_rt_tape_free(struct enz_rt_tape *tape)
{
    run_deferred(tape, NULL);
    free_chunks(tape, NULL);
}

void enz_rt_tape_mark(const struct enz_rt_tape *tape, struct enz_rt_mark *mark)
{
    mark->cur = tape->cur;
    mark->end = tape->end;
    mark->chunks = tape->chunks;
    mark->deferred = tape->deferred;
}

void enz_rt_tape_release(struct enz_rt_tape *tape, const struct enz_rt_mark *mark)
{
    run_deferred(tape, mark->deferred);
    free_chunks(tape, mark->chunks);
    tape->cur = mark->cur;
    tape->end = mark->end;
}

/* malloc, and free, as a function that has an address (passes/device/link.c). */
void *enz_rt_device_malloc(size_t size);
void enz_rt_device_free(void *p);

static void *allocate(struct enz_rt_tape *tape, size_t size)
{
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((size_t)(tape->end - tape->cur) < size)
        return enz_rt_tape_grow(tape, size);
    void *block = tape->cur;
    tape->cur += size;
    return block;
}

void *enz_rt_device_malloc(size_t size)
{
    return malloc(size);
}

void enz_rt_device_free(void *p)
{
    free(p);
}

void enz_rt_defer_free(struct enz_rt_tape *tape, void *p, void (*fn)(void *))
{
    if (!p)
        return;
    struct deferred *node = allocate(tape, sizeof *node);
    *node = (struct deferred){tape->deferred, p, fn};
    tape->deferred = node;
}

/* ---- tapes that outlive the call that filled them ---- */

void enz_rt_tape_start(struct enz_rt_tape *tape)
{
    *tape = (struct enz_rt_tape){0};
}

void *enz_rt_tape_keep(struct enz_rt_tape *tape)
{
    if (!tape->chunks)
        return NULL;
    struct enz_rt_tape *kept = allocate(tape, sizeof *kept);
    *kept = *tape;
    return kept;
}

void enz_rt_tape_resume(struct enz_rt_tape *tape, const void *kept)
{
    (void)tape, (void)kept;
}

void enz_rt_tape_drop(void *kept)
{
    if (!kept)
        return;
    struct enz_rt_tape tape = *(struct enz_rt_tape *)kept;
    enz_rt_tape_free(&tape);
}

void enz_rt_tape_fits(size_t need, size_t have)
{
    if (have < need)
        end_run("tape too small", "");
}

/* ---- shadows of heap blocks ---- */

void *enz_rt_shadow_calloc(size_t size)
{
    char *p = malloc(size);
    for (size_t i = 0; p && i < size; i++)
        p[i] = 0;
    return p;
}

void enz_rt_shadow_free(void *p)
{
    free(p);
}
