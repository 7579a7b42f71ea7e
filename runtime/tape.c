/* The tape arena: chunks that only grow at the front, and postponed frees.
 *
 * Invariants: `cur` and `end` lie in the newest chunk, chunks[0]; older chunks
 * are full for good. A chunk made after a mark is newer than the mark's chunk,
 * so releasing cuts the list there. A released chunk kept as a spare becomes
 * the newest chunk again, empty; what was left of the marked one stays unused,
 * it was too small for the iteration anyway. Nodes of the list of postponed
 * frees live in the arena itself.
 */
#include "enz_rt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ALIGNMENT = 16 };

static const size_t chunk_smallest = (size_t)64 << 10;
static const size_t chunk_largest = (size_t)64 << 20;

struct chunk {
    struct chunk *older;
    size_t size; /* of the data behind this header */
};

struct deferred {
    struct deferred *older;
    void *p;
    void (*fn)(void *);
};

/* The oldest chunk of a tape that starts small: the size that the first one doubles. Never written,
 * never freed. */
static const struct chunk start_small = {NULL, 256};

static void *smallest(void)
{
    return (void *)(uintptr_t)&start_small;
}

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static char *chunk_data(struct chunk *chunk)
{
    return (char *)chunk + round_up(sizeof *chunk);
}

static _Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "enzcc runtime: out of memory for a tape chunk of %zu bytes\n", size);
    abort();
}

static size_t chunk_size_for(const struct chunk *newest, size_t size)
{
    size_t wanted = newest ? newest->size : chunk_smallest / 2;
    wanted = wanted < chunk_largest / 2 ? 2 * wanted : chunk_largest;
    return size > wanted ? size : wanted;
}

static void tape_enter(struct enz_rt_tape *tape, struct chunk *chunk)
{
    tape->chunks = chunk;
    tape->cur = chunk_data(chunk);
    tape->end = tape->cur + chunk->size;
}

void *enz_rt_tape_grow(struct enz_rt_tape *tape, size_t size)
{
    if (size > SIZE_MAX / 4)
        out_of_memory(size);
    size = round_up(size);
    size_t chunk_size = chunk_size_for(tape->chunks, size);
    struct chunk *chunk = malloc(round_up(sizeof *chunk) + chunk_size);
    if (!chunk)
        out_of_memory(chunk_size);
    chunk->older = tape->chunks;
    chunk->size = chunk_size;
    tape_enter(tape, chunk);
    void *block = tape->cur;
    tape->cur += size;
    return block;
}

static void *tape_allocate(struct enz_rt_tape *tape, size_t size)
{
    size = round_up(size);
    if ((size_t)(tape->end - tape->cur) < size)
        return enz_rt_tape_grow(tape, size);
    void *block = tape->cur;
    tape->cur += size;
    return block;
}

/* ---- Postponed frees ---- */

void enz_rt_defer_free(struct enz_rt_tape *tape, void *p, void (*fn)(void *))
{
    if (!p)
        return;
    struct deferred *node = tape_allocate(tape, sizeof *node);
    node->older = tape->deferred;
    node->p = p;
    node->fn = fn;
    tape->deferred = node;
}

static void run_deferred(struct enz_rt_tape *tape, const void *until)
{
    while (tape->deferred != until) {
        struct deferred *node = tape->deferred;
        tape->deferred = node->older;
        node->fn(node->p);
    }
}

/* ---- Giving back ---- */

/* Frees the chunks newer than `until` except the largest, which is returned. */
static struct chunk *free_chunks(struct enz_rt_tape *tape, const void *until)
{
    struct chunk *spare = NULL;
    struct chunk *chunk = tape->chunks;
    while (chunk != until && chunk != smallest()) {
        struct chunk *older = chunk->older;
        struct chunk *smaller = chunk;
        if (!spare || chunk->size > spare->size) {
            smaller = spare;
            spare = chunk;
        }
        free(smaller);
        chunk = older;
    }
    return spare;
}

void enz_rt_tape_free(struct enz_rt_tape *tape)
{
    run_deferred(tape, NULL);
    free(free_chunks(tape, NULL));
    if (tape->kinds) {
        enz_rt_kinds_check(tape->kinds);
        enz_rt_kinds_free(tape->kinds);
    }
    *tape = (struct enz_rt_tape){NULL, NULL, NULL, NULL, NULL};
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
    struct chunk *spare = free_chunks(tape, mark->chunks);
    if (spare) {
        spare->older = mark->chunks;
        tape_enter(tape, spare);
    } else {
        tape->cur = mark->cur;
        tape->end = mark->end;
    }
}

/* ---- Split mode ---- */

void enz_rt_tape_start(struct enz_rt_tape *tape)
{
    *tape = (struct enz_rt_tape){NULL, NULL, smallest(), NULL, NULL};
}

void *enz_rt_tape_keep(struct enz_rt_tape *tape)
{
    if ((!tape->chunks || tape->chunks == smallest()) && !tape->kinds)
        return NULL;
    struct enz_rt_tape *kept = tape_allocate(tape, sizeof *kept);
    *kept = *tape;
    return kept;
}

void enz_rt_tape_resume(struct enz_rt_tape *tape, const void *kept)
{
    const struct enz_rt_tape *from = kept;
    if (from && from->kinds)
        tape->kinds = enz_rt_kinds_clone(from->kinds);
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
    if (have >= need)
        return;
    fprintf(stderr, "enzcc runtime: tape too small: need %zu bytes have %zu bytes\n", need, have);
    abort();
}
