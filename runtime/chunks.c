/* See chunks.h. Chunks of less than SMALLEST_KEPT bytes, header included, come from malloc and are
 * not kept; larger ones are mapped. Those of HUGE_PAGE bytes and more lie on its multiples, so that
 * the kernel can back them by huge pages: one page fault instead of 512. */
#define _GNU_SOURCE /* sysconf, madvise, MAP_ANONYMOUS */
#include "chunks.h"
#include "reserve.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Static_assert(sizeof(struct enz_chunk) <= ENZ_CHUNK_HEADER, "data lies behind the header");

static const size_t smallest_kept = (size_t)32 << 10;
static const size_t huge_page = (size_t)2 << 20;

/* The chunks that this thread keeps, the smallest first. */
static _Thread_local struct enz_chunk *kept;

static size_t round_up(size_t size, size_t multiple)
{
    return (size + multiple - 1) / multiple * multiple;
}

/* Bytes of a chunk with its header, as they were mapped. */
static size_t total_size(const struct enz_chunk *chunk)
{
    return ENZ_CHUNK_HEADER + chunk->size;
}

char *enz_chunk_data(struct enz_chunk *chunk)
{
    return (char *)chunk + ENZ_CHUNK_HEADER;
}

_Noreturn void enz_chunk_out_of_memory(size_t size)
{
    fprintf(stderr, "enzcc runtime: out of memory for a tape chunk of %zu bytes\n", size);
    abort();
}

/* ---- Memory of the system ---- */

/* `total` bytes on a multiple of a huge page: what is mapped in front and behind is unmapped. */
static void *map_huge(size_t total)
{
    char *p =
        mmap(NULL, total + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return MAP_FAILED;
    size_t front = (huge_page - (uintptr_t)p % huge_page) % huge_page;
    if (front)
        munmap(p, front);
    munmap(p + front + total, huge_page - front);
    madvise(p + front, total, MADV_HUGEPAGE); /* a wish: nothing depends on it */
    return p + front;
}

static struct enz_chunk *chunk_from_system(size_t size)
{
    size_t total = ENZ_CHUNK_HEADER + size;
    struct enz_chunk *chunk;
    if (total < smallest_kept) {
        chunk = malloc(total);
    } else {
        total = round_up(total, total < huge_page ? (size_t)sysconf(_SC_PAGESIZE) : huge_page);
        chunk = total < huge_page
                    ? mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                    : map_huge(total);
        chunk = chunk == MAP_FAILED ? NULL : chunk;
    }
    if (!chunk)
        enz_chunk_out_of_memory(size);
    chunk->size = total - ENZ_CHUNK_HEADER;
    chunk->counted = 0;
    return chunk;
}

static void chunk_to_system(struct enz_chunk *chunk)
{
    if (chunk->counted)
        enz_reserve_sub(total_size(chunk));
    if (total_size(chunk) < smallest_kept)
        free(chunk);
    else
        munmap(chunk, total_size(chunk));
}

/* ---- What a thread keeps ---- */

void enz_chunks_trim(void)
{
    while (kept) {
        struct enz_chunk *chunk = kept;
        kept = chunk->older;
        chunk_to_system(chunk);
    }
}

/* Counts the chunk as kept if it is not yet and the bound allows it. */
static int may_keep(struct enz_chunk *chunk)
{
    if (!chunk->counted)
        chunk->counted = enz_reserve_add(total_size(chunk));
    return chunk->counted;
}

void enz_chunk_free(struct enz_chunk *chunk)
{
    if (!chunk)
        return;
    if (total_size(chunk) < smallest_kept || !may_keep(chunk)) {
        chunk_to_system(chunk);
        return;
    }
    struct enz_chunk **at = &kept;
    while (*at && (*at)->size < chunk->size)
        at = &(*at)->older;
    chunk->older = *at;
    *at = chunk;
}

/* The smallest that is large enough. */
struct enz_chunk *enz_chunk_new(size_t size)
{
    struct enz_chunk **at = &kept;
    while (*at && (*at)->size < size)
        at = &(*at)->older;
    struct enz_chunk *chunk = *at;
    if (!chunk || ENZ_CHUNK_HEADER + size < smallest_kept)
        return chunk_from_system(size);
    *at = chunk->older;
    return chunk;
}
