/* See hold.h. How much memory is held nobody but the C library knows; what counts in the reserve is
 * the distance from the lowest of the blocks that were freed to the block that holds them.
 *
 * This relies on nothing: with another allocator, or where blocks of several of its arenas are
 * freed together, the next call may fault pages. */
#include "hold.h"
#include "reserve.h"

#include <stdint.h>
#include <stdlib.h>

/* Sizes of the block, tried one after the other until it comes to lie behind the others: a larger
 * one finds no gap between them. None is kept for another malloc when it is freed (tcache), and
 * none is mapped by itself. */
static const size_t sizes[] = {2048, 16384, 65536};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Less than that the C library keeps by itself. */
enum { LEAST_DISTANCE = 64 << 10 };

/* Where the C library maps a block by itself, the block begins behind a header on a new page. */
enum { PAGE = 4096, HEADER = 16 };

static _Thread_local struct {
    void *block;               /* NULL: nothing is held */
    size_t counts;             /* bytes in the reserve */
    uintptr_t lowest, highest; /* of the blocks noted; 0: none */
} hold;

void enz_hold_note(void *block)
{
    uintptr_t at = (uintptr_t)block;
    if (at % PAGE == HEADER)
        return;
    if (!hold.highest || at < hold.lowest)
        hold.lowest = at;
    if (at > hold.highest)
        hold.highest = at;
}

void enz_hold_trim(void)
{
    if (hold.block)
        enz_reserve_sub(hold.counts);
    free(hold.block);
    hold.block = NULL;
}

/* A block behind what was noted; NULL if there is none. */
static void *block_behind(void)
{
    void *tried[SIZES] = {0}, *found = NULL;
    for (int k = 0; k < SIZES && !found; k++) {
        tried[k] = malloc(sizes[k]);
        if ((uintptr_t)tried[k] > hold.highest)
            found = tried[k];
    }
    for (int k = 0; k < SIZES; k++)
        if (tried[k] != found)
            free(tried[k]);
    return found;
}

static void place_behind(void)
{
    void *block = block_behind();
    enz_hold_trim();
    size_t counts = (uintptr_t)block - hold.lowest;
    if (!block || !enz_reserve_add(counts)) {
        free(block);
        return;
    }
    hold.block = block, hold.counts = counts;
}

void enz_hold_place(void)
{
    if (hold.highest - hold.lowest >= LEAST_DISTANCE && hold.highest > (uintptr_t)hold.block)
        place_behind();
    hold.lowest = hold.highest = 0;
}
