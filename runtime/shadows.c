/* Shadows of heap blocks that a derivative allocates, and those that are kept for the next one.
 *
 * A shadow is a block of the program's own allocator, as the primal's block is: the program may get
 * hold of it, and free it or have another thread free it. What a derivative frees, however, stays
 * with the thread, and the next call of it finds the blocks that it had before, in place of pages
 * that the operating system maps and zeroes again.
 *
 * Invariants: a block that is kept begins with a struct kept_block, is in the list of its size and
 * in that of all, and counts in `bytes` and in the reserve. A thread keeps no more bytes than it
 * had in use at one time: blocks of sizes that are not asked for any more go first. */
#include "shadows.h"
#include "enz_rt.h"
#include "reserve.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Below that, allocation costs little, and no page. */
enum { SMALLEST_KEPT = 1024 };
/* Lists for sizes from one power of two to the next, and how far each is searched. */
enum { LISTS_PER_OCTAVE = 2, LISTS = 64 * LISTS_PER_OCTAVE, LONGEST_SEARCH = 16 };

struct link {
    struct link *next, *previous;
};

struct kept_block {
    struct link same_size, all;
    size_t size; /* as asked for, or what malloc_usable_size says: see size_of */
    enum enz_rt_heap heap;
    void (*release)(void *, size_t); /* NULL: free */
};

_Static_assert(sizeof(struct kept_block) <= SMALLEST_KEPT, "the block holds it");

/* Lists are circular, through their heads; all zero is an empty one. */
static _Thread_local struct {
    struct link by_size[LISTS], all; /* the newest first */
    size_t bytes;                    /* of all blocks */
    size_t in_use, most_in_use;      /* bytes of shadows that are not freed yet */
} kept;

/* ---- lists ---- */

static void link_first(struct link *head, struct link *l)
{
    if (!head->next)
        head->next = head->previous = head;
    *l = (struct link){head->next, head};
    head->next->previous = l;
    head->next = l;
}

static void link_out(struct link *l)
{
    l->next->previous = l->previous;
    l->previous->next = l->next;
}

#define BLOCK_OF(l, member)                                                                        \
    ((struct kept_block *)(void *)((char *)(l) - offsetof(struct kept_block, member)))

static unsigned list_of(size_t size)
{
    unsigned octave = 63 - (unsigned)__builtin_clzll(size | 1);
    return LISTS_PER_OCTAVE * octave + (octave ? size >> (octave - 1) & 1 : 0);
}

/* ---- what is kept ---- */

static void keep(void *p, size_t size, enum enz_rt_heap heap, void (*release)(void *, size_t))
{
    struct kept_block *b = p;
    b->size = size, b->heap = heap, b->release = release;
    link_first(&kept.by_size[list_of(size)], &b->same_size);
    link_first(&kept.all, &b->all);
    kept.bytes += size;
}

static void take_out(struct kept_block *b)
{
    link_out(&b->same_size);
    link_out(&b->all);
    kept.bytes -= b->size;
    enz_reserve_sub(b->size);
}

static void release(void *p, size_t size, void (*with)(void *, size_t))
{
    if (with)
        with(p, size);
    else
        free(p);
}

static void give_oldest_back(void)
{
    struct kept_block *b = BLOCK_OF(kept.all.previous, all);
    take_out(b);
    release(b, b->size, b->release);
}

void enz_shadows_trim(void)
{
    while (kept.bytes)
        give_oldest_back();
    kept.in_use = kept.most_in_use = 0;
}

/* A block of the C library may be somewhat larger. One of operator new must have the size asked
 * for: operator delete is told it. */
static int fits(const struct kept_block *b, size_t size, enum enz_rt_heap heap)
{
    if (b->heap != heap || b->size < size)
        return 0;
    return b->size == size || (heap == ENZ_RT_HEAP_C && b->size - size <= size / 8);
}

static struct kept_block *find(unsigned list, size_t size, enum enz_rt_heap heap)
{
    struct link *head = &kept.by_size[list], *l = head->next;
    for (unsigned k = 0; l && l != head && k < LONGEST_SEARCH; k++, l = l->next)
        if (fits(BLOCK_OF(l, same_size), size, heap))
            return BLOCK_OF(l, same_size);
    return NULL;
}

static void *take(size_t size, enum enz_rt_heap heap)
{
    unsigned list = list_of(size), next = list_of(size + size / 8);
    struct kept_block *b = find(list, size, heap);
    if (!b && next != list)
        b = find(next, size, heap);
    if (!b)
        return NULL;
    take_out(b);
    return memset(b, 0, b->size);
}

/* ---- what derivatives call ---- */

/* Nobody tells free how large a block is. */
static size_t size_of(void *p, size_t size, enum enz_rt_heap heap)
{
    return heap == ENZ_RT_HEAP_C ? malloc_usable_size(p) : size;
}

static void *allocate_zeroed(size_t size, void *(*allocate)(size_t))
{
    if (!allocate)
        return calloc(1, size);
    return memset(allocate(size), 0, size);
}

void *enz_rt_shadow_new(size_t size, enum enz_rt_heap heap, void *(*allocate)(size_t))
{
    if (size < SMALLEST_KEPT || size > SIZE_MAX / 4)
        return allocate_zeroed(size, allocate);
    void *p = kept.bytes ? take(size, heap) : NULL;
    if (!p)
        p = allocate_zeroed(size, allocate);
    kept.in_use += size_of(p, size, heap);
    if (kept.in_use > kept.most_in_use)
        kept.most_in_use = kept.in_use;
    return p;
}

void *enz_rt_shadow_calloc(size_t size)
{
    return enz_rt_shadow_new(size, ENZ_RT_HEAP_C, NULL);
}

void enz_rt_shadow_delete(void *p, size_t size, enum enz_rt_heap heap, void (*with)(void *, size_t))
{
    if (!p)
        return;
    size = size_of(p, size, heap);
    if (size >= SMALLEST_KEPT) {
        kept.in_use -= size < kept.in_use ? size : kept.in_use;
        while (kept.bytes && kept.bytes + size > kept.most_in_use)
            give_oldest_back();
        if (size <= kept.most_in_use && enz_reserve_add(size)) {
            keep(p, size, heap, with);
            return;
        }
    }
    release(p, size, with);
}

void enz_rt_shadow_free(void *p)
{
    enz_rt_shadow_delete(p, 0, ENZ_RT_HEAP_C, NULL);
}
