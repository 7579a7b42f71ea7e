/* -fenz-check: what runs of a comparison allocate. It goes when the run ends, wherever that is, and
 * takes no part: nothing was in it before the function, and nobody has given adjoints to what the
 * function leaves there.
 *
 * It lies in one range of addresses, behind what the runs around have allocated. Blocks have sizes
 * that are powers of two; one that is freed is used again for another of its size. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "check_state.h"

#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 16 };
static const size_t most_reserved = (size_t)1 << 36, least_reserved = (size_t)1 << 24;

/* In front of each block. */
struct header {
    char *start;
    uint64_t exponent; /* of its size, from `start` on */
};

static _Thread_local struct {
    char *start, *top, *end;
} heap;

/* Addresses without memory, as many as the limits of the process allow. */
static void open_heap(void)
{
    for (size_t size = most_reserved; size >= least_reserved && !heap.start; size /= 4) {
        void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED)
            heap.start = heap.top = p, heap.end = heap.start + size;
    }
}

void check_heap_close(void)
{
    if (heap.start)
        munmap(heap.start, (size_t)(heap.end - heap.start));
    heap.start = heap.top = heap.end = NULL;
}

void check_heap_clear(struct check *c)
{
    if (c->heap)
        heap.top = c->heap;
    c->heap = NULL;
    c->blocks = 0;
    memset(c->freed, 0, sizeof c->freed);
}

bool check_heap_has(const struct check *c, const char *p)
{
    return c->heap && p >= c->heap && p < heap.top;
}

static unsigned exponent_of(uint64_t size)
{
    unsigned exponent = 5;
    while (exponent < CHECK_SIZES && (uint64_t)1 << exponent < size)
        exponent++;
    return exponent;
}

/* NULL: there is no room. */
static char *take(struct check *c, unsigned exponent)
{
    if (exponent >= CHECK_SIZES)
        return NULL;
    char *start = c->freed[exponent];
    if (start) {
        memcpy(&c->freed[exponent], start, sizeof start);
        return start;
    }
    if (!heap.start)
        open_heap();
    if ((uint64_t)(heap.end - heap.top) < (uint64_t)1 << exponent)
        return NULL;
    if (!c->heap)
        c->heap = heap.top;
    start = heap.top;
    heap.top += (uint64_t)1 << exponent;
    return start;
}

void *enz_rt_check_allocate(uint64_t count, uint64_t size, uint64_t alignment, uint64_t zeroed)
{
    struct check *c = check_current;
    uint64_t bytes, all;
    bool fits = !__builtin_mul_overflow(count, size, &bytes) &&
                !__builtin_add_overflow(bytes, alignment + sizeof(struct header), &all);
    unsigned exponent = fits ? exponent_of(all) : CHECK_SIZES;
    char *start = take(c, exponent);
    if (!start)
        enz_rt_check_abandon("there is no room for what it allocates");
    uint64_t behind = (uintptr_t)(start + sizeof(struct header)),
             step = alignment > ALIGNMENT ? alignment : ALIGNMENT;
    char *p = start + sizeof(struct header) + (step - behind % step) % step;
    ((struct header *)p)[-1] = (struct header){start, exponent};
    c->blocks++;
    if (zeroed)
        memset(p, 0, bytes);
    if (c->steps)
        enz_rt_complex_clear(p, bytes);
    return p;
}

void enz_rt_check_free(void *p)
{
    struct check *c = check_current;
    if (!p)
        return;
    if (!check_heap_has(c, p))
        enz_rt_check_abandon("it frees memory that it has not allocated");
    struct header h = ((struct header *)p)[-1];
    memcpy(h.start, &c->freed[h.exponent], sizeof h.start);
    c->freed[h.exponent] = h.start;
    c->blocks--;
}

uint64_t enz_rt_check_block_size(void *p)
{
    if (!p || !check_heap_has(check_current, p))
        return malloc_usable_size(p);
    struct header h = ((struct header *)p)[-1];
    return (uint64_t)(h.start + ((uint64_t)1 << h.exponent) - (char *)p);
}
